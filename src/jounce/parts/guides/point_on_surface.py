"""A point on a surface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.guides.level_set import guide_axes, height_over
from jounce.parts.guides.rows import OnLevel
from jounce.parts.joints.joint_rows import JointRow
from jounce.parts.laws import RateLaw
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import X, Z
from jounce.units import Axes, Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class PointOnSurface:
    """The child's point stays on a surface z = height(x, y) of the parent, and the child may turn.

    From `point`, x runs along `axis`, z along `normal` and y to their left. It always closes a loop, without friction,
    and holds both ways.
    """

    name: str
    parent: str
    child: str
    point: Point  # origin of the surface, on the parent
    height: Annotated[RateLaw, Axes("m", "m", "m")]
    axis: Direction = X
    normal: Direction = Z
    child_point: Point | None = None

    source = Citation("Ciglaric", "section 2")
    ends = GUIDED
    drawing = Unseen("a surface is a law")

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "axis", "normal")

    def rows(self) -> tuple[JointRow, ...]:
        return (OnLevel(guide_axes(self.axis, self.normal), height_over(self.height), "height"),)
