"""Rotation vectors of many rotations at once, R = exp [r], with first and second derivatives (NumPy).

Vectors lie along the last axis, matrices along the last two. Angular velocity w and acceleration alpha are in
body axes. With J the right Jacobian of SO(3) [Sola, Deray, Atchuthan 2018, eq. 143],

    w = J(r) rd        alpha = J(r) rdd + d/dt J(r) rd        J(r) = 1 - b [r] + c [r]^2

where b and c are functions of s = |r|^2. They are entire: one power series serves every angle up to half a
turn, and nothing is divided by an angle that may be zero.
"""

from __future__ import annotations

from math import factorial

import numpy as np

TERMS = 18  # s^18 / 37! is below 1e-25 at half a turn


def rotation_of_rotation_vector(r: np.ndarray) -> np.ndarray:
    """R = 1 + a [r] + b [r]^2 (Rodrigues)."""
    s = _square(r)[..., None]
    cross = _cross_matrix(r)
    R: np.ndarray = np.eye(3) + _series(1, s) * cross + _series(2, s) * (cross @ cross)
    return R


def rotation_vector_of_rotation(R: np.ndarray) -> np.ndarray:
    """The r of less than half a turn with R = exp [r]; exact to rounding also near zero."""
    sine, length, angle = _sine_and_angle(R)
    r: np.ndarray = sine * np.divide(angle, length, out=np.ones_like(length), where=length > 0)
    return r


def rotation_vector_angle(R_from: np.ndarray, R_to: np.ndarray) -> np.ndarray:
    """Angle of the one rotation that turns `R_from` into `R_to`, rad, 0 to pi."""
    return _sine_and_angle(np.swapaxes(R_from, -1, -2) @ R_to)[2][..., 0]


def rotation_vector_rates(r: np.ndarray, w: np.ndarray, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """rd and rdd from the angular velocity and acceleration: rd = J^-1 w, rdd = J^-1 (alpha - Jd rd)."""
    rd = _inverse_jacobian_times(r, w)
    return rd, _inverse_jacobian_times(r, alpha - _jacobian_rate_times(r, rd))


def angular_motion_of_rotation_vector(r: np.ndarray, rd: np.ndarray, rdd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """w and alpha from the derivatives of the rotation vector."""
    return _jacobian_times(r, rd), _jacobian_times(r, rdd) + _jacobian_rate_times(r, rd)


def _sine_and_angle(R: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """n sin t from the skew part, its length, and t by atan2: arccos of the trace loses half the digits near zero."""
    pairs = ((2, 1), (0, 2), (1, 0))
    sine = np.stack([R[..., i, j] - R[..., j, i] for i, j in pairs], axis=-1) / 2
    length = np.linalg.norm(sine, axis=-1, keepdims=True)
    cosine = (np.trace(R, axis1=-2, axis2=-1)[..., None] - 1) / 2
    return sine, length, np.arctan2(length, cosine)


def _jacobian_times(r: np.ndarray, x: np.ndarray) -> np.ndarray:
    s = _square(r)
    once = np.cross(r, x)
    turned: np.ndarray = x - _series(2, s) * once + _series(3, s) * np.cross(r, once)
    return turned


def _inverse_jacobian_times(r: np.ndarray, x: np.ndarray) -> np.ndarray:
    """J^-1 = 1 + [r]/2 - (b'/b) [r]^2 [ibid., eq. 144, its last factor written without a cotangent]."""
    s = _square(r)
    once = np.cross(r, x)
    turned: np.ndarray = x + once / 2 - _series_rate(2, s) / _series(2, s) * np.cross(r, once)
    return turned


def _jacobian_rate_times(r: np.ndarray, rd: np.ndarray) -> np.ndarray:
    """d/dt J(r) rd; terms with rd x rd are gone."""
    s, sd = _square(r), 2 * np.sum(r * rd, axis=-1, keepdims=True)
    once = np.cross(r, rd)
    twice = np.cross(r, once)
    rate: np.ndarray = sd * (_series_rate(3, s) * twice - _series_rate(2, s) * once) + _series(3, s) * np.cross(
        rd, once
    )
    return rate


def _series(k: int, s: np.ndarray) -> np.ndarray:
    """Sum of (-s)^j / (2j + k)!: for angle t, k = 1, 2, 3 are sin t/t, (1 - cos t)/t^2, (t - sin t)/t^3."""
    total: np.ndarray = np.polynomial.polynomial.polyval(s, _coefficients(k))
    return total


def _series_rate(k: int, s: np.ndarray) -> np.ndarray:
    """Derivative of `_series` by s."""
    total: np.ndarray = np.polynomial.polynomial.polyval(s, _coefficients(k)[1:] * np.arange(1, TERMS))
    return total


def _coefficients(k: int) -> np.ndarray:
    return np.array([(-1) ** j / factorial(2 * j + k) for j in range(TERMS)])


def _square(r: np.ndarray) -> np.ndarray:
    square: np.ndarray = np.sum(r * r, axis=-1, keepdims=True)
    return square


def _cross_matrix(r: np.ndarray) -> np.ndarray:
    """[r], with [r] x = r x x."""
    x, y, z = np.moveaxis(r, -1, 0)
    zero = np.zeros_like(x)
    rows = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
