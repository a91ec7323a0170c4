"""Modes that carry the sideways and the yaw velocity of a car, by participation factors.

With right and left vectors v and u of an eigenvalue, a velocity y = c x and the motion b of the car as a whole that has
this velocity and no other, c b = 1, the participation of the mode is

    p = (c v) (u b) / (u v),        the sum over all modes is c b = 1

[Perez-Arriaga, Verghese, Schweppe 1982, for single states]. It is of no unit, and no scale of v or u counts. The share
of a mode is |p| over the sum of all |p|, a complex pair taken together. Residues of an input would not do: between
heavily damped modes they cancel, and whatever the input does not push is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.simulation.linear.idle_motions import without_idle_motions
from jounce.simulation.linear.linearise import LinearModel

LEAST_SHARE = 0.1  # of the sideways or the yaw velocity


@dataclass(frozen=True, kw_only=True)
class SideMode:
    """One eigenvalue, or a complex pair, and what it has of both velocities."""

    eigenvalue: complex  # 1/s, imaginary part not negative
    sideways: float  # share of the centre of mass's velocity to the side
    yaw: float  # share of the yaw velocity

    def values(self, number: int) -> dict[str, float]:
        """Returns the figures by the names of the metrics in `SIDE_MODE_METRICS`."""
        size = abs(self.eigenvalue)
        return {
            f"side_mode_{number}": size / (2.0 * pi),
            f"side_mode_{number}_damping": -self.eigenvalue.real / size,
            f"side_mode_{number}_sideways": self.sideways,
            f"side_mode_{number}_yaw": self.yaw,
        }


SIDE_MODE_METRICS = {
    "side_mode_{number}_damping": ("1", "damping ratio of mode {number}: 1 of a real eigenvalue, -1 of one that grows"),
    "side_mode_{number}_sideways": (
        "1",
        "share of mode {number} in the sideways velocity of the centre of mass, by participation factors",
        "share",
    ),
    "side_mode_{number}_yaw": ("1", "share of mode {number} in the yaw velocity, by participation factors", "share"),
    "side_mode_{number}": (
        "Hz",
        "eigenvalue by 2 pi of mode {number}, by rising size, of those with at least 10 % of sideways or yaw velocity",
    ),
}


def side_modes(linear: LinearModel, car: CarModel, outputs: tuple[str, str]) -> list[SideMode]:
    """Modes with at least a tenth of sideways or yaw velocity, by rising size; both are outputs of the linear car."""
    c = linear.C[[linear.outputs.index(name) for name in outputs]]
    quotient = without_idle_motions(linear.A, c)
    eigenvalues, right = np.linalg.eig(quotient.A)
    left = np.linalg.inv(right)
    p = np.abs((quotient.C @ right) * (left @ quotient.T @ _rigid_motions(linear, car, c)).T)
    shares = p / p.sum(axis=1, keepdims=True)
    found = [
        SideMode(eigenvalue=complex(s), sideways=float(a), yaw=float(b))
        for s, (a, b) in zip(eigenvalues, (np.where(eigenvalues.imag > 0.0, 2.0, 1.0) * shares).T, strict=True)
        if s.imag >= 0.0 and max(a, b) >= LEAST_SHARE
    ]
    return sorted(found, key=lambda mode: abs(mode.eigenvalue))


def _rigid_motions(linear: LinearModel, car: CarModel, c: np.ndarray) -> np.ndarray:
    """Finds b of the car's sideways velocity without yaw, and of its yaw velocity without a sideways one (columns)."""
    own = np.zeros((len(linear.states), 2))
    own[[linear.states.index(car.coordinate(word)) for word in ("vy", "wz")], [0, 1]] = 1.0
    found: np.ndarray = own @ np.linalg.inv(c @ own)
    return found
