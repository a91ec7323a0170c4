"""What sensors measure: one quantity of a point, all of a body's motion, or a car's motion as ISO 8855 names it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jounce.equations.recursive.subsystem import Subsystem
from jounce.graph import Scalar, asin, atan2, maximum, minimum, sqrt
from jounce.mechanism import OUTSIDE
from jounce.parts import GROUND
from jounce.parts.body_motion import BodyMotion
from jounce.parts.vehicle_motion import VehicleMotion
from jounce.spatial.motion import REST, Motion, acceleration_at, minus, motion_cross, plus, times, velocity_at
from jounce.spatial.rotation import IDENTITY, Matrix3, product, transpose, turn, turn_back
from jounce.spatial.vector import ZERO, Vec3, add, cross, difference, dot, negative, scale, unit


@dataclass(frozen=True, slots=True)
class ChannelFormula:
    """A channel of one subsystem, named for each lane."""

    names: tuple[str, ...]
    unit: str
    definition: str
    value: Scalar
    group: str  # what kind of thing it belongs to, see `results.Owner`
    parts: tuple[str, ...] = ()  # to which part, for each lane
    kind: str = ""  # of `results.kinds`, where the unit does not say it


def sensors(sub: Subsystem) -> Iterator[ChannelFormula]:
    """The channels of the sensors that the subsystem evaluates."""
    model = sub.mechanism.model
    for position, number in enumerate(sub.own.sensors):
        names = tuple(model.sensors[member.sensors[position]].name for member in sub.members)
        sensor = sub.parts[id(model.sensors[number])]
        several = MOTIONS.get(type(sensor))
        if several:
            k = sub.mechanism.index(sensor.body)
            for end, unit_name, meaning, value in several(
                sub, sensor, body_velocity(sub, k), felt_acceleration(sub, k)
            ):
                ends = tuple(f"{name}.{end}" for name in names)
                yield ChannelFormula(ends, unit_name, meaning, value, sensor.group, names)
        else:
            yield ChannelFormula(names, *_measure(sub, sensor), sensor.group, names)


def body_velocity(sub: Subsystem, k: int) -> Motion:
    return plus(sub.reference_velocity(sub.mechanism.reference[k]), sub.motion_of(k).U)


def felt_acceleration(sub: Subsystem, k: int) -> Motion:
    """Spatial acceleration less gravity, in the reference frame: what inertia feels."""
    reference = sub.mechanism.reference[k]
    m, V_B = sub.motion_of(k), sub.reference_velocity(reference)
    a = plus(m.A, motion_cross(V_B, m.U))
    for j in sub.mechanism.path(k):
        for c, S in enumerate(sub.motion_of(j).S):
            a = plus(a, times(sub.acceleration(j, c), S))
    if reference == OUTSIDE:
        a = (a[0], difference(a[1], sub.gravity))
    return a


SENSOR_UNITS = {"position": "m", "velocity": "m/s", "acceleration": "m/s^2", "specific force": "m/s^2"}


@dataclass(frozen=True, slots=True)
class _Whole:
    """A body in the axes and at the origin of some tree's reference: attitude, design origin, velocity, acceleration.

    The velocity is that against the ground, the acceleration is less gravity.
    """

    R: Matrix3
    origin: Vec3
    velocity: Motion
    felt: Motion


def _measure(sub: Subsystem, sensor: Any) -> tuple[str, str, Scalar]:
    """Unit, meaning and formula of a sensor, in the axes of its body's reference."""
    k = sub.mechanism.index(sensor.body)
    reference = OUTSIDE if k == OUTSIDE else sub.mechanism.reference[k]
    mine = _whole(sub, k, reference)
    observer = _whole(sub, sub.mechanism.index(sensor.relative_to), reference)
    r = sub.motion_of(k).position(sensor.point)
    direction = unit(sensor.direction)
    if sensor.axes == "ground":
        along = turn_back(sub.reference_pose(reference)[0], direction)
    else:
        along = turn(observer.R if sensor.axes == "observer" else mine.R, direction)
    velocity = velocity_at(minus(mine.velocity, observer.velocity), r)
    if sensor.quantity == "position":
        value = dot(along, difference(r, observer.origin))
    elif sensor.quantity == "velocity":
        value = dot(along, velocity)
    else:
        acceleration = acceleration_at(mine.velocity, mine.felt, r)
        if sensor.quantity == "acceleration":
            carried = acceleration_at(observer.velocity, observer.felt, r)
            coriolis = scale(2.0, cross(observer.velocity[0], velocity))
            acceleration = difference(difference(acceleration, carried), coriolis)
        value = dot(along, acceleration)
    axes = "ground" if (sensor.axes, sensor.relative_to) == ("observer", GROUND) else sensor.axes
    meaning = f"{sensor.quantity} of the sensor's point along its direction, {axes} axes"
    if sensor.relative_to != GROUND:
        meaning += ", as the body sees it that it is relative to"
    return SENSOR_UNITS[sensor.quantity], meaning, value


def _whole(sub: Subsystem, k: int, reference: int) -> _Whole:
    """A body, or the ground, as written in the frame of a reference, its own or that of another tree."""
    home = OUTSIDE if k == OUTSIDE else sub.mechanism.reference[k]
    if k == OUTSIDE:  # at rest it feels that it does not fall
        own = _Whole(IDENTITY, ZERO, REST, (ZERO, negative(sub.gravity)))
    else:
        m = sub.motion_of(k)
        own = _Whole(m.R, m.position(ZERO), body_velocity(sub, k), felt_acceleration(sub, k))
    if home == reference:
        return own
    (R_GB, p_GB), (R_GC, p_GC) = sub.reference_pose(reference), sub.reference_pose(home)
    R_BC, p_BC = product(transpose(R_GB), R_GC), turn_back(R_GB, difference(p_GC, p_GB))

    def across(a: Motion) -> Motion:
        w = turn(R_BC, a[0])
        return (w, add(turn(R_BC, a[1]), cross(p_BC, w)))

    origin = add(p_BC, turn(R_BC, own.origin))
    return _Whole(product(R_BC, own.R), origin, across(own.velocity), across(own.felt))


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


MOTIONS = {BodyMotion: body_motion, VehicleMotion: vehicle_motion}  # sensors of many channels
