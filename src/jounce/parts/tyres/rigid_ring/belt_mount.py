"""How a tyre's belt may move on its wheel carrier, but for its spin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import JOINED
from jounce.parts.joints.motions import ElementaryMotion, Slide, Turn
from jounce.spatial.vector import Z, cross, unit
from jounce.units import Direction, Point

STEEPEST = 0.99  # of an axle's direction, upwards


@dataclass(frozen=True, slots=True, kw_only=True)
class BeltMount:
    """Three slides and two turns that do not spin: forward, along the axle and up, then yaw and camber.

    The child is the hub that the belt spins on, so that a tyre pressed to the road stands still in its coordinates
    while it rolls. Forward is at right angles to axle and vertical in the design position, up to both of them. Yaw
    turns about up and camber about forward, by the right-hand rule. It carries its child in the tree.
    """

    name: str
    parent: str  # the wheel carrier
    child: str
    point: Point  # wheel centre
    axis: Direction  # of the axle, to the left on both sides
    child_point: Point | None = None

    source = Citation("Pacejka 2012", "section 9.2")
    ends = JOINED
    drawing = Unseen("the belt is drawn")

    def limits(self) -> Iterator[Problem]:
        """An axle lies."""
        x, y, z = unit(self.axis)
        if abs(z) > STEEPEST:  # type: ignore[operator]
            yield Problem("axis", f"stands, {x:.3g}, {y:.3g}, {z:.3g}", "an axle lies, for example [0, 1, 0]")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        axle = unit(self.axis)
        ahead = unit(cross(axle, Z))
        up = cross(ahead, axle)
        slides = zip(("fore_aft", "lateral", "vertical"), (ahead, axle, up), strict=True)
        return (*(Slide(axis, word) for word, axis in slides), Turn(up, "yaw"), Turn(ahead, "camber"))
