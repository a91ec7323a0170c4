"""A hinge."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Pin
from jounce.parts.ends import JOINED
from jounce.parts.joints.joint_rows import Facing, JointRow, PerpendicularRow, TogetherRow, shared_axis_of_joint_rows
from jounce.parts.joints.motions import ElementaryMotion, Turn
from jounce.spatial.vector import cross, perpendicular_vector, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Revolute:
    """A hinge: the child turns about one axis. A positive angle follows the right-hand rule."""

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction
    child_point: Point | None = None
    second_point: Point | None = None  # on the axis: the other pivot of an arm, for pictures
    cut: bool = False

    is_hinge = True  # to turn about it is what it is for
    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = Pin()

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return (Turn(unit(self.axis)),)

    def rows(self) -> tuple[JointRow, ...]:
        a = unit(self.axis)
        u = perpendicular_vector(a)
        return (TogetherRow(), PerpendicularRow(u, a), PerpendicularRow(cross(a, u), a))

    def facing(self) -> tuple[Facing, ...]:
        return shared_axis_of_joint_rows(unit(self.axis))
