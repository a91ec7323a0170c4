"""The virtual tyre: a wheel on its carcass, along, across and upright. [Ciglaric, section 3.1, fig. 3]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.graph import Scalar
from jounce.model.assembly.rotors import joined_with_rotors
from jounce.model.axle_data import CarcassData
from jounce.model.templates.corner import Corner
from jounce.parts import Body
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Sequence

ROLE = "carcass"
DIRECTIONS: dict[str, Any] = {"longitudinal": "tx", "lateral": "ty", "vertical": "tz"}
STIFFNESSES = ("VERTICAL_STIFFNESS", "stiffness")  # as laws of tyres call it


def virtual_tyre(given: Corner, carrier: str, data: CarcassData) -> tuple[Any, ...]:
    """Translations between wheel carrier and wheel, each with its spring and damper; it has no mass itself."""
    name, rim, centre = given.name(ROLE), given.name("rim"), given.points["wheel_centre"]
    motions = {word: motion for word, motion in DIRECTIONS.items() if getattr(data, word) is not None}
    springs = [
        TorsionBar(
            name=given.name(f"{ROLE}_{word}"),
            coordinates=(f"{rim}.{motion}",),
            factors=(1.0,),
            stiffness=getattr(data, word),
            damping=getattr(data, f"{word}_damping"),
        )
        for word, motion in motions.items()
    ]
    return (
        Body(name=name, mass=0.0, centre=centre, massless=True),
        Sequence(name=rim, parent=carrier, child=name, point=centre, order=tuple(motions.values())),
        *springs,
    )


def virtual_tyre_mass(data: CarcassData | None, wheel: Body, carrier: Body) -> tuple[Body, Body]:
    """The wheel with the mass that moves on the carcass, and the carrier with the rest of it, at the wheel's centre."""
    if data is None or data.mass is None:
        return wheel, carrier
    rim = Body(name=wheel.name, mass=wheel.mass - data.mass, centre=wheel.centre)
    return replace(wheel, mass=data.mass), joined_with_rotors(carrier, [(1.0, rim)])


def virtual_tyre_law(data: CarcassData | None, law: Any) -> Any:
    """The law of what meets the road: its spring and the carcass in series are as stiff as the whole tyre, where asked.

    Its effective radius stays that of the whole tyre at the same load: FNOMIN/VERTICAL_STIFFNESS is a factor of it.
    """
    if data is None or data.tyre_spring != "whole":
        return law
    word = next(word for word in STIFFNESSES if hasattr(law, word))
    whole: Scalar = getattr(law, word)
    contact = whole * data.vertical / (data.vertical - whole)
    changed = {word: contact}
    if word == "VERTICAL_STIFFNESS":
        changed |= {name: getattr(law, name) * (contact / whole) for name in ("DREFF", "FREFF")}
    return replace(law, **changed)
