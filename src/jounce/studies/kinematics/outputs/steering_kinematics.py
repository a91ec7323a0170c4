"""Steering: the axis about which a wheel steers, caster and kingpin; ratio, Ackermann, turning circle, rack forces."""

from __future__ import annotations

from math import nan
from typing import NamedTuple

from jounce.graph import Scalar, atan, atan2, less, select, sin, tan
from jounce.spatial.vector import Vec3, add, cross, dot, scale_vector, unit, vector_difference, vector_norm
from jounce.studies.kinematics.outputs.wheel_motion import Contact, WheelMotion, wheel_heading, wheel_motion_magnitude


class SteeringAxis(NamedTuple):
    """A line: a point P of it and its unit direction k, which points up."""

    point: Vec3
    direction: Vec3


class Offsets(NamedTuple):
    """Distances between the axis and a point of the wheel, in a level plane through that point."""

    trail: Scalar  # positive: the axis passes ahead of the point
    offset: Scalar  # positive: the point lies outboard of the axis


def steering_axis_through(low: Vec3, high: Vec3) -> SteeringAxis:
    """Returns the geometric axis: two ball joints, or ball joint and strut top."""
    return SteeringAxis(low, unit(vector_difference(high, low)))


def steering_screw_axis(at: Vec3, velocity: Vec3, w: Vec3) -> SteeringAxis:
    """Returns the virtual axis: line of the instantaneous screw of a body that turns with w, its point `at` with
    `velocity`.

    P = at + w x v / w^2. A body that does not turn has no axis: nan. [Featherstone 2008, section 2.4]
    """
    point = add(at, scale_vector(1.0 / dot(w, w), cross(w, velocity)))
    return SteeringAxis(point, scale_vector(select(less(w[2], 0.0), -1.0, 1.0) / vector_norm(w), w))


def caster_of_steering_axis(axis: SteeringAxis) -> Scalar:
    """Returns nu = atan2(-k_x, k_z), positive when the top leans rearward."""
    return atan2(-axis.direction[0], axis.direction[2])


def kingpin_of_steering_axis(axis: SteeringAxis, side: Scalar) -> Scalar:
    """Returns sigma = atan2(-s k_y, k_z), positive when the top leans inward."""
    return atan2(-side * axis.direction[1], axis.direction[2])


def steering_axis_level_point(axis: SteeringAxis, at: Vec3) -> Vec3:
    """Returns G = P + k [n . (at - P)] / (n . k): where the axis meets the level plane through `at`."""
    P, k = axis
    return add(P, scale_vector((at[2] - P[2]) / k[2], k))


def steering_axis_offsets(axis: SteeringAxis, at: Vec3, e: Vec3, side: Scalar) -> Offsets:
    """Returns (G - at) . x_w and s (at - G) . y_w: at the contact point, caster trail and scrub radius."""
    x_w, y_w = wheel_heading(e)
    d = vector_difference(steering_axis_level_point(axis, at), at)
    return Offsets(dot(d, x_w), -side * dot(d, y_w))


class Turn(NamedTuple):
    """Steer angles as magnitudes, sorted by which wheel is nearer to the centre of the turn."""

    inner: Scalar
    outer: Scalar


def turn(left: Scalar, right: Scalar) -> Turn:
    """Returns inner and outer angle; nan near straight ahead, where the wheels point to different sides."""
    to_left = less(0.0, left + right)
    inner, outer = select(to_left, left, -right), select(to_left, right, -left)
    same_side = less(0.0, inner) * less(0.0, outer)
    return Turn(select(same_side, inner, nan), select(same_side, outer, nan))


def ideal_outer_steering(inner: Scalar, kingpin_distance: Scalar, wheelbase: Scalar) -> Scalar:
    """Returns cot(outer) = cot(inner) + t_k/L: both wheels roll about one point on the rear axle's line."""
    return atan(1.0 / (1.0 / tan(inner) + kingpin_distance / wheelbase))


def ackermann_steering(angles: Turn, ideal: Scalar) -> Scalar:
    """Returns (inner - outer) / (inner - ideal outer): 1 is full Ackermann, 0 parallel, negative the other way."""
    return (angles.inner - angles.outer) / (angles.inner - ideal)


def steering_turning_circle(outer: Scalar, wheelbase: Scalar, track: Scalar, kingpin_distance: Scalar) -> Scalar:
    """Returns 2 (L / sin(outer) + (t - t_k)/2): diameter on which the outer wheel's middle runs."""
    return 2.0 * (wheelbase / sin(outer) + 0.5 * (track - kingpin_distance))


def steering_ratio(left_rate: Scalar, right_rate: Scalar, rack_ratio: Scalar) -> Scalar:
    """Returns |d delta_H / d delta_mean|, from the steer angles' rates by rack displacement."""
    return wheel_motion_magnitude(2.0 / (rack_ratio * (left_rate + right_rate)))


class Steered(NamedTuple):
    """Rates by rack displacement of a wheel whose spring keeps its length; without a spring, the wheel its height.

    These are the motions about the steering axis: what they do to a load is what the rack must hold.
    """

    turning: Vec3  # of the carrier
    centre: Vec3  # W'
    locked: Vec3  # C*'


def steering_with_spring(
    by_travel: tuple[WheelMotion, Contact],
    by_rack: tuple[WheelMotion, Contact],
    spring: tuple[Scalar, Scalar] | None,
) -> Steered:
    """`spring` is the rate of its length by travel and by rack: the travel that undoes the rack's part is added."""
    (wheel, touch), (racked, racked_touch) = by_travel, by_rack
    share: Scalar = 0.0 if spring is None else -spring[1] / spring[0]

    def both(by_rack: Vec3, by_travel: Vec3) -> Vec3:
        return add(by_rack, scale_vector(share, by_travel))

    return Steered(
        both(racked.turning, wheel.turning),
        both(racked.centre.d, wheel.centre.d),
        both(racked_touch.locked, touch.locked),
    )
