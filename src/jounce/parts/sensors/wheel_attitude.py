"""How a wheel stands against the car."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.graph import asin, atan2, maximum, minimum
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY, At
from jounce.parts.forces.loads import Channel
from jounce.parts.limits import other_observer_limit
from jounce.parts.sensors.sight import Sight
from jounce.spatial.rotation import turn
from jounce.spatial.vector import unit
from jounce.units import Direction, Number, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelAttitude:
    """Steer, toe, camber, inclination and travel of a wheel as the car body sees it, ISO 8855.

    With e the spin axis, which points to the left on both sides, and s the side, 1 on the left and -1 on the right:

        steer = atan2(-e_x, e_y)      toe = -s steer      inclination = asin(e_z)      camber = -s inclination

    These are the outputs of kinematics by the same names. `travel` is the height of the wheel centre above its design
    position, positive in jounce. The inclination against the road is a channel of the tyre.
    """

    name: str
    body: str  # the wheel carrier
    point: Point  # wheel centre
    axis: Direction  # spin axis, to the left on both sides
    side: Number = 1.0  # 1 on the left, -1 on the right
    relative_to: str = GROUND  # the car body

    source = Citation("ISO 8855")
    ends = (*ON_BODY, At("relative_to", mounted=False))
    drawing = Unseen("it only measures")
    group = "wheel"  # of its channels

    def limits(self) -> Iterator[Problem]:
        return other_observer_limit(self)

    def measure(self, sight: Sight) -> dict[str, Channel]:
        x, y, z = turn(sight.axes(self.body, self.relative_to), unit(self.axis))
        steer, lean = atan2(-x, y), asin(maximum(minimum(z, 1.0), -1.0))
        travel = sight.position(self.body, self.point, self.relative_to)[2] - self.point[2]
        seen = "against the car body"
        return {
            "steer": Channel(steer, "rad", f"atan2(-e_x, e_y) of the spin axis {seen}, positive to the left"),
            "toe": Channel(-(self.side * steer), "rad", f"steer angle {seen}, positive for toe-in"),
            "camber": Channel(-(self.side * lean), "rad", f"angle {seen}, positive when the top leans outward"),
            "inclination": Channel(lean, "rad", f"asin(e_z) of the spin axis {seen}, right-hand about the wheel's x"),
            "travel": Channel(
                travel, "m", "height of the wheel centre above its design position, positive in jounce", "displacement"
            ),
        }
