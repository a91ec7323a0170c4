"""Names of modes: the coordinates with the largest shares of the kinetic energy.

A car in a slow bend goes far to the side, whatever swings: its place tells no modes apart, and only the energy of the
speeds counts. The kinetic energy is the sum of s_i* (M s)_i, and the share of coordinate i is

    |Re(s_i* (M s)_i)| / sum_k |Re(s_k* (M s)_k)|

of it: in whichever unit a coordinate is measured its share is the same, none is below zero, and together they are one.
A part that is carried against its carrier takes energy off the sum; its share is how much it takes. That of a floating
body depends on the point its speed is taken at; at the centre of mass of all it carries, heave, pitch, roll and yaw are
told apart.

Where wheels roll without slip, most speeds follow from a few: those of the frame's place from its lean and from the
steering. Shares are those of the independent speeds then, with the inertia of all that follows them.
"""

from __future__ import annotations

import numpy as np

from jounce.simulation.linear.operating_point import OperatingPoint

STILL = 1e-10  # kinetic energy by the square of the mode's largest entry, below which nothing moves
TOLD = 0.25  # of the largest share: coordinates with that much are named beside it
MOST = 3  # names of a mode
SIX = ("wx", "wy", "wz", "vx", "vy", "vz")


class ModeNames:
    """Names the eigenvectors of one operating point, given over all (positions, speeds, elements)."""

    def __init__(self, point: OperatingPoint, following: np.ndarray, independent: np.ndarray):
        """`following` are all speeds by the `independent` ones, which are given by their numbers."""
        self.residual = point.residual
        if self.residual.speeds_only[point.active].any():
            self.read, self.M = np.eye(len(point.M))[independent], following.T @ point.M @ following
            self.names = [self.residual.positions[i] for i in independent]
        else:
            self.read = _at_centres_of_mass(list(self.residual.speeds), point.M)
            back = np.linalg.inv(self.read)
            self.M, self.names = back.T @ point.M @ back, list(self.residual.positions)

    def shares(self, vector: np.ndarray) -> dict[str, float]:
        """Returns the share of each coordinate in the kinetic energy, one in all; none where nothing moves."""
        share = self._energies(vector)
        if share.sum() <= STILL * np.abs(vector).max() ** 2:
            return {}
        return dict(zip(self.names, (share / share.sum()).tolist(), strict=True))

    def _energies(self, vector: np.ndarray) -> np.ndarray:
        n = len(self.residual.speeds)
        s = self.read @ vector[n : 2 * n]
        energies: np.ndarray = np.abs((s.conj() * (self.M @ s)).real)
        return energies

    def name(self, vector: np.ndarray) -> str:
        """Returns, where nothing moves, the largest change of a position or of a state of an element instead."""
        residual = self.residual
        n, share = len(residual.speeds), self._energies(vector)
        if share.sum() <= STILL * np.abs(vector).max() ** 2:
            still = np.abs(np.concatenate([vector[:n], vector[2 * n :]]))
            return [*residual.positions, *residual.elements][int(still.argmax())]
        largest = [i for i in np.argsort(-share.round(12), kind="stable") if share[i] >= TOLD * share.max()]
        return " and ".join(self.names[i] for i in largest[:MOST])


def _at_centres_of_mass(speeds: list[str], M: np.ndarray) -> np.ndarray:
    """Gives speeds with those of each floating body taken at the centre of mass of all it carries: v + (M_vw / m) w."""
    change = np.eye(len(speeds))
    for name in speeds:
        body, _, last = name.rpartition(".")
        if last == "wx" and f"{body}.vz" in speeds:
            w, v = np.split(np.array([speeds.index(f"{body}.{word}") for word in SIX]), 2)
            change[np.ix_(v, w)] = M[np.ix_(v, w)] / M[v[0], v[0]]
    return change
