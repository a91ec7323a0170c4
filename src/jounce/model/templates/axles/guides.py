"""Guides of an axle: the rods, arms and linkages that hold a body which both sides share, each with what it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from jounce.model.assembly.names import SIDES, Side
from jounce.model.templates.corner import AxleGiven
from jounce.model.templates.members import ball, bushed, hinge_between, member, member_between, rod
from jounce.parts.joints import Revolute, Spherical
from jounce.spatial.vector import X

AXLE = "axle"  # the body that they guide
Parts = Mapping[Side, tuple[Any, ...]]  # of each side, and of the middle


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """Some members that hold an axle, and how many of its six freedoms they take when their ends are rigid.

    One guide of an axle carries it in the tree of joints; the others close loops, and hold the same.
    """

    name: str  # as a message calls it
    holds: int  # freedoms of the axle, both sides together
    roles: tuple[str, ...]  # of its bodies
    middle: Mapping[str, str] = ()  # type: ignore[assignment]  # points of which there is one, with their meanings
    sided: Mapping[str, str] = ()  # type: ignore[assignment]  # points of the left side, with their meanings
    shared: tuple[str, ...] = ()  # roles of bodies of which there is one
    mounts: tuple[str, ...] = ()  # points on the car body where a bushing may stand
    apart: tuple[tuple[str, str], ...] = ()  # points that no two may share
    build: Callable[[AxleGiven, bool], Parts]  # of an axle, and whether its loop is closed: it does not carry

    def points(self) -> dict[str, str]:
        """Every point with its meaning."""
        return {**dict(self.middle), **dict(self.sided)}

    def is_there(self, points: Collection[str]) -> bool:
        """Tells whether an axle with these points has it."""
        return set(self.points()) <= set(points)

    def is_rigid(self, bushings: Collection[str]) -> bool:
        """Tells whether no bushing stands in one of its mounts."""
        return not set(self.mounts) & set(bushings)


def _ends(role: str, word: str) -> dict[str, str]:
    return {f"{role}_inner": f"ball of the {word} on the car body", f"{role}_outer": f"ball of the {word} on the axle"}


def link(role: str, word: str) -> Guide:
    """One rod from the car body to the axle."""
    return Guide(
        name=role,
        holds=1,
        roles=(role,),
        shared=(role,),
        middle=_ends(role, word),
        mounts=(f"{role}_inner",),
        apart=((f"{role}_inner", f"{role}_outer"),),
        build=lambda given, closes: {Side.MIDDLE: rod(given, role, given.mount, AXLE, closes)},
    )


def pair_of_links(role: str, word: str) -> Guide:
    """A rod on each side; the left one carries the axle where the pair does."""

    def build(given: AxleGiven, closes: bool) -> Parts:
        return {
            side: rod(corner, role, given.mount, AXLE, closes or side is not Side.LEFT)
            for side, corner in given.corners.items()
        }

    return Guide(
        name=f"{role} left and right",
        holds=2,
        roles=(role,),
        sided=_ends(role, word),
        mounts=(f"{role}_inner",),
        apart=((f"{role}_inner", f"{role}_outer"),),
        build=build,
    )


def a_frame(role: str, word: str) -> Guide:
    """An arm hinged on the car body at both sides, whose apex carries a ball joint on the axle: along and across."""
    pivot, apex = f"{role}_pivot", f"{role}_ball"

    def build(given: AxleGiven, closes: bool) -> Parts:
        left, right = (given.corners[side] for side in SIDES)
        places = [left.points[pivot], right.points[pivot]]
        return {
            Side.MIDDLE: (
                member_between(given, role, [*places, given.points[apex]]),
                *hinge_between(given, role, (left, pivot), (right, pivot)),
                ball(given, apex, role, AXLE, closes),
            )
        }

    return Guide(
        name=role,
        holds=2,
        roles=(role,),
        shared=(role,),
        middle={apex: f"ball joint at the apex of the {word}, on the axle"},
        sided={pivot: f"pivot of the {word} on the car body"},
        mounts=(pivot,),
        apart=((pivot, apex),),
        build=build,
    )


def ball_on_body(point: str, meaning: str) -> Guide:
    """A ball joint between axle and car body: the front end of a torque tube, or of the frame of a De Dion axle."""

    def build(given: AxleGiven, closes: bool) -> Parts:
        if point in given.bushings:
            return {Side.MIDDLE: bushed(given, AXLE, given.mount, point, X)}
        name = given.name(point)
        joint = Spherical(name=name, parent=given.mount, child=given.name(AXLE), point=given.points[point], cut=closes)
        return {Side.MIDDLE: (joint,)}

    return Guide(name=point, holds=3, roles=(), middle={point: meaning}, mounts=(point,), build=build)


WATT_RODS = ("watt_left_link", "watt_right_link")
WATT_LINK, WATT_PIVOT = "watt_centre_link", "watt_pivot"


def watt_linkage() -> Guide:
    """A centre link that turns on the axle about an axis along the car, and a rod from each of its ends to the body.

    It leads its pivot, and with it the axle, along a line that is straight to the third order: across the car it holds
    what a Panhard rod holds, without the sideways movement in heave. [Reimpell 2001, chapter 3]
    """

    def build(given: AxleGiven, closes: bool) -> Parts:
        left, right = WATT_RODS
        pivot = Revolute(
            name=given.name(WATT_PIVOT),
            parent=given.name(AXLE),
            child=given.name(WATT_LINK),
            point=given.points[WATT_PIVOT],
            axis=X,
        )
        return {
            Side.MIDDLE: (
                *rod(given, left, given.mount, WATT_LINK, closes=True),
                *rod(given, right, given.mount, WATT_LINK, closes=True),
                member(given, WATT_LINK, f"{left}_outer", f"{right}_outer"),
                pivot,
            )
        }

    ends = [
        (f"{role}_{end}", f"{word} of the {side} rod of the Watt linkage, on the {body}")
        for role, side in zip(WATT_RODS, ("left", "right"), strict=True)
        for end, word, body in (("inner", "ball", "car body"), ("outer", "ball", "centre link"))
    ]
    return Guide(
        name="watt linkage",
        holds=1,
        roles=(*WATT_RODS, WATT_LINK),
        shared=(*WATT_RODS, WATT_LINK),
        middle={**dict(ends), WATT_PIVOT: "pivot of the centre link on the axle"},
        mounts=tuple(f"{role}_inner" for role in WATT_RODS),
        apart=tuple((f"{role}_inner", f"{role}_outer") for role in WATT_RODS)
        + tuple((f"{role}_outer", WATT_PIVOT) for role in WATT_RODS),
        build=build,
    )
