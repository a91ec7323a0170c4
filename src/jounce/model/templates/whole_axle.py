"""An axle with everything on it: linkage, springs and dampers, anti-roll bar, and the wheels where they are wanted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from jounce.graph import asin, atan2, cos, sin
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import LEADING, SIDES, Side
from jounce.model.assembly.rotors import inertia_of_revolution
from jounce.model.axle_data import ADJUSTERS, Axle
from jounce.model.templates import TEMPLATES
from jounce.model.templates.anti_roll_bar import anti_roll_bar_parts
from jounce.model.templates.belt import belt_of_axle, belt_on_wheel, belt_ring, wheel_without_belt
from jounce.model.templates.corner import AxleGiven, Corner, CornerParts
from jounce.model.templates.damper_bodies import ROLES as DAMPER_ROLES
from jounce.model.templates.damper_bodies import damper_bodies
from jounce.model.templates.kingpin import MASS_ON_RIG, NO_MASS, kingpin_carrier
from jounce.model.templates.kingpin import ROLE as KNUCKLE
from jounce.model.templates.members import member
from jounce.model.templates.rocker import rocker_bodies, third_elements
from jounce.model.templates.struts import STOPS, strut_actuators, strut_elements, strut_seals, strut_seat
from jounce.model.templates.virtual_tyre import ROLE as CARCASS
from jounce.model.templates.virtual_tyre import virtual_tyre, virtual_tyre_mass
from jounce.parts import Body
from jounce.parts.joints import Revolute
from jounce.spatial.vector import scale_vector, unit, vector_difference


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeAxle:
    """The parts of an axle in the same order on both sides, and what a study needs to know of them."""

    given: AxleGiven
    corners: Mapping[Side, CornerModel]  # left before right
    shared: tuple[Any, ...]  # bodies and joints of the middle
    parts: Mapping[Side, tuple[Any, ...]]  # of each side
    between: tuple[Any, ...]  # elements between both sides: the anti-roll bar, and those of the layout
    coupled: bool  # one wheel moves the other


def axle_given(
    axle: Axle,
    name: str,
    mount: str,
    rack: str | None,
    compliant: bool = False,
    spinning: bool = False,
    on_rig: bool = False,
    unit: str = LEADING,
) -> AxleGiven:
    """Tells what the template of an axle is given; its mounts are ideal joints unless it is compliant."""
    template = TEMPLATES[axle.template]
    kingpin = axle.steered and template.has_kingpin
    middle, shared = axle.middle(), axle.shared()
    of_middle: dict[str, Any] = {"unit": unit, "mount": mount, "spinning": spinning}
    of_middle |= {"compliant": compliant, "on_rig": on_rig}
    drag_link = axle.steered and template.has_drag_link
    corners: dict[Side, Corner] = {}
    for side in SIDES:
        masses = axle.masses(side.sign)
        if kingpin:
            masses = {KNUCKLE: MASS_ON_RIG if on_rig else NO_MASS, **masses}
        corners[side] = Corner(
            prefix=f"{name}_{side}",
            tie_rod_mount=rack if rack and axle.steered else mount,
            points=_without(middle, axle.points(side.sign)),
            masses=_without(shared, masses),
            bushings=_without(middle, axle.compliances(side.sign)) if compliant else {},
            steered=kingpin,
            axle=name,
            side=side,
            shared=shared,
            **of_middle,
        )
    return AxleGiven(
        prefix=name,
        points=_only(middle, axle.hardpoints),
        masses=_only(shared, axle.bodies),
        bushings=_only(middle, axle.bushings) if compliant else {},
        corners=corners,
        drag_link=drag_link,
        **of_middle,
    )


def _only(names: Collection[str], found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name in names}


def _without(names: Collection[str], found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in names}


def whole_axle(axle: Axle, given: AxleGiven, wheel: bool, dampers: bool = False) -> WholeAxle:
    """The parts of an axle.

    The wheel is a body of its own in a running car, and so are rod and tube of a damper whose masses are given; on a
    rig that only moves the wheel carrier they are left out, and so are actuators and the dry friction of damper seals;
    but `dampers` puts rod and tube in.
    """
    template = TEMPLATES[axle.template]
    made = template.build(given)
    shared, corners, parts = made.parts, {}, {}
    for side, corner in given.corners.items():
        linkage = made.corners[side]
        hub: tuple[Any, ...] = ()
        if wheel:
            own = kingpin_carrier(linkage, corner, (*shared, *linkage.parts))
            wheel_body = _wheel(corner, whole_axle_spin_axis(axle, side.sign), axle.gyroscopic)
            wheel_body, with_rim = virtual_tyre_mass(axle.elements.get(CARCASS), wheel_body, own)
            shared = _exchanged(shared, own, with_rim)
            linkage = replace(linkage, parts=_exchanged(linkage.parts, own, with_rim))
            hub = _hub(axle, corner, linkage.carrier, wheel_body)
        linkage = replace(linkage, parts=(*linkage.parts, *rocker_bodies(corner, template, axle.elements)))
        elements = strut_elements(corner, template, axle.elements)
        if wheel:
            active = strut_actuators(corner, template, axle.elements)
            elements = (*elements, *strut_seals(corner, axle.elements, elements), *active)
        if (wheel or dampers) and set(DAMPER_ROLES) <= set(corner.masses):
            hub = (*hub, *damper_bodies(corner, strut_seat("damper", template, axle.elements)))
        corners[side] = _corner_model(axle, corner, linkage, made.frame or given.mount)
        parts[side] = (*linkage.parts, *hub, *elements)
    between = _bar(axle, given, (*shared, *(part for own in parts.values() for part in own)))
    between += third_elements(given, template, axle.elements)
    for word, make in template.own.items():
        between += make(given, axle.elements[word]) if word in axle.elements else ()
    return WholeAxle(
        given=given, corners=corners, shared=shared, parts=parts, between=between, coupled=template.coupled
    )


def _exchanged(parts: tuple[Any, ...], old: Any, new: Any) -> tuple[Any, ...]:
    return tuple(new if part is old else part for part in parts)


def _hub(axle: Axle, given: Corner, carrier: str, wheel: Body) -> tuple[Any, ...]:
    """The wheel on its bearing, its carcass where it has one, or the belt of its tyre."""
    virtual, belt = axle.elements.get(CARCASS), belt_of_axle(axle)
    axis, ring = whole_axle_spin_axis(axle, given.side.sign), ()
    if belt is not None:
        body = replace(belt_ring(given, axis, belt), gyroscopic=axle.gyroscopic)
        wheel, ring = wheel_without_belt(wheel, body), belt_on_wheel(given, carrier, axis, body, belt)
    return (
        *(virtual_tyre(given, carrier, virtual) if virtual else ()),
        wheel,
        Revolute(
            name=given.name("wheel_bearing"),
            parent=given.name(CARCASS) if virtual else carrier,
            child=given.name("wheel"),
            point=given.points["wheel_centre"],
            axis=axis,
        ),
        *ring,
    )


def _corner_model(axle: Axle, given: Corner, linkage: CornerParts, frame: str) -> CornerModel:
    known = {word: (given.name(word),) if word in axle.elements else () for word in ("spring", "damper", *STOPS)}
    return CornerModel(
        prefix=given.prefix,
        unit=given.unit,
        axle=given.axle,
        side=given.side,
        carrier=linkage.carrier,
        frame=frame,
        wheel_centre=given.points["wheel_centre"],
        spin_axis=whole_axle_spin_axis(axle, given.side.sign),
        tyre_radius=axle.tyre.radius,  # type: ignore[arg-type]
        steering_axis=linkage.steering_axis,
        arms=linkage.arms,
        springs=known["spring"],
        dampers=known["damper"],
        bump_stops=(*known["bump_stop"], *known["rebound_stop"]),
        travel=given.name("travel"),
    )


def _bar(axle: Axle, given: AxleGiven, parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The anti-roll bar, where the axle has one."""
    data = axle.elements.get("anti_roll_bar")
    if data is None:
        return ()
    seat = strut_seat("anti_roll_bar", TEMPLATES[axle.template], axle.elements)
    return anti_roll_bar_parts(given, seat, parts, data)


def _wheel(given: Corner, axis: Any, gyroscopic: bool) -> Body:
    """A body of revolution about its spin axis, which toe and camber tilt: Iyy about it, mean of Ixx and Izz across."""
    body: Any = member(given, "wheel", "wheel_centre")
    across, along = 0.5 * (body.inertia[0] + body.inertia[2]), body.inertia[1]
    inertia, products = inertia_of_revolution(across, along - across, axis)
    return replace(body, inertia=inertia, products=products, axisymmetric=True, gyroscopic=gyroscopic)


def whole_axle_spin_axis(axle: Axle, side: int) -> Any:
    """Unit vector to the left, from the hardpoint `spindle` or from toe and camber.

    Steer angle d = -side toe, inclination i = -side camber; axis (-sin d cos i, cos d cos i, sin i). [ISO 8855]
    """
    p, shims = axle.points(side), axle.elements.get(ADJUSTERS)
    if "spindle" in p:
        drawn = unit(scale_vector(side, vector_difference(p["wheel_centre"], p["spindle"])))
        if shims is None:
            return drawn
        d, i = atan2(-drawn[0], drawn[1]), asin(drawn[2])
    else:
        d, i = (-side * angle for angle in (axle.alignment.toe, axle.alignment.camber))
    if shims is not None:
        word = SIDES[0] if side > 0 else SIDES[1]
        d, i = d - side * getattr(shims, f"{word}_toe"), i - side * getattr(shims, f"{word}_camber")
    return (-sin(d) * cos(i), cos(d) * cos(i), sin(i))
