"""Directions in which a state can change, by name: positions along the tangent, speeds, states of elements.

A floating body moves along x, y, z of the ground, rolls and pitches about its own axes and yaws about the vertical;
a ball joint turns about the child's axes. Then place and yaw of a car on a plane are directions of their own.
"""

from __future__ import annotations

import numpy as np

from jounce.equations.layout import Layout
from jounce.equations.residual import position_names
from jounce.mechanism import Mechanism
from jounce.spatial.rotation import rotation_of_quaternion

LYING = 0.25  # square of the vertical's share of a body's own z axis, below which that axis is taken instead


class Tangent:
    """Names and places of all that can change in a compiled model; positions in the order of the speeds' places."""

    def __init__(self, mechanism: Mechanism, layout: Layout):
        links = mechanism.links
        named = {s.name: p for link in links for s, p in zip(link.speeds, position_names(link), strict=True)}
        self.speeds = tuple(sorted(layout.speeds, key=layout.speeds.__getitem__))
        self.positions = tuple(named[name] for name in self.speeds)
        self.elements = tuple(layout.elements)
        self.speed_places = np.array([layout.speeds[name] for name in self.speeds], int)
        self.element_places = np.array(list(layout.elements.values()), int)
        first = int(self.speed_places[0]) if len(self.speeds) else 0
        self._floats = []  # places of quaternion and of the six speeds, the latter counted from the first speed
        for link in links:
            if link.floats:
                quaternion = [layout.coordinates[n.name] for n in link.coordinates[3:7]]
                self._floats.append((quaternion, np.array([layout.speeds[n.name] - first for n in link.speeds])))
        self._glides = [  # place of the angle, and of the speeds along both axes, counted likewise
            (layout.coordinates[link.coordinates[2].name], [layout.speeds[n.name] - first for n in link.speeds[1:]])
            for link in links
            if any(motion.glides for motion in link.motions)
        ]

    def position_rates(self, states: np.ndarray) -> np.ndarray:
        """Tells how fast each position changes, for each row of states."""
        rates = states[:, self.speed_places]
        for quaternion, six in self._floats:
            R = _rotations(states[:, quaternion])
            w, v = rates[:, six[:3]], rates[:, six[3:]]
            vertical = _vertical(R)
            yaw = w[:, 2:] / vertical[:, 2:]
            turning = np.column_stack([w[:, :2] - yaw * vertical[:, :2], yaw])
            rates[:, six] = np.column_stack([turning, (R @ v[:, :, np.newaxis])[:, :, 0]])
        for angle, (x, y) in self._glides:
            c, s = np.cos(states[:, angle]), np.sin(states[:, angle])
            rates[:, [x, y]] = np.column_stack([c * rates[:, x] - s * rates[:, y], s * rates[:, x] + c * rates[:, y]])
        return rates

    def along_speeds(self, state: np.ndarray, changes: np.ndarray) -> np.ndarray:
        """Returns small changes of positions, a row each, in the directions of the speeds."""
        moved = changes.copy()
        for quaternion, six in self._floats:
            (R,) = _rotations(state[np.newaxis, quaternion])
            (vertical,) = _vertical(R[np.newaxis])
            moved[:, six[2]] = 0.0
            moved[:, six[:3]] += changes[:, six[2:3]] * vertical
            moved[:, six[3:]] = changes[:, six[3:]] @ R
        for angle, (x, y) in self._glides:
            c, s = np.cos(state[angle]), np.sin(state[angle])
            moved[:, [x, y]] = np.column_stack(
                [c * changes[:, x] + s * changes[:, y], c * changes[:, y] - s * changes[:, x]]
            )
        return moved


def _rotations(quaternions: np.ndarray) -> np.ndarray:
    """Returns [row, 3, 3] from a quaternion in each row."""
    return np.moveaxis(np.array(rotation_of_quaternion(tuple(quaternions.T))), -1, 0)


def _vertical(R: np.ndarray) -> np.ndarray:
    """Returns the ground's z axis in the body's axes, or the body's own z axis where it lies; for each row."""
    lies = R[:, 2, 2] ** 2 < LYING
    return np.where(lies[:, np.newaxis], (0.0, 0.0, 1.0), R[:, 2])
