"""A skate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.contacts.rows import NotSideways
from jounce.parts.joints.joint_rows import AlongRow, JointRow
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import Z, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class KnifeEdge:
    """A blade on a plane: the child's point moves along the blade only, and the blade may turn and lean.

    With the normal n of the parent's plane and the blade's direction t on the child, (n x t) . v = 0, where v is the
    velocity of the child's point over the parent. The row holds speeds, not positions: the blade gets anywhere.
    """

    name: str
    parent: str
    child: str
    point: Point  # where the blade touches
    axis: Direction  # of the blade, fixed in the child
    normal: Direction = Z  # of the plane, fixed in the parent
    child_point: Point | None = None
    touching: bool = True  # keeps the point in the plane; false where another joint does

    source = (Citation("Neimark, Fufaev 1972"), Citation("Ciglaric", "eq. 5b"))
    ends = GUIDED
    drawing = Unseen("a blade is thin")

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "normal", "axis")

    def rows(self) -> tuple[JointRow, ...]:
        n = unit(self.normal)
        sideways = NotSideways(n, unit(self.axis))
        return (AlongRow(n), sideways) if self.touching else (sideways,)
