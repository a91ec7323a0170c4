"""A ball joint."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.joints.motions import ELEMENTARY, Ball, Motion
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
    angles: str = "quaternion"  # or "zyx"
    cut: bool = False

    def motions(self) -> tuple[Motion, ...]:
        if self.angles == "zyx":
            return (ELEMENTARY["rz"], ELEMENTARY["ry"], ELEMENTARY["rx"])
        return (Ball(),)

    def rows(self) -> tuple[Row, ...]:
        return (Together(),)
