"""Motion in a plane."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.joint_rows import AlongRow, Facing, JointRow, PerpendicularRow, shared_axis_of_joint_rows
from jounce.parts.joints.motions import ElementaryMotion, Glide, Slide, Turn
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import cross, unit
from jounce.units import Direction, OneOf, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Planar:
    """The child moves in a plane: along `axis`, along normal x axis, and about the normal.

    Its speeds are those of the coordinates; or, along the child's own axes, vx, vy and wz, as of a body that floats.
    """

    name: str
    parent: str
    child: str
    point: Point
    normal: Direction
    axis: Direction  # first direction in the plane, perpendicular to the normal
    child_point: Point | None = None
    cut: bool = False
    speeds: Annotated[str, OneOf("of coordinates", "along own axes")] = "of coordinates"

    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = GUIDED
    drawing = Unseen("a plane has no place")

    @property
    def named_as(self) -> str:
        """Names the field that may hold the same name: what glides on the ground is named as what floats."""
        return "child" if self.speeds == "along own axes" else ""

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "normal", "axis")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        n, x = unit(self.normal), unit(self.axis)
        if self.speeds == "along own axes":
            return (Glide(n, x),)
        return (Slide(x, "x"), Slide(cross(n, x), "y"), Turn(n, "angle"))

    def rows(self) -> tuple[JointRow, ...]:
        n, x = unit(self.normal), unit(self.axis)
        return (AlongRow(n), PerpendicularRow(x, n), PerpendicularRow(cross(n, x), n))

    def facing(self) -> tuple[Facing, ...]:
        return shared_axis_of_joint_rows(unit(self.normal))
