"""The single track: the car that a driver has in mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np

from jounce.graph import Scalar, maximum
from jounce.units import CorneringStiffness, PositiveLength, Quantity

SLOWEST = 1.0  # m/s: below it the side slip of a rolling car has no meaning
ORDER = 8  # of the Taylor series over one period of a driver: at 100 Hz and 10 m/s the rest is below 1e-12

PositiveMass = Annotated[Scalar, Quantity("kg", "positive")]
YawInertia = Annotated[Scalar, Quantity("kg m^2", "positive")]
SteeringRatio = Annotated[Scalar, Quantity("1", "positive")]


class LateralMotion(NamedTuple):
    """Motion of the centre of mass beside a straight line along x, at small angles."""

    y: Scalar  # m, to the left
    yaw: Scalar  # rad
    vy: Scalar  # m/s, across the car
    yaw_rate: Scalar  # rad/s


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleTrack:
    """A linear car with one wheel at each axle. [Riekert, Schunck 1940]

        m (vy' + v r) = C_f alpha_f + C_r alpha_r       alpha_f = delta - (vy + a r)/v
        I r' = a C_f alpha_f - b C_r alpha_r            alpha_r = -(vy - b r)/v

    delta is the angle of the front wheel: that of the steering wheel divided by the steering ratio. The cornering
    stiffnesses are those of whole axles, with all that steers the wheels by itself inside.
    """

    mass: PositiveMass
    yaw_inertia: YawInertia
    front_length: PositiveLength  # a, from the front axle back to the centre of mass
    rear_length: PositiveLength  # b, from there back to the rear axle
    front_stiffness: CorneringStiffness  # C_f
    rear_stiffness: CorneringStiffness  # C_r
    steering_ratio: SteeringRatio

    @property
    def wheelbase(self) -> Scalar:
        return self.front_length + self.rear_length

    def front_slip_in_circle(self, speed: Scalar, curvature: Scalar) -> Scalar:
        """alpha_f in a steady circle: m b v^2 kappa/(L C_f)."""
        share = self.rear_length / (self.wheelbase * self.front_stiffness)
        return self.mass * share * speed * speed * curvature

    def rates(self, speed: Scalar) -> tuple[tuple[Scalar, ...], ...]:
        """Rows of (vy', r') in terms of vy, r and delta."""
        m, I, a, b = self.mass, self.yaw_inertia, self.front_length, self.rear_length
        C_f, C_r = self.front_stiffness, self.rear_stiffness
        v = maximum(speed, SLOWEST)
        yaw = (a * C_f - b * C_r) / v
        return (
            (-(C_f + C_r) / (m * v), -v - yaw / m, C_f / m),
            (-yaw / I, -(a * a * C_f + b * b * C_r) / (I * v), a * C_f / I),
        )

    def after(self, now: LateralMotion, speed: Scalar, first: Scalar, last: Scalar, period: Scalar) -> LateralMotion:
        """The motion one period later, while the front wheel turns evenly from one angle to another.

        The Taylor series of the solution; of this linear car each coefficient follows from the one before.
        """
        (A11, A12, B1), (A21, A22, B2) = self.rates(speed)
        v = maximum(speed, SLOWEST)
        # each term is a coefficient times period^k, so that numbers stay of one size
        vy, r, yaw, push = now.vy, now.yaw_rate, now.yaw, first
        y_end, yaw_end, vy_end, r_end = now.y, now.yaw, now.vy, now.yaw_rate
        for k in range(1, ORDER + 1):
            h = period * (1.0 / k)
            y_k = h * (v * yaw + vy)
            yaw = h * r
            vy, r = h * (A11 * vy + A12 * r + B1 * push), h * (A21 * vy + A22 * r + B2 * push)
            push = last - first if k == 1 else 0.0
            y_end, yaw_end, vy_end, r_end = y_end + y_k, yaw_end + yaw, vy_end + vy, r_end + r
        return LateralMotion(y_end, yaw_end, vy_end, r_end)

    def matrices(self, speed: float) -> tuple[np.ndarray, np.ndarray]:
        """State matrix and input column of (y, yaw, vy, r), for floats."""
        (A11, A12, B1), (A21, A22, B2) = self.rates(speed)
        v = max(speed, SLOWEST)
        A = np.array([[0.0, v, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, A11, A12], [0.0, 0.0, A21, A22]], float)
        return A, np.array([0.0, 0.0, B1, B2], float)
