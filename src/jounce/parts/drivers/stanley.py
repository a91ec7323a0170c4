"""A driver after Stanley, with damping and feed-forward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, atan
from jounce.parts.citation import Citation
from jounce.parts.drivers.driver import Driver, NotNegativeTime, Sight
from jounce.units import Number, Quantity, Speed


@dataclass(frozen=True, slots=True, kw_only=True)
class Stanley(Driver):
    """Steers by direction and distance of the path at the front axle, against too much yawing, and into bends.

        delta = Dpsi + atan(k e/(v_0 + v)) - k_r (r - v kappa) + c m b v^2 kappa/(L C_f)

    [Thrun 2006, section 9.2; Hoffmann 2007] e is how far the path lies to the left of the front axle. The last term is
    the slip angle of the front axle in a steady circle: with c = 1 a linear car runs on the circle itself, without it
    (v_0 + v) alpha_f/k beside it.
    """

    gain: Annotated[Scalar, Quantity("1/s", "positive")] = 1.0  # k
    softening: Speed = 1.0  # v_0
    damping: NotNegativeTime = 0.1  # k_r
    feed_forward: Number = 1.0  # c

    source = (Citation("Thrun 2006", "section 9.2"), Citation("Hoffmann 2007"))

    def front_wheel_angle(self, sight: Sight) -> Scalar:
        x, y = sight.ahead(self.front_length)
        station = self.line.nearest(x, y, sight.station + self.front_length)
        at = self.line.point(station)
        e = 0.0 - self.line.error(x, y, station)
        return (
            sight.heading_error(at.along)
            + atan(self.gain * e / (self.softening + sight.speed))
            - self.damping * (sight.yaw_rate - sight.speed * at.curvature)
            + self.feed_forward * self.front_slip_in_circle(sight.speed, at.curvature)
        )
