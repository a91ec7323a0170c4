"""The axis about which a wheel steers, and where it meets the road."""

from __future__ import annotations

from typing import NamedTuple

from jounce.graph import Scalar, atan2, less, select
from jounce.spatial.vector import Vec3, add, cross, difference, dot, norm, scale, unit
from jounce.studies.kinematics.outputs.wheel_motion import heading


class SteeringAxis(NamedTuple):
    """A line: a point P of it and its unit direction k, which points up."""

    point: Vec3
    direction: Vec3


class Offsets(NamedTuple):
    """Distances between the axis and a point of the wheel, in a level plane through that point."""

    trail: Scalar  # positive: the axis passes ahead of the point
    offset: Scalar  # positive: the point lies outboard of the axis


def axis_through(low: Vec3, high: Vec3) -> SteeringAxis:
    """The geometric axis: two ball joints, or ball joint and strut top."""
    return SteeringAxis(low, unit(difference(high, low)))


def screw_axis(at: Vec3, velocity: Vec3, w: Vec3) -> SteeringAxis:
    """The virtual axis: line of the instantaneous screw of a body that turns with w, its point `at` with `velocity`.

    P = at + w x v / w^2. A body that does not turn has no axis: nan. [Featherstone 2008, section 2.4]
    """
    point = add(at, scale(1.0 / dot(w, w), cross(w, velocity)))
    return SteeringAxis(point, scale(select(less(w[2], 0.0), -1.0, 1.0) / norm(w), w))


def caster(axis: SteeringAxis) -> Scalar:
    """nu = atan2(-k_x, k_z), positive when the top leans rearward."""
    return atan2(-axis.direction[0], axis.direction[2])


def kingpin(axis: SteeringAxis, side: Scalar) -> Scalar:
    """sigma = atan2(-s k_y, k_z), positive when the top leans inward."""
    return atan2(-side * axis.direction[1], axis.direction[2])


def level_point(axis: SteeringAxis, at: Vec3) -> Vec3:
    """G = P + k [n . (at - P)] / (n . k): where the axis meets the level plane through `at`."""
    P, k = axis
    return add(P, scale((at[2] - P[2]) / k[2], k))


def offsets(axis: SteeringAxis, at: Vec3, e: Vec3, side: Scalar) -> Offsets:
    """(G - at) . x_w and s (at - G) . y_w: at the contact point, caster trail and scrub radius."""
    x_w, y_w = heading(e)
    d = difference(level_point(axis, at), at)
    return Offsets(dot(d, x_w), -side * dot(d, y_w))
