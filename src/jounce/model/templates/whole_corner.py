"""A corner with everything on it: linkage, springs and dampers, and the wheel where it is wanted."""

from __future__ import annotations

from math import cos, sin
from typing import Any

from jounce.model.axle import CornerModel
from jounce.model.axle_data import SIDES, Axle
from jounce.model.templates import TEMPLATES
from jounce.model.templates.corner import Corner
from jounce.model.templates.members import member
from jounce.model.templates.struts import struts
from jounce.parts.joints import Revolute
from jounce.spatial.vector import difference, scale, unit


def corner_of(axle: Axle, name: str, side: str, mount: str, rack: str | None, compliant: bool = False) -> Corner:
    """What the template of a corner is given; its mounts are ideal joints unless it is compliant."""
    sign = SIDES[side]
    return Corner(
        prefix=f"{name}_{side}",
        mount=mount,
        tie_rod_mount=rack if rack and axle.steered else mount,
        points=axle.points(sign),
        masses=axle.masses(sign),
        bushings=axle.compliances(sign) if compliant else {},
    )


def whole_corner(axle: Axle, given: Corner, side: str, wheel: bool) -> tuple[CornerModel, tuple[Any, ...]]:
    """The parts of a corner in the same order on both sides, and what a study needs to know of them.

    The wheel is a body of its own in a running car; on a rig that only moves the wheel carrier it is left out.
    """
    template, centre, axis = TEMPLATES[axle.template], given.points["wheel_centre"], spin_axis(axle, SIDES[side])
    linkage = template.corner(given)
    elements = struts(given, template, axle.elements)
    hub: tuple[Any, ...] = ()
    if wheel:
        hub = (
            member(given, "wheel", "wheel_centre"),
            Revolute(
                name=given.name("wheel_bearing"),
                parent=linkage.carrier,
                child=given.name("wheel"),
                point=centre,
                axis=axis,
            ),
        )
    known = {word: (given.name(word),) if word in axle.elements else () for word in ("spring", "damper", "bump_stop")}
    model = CornerModel(
        prefix=given.prefix,
        side=SIDES[side],
        carrier=linkage.carrier,
        wheel_centre=centre,
        spin_axis=axis,
        tyre_radius=axle.tyre.radius,  # type: ignore[arg-type]
        steering_axis=linkage.steering_axis,
        springs=known["spring"],
        dampers=known["damper"],
        bump_stops=known["bump_stop"],
        travel=given.name("travel"),
    )
    return model, (*linkage.parts, *hub, *elements)


def spin_axis(axle: Axle, side: int) -> Any:
    """Unit vector to the left, from the hardpoint `spindle` or from toe and camber.

    Steer angle d = -side toe, inclination i = -side camber; axis (-sin d cos i, cos d cos i, sin i). [ISO 8855]
    """
    p = axle.points(side)
    if "spindle" in p:
        return unit(scale(side, difference(p["wheel_centre"], p["spindle"])))
    d, i = (-side * float(angle) for angle in (axle.alignment.toe, axle.alignment.camber))  # type: ignore[arg-type]
    return (-sin(d) * cos(i), cos(d) * cos(i), sin(i))
