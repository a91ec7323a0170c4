"""A slider."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.joint_rows import AlongRow, Facing, JointRow, PerpendicularRow, shared_axis_of_joint_rows
from jounce.parts.joints.motions import ElementaryMotion, Slide
from jounce.spatial.vector import cross, perpendicular_vector, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Prismatic:
    """A slider: the child moves along one axis and does not turn."""

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction
    child_point: Point | None = None
    cut: bool = False

    telescopes = True  # one body slides in the other: both may spin together
    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = GUIDED
    drawing = Unseen("a line has no place")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return (Slide(unit(self.axis)),)

    def rows(self) -> tuple[JointRow, ...]:
        a = unit(self.axis)
        u = perpendicular_vector(a)
        v = cross(a, u)
        return (AlongRow(u), AlongRow(v), PerpendicularRow(u, a), PerpendicularRow(v, a), PerpendicularRow(u, v))

    def facing(self) -> tuple[Facing, ...]:
        a = unit(self.axis)
        return shared_axis_of_joint_rows(a, perpendicular_vector(a))
