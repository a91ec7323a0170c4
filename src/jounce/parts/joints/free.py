"""No joint at all."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.joints.motions import ELEMENTARY, Float, Motion
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Six freedoms. A body that no joint carries gets one to the ground by itself."""

    name: str
    parent: str
    child: str
    point: Point = (0.0, 0.0, 0.0)  # where the angles turn about, with "zyx"
    child_point: Point | None = None
    angles: str = "quaternion"  # or "zyx"

    def motions(self) -> tuple[Motion, ...]:
        if self.angles == "zyx":
            return tuple(ELEMENTARY[name] for name in ("tx", "ty", "tz", "rz", "ry", "rx"))
        return (Float(),)
