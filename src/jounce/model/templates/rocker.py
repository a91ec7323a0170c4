"""A rocker on the car body that a pushrod or a pullrod turns; springs and dampers stand on it, alone or across."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.model.templates.corner import AxleGiven, Corner, Template
from jounce.model.templates.members import member, rod
from jounce.model.templates.struts import strut_free_length, strut_seat
from jounce.parts.forces import Damper, Spring
from jounce.parts.joints import Revolute
from jounce.spatial.vector import vector_difference, vector_norm

ROCKER, PUSHROD = "rocker", "pushrod"
ROLES = (ROCKER, PUSHROD)
HARDPOINTS = ("rocker_pivot", "rocker_axis", "pushrod_inner", "pushrod_outer")
APART = (("rocker_pivot", "rocker_axis"), ("rocker_pivot", "pushrod_inner"), ("pushrod_inner", "pushrod_outer"))
BENT = (("rocker_pivot", "rocker_axis", "pushrod_inner"),)
THIRD = {"third_spring": ("third_spring",), "third_damper": ("third_damper", "third_spring")}  # ends that it may take


def rocker_bodies(given: Corner, template: Template, elements: Mapping[str, Any]) -> tuple[Any, ...]:
    """Makes the rocker on its hinge and the rod that turns it; nothing where the file has no rocker."""
    data = elements.get(ROCKER)
    if data is None:
        return ()
    p = given.points
    hinge = Revolute(
        name=given.name("rocker_pivot"),
        parent=given.mount,
        child=given.name(ROCKER),
        point=p["rocker_pivot"],
        axis=vector_difference(p["rocker_axis"], p["rocker_pivot"]),
    )
    return (
        member(given, ROCKER, "rocker_pivot", "pushrod_inner"),
        hinge,
        *rod(given, PUSHROD, given.name(ROCKER), data.body or template.seats["spring"]),
    )


def third_elements(given: AxleGiven, template: Template, elements: Mapping[str, Any]) -> tuple[Any, ...]:
    """Makes spring and damper between both rockers, or between other bodies of both sides: they work in heave."""
    left, right = given.corners.values()
    found: list[Any] = []
    for word, lines in THIRD.items():
        if (data := elements.get(word)) is None:
            continue
        end = next(f"{line}_end" for line in lines if f"{line}_end" in left.points)
        seat = data.body or strut_seat("spring", template, elements)
        ends: dict[str, Any] = {
            "name": given.name(word),
            "parent": left.name(seat),
            "child": right.name(seat),
            "point": left.points[end],
            "child_point": right.points[end],
        }
        if word == "third_spring":
            length = vector_norm(vector_difference(left.points[end], right.points[end]))
            found.append(Spring(**ends, free_length=strut_free_length(data, length), law=data.law))
        else:
            found.append(Damper(**ends, law=data.law))
    return tuple(found)
