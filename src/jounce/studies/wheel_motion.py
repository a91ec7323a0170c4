"""How a wheel moves on its suspension, and where it touches the road.

Every array runs along a sweep: (n, 3) for points and directions, (n,) for figures. A rate is the derivative by
the driven input (wheel travel or rack displacement), taken from the mechanism's own equations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

UP = np.array([0.0, 0.0, 1.0])  # the road's normal: the rig's pads stay level in the body's axes


class Curve(NamedTuple):
    """Something along a sweep, with its first and second derivative by the driven input."""

    at: np.ndarray
    d: np.ndarray
    dd: np.ndarray


class WheelMotion(NamedTuple):
    """Pose and motion of one wheel carrier."""

    side: int  # +1 left, -1 right
    radius: float  # m, of the loaded tyre
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


def wheel_motion(side: int, radius: float, centre: Curve, spindle: Curve, mark: Curve) -> WheelMotion:
    """From three points of the carrier: `spindle` and `mark` lie 1 m from `centre`, at right angles."""
    e = Curve(*(s - c for s, c in zip(spindle, centre, strict=True)))
    f = Curve(*(m - c for m, c in zip(mark, centre, strict=True)))
    return WheelMotion(side, radius, centre, e, angular_rate(e.at, e.d, f.at, f.d))


def angular_rate(e: np.ndarray, e_d: np.ndarray, f: np.ndarray, f_d: np.ndarray) -> np.ndarray:
    """w of a body in which the perpendicular unit vectors e and f are fixed: w = (e x e' + f x f' + g x g') / 2."""
    g = np.cross(e, f)
    g_d = np.cross(e_d, f) + np.cross(e, f_d)
    return 0.5 * (np.cross(e, e_d) + np.cross(f, f_d) + np.cross(g, g_d))


def contact(wheel: WheelMotion) -> Contact:
    """C = W + R u/|u| with u = -n + (n . e) e: the lowest point of the wheel's disc, and its exact rates."""
    (W, W_d, _), (e, e_d, _) = wheel.centre, wheel.spin
    lean, lean_d = row_dot(e, UP)[:, None], row_dot(e_d, UP)[:, None]
    u, u_d = lean * e - UP, lean_d * e + lean * e_d
    length = np.linalg.norm(u, axis=1)[:, None]
    down = u / length
    down_d = (u_d - row_dot(u_d, down)[:, None] * down) / length
    C = W + wheel.radius * down
    return Contact(C, W_d + wheel.radius * down_d, W_d + np.cross(wheel.turning, C - W))


def heading(e: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x_w and y_w: where the wheel points, and its left, both in the road plane."""
    x = np.cross(e, UP)
    x = x / np.linalg.norm(x, axis=1)[:, None]
    return x, np.cross(UP, x)
