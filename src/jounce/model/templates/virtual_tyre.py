"""The virtual tyre: a wheel on its carcass, along, across and upright. [Ciglaric, section 3.1, fig. 3]"""

from __future__ import annotations

from typing import Any

from jounce.model.axle_data import CarcassData
from jounce.model.templates.corner import Corner
from jounce.parts import Body
from jounce.parts.forces import Bushing
from jounce.parts.joints import Sequence

ROLE = "carcass"


def virtual_tyre(given: Corner, carrier: str, data: CarcassData) -> tuple[Any, ...]:
    """Three translations between wheel carrier and wheel, each with its spring and damper; it has no mass itself."""
    name, centre = given.name(ROLE), given.points["wheel_centre"]
    none = (0.0, 0.0, 0.0)
    return (
        Body(name=name, mass=0.0, centre=centre),
        Sequence(name=given.name("rim"), parent=carrier, child=name, point=centre, order=("tx", "ty", "tz")),
        Bushing(
            name=given.name("carcass_springs"),
            parent=carrier,
            child=name,
            point=centre,
            stiffness=(data.longitudinal, data.lateral, data.vertical, *none),
            damping=(data.longitudinal_damping, data.lateral_damping, data.vertical_damping, *none),
        ),
    )
