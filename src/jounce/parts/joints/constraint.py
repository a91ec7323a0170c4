"""Any subset of the six generic scalars."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.motions import Elementary
from jounce.parts.joints.rows import Facing, Row, generic_facing, generic_rows
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Any subset of the six generic scalars between two bodies; always closes a loop.

    `locked` chooses among tx, ty, tz (no displacement along the parent's x, y, z) and rx, ry, rz
    (no turn about them).
    """

    name: str
    parent: str
    child: str
    point: Point
    locked: tuple[Elementary, ...]
    child_point: Point | None = None

    source = Citation("Houdek 2021", "eq. 1-8")
    ends = GUIDED
    drawing = Unseen("rows may hold it anywhere")

    def rows(self) -> tuple[Row, ...]:
        return generic_rows(self.locked)

    def facing(self) -> tuple[Facing, ...]:
        return generic_facing(self.locked)
