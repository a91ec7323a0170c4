"""A point moved by a rig."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.joint_rows import AlongRow, JointRow
from jounce.parts.signals import Signal
from jounce.spatial.vector import unit
from jounce.units import Axes, Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivenPoint:
    """The child's point is moved along an axis of the parent as a signal says; free across it.

    One row, axis . (p_child - p_parent) - signal(t) = 0: the pad of a test rig under a wheel, a jack. The force
    it takes is an output.
    """

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction
    signal: Annotated[Signal, Axes("s", "m")]
    child_point: Point | None = None

    source = Citation("Houdek 2021", "eq. 1-8")
    ends = GUIDED
    drawing = Unseen("a test rig")
    driven = True

    def rows(self) -> tuple[JointRow, ...]:
        return (AlongRow(unit(self.axis)),)
