"""The papers' general joint."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.motions import ELEMENTARY, Elementary, Motion
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """Any sequence of the six elementary motions, as T1 ... T6 in [Szczotka 2007, eq. 4-6].

    `order` names them: tx, ty, tz along and rx, ry, rz about the vehicle's axes. It carries its
    child in the tree and cannot be cut: which rows lock the rest depends on the order.
    """

    name: str
    parent: str
    child: str
    point: Point
    order: tuple[Elementary, ...]
    child_point: Point | None = None

    source = Citation("Szczotka 2007", "eq. 4-6")
    ends = GUIDED
    drawing = Unseen("it may go anywhere")

    def motions(self) -> tuple[Motion, ...]:
        return tuple(ELEMENTARY[name] for name in self.order)
