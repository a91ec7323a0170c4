"""The belt of a tyre on a wheel: a ring on the springs of its sidewall, and the wheel without it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.model.assembly.rotors import inertia_of_revolution, joined_with_rotors
from jounce.model.axle_data import RIGID_RING, Axle
from jounce.model.belt_data import BeltData
from jounce.model.templates.corner import Corner
from jounce.parts import BeltMount, Body, Sidewall, TorsionBar
from jounce.parts.joints import Revolute
from jounce.spatial.vector import Vec3

ROLE = "belt"  # of its mount, whose coordinates say how it moves on the wheel; and of its table
HUB, RING, BEARING, SIDEWALL, WIND_UP = "belt_hub", "belt_ring", "belt_bearing", "sidewall", "wind_up"
ROLES = (ROLE, HUB, RING, BEARING, SIDEWALL, WIND_UP)


def on_other_carrier(part: Any, carrier: str) -> Any:
    """Returns a part of a wheel as it is on another wheel carrier; None for what is no part of the wheel."""
    word = part.name.rpartition(".")[2]
    if word in ("wheel_bearing", ROLE):
        return replace(part, parent=carrier)
    return part if word in ("wheel", *ROLES) else None


def belt_of_axle(axle: Axle) -> BeltData | None:
    """Returns the belt where the axle's tyres have one."""
    return axle.elements[ROLE] if axle.tyre.model == RIGID_RING and axle.tyre.law is not None else None


def belt_ring(given: Corner, axis: Vec3, data: Any) -> Body:
    """Returns the belt as a body of revolution about its axle."""
    inertia, products = inertia_of_revolution(data.inertia_across, data.inertia_about - data.inertia_across, axis)
    return Body(
        name=given.name(RING),
        mass=data.mass,
        centre=given.points["wheel_centre"],
        inertia=inertia,
        products=products,
        axisymmetric=True,
    )


def wheel_without_belt(wheel: Body, belt: Body) -> Body:
    """Returns what is left of the wheel: a file gives it with its tyre, as it is weighed."""
    return joined_with_rotors(wheel, [(-1.0, belt)])


def belt_on_wheel(given: Corner, carrier: str, axis: Vec3, belt: Body, data: Any) -> tuple[Any, ...]:
    """Returns the belt with its hub on the wheel carrier, and sidewall and wind-up between it and the wheel."""
    centre = given.points["wheel_centre"]
    angles = f"{given.name(BEARING)}.angle", f"{given.name('wheel_bearing')}.angle"
    return (
        Body(name=given.name(HUB), mass=0.0, centre=centre, massless=True),
        BeltMount(name=given.name(ROLE), parent=carrier, child=given.name(HUB), point=centre, axis=axis),
        belt,
        Revolute(name=given.name(BEARING), parent=given.name(HUB), child=belt.name, point=centre, axis=axis),
        Sidewall(
            name=given.name(SIDEWALL),
            rim=given.name("wheel"),
            belt=belt.name,
            point=centre,
            axis=axis,
            radial=data.radial,
            lateral=data.lateral,
            tilt=data.tilt,
            radial_damping=data.radial_damping,
            lateral_damping=data.lateral_damping,
            tilt_damping=data.tilt_damping,
        ),
        TorsionBar(
            name=given.name(WIND_UP),
            coordinates=angles,
            factors=(1.0, -1.0),
            stiffness=data.wind_up,
            damping=data.wind_up_damping,
        ),
    )
