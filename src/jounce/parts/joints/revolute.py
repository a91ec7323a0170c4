"""A hinge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Pin
from jounce.parts.ends import JOINED
from jounce.parts.joints.joint_rows import Facing, JointRow, PerpendicularRow, TogetherRow, shared_axis_of_joint_rows
from jounce.parts.joints.motions import ElementaryMotion, Turn
from jounce.spatial.vector import cross, perpendicular_vector, unit
from jounce.units import Direction, Point, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Revolute:
    """A hinge: the child turns about one axis. A positive angle follows the right-hand rule.

    With a `ratio` its coordinate is the angle behind a gear, as of an engine seen from the wheels: the child turns
    `ratio` times as far. Its energy then grows with the square of the ratio, its angular momentum with the ratio.
    """

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction
    child_point: Point | None = None
    second_point: Point | None = None  # on the axis: the other pivot of an arm, for pictures
    ratio: Annotated[Scalar, Quantity("1", "positive")] | None = None  # turns of the child for one of the coordinate
    cut: bool = False

    is_hinge = True  # to turn about it is what it is for
    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = Pin()

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return (Turn(unit(self.axis), ratio=self.ratio),)

    def limits(self) -> Iterator[Problem]:
        """Only a hinge of the tree has a coordinate that a ratio may multiply."""
        if self.cut and self.ratio is not None:
            yield Problem("ratio", "the joint is cut, so it has no coordinate", "leave out ratio, or cut")

    def rows(self) -> tuple[JointRow, ...]:
        a = unit(self.axis)
        u = perpendicular_vector(a)
        return (TogetherRow(), PerpendicularRow(u, a), PerpendicularRow(cross(a, u), a))

    def facing(self) -> tuple[Facing, ...]:
        return shared_axis_of_joint_rows(unit(self.axis))
