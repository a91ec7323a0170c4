"""A weld."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import JOINED
from jounce.parts.joints.motions import Motion
from jounce.parts.joints.rows import Facing, Perpendicular, Row, Together, one_axis
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

    def motions(self) -> tuple[Motion, ...]:
        return ()

    def rows(self) -> tuple[Row, ...]:
        return (Together(), Perpendicular(X, Y), Perpendicular(Y, Z), Perpendicular(Z, X))

    def facing(self) -> tuple[Facing, ...]:
        return one_axis(X, Y, Z)
