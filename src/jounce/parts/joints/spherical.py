"""A ball joint."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import BallJoint
from jounce.parts.ends import JOINED
from jounce.parts.joints.motions import ELEMENTARY, Angles, Ball, Motion
from jounce.parts.joints.rows import Row, Together
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Spherical:
    """A ball joint. `angles = "zyx"` takes the papers' yaw, pitch, roll instead of a quaternion."""

    name: str
    parent: str
    child: str
    point: Point
    child_point: Point | None = None
    angles: Angles = "quaternion"  # or "zyx"
    cut: bool = False

    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = BallJoint()

    def motions(self) -> tuple[Motion, ...]:
        if self.angles == "zyx":
            return (ELEMENTARY["rz"], ELEMENTARY["ry"], ELEMENTARY["rx"])
        return (Ball(),)

    def rows(self) -> tuple[Row, ...]:
        return (Together(),)
