"""The search for an event inside a step of a W-method, on its dense output.

A shorter step of such a method needs a matrix of its own, which takes longer than all else. Its dense output is as
accurate as its steps, and the state at the event is taken from there, its loops closed: guards and state belong
together, as they do where a step is taken again.
"""

from __future__ import annotations

import numpy as np

from jounce.equations.recursive.kernels import GUARDS
from jounce.simulation.events.location import Location
from jounce.simulation.integrators.job import AFTER, RATE, RATE_AT_END, RAW, RUNNING

CORRECTIONS = 4
CLOSED = 1e-11  # m, rad, and their rates


class InsideStep(Location):
    """The search for the first event in a step, by states between its ends."""

    def step_to(self, time: float) -> int:
        """The state at a time inside the step becomes that of the run; its guards are noted."""
        work, count = self.watch.work, self.watch.count
        state = self._state_at(time)
        work.rhs(state)
        self.watch.arrays["guards"][:count] = work.work[GUARDS : GUARDS + count]
        self.run["state"][:] = state
        self.job["t"] = time
        self.job["evaluations"] += 1
        return RUNNING

    def restore_stop(self, reached: float) -> None:
        """The step counts as taken: rows up to the event are written."""
        samples, row = self.run["samples"], int(self.job["next_sample"])
        while row < len(samples) and samples[row] <= reached:
            state = self._state_at(float(samples[row]))
            self.run["sample_states"][row] = state
            self.run["sample_channels"][row] = self.watch.work.channels(state)
            row += 1
        self.job["next_sample"] = row
        self.job["steps"] += 1
        self.job["jacobian_age"] += 1
        self.job["next_stop"] = self.place + int(reached >= self.stop)

    def _state_at(self, time: float) -> np.ndarray:
        """Hermite's cubic between the ends of the step, bent towards the projected end, its loops closed."""
        work, rows = self.watch.work, self.run["scratch"]
        work.inputs[:] = self.watch.inputs.at(time)
        state: np.ndarray = rows[AFTER].copy()
        if time >= self.end:
            return state
        y, h = self.start[1], self.end - self.t
        s = (time - self.t) / h
        c1 = rows[RAW] - y
        c2 = h * rows[RATE] - c1
        c3 = c1 - h * rows[RATE_AT_END] - c2
        bend = s * s * (3.0 - 2.0 * s) * (rows[AFTER] - rows[RAW])
        state = y + s * (c1 + (1.0 - s) * (c2 + s * c3)) + bend
        return self._with_loops_closed(state) if self.job["max_corrections"] else state

    def _with_loops_closed(self, state: np.ndarray) -> np.ndarray:
        work, sizes = self.watch.work, self.watch.work.layout.sizes
        work.rhs(state)  # factors for the corrections
        self.job["evaluations"] += 1
        for _ in range(CORRECTIONS if sizes["gap"] else 0):
            gaps = work.call("gap", state, sizes["gap"] + sizes["rate gap"])
            if np.abs(gaps).max(initial=0.0) <= CLOSED:
                break
            state = work.call("correct", state, sizes["state"])
        return state
