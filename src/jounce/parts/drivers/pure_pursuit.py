"""A driver who pursues a point of the path."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, atan, sqrt
from jounce.parts.citation import Citation
from jounce.parts.drivers.driver import Driver, NotNegativeTime, Sight
from jounce.units import PositiveLength

SEARCH_STEPS = 2  # for the point that lies at the wanted distance: the path is nearly straight over it


@dataclass(frozen=True, slots=True, kw_only=True)
class PurePursuit(Driver):
    """Steers along the circle that leads the rear axle to a point of the path at the distance d = d_0 + T v.

        delta = atan(2 L sin(alpha)/d)        [Coulter 1992]

    alpha is the angle from the car to that point, seen from the rear axle.
    """

    nearest_target: PositiveLength = 4.0  # d_0
    preview: NotNegativeTime = 0.4  # T

    source = Citation("Coulter 1992")

    def front_wheel_angle(self, sight: Sight) -> Scalar:
        x, y = sight.ahead(0.0 - self.rear_length)
        wanted = self.nearest_target + self.preview * sight.speed
        station = sight.station - self.rear_length + wanted
        for _ in range(SEARCH_STEPS):
            px, py = self.line.position(station)
            station = station + wanted - sqrt((px - x) * (px - x) + (py - y) * (py - y))
        px, py = self.line.position(station)
        square = (px - x) * (px - x) + (py - y) * (py - y)
        return atan(2.0 * self.wheelbase * sight.left_of_car(px, py) / square)
