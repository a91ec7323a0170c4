"""No joint at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.motions import ELEMENTARY, Angles, ElementaryMotion, Float, Turn
from jounce.spatial.vector import cross, perpendicular_vector, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Six freedoms. A body that no joint carries gets one to the ground by itself.

    With "zyx" and an axis the turns follow that axis instead of x: rz and ry tilt it, then rx turns about it. So an
    arm on bushings has its hinge angle as a coordinate.
    """

    name: str
    parent: str
    child: str
    point: Point = (0.0, 0.0, 0.0)  # where the angles turn about, with "zyx"
    child_point: Point | None = None
    angles: Angles = "quaternion"  # or "zyx"
    axis: Direction | None = None  # of the last turn, with "zyx"; x where left out

    source = Citation("Featherstone 2008", "table 4.1")
    ends = GUIDED
    drawing = Unseen("nothing is there")
    floats = True
    named_as = "child"  # it may be

    def motions(self) -> tuple[ElementaryMotion, ...]:
        if self.angles == "zyx":
            slides = tuple(ELEMENTARY[name] for name in ("tx", "ty", "tz"))
            return (*slides, *(self._tilts() if self.axis else (ELEMENTARY[name] for name in ("rz", "ry", "rx"))))
        return (Float(),)

    def _tilts(self) -> tuple[ElementaryMotion, ...]:
        x = unit(self.axis)  # type: ignore[arg-type]
        y = perpendicular_vector(x)
        return (Turn(cross(x, y), "rz"), Turn(y, "ry"), Turn(x, "rx"))

    def limits(self) -> Iterator[Problem]:
        if self.axis and self.angles == "quaternion":
            yield Problem("axis", "is given, but a quaternion has no last turn", 'angles = "zyx", or leave it out')
