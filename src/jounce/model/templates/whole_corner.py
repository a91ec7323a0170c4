"""A corner with everything on it: linkage, springs and dampers, and the wheel where it is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.graph import cos, sin
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.axle_data import Axle
from jounce.model.names import LEADING
from jounce.model.sides import Side
from jounce.model.templates import TEMPLATES
from jounce.model.templates.corner import Corner
from jounce.model.templates.damper_bodies import ROLES as DAMPER_ROLES
from jounce.model.templates.damper_bodies import damper_bodies
from jounce.model.templates.kingpin import MASS_ON_RIG, NO_MASS, kingpin_carrier
from jounce.model.templates.kingpin import ROLE as KNUCKLE
from jounce.model.templates.members import member
from jounce.model.templates.struts import STOPS, strut_actuators, strut_elements, strut_seals, strut_seat
from jounce.model.templates.virtual_tyre import ROLE as CARCASS
from jounce.model.templates.virtual_tyre import virtual_tyre, virtual_tyre_mass
from jounce.parts import Body
from jounce.parts.joints import Revolute
from jounce.spatial.vector import scale_vector, unit, vector_difference


def whole_corner_data(
    axle: Axle,
    name: str,
    side: Side,
    mount: str,
    rack: str | None,
    compliant: bool = False,
    spinning: bool = False,
    on_rig: bool = False,
    unit: str = LEADING,
) -> Corner:
    """What the template of a corner is given; its mounts are ideal joints unless it is compliant."""
    sign, kingpin = side.sign, axle.steered and TEMPLATES[axle.template].has_kingpin
    masses = axle.masses(sign)
    if kingpin:
        masses = {KNUCKLE: MASS_ON_RIG if on_rig else NO_MASS, **masses}
    return Corner(
        prefix=f"{name}_{side}",
        unit=unit,
        axle=name,
        side=side,
        mount=mount,
        tie_rod_mount=rack if rack and axle.steered else mount,
        points=axle.points(sign),
        masses=masses,
        bushings=axle.compliances(sign) if compliant else {},
        spinning=spinning,
        steered=kingpin,
    )


def whole_corner(axle: Axle, given: Corner, wheel: bool, dampers: bool = False) -> tuple[CornerModel, tuple[Any, ...]]:
    """The parts of a corner in the same order on both sides, and what a study needs to know of them.

    The wheel is a body of its own in a running car, and so are rod and tube of a damper whose masses are given; on a
    rig that only moves the wheel carrier they are left out, and so are actuators and the dry friction of damper seals;
    but `dampers` puts rod and tube in.
    """
    template, centre, axis = (
        TEMPLATES[axle.template],
        given.points["wheel_centre"],
        whole_corner_spin_axis(axle, given.side.sign),
    )
    linkage = template.corner(given)
    elements = strut_elements(given, template, axle.elements)
    hub: tuple[Any, ...] = ()
    if wheel:
        virtual = axle.elements.get(CARCASS)
        own = kingpin_carrier(linkage, given)
        body, with_rim = virtual_tyre_mass(virtual, _wheel(given, axis, axle.gyroscopic), own)
        linkage = replace(linkage, parts=tuple(with_rim if part is own else part for part in linkage.parts))
        hub = (
            *(virtual_tyre(given, linkage.carrier, virtual) if virtual else ()),
            body,
            Revolute(
                name=given.name("wheel_bearing"),
                parent=given.name(CARCASS) if virtual else linkage.carrier,
                child=given.name("wheel"),
                point=centre,
                axis=axis,
            ),
        )
        active = strut_actuators(given, template, axle.elements)
        elements = (*elements, *strut_seals(given, axle.elements, elements), *active)
    if (wheel or dampers) and set(DAMPER_ROLES) <= set(given.masses):
        hub = (*hub, *damper_bodies(given, strut_seat("damper", template, axle.elements)))
    known = {word: (given.name(word),) if word in axle.elements else () for word in ("spring", "damper", *STOPS)}
    model = CornerModel(
        prefix=given.prefix,
        unit=given.unit,
        axle=given.axle,
        side=given.side,
        carrier=linkage.carrier,
        wheel_centre=centre,
        spin_axis=axis,
        tyre_radius=axle.tyre.radius,  # type: ignore[arg-type]
        steering_axis=linkage.steering_axis,
        arms=linkage.arms,
        springs=known["spring"],
        dampers=known["damper"],
        bump_stops=(*known["bump_stop"], *known["rebound_stop"]),
        travel=given.name("travel"),
    )
    return model, (*linkage.parts, *hub, *elements)


def _wheel(given: Corner, axis: Any, gyroscopic: bool) -> Body:
    """A body of revolution about its spin axis, which toe and camber tilt: Iyy about it, mean of Ixx and Izz across."""
    body: Any = member(given, "wheel", "wheel_centre")
    across, along = 0.5 * (body.inertia[0] + body.inertia[2]), body.inertia[1]
    x, y, z = axis
    more = along - across
    return replace(
        body,
        inertia=(across + more * x * x, across + more * y * y, across + more * z * z),
        products=(0.0 - more * x * y, 0.0 - more * y * z, 0.0 - more * z * x),
        axisymmetric=True,
        gyroscopic=gyroscopic,
    )


def whole_corner_spin_axis(axle: Axle, side: int) -> Any:
    """Unit vector to the left, from the hardpoint `spindle` or from toe and camber.

    Steer angle d = -side toe, inclination i = -side camber; axis (-sin d cos i, cos d cos i, sin i). [ISO 8855]
    """
    p = axle.points(side)
    if "spindle" in p:
        return unit(scale_vector(side, vector_difference(p["wheel_centre"], p["spindle"])))
    d, i = (-side * angle for angle in (axle.alignment.toe, axle.alignment.camber))
    return (-sin(d) * cos(i), cos(d) * cos(i), sin(i))
