"""Channels of a `VehicleMotion`: ISO 8855 with the intermediate axes, which turn with the heading and stay level."""

from __future__ import annotations

from typing import Any

from jounce.equations.subsystem import Subsystem
from jounce.graph import Scalar, asin, atan2, maximum, minimum, sqrt
from jounce.parts.vehicle_motion import VehicleMotion
from jounce.spatial.motion import Motion, acceleration_at, velocity_at
from jounce.spatial.rotation import product, turn
from jounce.spatial.vector import Vec3, add

UPRIGHT = 1e-12  # square of the heading's length below which a body stands on end and has no heading


def motion_channels(
    sub: Subsystem, sensor: VehicleMotion | Any, V: Motion, felt: Motion
) -> list[tuple[str, str, str, Scalar]]:
    """(name, unit, meaning, value) of every channel; V and `felt` are the body's velocity and felt acceleration."""
    k = sub.mechanism.index(sensor.body)
    R_GB, p_GB = sub.reference_pose(sub.mechanism.reference[k])
    m = sub.motion_of(k)
    R, r = product(R_GB, m.R), m.position(sensor.point)
    place, w = add(p_GB, turn(R_GB, r)), turn(R_GB, V[0])
    v = turn(R_GB, velocity_at(V, r))
    a = add(turn(R_GB, acceleration_at(V, felt, r)), sub.gravity)
    length = sqrt(maximum(R[0][0] * R[0][0] + R[1][0] * R[1][0], UPRIGHT))
    c, s = R[0][0] / length, R[1][0] / length

    def level(u: Vec3) -> Vec3:
        return (c * u[0] + s * u[1], c * u[1] - s * u[0], u[2])

    (vx, vy, vz), (ax, ay, az), (roll_rate, pitch_rate, yaw_rate) = level(v), level(a), level(w)
    angles = "of the ZYX sequence yaw, pitch, roll"
    heading = "along the heading, horizontal"
    across = "across the heading to the left, horizontal"
    return [
        *((axis, "m", f"position along the ground's {axis}", q) for axis, q in zip("xyz", place, strict=True)),
        ("yaw", "rad", f"angle about the vertical, {angles}; -pi to pi", atan2(R[1][0], R[0][0])),
        ("pitch", "rad", f"angle {angles}; positive nose down", -asin(maximum(minimum(R[2][0], 1.0), -1.0))),
        ("roll", "rad", f"angle {angles}; positive to the right", atan2(R[2][1], R[2][2])),
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
