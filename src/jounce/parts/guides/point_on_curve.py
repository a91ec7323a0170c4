"""A point on a curve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.guides.level_set import guide_axes, height_over_profile, offset_from_side
from jounce.parts.guides.rows import OnLevel
from jounce.parts.joints.joint_rows import JointRow
from jounce.parts.laws import Law
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import X, Z
from jounce.units import Axes, Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class PointOnCurve:
    """A bead on a wire, a pin in a slot: the child's point stays on a curve of the parent, and the child may turn.

    From `point`, x runs along `axis`, z along `normal` and y to their left. The curve is z = rise(x), y = side(x).
    Without `side` the point may lie anywhere across: a groove or a straight cam that is equal over its width.
    It always closes a loop, without friction, and holds both ways.
    """

    name: str
    parent: str
    child: str
    point: Point  # origin of the curve, on the parent
    rise: Annotated[Law, Axes("m", "m")]
    side: Annotated[Law, Axes("m", "m")] | None = None
    axis: Direction = X
    normal: Direction = Z
    child_point: Point | None = None

    source = Citation("Ciglaric", "section 2")
    ends = GUIDED
    drawing = Unseen("a curve is a law")

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "axis", "normal")

    def rows(self) -> tuple[JointRow, ...]:
        axes = guide_axes(self.axis, self.normal)
        rise = OnLevel(axes, height_over_profile(self.rise), "rise")
        return (rise,) if self.side is None else (rise, OnLevel(axes, offset_from_side(self.side), "side"))
