"""Channels of a moving body: all of its motion in the ground's axes, or a car's as ISO 8855 names it.

The intermediate axes of ISO 8855 turn with the heading and stay level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.equations.recursive.subsystem import Subsystem
from jounce.graph import Scalar, asin, atan2, maximum, minimum, sqrt
from jounce.spatial.motion import Motion, acceleration_at, velocity_at
from jounce.spatial.rotation import Matrix3, product, turn
from jounce.spatial.vector import Vec3, add

UPRIGHT = 1e-12  # square of the heading's length below which a body stands on end and has no heading
Formula = tuple[str, str, str, Scalar]  # name, unit, meaning, value


@dataclass(frozen=True, slots=True)
class _Seen:
    """A body and one of its points as the ground sees them."""

    R: Matrix3
    place: Vec3
    velocity: Vec3
    acceleration: Vec3
    spin: Vec3
    spin_rate: Vec3


def _seen(sub: Subsystem, sensor: Any, V: Motion, felt: Motion) -> _Seen:
    k = sub.mechanism.index(sensor.body)
    R_GB, p_GB = sub.reference_pose(sub.mechanism.reference[k])
    m = sub.motion_of(k)
    r = m.position(sensor.point)
    return _Seen(
        R=product(R_GB, m.R),
        place=add(p_GB, turn(R_GB, r)),
        velocity=turn(R_GB, velocity_at(V, r)),
        acceleration=add(turn(R_GB, acceleration_at(V, felt, r)), sub.gravity),
        spin=turn(R_GB, V[0]),
        spin_rate=turn(R_GB, felt[0]),
    )


def _place_and_attitude(seen: _Seen) -> list[Formula]:
    R, order = seen.R, "of the ZYX sequence yaw, pitch, roll"
    return [
        *((axis, "m", f"position along the ground's {axis}", q) for axis, q in zip("xyz", seen.place, strict=True)),
        ("yaw", "rad", f"angle about the vertical, {order}; -pi to pi", atan2(R[1][0], R[0][0])),
        ("pitch", "rad", f"angle {order}; positive nose down", -asin(maximum(minimum(R[2][0], 1.0), -1.0))),
        ("roll", "rad", f"angle {order}; positive to the right", atan2(R[2][1], R[2][2])),
    ]


def body_motion(sub: Subsystem, sensor: Any, V: Motion, felt: Motion) -> list[Formula]:
    """The 18 channels of a `BodyMotion`; V and `felt` are the body's velocity and felt acceleration."""
    seen = _seen(sub, sensor, V, felt)
    vectors = (
        ("v", "m/s", "velocity of the point", seen.velocity),
        ("w", "rad/s", "angular velocity", seen.spin),
        ("a", "m/s^2", "acceleration of the point", seen.acceleration),
        ("alpha_", "rad/s^2", "angular acceleration", seen.spin_rate),
    )
    return _place_and_attitude(seen) + [
        (f"{letter}{axis}", unit, f"{meaning} along the ground's {axis}", value)
        for letter, unit, meaning, vector in vectors
        for axis, value in zip("xyz", vector, strict=True)
    ]


def vehicle_motion(sub: Subsystem, sensor: Any, V: Motion, felt: Motion) -> list[Formula]:
    """The channels of a `VehicleMotion`."""
    seen = _seen(sub, sensor, V, felt)
    R = seen.R
    length = sqrt(maximum(R[0][0] * R[0][0] + R[1][0] * R[1][0], UPRIGHT))
    c, s = R[0][0] / length, R[1][0] / length

    def level(u: Vec3) -> Vec3:
        return (c * u[0] + s * u[1], c * u[1] - s * u[0], u[2])

    vx, vy, vz = level(seen.velocity)
    ax, ay, az = level(seen.acceleration)
    roll_rate, pitch_rate, yaw_rate = level(seen.spin)
    heading = "along the heading, horizontal"
    across = "across the heading to the left, horizontal"
    return [
        *_place_and_attitude(seen),
        ("vx", "m/s", f"velocity {heading}", vx),
        ("vy", "m/s", f"velocity {across}", vy),
        ("vz", "m/s", "velocity upward", vz),
        ("speed", "m/s", "horizontal speed", sqrt(vx * vx + vy * vy)),
        ("sideslip", "rad", "angle from heading to horizontal velocity, positive to the left", atan2(vy, vx)),
        ("roll_rate", "rad/s", "angular velocity about the level heading", roll_rate),
        ("pitch_rate", "rad/s", "angular velocity about the level axis to the left", pitch_rate),
        ("yaw_rate", "rad/s", "angular velocity about the vertical", yaw_rate),
        ("ax", "m/s^2", f"acceleration {heading}", ax),
        ("ay", "m/s^2", f"acceleration {across}", ay),
        ("az", "m/s^2", "acceleration upward", az),
    ]
