"""Axles solved by their positions alone: rods keep their lengths, contact points their heights.

Nothing here knows rates, travel or roll centres: what an output calls a rate is a difference of such positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

UP = np.array([0.0, 0.0, 1.0])
Place = Callable[[np.ndarray], np.ndarray]  # a point of the car body -> where it is over the road
LOWER = (("lower_arm_front", "lower_ball_joint"), ("lower_arm_rear", "lower_ball_joint"))
UPPER = (("upper_arm_front", "upper_ball_joint"), ("upper_arm_rear", "upper_ball_joint"))
TIE_ROD = (("tie_rod_inner", "tie_rod_outer"),)
UPPER_LINKS = tuple((f"upper_{word}_link_inner", f"upper_{word}_link_outer") for word in ("front", "rear"))
CROSS_LINKS = tuple((f"{word}_link_inner", f"{word}_link_outer") for word in ("lower", "upper"))
RODS = {
    "double_wishbone": (*LOWER, *UPPER, *TIE_ROD),
    "macpherson": (*LOWER, *TIE_ROD),
    "two_upper_links": (*LOWER, *UPPER_LINKS, *TIE_ROD),
    "trailing_arm_links": CROSS_LINKS,
}
BALLS = {"trailing_arm_links": ("pivot",)}  # points of the carrier that stay on the car body


def still(point: np.ndarray) -> np.ndarray:
    """The body as designed."""
    return point


def rolled(phi: float, y: float = 0.0, z: float = 0.0) -> Place:
    """The body turned about the x axis through the origin, right side down, then shifted."""
    turn, shift = Rotation.from_rotvec([phi, 0.0, 0.0]), np.array([0.0, y, z])
    return lambda point: turn.apply(point) + shift


def spin_axis(side: int, toe: float, camber: float) -> np.ndarray:
    """To the left on both sides; toe-in and a top that leans outward are positive. [ISO 8855]"""
    steer, lean = -side * toe, -side * camber
    return np.array([-np.sin(steer) * np.cos(lean), np.cos(steer) * np.cos(lean), np.sin(lean)])


def steer_and_lean(e: np.ndarray) -> np.ndarray:
    return np.array([np.arctan2(-e[0], e[1]), np.arcsin(e[2])])


@dataclass(frozen=True)
class Disc:
    """A wheel: its centre and spin axis as designed, its radius."""

    centre: np.ndarray
    spin: np.ndarray
    radius: float

    def lowest(self, carried: Carried, up: np.ndarray = UP) -> np.ndarray:
        """Its lowest point where a carrier has gone."""
        e = carried.direction(self.spin)
        down = (up @ e) * e - up
        return carried.point(self.centre) + self.radius * down / np.linalg.norm(down)


@dataclass(frozen=True)
class Carried:
    """Where a carrier has gone: six numbers, shift and turn about a point."""

    pose: np.ndarray
    about: np.ndarray

    def direction(self, v: np.ndarray) -> np.ndarray:
        return Rotation.from_rotvec(self.pose[3:]).apply(v)

    def point(self, p: np.ndarray) -> np.ndarray:
        return self.about + self.pose[:3] + self.direction(p - self.about)


@dataclass(frozen=True)
class Carrier:
    """A rigid body on rods, and on a strut where it has one: a line of the body that passes through a fixed point."""

    rods: Sequence[tuple[np.ndarray, np.ndarray]]  # point of the car body, point of the carrier
    discs: Sequence[Disc]
    strut: tuple[np.ndarray, np.ndarray] | None = None  # top on the car body, bottom on the carrier

    def at(self, pose: np.ndarray) -> Carried:
        return Carried(pose, self.discs[0].centre)

    def misses(self, pose: np.ndarray, place: Place) -> list[float]:
        """By how much rods and strut are wrong."""
        here = self.at(pose)
        found = [np.linalg.norm(place(a) - here.point(b)) - np.linalg.norm(a - b) for a, b in self.rods]
        if self.strut:
            top, bottom = self.strut
            along = (top - bottom) / np.linalg.norm(top - bottom)
            across = np.cross(along, [1.0, 0.0, 0.0])
            apart = place(top) - here.point(bottom)
            found += [here.direction(v) @ apart for v in (across, np.cross(along, across))]
        return found


def carrier_of_corner(
    template: str, points: Mapping[str, Sequence[float]], side: int, alignment: tuple[float, float], radius: float
) -> Carrier:
    """A corner from the hardpoints of the left side."""
    p = {name: np.array(point) * [1.0, side, 1.0] for name, point in points.items()}
    disc = Disc(p["wheel_centre"], spin_axis(side, *alignment), radius)
    strut = (p["strut_top"], p["strut_bottom"]) if template == "macpherson" else None
    held = [(p[ball] + axis, p[ball]) for ball in BALLS.get(template, ()) for axis in np.eye(3)]  # three rods of 1 m
    return Carrier([(p[a], p[b]) for a, b in RODS[template]] + held, [disc], strut)


def solved(residuals: Callable[[np.ndarray], Sequence[float]], start: np.ndarray) -> np.ndarray:
    """Where all residuals vanish, to rounding: Newton's method with differences."""
    x, h = start, 1e-6
    for _ in range(20):
        columns = [np.subtract(residuals(x + d), residuals(x - d)) / (2 * h) for d in h * np.eye(len(x))]
        step = np.linalg.solve(np.transpose(columns), residuals(x))
        x = x - step
        if np.abs(step).max() < 1e-13:
            return x
    raise ValueError("no position found")


def slope_at_zero(f: Callable[[float], np.ndarray], h: float) -> np.ndarray:
    """Central difference of sixth order."""
    v = {k: f(k * h) for k in (-3, -2, -1, 1, 2, 3)}
    return (45 * (v[1] - v[-1]) - 9 * (v[2] - v[-2]) + (v[3] - v[-3])) / (60 * h)
