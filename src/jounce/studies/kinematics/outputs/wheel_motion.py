"""Wheel motion: heading, steer, toe, inclination, camber, and contact with the road; for floats and expressions.

A rate is the derivative by the driven input (wheel travel or rack displacement), taken from the mechanism's own
equations.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from jounce.graph import Scalar, asin, atan2, sqrt
from jounce.spatial.vector import Vec3, Z, add, cross, dot, scale_vector, vector_difference, vector_norm

UP = Z  # the road's normal: the rig's pads stay level in the body's axes


class Derived(NamedTuple):
    """A number or a vector along a sweep, with its first and second derivative by the driven input."""

    at: Any
    d: Any
    dd: Any


class WheelMotion(NamedTuple):
    """Pose and motion of one wheel carrier."""

    side: Scalar  # +1 left, -1 right
    radius: Scalar  # m, of the loaded tyre
    centre: Derived  # W
    spin: Derived  # e, unit, to the left on both sides
    turning: Vec3  # angular rate of the carrier, vehicle axes


class Contact(NamedTuple):
    """The point of contact with the road, seen from the body."""

    at: Vec3  # C
    rolling: Vec3  # C': moves round the tyre as the wheel inclines, so that the wheel can roll
    locked: Vec3  # C*': that of the carrier's point at C, as if the wheel were locked to the carrier


def wheel_motion(side: Scalar, radius: Scalar, centre: Derived, spindle: Derived, mark: Derived) -> WheelMotion:
    """From three points of the carrier: `spindle` and `mark` lie 1 m from `centre`, at right angles."""
    e, f = (Derived(*map(vector_difference, point, centre)) for point in (spindle, mark))
    return WheelMotion(side, radius, centre, e, wheel_angular_rate(e.at, e.d, f.at, f.d))


def wheel_angular_rate(e: Vec3, e_d: Vec3, f: Vec3, f_d: Vec3) -> Vec3:
    """w of a body in which the perpendicular unit vectors e and f are fixed: e' = w x e gives w . (e x f) = e' . f."""
    g = cross(e, f)
    along_e, along_f, along_g = dot(f_d, g), -dot(e_d, g), dot(e_d, f)
    return add(add(scale_vector(along_e, e), scale_vector(along_f, f)), scale_vector(along_g, g))


def wheel_contact(wheel: WheelMotion) -> Contact:
    """Returns C = W + R u/|u| with u = -n + (n . e) e: the lowest point of the wheel's disc, and its exact rates."""
    (W, W_d, _), (e, e_d, _), R = wheel.centre, wheel.spin, wheel.radius
    u, u_d = vector_difference(scale_vector(e[2], e), UP), add(scale_vector(e_d[2], e), scale_vector(e[2], e_d))
    per_length = 1.0 / vector_norm(u)
    down = scale_vector(per_length, u)
    down_d = scale_vector(per_length, vector_difference(u_d, scale_vector(dot(u_d, down), down)))
    to_C = scale_vector(R, down)
    return Contact(add(W, to_C), add(W_d, scale_vector(R, down_d)), add(W_d, cross(wheel.turning, to_C)))


def wheel_motion_magnitude(x: Scalar) -> Scalar:
    return abs(x)  # type: ignore[return-value]


def wheel_heading(e: Vec3) -> tuple[Vec3, Vec3]:
    """Returns x_w and y_w: where the wheel points, and its left, both in the road plane."""
    level = sqrt(e[0] * e[0] + e[1] * e[1])
    x, y = e[0] / level, e[1] / level
    return (y, -x, 0.0), (x, y, 0.0)


def wheel_steer(e: Derived) -> Derived:
    """Returns delta = atan2(-e_x, e_y), positive to the left."""
    (a, b), (a_d, b_d), (a_dd, b_dd) = ((-part[0], part[1]) for part in e)
    q = a * a + b * b
    q_d = 2.0 * (a * a_d + b * b_d)
    rate = (a_d * b - a * b_d) / q
    return Derived(atan2(a, b), rate, (a_dd * b - a * b_dd - rate * q_d) / q)


def wheel_toe(e: Derived, side: Scalar) -> Derived:
    """Returns tau = -s delta, positive for toe-in; s = +1 left, -1 right. [ISO 8855]"""
    return Derived(*(-side * part for part in wheel_steer(e)))


def wheel_inclination(e: Derived) -> Derived:
    """Returns epsilon = asin(e_z), right-hand about the wheel's x: one formula for both sides."""
    z, z_d, z_dd = (part[2] for part in e)
    c = sqrt(1.0 - z * z)
    return Derived(asin(z), z_d / c, z_dd / c + z * z_d * z_d / (c * c * c))


def wheel_camber(e: Derived, side: Scalar) -> Derived:
    """Returns gamma = -s epsilon, positive when the top leans outward. [ISO 8855]"""
    return Derived(*(-side * part for part in wheel_inclination(e)))
