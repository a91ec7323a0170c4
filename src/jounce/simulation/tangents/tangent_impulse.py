"""Tangents across the impulse of a drive whose speed jumps, by the law that runs have in `drive_impulse.py`.

The state behind a knot is y + a(y, du') with a linear in the jump du' of the drive's speed, and a depends on where the
mechanism stands and on the numbers of its parts. Its derivative is taken by central differences of the compiled
right-hand side along each direction: a number at an instant, not a course. As a is linear, it is taken for a jump that
is blown up, beside which forces vanish in rounding too: a small difference of large accelerations has few digits.
"""

from __future__ import annotations

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.simulation.workspace import Workspace

LARGE = 1e6  # m/s2 or rad/s2: far above what forces do


def jump_by_drives(
    probe: Workspace, drives: np.ndarray, state: np.ndarray, before: np.ndarray, behind: np.ndarray
) -> np.ndarray:
    """Tells how far the state jumps by the impulse of drives; inputs as they are before and behind it."""
    rates = 2 + INPUT_WIDTH * np.unique(drives[:, 1])
    probe.modes[[place for name in probe.layout.frictions for place in probe.layout.places_of_friction(name)[:1]]] = 0.0
    probe.inputs[:] = behind
    probe.inputs[rates] = 0.5 * (before[rates] + behind[rates])
    jumps = behind[rates] - before[rates]
    largest = np.abs(jumps).max()
    if largest == 0.0:
        return np.zeros_like(state)
    found = []
    for u in (LARGE / largest * jumps, 0.0):
        probe.inputs[rates + 1] = u
        found.append(probe.call("rhs", state, len(state)))
    jump: np.ndarray = largest / LARGE * (found[0] - found[1])
    return jump
