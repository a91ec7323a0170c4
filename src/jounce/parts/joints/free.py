"""No joint at all."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.motions import ELEMENTARY, Angles, ElementaryMotion, Float
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Six freedoms. A body that no joint carries gets one to the ground by itself."""

    name: str
    parent: str
    child: str
    point: Point = (0.0, 0.0, 0.0)  # where the angles turn about, with "zyx"
    child_point: Point | None = None
    angles: Angles = "quaternion"  # or "zyx"

    source = Citation("Featherstone 2008", "table 4.1")
    ends = GUIDED
    drawing = Unseen("nothing is there")
    floats = True

    def motions(self) -> tuple[ElementaryMotion, ...]:
        if self.angles == "zyx":
            return tuple(ELEMENTARY[name] for name in ("tx", "ty", "tz", "rz", "ry", "rx"))
        return (Float(),)
