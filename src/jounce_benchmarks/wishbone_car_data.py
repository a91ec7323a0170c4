"""The wishbone car as plain data, shared by our model and by every peer.

An invented medium car with the same double-wishbone corner four times: round numbers of the usual
size, made for comparison of engines, not a real vehicle. Vehicle frame, ground at z = 0. Points of
a corner are those of the left one with its wheel plane at x = 0, in the design position, which is
also the start. Inertias are about the centre of mass along the vehicle axes.
"""

from __future__ import annotations

from math import dist
from typing import NamedTuple

Point3 = tuple[float, float, float]


class BodyData(NamedTuple):
    mass: float  # kg
    centre: Point3  # m
    inertia: Point3  # kg m^2


class WishboneCorner(NamedTuple):
    """One of four: its suffix, its side (+1 left, -1 right) and the place of its wheel plane."""

    suffix: str
    side: int
    x: float  # m

    def at(self, point: Point3) -> Point3:
        """A point of the left corner at x = 0, moved and mirrored to this corner."""
        return (point[0] + self.x, self.side * point[1], point[2])


GRAVITY = 9.81  # m/s^2
HARDPOINTS: dict[str, Point3] = {  # m
    "lower_arm_front": (0.14, 0.38, 0.215),
    "lower_arm_rear": (-0.22, 0.38, 0.220),
    "lower_ball_joint": (0.01, 0.70, 0.195),
    "upper_arm_front": (0.10, 0.45, 0.520),
    "upper_arm_rear": (-0.14, 0.45, 0.510),
    "upper_ball_joint": (-0.02, 0.66, 0.550),
    "tie_rod_inner": (-0.12, 0.40, 0.260),
    "tie_rod_outer": (-0.13, 0.69, 0.255),
    "strut_top": (0.00, 0.48, 0.650),
    "strut_bottom": (0.00, 0.60, 0.215),
    "wheel_centre": (0.00, 0.75, 0.310),
}
CORNER_BODIES = {
    "lower_arm": BodyData(6.0, (-0.02, 0.52, 0.210), (0.060, 0.080, 0.130)),
    "upper_arm": BodyData(3.0, (-0.02, 0.54, 0.527), (0.015, 0.025, 0.038)),
    "knuckle": BodyData(14.0, (-0.01, 0.70, 0.320), (0.170, 0.130, 0.090)),
    "tie_rod": BodyData(1.0, (-0.125, 0.545, 0.2575), (0.0075, 0.0003, 0.0075)),
    "wheel": BodyData(22.0, (0.0, 0.75, 0.310), (0.60, 1.00, 0.60)),
}
CAR_BODY = BodyData(1400.0, (0.0, 0.0, 0.55), (500.0, 2200.0, 2400.0))
QUARTER_BODY = BodyData(350.0, (0.0, 0.0, 0.55), (100.0, 400.0, 450.0))
HALF_WHEELBASE = 1.35  # m
CORNERS = (
    WishboneCorner("_fl", 1, HALF_WHEELBASE),
    WishboneCorner("_fr", -1, HALF_WHEELBASE),
    WishboneCorner("_rl", 1, -HALF_WHEELBASE),
    WishboneCorner("_rr", -1, -HALF_WHEELBASE),
)
QUARTER_CORNER = WishboneCorner("", 1, 0.0)

SPRING_STIFFNESS = 50_000.0  # N/m along the strut
DAMPER_RATE = 3_500.0  # N s/m along the strut
STRUT_PRELOAD = 5446.146  # N at design length: balances the quarter car by virtual work
STRUT_FREE_LENGTH = dist(HARDPOINTS["strut_top"], HARDPOINTS["strut_bottom"]) + STRUT_PRELOAD / SPRING_STIFFNESS

TYRE_STIFFNESS = 200_000.0  # N/m, vertical
CORNER_WEIGHT = GRAVITY * (QUARTER_BODY.mass + sum(body.mass for body in CORNER_BODIES.values()))  # N
# carries the corner's weight with the wheel centre at its design height
TYRE_RADIUS = HARDPOINTS["wheel_centre"][2] + CORNER_WEIGHT / TYRE_STIFFNESS
CONTACT_DAMPING = 100.0  # N s/m
FRICTION = 0.9
FRICTION_ZONE = 0.5  # m/s, sliding speed below which friction is not saturated

SPEED = 10.0  # m/s
CAR_VELOCITY: Point3 = (SPEED, 0.5, -0.5)  # m/s: lands with side slip
WHEEL_SPIN = SPEED / HARDPOINTS["wheel_centre"][2]  # rad/s
WIND_FORCE, WIND_FREQUENCY = 4_000.0, 1.0  # N to the left at the car's centre, Hz

BUMP_HEIGHT, BUMP_LENGTH, BUMP_START = 0.05, 0.5, 0.5  # m, m, s; for the quarter car
BUMP_DURATION = BUMP_LENGTH / SPEED
