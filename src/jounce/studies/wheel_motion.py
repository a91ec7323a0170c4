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


Stack = Curve | np.ndarray  # the same in one array, [order of derivative, ...]


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


def wheel_motion(side: Side, radius: float | np.ndarray, centre: Stack, spindle: Stack, mark: Stack) -> WheelMotion:
    """From three points of the carrier: `spindle` and `mark` lie 1 m from `centre`, at right angles."""
    e, f = (Curve(*np.subtract(point, centre)) for point in (spindle, mark))
    return WheelMotion(side, radius, Curve(*centre), e, angular_rate(e.at, e.d, f.at, f.d))


def angular_rate(e: np.ndarray, e_d: np.ndarray, f: np.ndarray, f_d: np.ndarray) -> np.ndarray:
    """w of a body in which the perpendicular unit vectors e and f are fixed: e' = w x e gives w . (e x f) = e' . f."""
    g = cross(e, f)
    along_e, along_f, along_g = row_dot(f_d, g), -row_dot(e_d, g), row_dot(e_d, f)
    return along_e[..., None] * e + along_f[..., None] * f + along_g[..., None] * g


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
    x, y = np.zeros_like(e), np.zeros_like(e)
    level = np.hypot(e[..., 0], e[..., 1])
    y[..., 0], y[..., 1] = e[..., 0] / level, e[..., 1] / level
    x[..., 0], x[..., 1] = y[..., 1], -y[..., 0]
    return x, y
