"""Toe and camber with their exact derivatives. Signs of ISO 8855:2011; s = +1 left, -1 right."""

from __future__ import annotations

import numpy as np

from jounce.studies.wheel_motion import Curve, Side


def steer(e: Curve) -> Curve:
    """delta = atan2(-e_x, e_y), positive to the left."""
    a, b = (Curve(sign * e.at[..., k], sign * e.d[..., k], sign * e.dd[..., k]) for sign, k in ((-1.0, 0), (1.0, 1)))
    q = a.at**2 + b.at**2
    q_d = 2.0 * (a.at * a.d + b.at * b.d)
    rate = (a.d * b.at - a.at * b.d) / q
    return Curve(np.arctan2(a.at, b.at), rate, (a.dd * b.at - a.at * b.dd - rate * q_d) / q)


def toe(e: Curve, side: Side) -> Curve:
    """tau = -s delta, positive for toe-in."""
    return Curve(*(-side * part for part in steer(e)))


def inclination(e: Curve) -> Curve:
    """epsilon = asin(e_z), right-hand about the wheel's x: one formula for both sides."""
    z, z_d, z_dd = (part[..., 2] for part in e)
    c = np.sqrt(1.0 - z**2)
    return Curve(np.arcsin(z), z_d / c, z_dd / c + z * z_d**2 / c**3)


def camber(e: Curve, side: Side) -> Curve:
    """gamma = -s epsilon, positive when the top leans outward."""
    return Curve(*(-side * part for part in inclination(e)))
