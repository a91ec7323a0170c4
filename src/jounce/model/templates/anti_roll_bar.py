"""An anti-roll bar: two arms on one axis with a torsion spring between them, a drop link on each side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.model.axle_data import AntiRollBarData
from jounce.model.templates.corner import Corner
from jounce.model.templates.members import ball, member
from jounce.parts.forces import TorsionSpring
from jounce.parts.joints import Revolute, Universal
from jounce.parts.laws import Linear
from jounce.spatial.vector import cross, difference, perpendicular, unit

ROLES = ("bar_arm", "drop_link")
HARDPOINTS = ("bar_bearing", "bar_end", "bar_link")


def anti_roll_bar(name: str, left: Corner, right: Corner, data: AntiRollBarData, seat: str) -> tuple[Any, ...]:
    """The left arm turns in its bearing, the right one on the left one: that angle is the twist."""
    axis = difference(left.points["bar_bearing"], right.points["bar_bearing"])
    twist = right.name("bar_twist")
    return (
        replace(member(left, "bar_arm", "bar_bearing", "bar_end"), interface=True),
        replace(member(right, "bar_arm", "bar_bearing", "bar_end"), interface=True),
        Revolute(
            name=left.name("bar_bearing"),
            parent=left.mount,
            child=left.name("bar_arm"),
            point=left.points["bar_bearing"],
            axis=axis,
        ),
        Revolute(
            name=twist,
            parent=left.name("bar_arm"),
            child=right.name("bar_arm"),
            point=right.points["bar_bearing"],
            axis=axis,
        ),
        TorsionSpring(name=name, coordinate=f"{twist}.angle", law=Linear(slope=data.stiffness)),
        *_drop_link(left, seat),
        *_drop_link(right, seat),
    )


def _drop_link(given: Corner, seat: str) -> tuple[Any, ...]:
    p = given.points
    along = unit(difference(p["bar_link"], p["bar_end"]))
    across = perpendicular(along)
    return (
        member(given, "drop_link", "bar_end", "bar_link"),
        Universal(
            name=given.name("bar_end"),
            parent=given.name("bar_arm"),
            child=given.name("drop_link"),
            point=p["bar_end"],
            axis=across,
            child_axis=cross(along, across),
        ),
        ball(given, "bar_link", "drop_link", seat, closes=True),
    )
