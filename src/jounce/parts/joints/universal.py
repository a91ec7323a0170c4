"""A Hooke joint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import BallJoint
from jounce.parts.ends import JOINED
from jounce.parts.joints.joint_rows import JointRow, PerpendicularRow, TogetherRow
from jounce.parts.joints.motions import ElementaryMotion, Turn
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Universal:
    """A Hooke joint: turn about an axis of the parent, then about an axis of the child."""

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction  # fixed in the parent
    child_axis: Direction  # fixed in the child, perpendicular to `axis`
    child_point: Point | None = None
    cut: bool = False

    source = (Citation("Szczotka 2007", "eq. 4-6"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = BallJoint()

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "axis", "child_axis")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return (Turn(unit(self.axis), "angle"), Turn(unit(self.child_axis), "child_angle"))

    def rows(self) -> tuple[JointRow, ...]:
        return (TogetherRow(), PerpendicularRow(unit(self.axis), unit(self.child_axis)))
