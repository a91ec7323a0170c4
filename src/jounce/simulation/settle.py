"""Let a model come to rest by itself: a place to search for equilibrium from, where the design position is far off."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.driver import integrate
from jounce.simulation.prepare import Prepared

LONG_ENOUGH = 5.0  # s: a few swings of any car on its springs
STEP = 5e-4  # s


def settled(ready: Prepared, inputs: Mapping[str, float]) -> np.ndarray:
    """The state after some seconds under constant inputs, its speeds taken away."""
    given = {part.name: float(inputs.get(part.name, part.default)) for part in ready.model.inputs}  # type: ignore[arg-type]
    work, samples = ready.workspace(), np.array([0.0, LONG_ENOUGH])
    run = integrate(work, ready.state, 0.0, LONG_ENOUGH, samples=samples, step=STEP, inputs=InputHistory.of(given))
    state = run.y_end.copy()
    state[list(ready.layout.speeds.values())] = 0.0
    return state
