"""A weld."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import JOINED
from jounce.parts.joints.joint_rows import Facing, JointRow, PerpendicularRow, TogetherRow, shared_axis_of_joint_rows
from jounce.parts.joints.motions import ElementaryMotion
from jounce.spatial.vector import X, Y, Z
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A weld."""

    name: str
    parent: str
    child: str
    point: Point = (0.0, 0.0, 0.0)
    child_point: Point | None = None
    cut: bool = False

    source = Citation("Houdek 2021", "eq. 1-8")
    ends = JOINED
    drawing = Unseen("what it joins is one body")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return ()

    def rows(self) -> tuple[JointRow, ...]:
        return (TogetherRow(), PerpendicularRow(X, Y), PerpendicularRow(Y, Z), PerpendicularRow(Z, X))

    def facing(self) -> tuple[Facing, ...]:
        return shared_axis_of_joint_rows(X, Y, Z)
