"""Steered live axles: knuckles on king-pins, a tie rod between them, a drag link to the pitman arm of the steering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jounce.graph import Scalar, less, select
from jounce.model.assembly.names import SIDES, Side
from jounce.model.templates.corner import AxleGiven, CornerParts
from jounce.model.templates.members import member, member_between, rod_between
from jounce.parts.joints import Revolute
from jounce.spatial.vector import cross, dot, unit, vector_difference, vector_norm

KNUCKLE, TIE_ROD, DRAG_LINK, PITMAN_ARM = "knuckle", "tie_rod", "drag_link", "pitman_arm"
ROLES = (KNUCKLE, TIE_ROD, DRAG_LINK, PITMAN_ARM)
SHARED = (TIE_ROD, DRAG_LINK, PITMAN_ARM)
SIDED_POINTS = {
    "kingpin_lower": "lower end of the king-pin, on the axle",
    "kingpin_upper": "upper end of the king-pin, on the axle",
    "tie_rod_end": "ball of the tie rod on the arm of the knuckle",
}
MIDDLE_POINTS = {
    "drag_link_inner": "ball of the drag link on the pitman arm",
    "drag_link_outer": "ball of the drag link on an arm of the left knuckle",
    "pitman_pivot": "a point of the axis about which the pitman arm turns on the car body",
    "pitman_axis": "a second point of that axis",
}
POINTS = SIDED_POINTS | MIDDLE_POINTS
APART = (
    ("kingpin_lower", "kingpin_upper"),
    ("drag_link_inner", "drag_link_outer"),
    ("pitman_pivot", "pitman_axis"),
    ("pitman_pivot", "drag_link_inner"),
)
BENT = (("kingpin_lower", "kingpin_upper", "tie_rod_end"),)  # sided points that must not lie on one line
PIVOT = "pitman"


def steered_corners(
    given: AxleGiven, corners: Mapping[Side, CornerParts]
) -> tuple[dict[Side, CornerParts], tuple[Any, ...]]:
    """Returns corners whose wheels turn on king-pins, and the rods that hold these: one freedom less than wheels.

    The drag link holds the other one: it ends on the pitman arm, which is a part of the steering.
    """
    found = {side: _on_kingpin(given, side, linkage) for side, linkage in corners.items()}
    left, right = (given.corners[side] for side in SIDES)
    ends = [
        (corner.name(KNUCKLE), corner.points["tie_rod_end"], corner.name("tie_rod_end")) for corner in (left, right)
    ]
    inner, outer = (given.points[f"{DRAG_LINK}_{end}"] for end in ("inner", "outer"))
    rods = (
        *rod_between(given, TIE_ROD, *ends),
        *rod_between(
            given,
            DRAG_LINK,
            (given.name(PITMAN_ARM), inner, given.name(f"{DRAG_LINK}_inner")),
            (left.name(KNUCKLE), outer, given.name(f"{DRAG_LINK}_outer")),
        ),
    )
    return found, rods


def _on_kingpin(given: AxleGiven, side: Side, linkage: CornerParts) -> CornerParts:
    corner = given.corners[side]
    low, high = corner.points["kingpin_lower"], corner.points["kingpin_upper"]
    knuckle = member(corner, KNUCKLE, "kingpin_lower", "kingpin_upper", "wheel_centre")
    pin = Revolute(
        name=corner.name("kingpin"),
        parent=linkage.carrier,
        child=knuckle.name,
        point=low,
        axis=vector_difference(high, low),
        second_point=high,
    )
    axis = ((linkage.carrier, low), (linkage.carrier, high))
    return replace(linkage, parts=(*linkage.parts, knuckle, pin), carrier=knuckle.name, steering_axis=axis)


def pitman_arm(given: AxleGiven) -> tuple[Any, ...]:
    """Makes the pitman arm on its hinge on the car body."""
    pivot, second = given.points["pitman_pivot"], given.points["pitman_axis"]
    body = member_between(given, PITMAN_ARM, [pivot, given.points[f"{DRAG_LINK}_inner"]], look="steering")
    return (
        replace(body, interface=True),
        Revolute(
            name=given.name(PIVOT),
            parent=given.mount,
            child=body.name,
            point=pivot,
            axis=vector_difference(second, pivot),
            second_point=second,
        ),
    )


def pitman_coordinate(given: AxleGiven) -> str:
    """Names the angle of the pitman arm."""
    return f"{given.name(PIVOT)}.angle"


def pitman_arm_length(points: Mapping[str, Any]) -> Scalar:
    """Returns the distance of the drag link's ball from the axis of the pitman arm."""
    axis = unit(vector_difference(points["pitman_axis"], points["pitman_pivot"]))
    return vector_norm(cross(axis, vector_difference(points[f"{DRAG_LINK}_inner"], points["pitman_pivot"])))


def pitman_sense(given: AxleGiven) -> Scalar:
    """Gives +1 where a pitman arm that turns right-handed about its axis steers to the left, else -1.

    Both balls of the drag link move alike along it: that of the arm, and that of the knuckle about the king-pin.
    """
    p, left = given.points, given.corners[Side.LEFT].points
    inner, outer, pivot = p[f"{DRAG_LINK}_inner"], p[f"{DRAG_LINK}_outer"], p["pitman_pivot"]
    along = vector_difference(outer, inner)
    axis, pin = (
        vector_difference(p["pitman_axis"], pivot),
        vector_difference(left["kingpin_upper"], left["kingpin_lower"]),
    )
    of_arm = dot(cross(axis, vector_difference(inner, pivot)), along)
    of_knuckle = dot(cross(pin, vector_difference(outer, left["kingpin_lower"])), along)
    return select(less(0.0, of_arm * of_knuckle), 1.0, -1.0)
