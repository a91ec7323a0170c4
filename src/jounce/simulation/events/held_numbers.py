"""Held numbers of a run as Python sees them: held at its end, and settled where no time passes."""

from __future__ import annotations

import numpy as np

from jounce.errors import NumericalError
from jounce.simulation.integrators.job import MOST_ROUNDS
from jounce.simulation.workspace import Workspace


def held_at_end(work: Workspace, t_end: float) -> np.ndarray:
    """Held numbers as a run that goes on from here sees them: its time begins at zero, and instants lie before."""
    modes = work.modes.copy()
    modes[work.layout.instants] -= t_end
    return modes[work.layout.held_places()]


def settle_held(work: Workspace, state: np.ndarray) -> list[str]:
    """Lets conditions that are met at a state, at the inputs as they stand, change held numbers: which, in order."""
    layout, done = work.layout, list[str]()
    if not layout.sets:
        return done
    guards, values, places = np.array(layout.sets).T
    names = list(layout.guards)
    at = np.array([layout.guards[name][0] for name in names])
    for _ in range(MOST_ROUNDS):
        work.rhs(state)
        met = work.work[at[guards]] <= 0.0
        if not met.any():
            return done
        done += dict.fromkeys(names[guard] for guard in guards[met])
        work.modes[places[met]] = work.work[values[met]]
    raise NumericalError(f"{work.model.name}: held numbers of {done[-1]} change without end at one instant")
