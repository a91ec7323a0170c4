"""Directions along which a run may change: of its start, of its numbers and of its inputs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, kw_only=True)
class RunDirections:
    """Directions of change: a row each, of the state at the start, of all values, and of the pieces of all inputs."""

    state: np.ndarray
    values: np.ndarray
    pieces: np.ndarray  # [direction, piece, coefficient]

    @property
    def count(self) -> int:
        return len(self.state)

    def changing(self) -> list[list[int]]:
        """Places of the values that change along each direction."""
        return [np.flatnonzero(row).tolist() for row in self.values]
