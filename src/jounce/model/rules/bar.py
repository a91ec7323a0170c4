"""What an anti-roll bar needs: one law, arms that turn on one hinge each, and levers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.model.rules.axle import sides_of
from jounce.model.rules.triangles import NEAREST, off_line
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import seat_of
from jounce.spatial.vector import cross, difference, distance, dot, unit

# template and role of the arms that turn on one hinge, and the mounts that a bushing would soften
HINGES = {(word, "lower_arm"): ("lower_arm_front", "lower_arm_rear") for word in ("double_wishbone", "macpherson")}
HINGES |= {("double_wishbone", "upper_arm"): ("upper_arm_front", "upper_arm_rear")}
HINGES |= {("semi_trailing_arm", "arm"): ("pivot_inner", "pivot_outer")}


def bars(axle: Axle, path: str) -> Iterator[Problem]:
    """A bar has one law; without links it twists between arms that turn on one ideal hinge each."""
    bar = axle.elements.get("anti_roll_bar")
    if bar is not None and (bar.stiffness is None) == (bar.law is None):
        what = "has neither stiffness nor law" if bar.law is None else "has stiffness and law"
        yield Problem(f"{path}.anti_roll_bar", what, 'give one of them: stiffness = "1 kN m/rad"')
    if bar is None or bar.form != "torsion bar":
        return
    seat = seat_of("anti_roll_bar", TEMPLATES[axle.template], axle.elements)
    mounts = HINGES.get((axle.template, seat), ())
    if not mounts:
        what = f"the {seat.replace('_', ' ')} of a {axle.template} does not turn on one hinge"
        yield Problem(f"{path}.anti_roll_bar.form", what, 'form = "linkage", or another body')
    elif set(mounts) & set(axle.bushings):
        what = f"the {seat.replace('_', ' ')} stands on bushings and has no hinge that a bar could twist between"
        yield Problem(f"{path}.anti_roll_bar.form", what, 'form = "linkage"')


def bar_levers(axle: Axle, path: str) -> Iterator[Problem]:
    """A bar turns about the line through its two bearings, and the drop links have levers about it."""
    if "anti_roll_bar" not in axle.elements:
        return
    left, right = (axle.points(side)["bar_bearing"] for side in (1, -1))
    if distance(left, right) < NEAREST:
        what = f"the bearings on the left and on the right are {1e3 * distance(left, right):.3g} mm apart"
        hint = "the bar turns about the line through them: y is half their distance"
        yield Problem(f"{path}.hardpoints.bar_bearing", what, hint)
        return
    axis = unit(difference(left, right))
    for points, where in sides_of(axle, path):
        bearing, end, link = (points[name] for name in ("bar_bearing", "bar_end", "bar_link"))
        at = where("bar_end", "bar_link", "bar_bearing")
        if not at or min(distance(bearing, end), distance(end, link)) < NEAREST:
            continue  # a matter of the other side, or said by `lengths_of_members`
        lever: Any = dot(cross(axis, difference(end, bearing)), unit(difference(link, end)))
        if (off := off_line(left, right, end)) < NEAREST:
            what = f"'bar_end' lies on the axis of the bar ({1e3 * off:.3g} mm off)"
            yield Problem(at, what, "without an arm about that line it twists nothing: move it")
        elif abs(lever) < NEAREST:
            what = f"the drop link to 'bar_link' points at the axis of the bar (lever {1e3 * abs(lever):.3f} mm)"
            yield Problem(at, what, "such a link does not turn the bar: move one of its ends")
