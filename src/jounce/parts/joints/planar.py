"""Motion in a plane."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.joint_rows import AlongRow, Facing, JointRow, PerpendicularRow, shared_axis_of_joint_rows
from jounce.parts.joints.motions import ElementaryMotion, Slide, Turn
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import cross, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Planar:
    """The child moves in a plane: along `axis`, along normal x axis, and about the normal."""

    name: str
    parent: str
    child: str
    point: Point
    normal: Direction
    axis: Direction  # first direction in the plane, perpendicular to the normal
    child_point: Point | None = None
    cut: bool = False

    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = GUIDED
    drawing = Unseen("a plane has no place")

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "normal", "axis")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        n, x = unit(self.normal), unit(self.axis)
        return (Slide(x, "x"), Slide(cross(n, x), "y"), Turn(n, "angle"))

    def rows(self) -> tuple[JointRow, ...]:
        n, x = unit(self.normal), unit(self.axis)
        return (AlongRow(n), PerpendicularRow(x, n), PerpendicularRow(cross(n, x), n))

    def facing(self) -> tuple[Facing, ...]:
        return shared_axis_of_joint_rows(unit(self.normal))
