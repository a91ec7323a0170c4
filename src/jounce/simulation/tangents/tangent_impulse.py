"""Tangents across the impulse of a drive whose speed jumps, by the law that runs have in `drive_impulse.py`.

The state behind a knot is y + a(y, du') with a linear in the jump du' of the drive's speed, and a depends on where the
mechanism stands and on the numbers of its parts. Its derivative is taken by central differences of the compiled
right-hand side along each direction: a number at an instant, not a course.
"""

from __future__ import annotations

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.simulation.workspace import Workspace


def add_drive_impulse(
    probe: Workspace, drives: np.ndarray, state: np.ndarray, before: np.ndarray, behind: np.ndarray
) -> np.ndarray:
    """The state behind the impulse of drives; inputs as they are before and behind it."""
    rates = 2 + INPUT_WIDTH * np.unique(drives[:, 1])
    probe.modes[[place for name in probe.layout.frictions for place in probe.layout.places_of_friction(name)[:1]]] = 0.0
    probe.inputs[:] = behind
    probe.inputs[rates] = 0.5 * (before[rates] + behind[rates])
    found = []
    for jump in (behind[rates] - before[rates], 0.0):
        probe.inputs[rates + 1] = jump
        found.append(probe.call("rhs", state, len(state)))
    moved: np.ndarray = state + found[0] - found[1]
    return moved
