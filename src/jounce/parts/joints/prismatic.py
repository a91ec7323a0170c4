"""A slider."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.motions import Motion, Slide
from jounce.parts.joints.rows import Along, Facing, Perpendicular, Row, one_axis
from jounce.spatial.vector import cross, perpendicular, unit
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

    def motions(self) -> tuple[Motion, ...]:
        return (Slide(unit(self.axis)),)

    def rows(self) -> tuple[Row, ...]:
        a = unit(self.axis)
        u = perpendicular(a)
        v = cross(a, u)
        return (Along(u), Along(v), Perpendicular(u, a), Perpendicular(v, a), Perpendicular(u, v))

    def facing(self) -> tuple[Facing, ...]:
        a = unit(self.axis)
        return one_axis(a, perpendicular(a))
