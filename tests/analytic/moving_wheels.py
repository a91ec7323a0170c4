"""Wheels whose motion is known in closed form, or from positions alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from on_arrays import on_arrays
from scipy.optimize import brentq

from jounce.studies.kinematics.outputs.wheel_motion import Derived, WheelMotion, wheel_motion

UP, AHEAD = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])


def unit(v) -> np.ndarray:
    return np.asarray(v, float) / np.linalg.norm(v)


def turned(axis: np.ndarray, angle: float, r: np.ndarray) -> np.ndarray:
    """Rodrigues: r turned about a unit axis."""
    c, s = np.cos(angle), np.sin(angle)
    return c * r + s * np.cross(axis, r) + (1 - c) * np.dot(axis, r) * axis


def by_differences(point: Callable[[float], np.ndarray], z: np.ndarray, h: float = 2e-3) -> Derived:
    """Value and derivatives of a smooth path by central differences of sixth order.

    On paths with radii near 0.3 m the truncation is about (h/0.3)^6 = 1e-13, the rounding 1e-16/h = 1e-13 for
    the first and 1e-16/h^2 = 1e-10 for the second derivative.
    """
    f = {k: np.array([point(x + k * h) for x in z]) for k in range(-3, 4)}
    d = (45 * (f[1] - f[-1]) - 9 * (f[2] - f[-2]) + (f[3] - f[-3])) / (60 * h)
    dd = (270 * (f[1] + f[-1]) - 27 * (f[2] + f[-2]) + 2 * (f[3] + f[-3]) - 490 * f[0]) / (180 * h * h)
    return Derived(f[0], d, dd)


class HingedWheel:
    """A carrier on one hinge: swing arm, trailing arm or anything between, with its exact motion over travel."""

    def __init__(self, pivot, axis, centre, spin=(0.0, 1.0, 0.0), side=1, radius=0.3):
        self.pivot, self.axis, self.centre = np.array(pivot), unit(axis), np.array(centre)
        self.spin, self.side, self.radius = unit(spin), side, radius

    def angle(self, z: float) -> float:
        """Newton for the angle at which the wheel centre has risen by z."""
        q, step = 0.0, 1.0
        while abs(step) > 1e-12:  # the next step would be its square
            r = turned(self.axis, q, self.centre - self.pivot)
            step = ((self.pivot + r)[2] - self.centre[2] - z) / np.cross(self.axis, r)[2]
            q -= step
        return q

    def point(self, z: float, at) -> np.ndarray:
        """Where the carrier's point that was at `at` has gone."""
        return self.pivot + turned(self.axis, self.angle(z), np.asarray(at) - self.pivot)

    def motion(self, z: np.ndarray) -> WheelMotion:
        marks = (self.centre, self.centre + self.spin, self.centre + unit(np.cross(self.spin, UP)))
        return on_arrays(wheel_motion)(self.side, self.radius, *(self.curve(z, at) for at in marks))

    def curve(self, z: np.ndarray, at) -> Derived:
        """Chain rule by hand: with r_q = a x r, q' = 1/W_q, q'' = -W_qq q'^3."""
        rows = []
        for x in z:
            W, P = (self.point(x, p) - self.pivot for p in (self.centre, at))
            W_q, P_q = np.cross(self.axis, W), np.cross(self.axis, P)
            W_qq, P_qq = np.cross(self.axis, W_q), np.cross(self.axis, P_q)
            q_d = 1.0 / W_q[2]
            q_dd = -W_qq[2] * q_d**3
            rows.append((self.pivot + P, P_q * q_d, P_qq * q_d**2 + P_q * q_dd))
        return Derived(*(np.array(part) for part in zip(*rows, strict=True)))


class FourBar:
    """Planar double wishbone in the front view: two arms, knuckle between their ends, positions by circles."""

    def __init__(self, lower_pivot, lower_ball, upper_pivot, upper_ball, centre):
        points = (lower_pivot, lower_ball, upper_pivot, upper_ball, centre)
        self.A, self.B, self.D, self.C, self.W = (np.array(p) for p in points)  # (y, z) each

    def knuckle(self, angle: float) -> tuple[np.ndarray, float]:
        """Lower ball and turn of the knuckle when the lower arm has turned by `angle` (y towards z)."""
        B = self.A + _plane(angle) @ (self.B - self.A)
        to_D = self.D - B
        link, arm, reach = (np.linalg.norm(v) for v in (self.C - self.B, self.C - self.D, to_D))
        inside = np.arccos((link**2 + reach**2 - arm**2) / (2 * link * reach))
        here, design = self.D - self.B, self.C - self.B
        sense = np.sign(here[0] * design[1] - here[1] * design[0])
        direction = np.arctan2(to_D[1], to_D[0]) + sense * inside
        return B, direction - np.arctan2(design[1], design[0])

    def points(self, z: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Lower ball, upper ball, wheel centre in the plane, and the spin axis, at wheel travel z."""

        def excess(angle: float) -> float:
            B, turn = self.knuckle(angle)
            return (B + _plane(turn) @ (self.W - self.B))[1] - self.W[1] - z

        B, turn = self.knuckle(brentq(excess, -0.6, 0.6, xtol=1e-15, rtol=1e-15))
        R = _plane(turn)
        return B, B + R @ (self.C - self.B), B + R @ (self.W - self.B), R @ np.array([1.0, 0.0])

    def motion(self, z: np.ndarray, radius: float = 0.3) -> WheelMotion:
        centre = by_differences(lambda x: _space(self.points(x)[2]), z)
        spindle = by_differences(lambda x: _space(self.points(x)[2] + self.points(x)[3]), z)
        mark = Derived(centre.at + AHEAD, centre.d, centre.dd)
        return on_arrays(wheel_motion)(1, radius, centre, spindle, mark)


def _plane(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _space(p: np.ndarray) -> np.ndarray:
    return np.array([0.0, p[0], p[1]])


def mirror_image(wheel: WheelMotion) -> WheelMotion:
    """The other side's wheel in the same movement; the spin axis points left again, turning is axial."""
    flip = np.array([1.0, -1.0, 1.0])
    centre, spin = Derived(*(flip * p for p in wheel.centre)), Derived(*(-flip * p for p in wheel.spin))
    return WheelMotion(-wheel.side, wheel.radius, centre, spin, -flip * wheel.turning)
