"""Toe and camber with their exact derivatives. Signs of ISO 8855:2011; s = +1 left, -1 right."""

from __future__ import annotations

from jounce.graph import Scalar, asin, atan2, sqrt
from jounce.studies.kinematics.outputs.wheel_motion import Curve


def steer(e: Curve) -> Curve:
    """delta = atan2(-e_x, e_y), positive to the left."""
    (a, b), (a_d, b_d), (a_dd, b_dd) = ((-part[0], part[1]) for part in e)
    q = a * a + b * b
    q_d = 2.0 * (a * a_d + b * b_d)
    rate = (a_d * b - a * b_d) / q
    return Curve(atan2(a, b), rate, (a_dd * b - a * b_dd - rate * q_d) / q)


def toe(e: Curve, side: Scalar) -> Curve:
    """tau = -s delta, positive for toe-in."""
    return Curve(*(-side * part for part in steer(e)))


def inclination(e: Curve) -> Curve:
    """epsilon = asin(e_z), right-hand about the wheel's x: one formula for both sides."""
    z, z_d, z_dd = (part[2] for part in e)
    c = sqrt(1.0 - z * z)
    return Curve(asin(z), z_d / c, z_dd / c + z * z_d * z_d / (c * c * c))


def camber(e: Curve, side: Scalar) -> Curve:
    """gamma = -s epsilon, positive when the top leans outward."""
    return Curve(*(-side * part for part in inclination(e)))
