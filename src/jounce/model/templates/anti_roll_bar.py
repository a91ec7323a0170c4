"""An anti-roll bar: two arms with a torsion bar between them, a T or a bent wire; a drop link on each side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from jounce.model.axle_data import T_BAR_ROLES, AntiRollBarData
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.model.templates.flexible_bar import flexible_bar
from jounce.model.templates.members import ball, member, member_between
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Revolute, Universal
from jounce.spatial.vector import Y, add, cross, dot, perpendicular_vector, scale_vector, unit, vector_difference

ROLES = ("bar_arm", "drop_link")
HARDPOINTS = ("bar_bearing", "bar_end", "bar_link")


def anti_roll_bar_parts(given: AxleGiven, seat: str, parts: Iterable[Any], data: AntiRollBarData) -> tuple[Any, ...]:
    """The bar in the form that the data ask for; `parts` hold the hinges of the arms."""
    name, (left, right) = given.name("anti_roll_bar"), given.corners.values()
    corners = (left, right)
    if data.form == "t bar":
        return t_bar(given, name, corners, data, seat)
    if data.form == "flexible":
        links = (part for given in corners for part in _drop_link(given, seat, given.name("bar_arm")))
        return (*flexible_bar(given, name, corners, data), *links)
    if data.form == "torsion bar":
        return (anti_roll_torsion_bar(name, corners, seat, parts, data),)
    if data.form == "roll stiffness":
        return (anti_roll_stiffness(name, corners, parts, data),)
    return anti_roll_bar(name, corners, data, seat)


def anti_roll_bar(name: str, corners: tuple[Corner, Corner], data: AntiRollBarData, seat: str) -> tuple[Any, ...]:
    """Each arm turns in its own bearing, about the line through both: the difference of the angles is the twist."""
    left, right = corners
    axis = vector_difference(left.points["bar_bearing"], right.points["bar_bearing"])
    hinges = [
        Revolute(
            name=given.name("bar_bearing"),
            parent=given.mount,
            child=given.name("bar_arm"),
            point=given.points["bar_bearing"],
            second_point=other.points["bar_bearing"],
            axis=axis,
        )
        for given, other in ((left, right), (right, left))
    ]
    return (
        *(replace(member(given, "bar_arm", "bar_bearing", "bar_end"), interface=True) for given in corners),
        *hinges,
        TorsionBar(
            name=name,
            coordinates=tuple(f"{hinge.name}.angle" for hinge in hinges),
            factors=(1.0, -1.0),
            stiffness=0.0 if data.stiffness is None else data.stiffness,
            law=data.law,
        ),
        *_drop_link(left, seat, left.name("bar_arm")),
        *_drop_link(right, seat, right.name("bar_arm")),
    )


def t_bar(
    axle: AxleGiven, name: str, corners: tuple[Corner, Corner], data: AntiRollBarData, seat: str
) -> tuple[Any, ...]:
    """The stem swings about an axis across the car at its foot, so that heave does not twist it; the head turns about
    the stem: that angle is the twist."""
    stem, head = T_BAR_ROLES
    foot, ends = axle.points["bar_bearing"], [given.points["bar_end"] for given in corners]
    middle: Any = scale_vector(0.5, add(*ends))
    swing = Revolute(name=axle.name("bar_bearing"), parent=axle.mount, child=axle.name(stem), point=foot, axis=Y)
    twist = Revolute(
        name=axle.name("bar_twist"),
        parent=axle.name(stem),
        child=axle.name(head),
        point=middle,
        axis=vector_difference(middle, foot),
    )
    return (
        replace(member_between(axle, stem, [foot, middle]), interface=True),
        swing,
        replace(member_between(axle, head, ends), interface=True),
        twist,
        TorsionBar(
            name=name,
            coordinates=(f"{twist.name}.angle",),
            factors=(1.0,),
            stiffness=0.0 if data.stiffness is None else data.stiffness,
            law=data.law,
        ),
        *(part for given in corners for part in _drop_link(given, seat, axle.name(head))),
    )


def anti_roll_torsion_bar(
    name: str, corners: tuple[Corner, Corner], seat: str, parts: Iterable[Any], data: Any
) -> TorsionBar:
    """The bar without bodies: a spring between the turns of the two arms about their hinges, ideal or on bushings, with
    the ratio of the design position.

    A turn of the arm moves its end of the drop link by u along the link, a turn of the bar its own end by w: the bar
    turns u/w times as far as the arm. Left and right stay apart, so that they run as two lanes.
    """
    left, right = corners
    bar = unit(vector_difference(left.points["bar_bearing"], right.points["bar_bearing"]))
    hinges = {part.name: part for part in parts}
    coordinates, ratios = [], []
    for given in corners:
        p, hinge = given.points, hinges[given.name(f"{seat}_pivot")]
        turn = hinge.motions()[-1]
        along = unit(vector_difference(p["bar_link"], p["bar_end"]))
        u = dot(cross(turn.axis, vector_difference(p["bar_link"], hinge.point)), along)
        w = dot(cross(bar, vector_difference(p["bar_end"], p["bar_bearing"])), along)
        ratios.append(u * (1.0 / w))  # to the last bit as a graph divides
        coordinates.append(f"{hinge.name}.{turn.name}")
    return TorsionBar(
        name=name,
        coordinates=tuple(coordinates),
        factors=(ratios[0], 0.0 - ratios[1]),
        stiffness=0.0 if data.stiffness is None else data.stiffness,
        law=data.law,
    )


def anti_roll_stiffness(
    name: str, corners: tuple[Corner, Corner], parts: Iterable[Any], data: AntiRollBarData
) -> TorsionBar:
    """A moment per angle of roll between wheels and body: difference of the travels divided by the track.

    Each wheel hangs on the car body by one joint, `guide`; a unit of its coordinate lifts the wheel centre by u.
    """
    left, right = (given.points["wheel_centre"] for given in corners)
    per_track = 1.0 / (left[1] - right[1])
    coordinates, factors = [], []
    for given, sign in zip(corners, (1.0, -1.0), strict=True):
        guide = anti_roll_guide(given, parts)
        (motion,) = guide.motions()
        moved = cross(motion.axis, vector_difference(given.points["wheel_centre"], guide.point))
        u = moved[2] if motion.turns else motion.axis[2]
        coordinates.append(f"{guide.name}.{motion.name}")
        factors.append(sign * u * per_track)
    return TorsionBar(
        name=name,
        coordinates=tuple(coordinates),
        factors=tuple(factors),
        stiffness=0.0 if data.stiffness is None else data.stiffness,
        law=data.law,
    )


def anti_roll_guide(given: Corner, parts: Iterable[Any]) -> Any:
    """The joint that carries the suspension of a functional corner on the car body."""
    mount, inside = given.mount, f"{given.prefix}."
    return next(
        p for p in parts if getattr(p, "parent", "") == mount and p.name.startswith(inside) and hasattr(p, "motions")
    )


def _drop_link(given: Corner, seat: str, bar: str) -> tuple[Any, ...]:
    """A rod from an end of the bar to the suspension."""
    p = given.points
    along = unit(vector_difference(p["bar_link"], p["bar_end"]))
    across = perpendicular_vector(along)
    return (
        member(given, "drop_link", "bar_end", "bar_link"),
        Universal(
            name=given.name("bar_end"),
            parent=bar,
            child=given.name("drop_link"),
            point=p["bar_end"],
            axis=across,
            child_axis=cross(along, across),
        ),
        ball(given, "bar_link", "drop_link", seat, closes=True),
    )
