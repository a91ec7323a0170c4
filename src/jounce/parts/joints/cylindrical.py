"""A sliding hinge."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Guide
from jounce.parts.ends import At
from jounce.parts.joints.motions import Motion, Slide, Turn
from jounce.parts.joints.rows import Along, Facing, Perpendicular, Row, one_axis
from jounce.spatial.vector import cross, perpendicular, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Cylindrical:
    """The child slides along an axis and turns about it."""

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction
    child_point: Point | None = None
    cut: bool = False

    telescopes = True  # one body slides in the other: both may spin together
    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = (At("parent", "point", mounted=False), At("child", "child_point", "point"))
    drawing = Guide()

    def motions(self) -> tuple[Motion, ...]:
        return (Slide(unit(self.axis)), Turn(unit(self.axis)))

    def rows(self) -> tuple[Row, ...]:
        a = unit(self.axis)
        u = perpendicular(a)
        v = cross(a, u)
        return (Along(u), Along(v), Perpendicular(u, a), Perpendicular(v, a))

    def facing(self) -> tuple[Facing, ...]:
        return one_axis(unit(self.axis))
