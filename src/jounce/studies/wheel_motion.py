"""How a wheel moves on its suspension, and where it touches the road.

Every array runs along a sweep: (..., n, 3) for points and directions, (..., n) for figures; with both corners of an
axle the first axis is left, right. A rate is the derivative by
the driven input (wheel travel or rack displacement), taken from the mechanism's own equations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Side = int | np.ndarray
UP = np.array([0.0, 0.0, 1.0])  # the road's normal: the rig's pads stay level in the body's axes


class Curve(NamedTuple):
    """Something along a sweep, with its first and second derivative by the driven input."""

    at: np.ndarray
    d: np.ndarray
    dd: np.ndarray


class WheelMotion(NamedTuple):
    """Pose and motion of one wheel carrier."""

    side: Side  # +1 left, -1 right; [[1], [-1]] for both
    radius: float | np.ndarray  # m, of the loaded tyre; [[left], [right]] for both
    centre: Curve  # W
    spin: Curve  # e, unit, to the left on both sides
    turning: np.ndarray  # angular rate of the carrier, vehicle axes


class Contact(NamedTuple):
    """The point of contact with the road, seen from the body."""

    at: np.ndarray  # C
    rolling: np.ndarray  # C': moves round the tyre as the wheel inclines, so that the wheel can roll
    locked: np.ndarray  # C*': that of the carrier's point at C, as if the wheel were locked to the carrier


def row_dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("...i,...i->...", a, b)


def row_length(a: np.ndarray) -> np.ndarray:
    return np.sqrt(row_dot(a, a))


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a x b row by row; for a hundred rows, NumPy's own takes three times as long."""
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        out[..., i] = a[..., j] * b[..., k] - a[..., k] * b[..., j]
    return out


def wheel_motion(side: Side, radius: float | np.ndarray, centre: Curve, spindle: Curve, mark: Curve) -> WheelMotion:
    """From three points of the carrier: `spindle` and `mark` lie 1 m from `centre`, at right angles."""
    e = Curve(*(s - c for s, c in zip(spindle, centre, strict=True)))
    f = Curve(*(m - c for m, c in zip(mark, centre, strict=True)))
    return WheelMotion(side, radius, centre, e, angular_rate(e.at, e.d, f.at, f.d))


def angular_rate(e: np.ndarray, e_d: np.ndarray, f: np.ndarray, f_d: np.ndarray) -> np.ndarray:
    """w of a body in which the perpendicular unit vectors e and f are fixed: w = (e x e' + f x f' + g x g') / 2."""
    g = cross(e, f)
    g_d = cross(e_d, f) + cross(e, f_d)
    return 0.5 * (cross(e, e_d) + cross(f, f_d) + cross(g, g_d))


def contact(wheel: WheelMotion) -> Contact:
    """C = W + R u/|u| with u = -n + (n . e) e: the lowest point of the wheel's disc, and its exact rates."""
    (W, W_d, _), (e, e_d, _) = wheel.centre, wheel.spin
    radius, lean, lean_d = np.asarray(wheel.radius)[..., None], e[..., 2:], e_d[..., 2:]
    u, u_d = lean * e - UP, lean_d * e + lean * e_d
    length = row_length(u)[..., None]
    down = u / length
    down_d = (u_d - row_dot(u_d, down)[..., None] * down) / length
    C = W + radius * down
    return Contact(C, W_d + radius * down_d, W_d + cross(wheel.turning, C - W))


def heading(e: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x_w and y_w: where the wheel points, and its left, both in the road plane."""
    x = cross(e, UP)
    x = x / row_length(x)[..., None]
    return x, cross(UP, x)
