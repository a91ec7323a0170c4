"""A ball joint by three angles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import BallJoint
from jounce.parts.ends import JOINED
from jounce.parts.joints.motions import Motion, Turn
from jounce.parts.joints.rows import Row, Together
from jounce.parts.limits import right_angle
from jounce.spatial.vector import cross, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Gimbal:
    """A ball joint by three angles: swing about `axis`, then about `child_axis`, then spin about the line across both.

    For a rod or strut whose line is axis x child_axis. The spin may go on for ever; only a swing of 90 deg about
    `child_axis` is out of reach.
    """

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction  # fixed in the parent
    child_axis: Direction  # perpendicular to `axis`
    child_point: Point | None = None
    cut: bool = False

    source = (Citation("Szczotka 2007", "table 1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = BallJoint()

    def limits(self) -> Iterator[Problem]:
        return right_angle(self, "axis", "child_axis")

    def motions(self) -> tuple[Motion, ...]:
        a, b = unit(self.axis), unit(self.child_axis)
        return (Turn(a, "angle"), Turn(b, "child_angle"), Turn(cross(a, b), "spin"))

    def rows(self) -> tuple[Row, ...]:
        return (Together(),)
