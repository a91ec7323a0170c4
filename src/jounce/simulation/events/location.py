"""Where in a step the first guard changes sign.

The instant is found by the Illinois method [Dowell, Jarratt 1971] on the guards at the ends of shorter steps from the
start of the step, so that the state at the event is one that the integrator itself gives: guards on an interpolated
state miss a reaction by far more than its own tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jounce.equations.recursive.kernels import GUARDS
from jounce.simulation.events.stick_or_slide import SAME
from jounce.simulation.integrators.driver import LOCATED
from jounce.simulation.integrators.job import EVENT, RESELECT, RUNNING

if TYPE_CHECKING:
    from jounce.simulation.events.watch import Watch

MOST_TRIES = 60
Advance = Callable[[int], int]


class Location:
    """The search for the first event in a step, by shorter steps from its start."""

    def __init__(self, watch: Watch, job: np.ndarray, run: dict[str, np.ndarray], advance: Advance):
        self.watch, self.job, self.run, self.advance = watch, job, run, advance
        self.start = job.copy(), run["state"].copy(), run["scratch"][0].copy()
        self.t, self.end = float(job["t"]), float(job["event_end"])
        self.place = int(job["next_stop"])
        self.gained = 0.0  # J: friction gains nothing where events are located
        self.stop = float(run["stops"][self.place])

    def go(self) -> tuple[int, list[int]]:
        """Take the step up to the event; the code of the loop, and the guards that crossed."""
        count = self.watch.count
        lo, low = self.t, self.watch.values(self.watch.arrays["guards"])
        if self.end <= self.t:
            return EVENT, self._fired(self.watch.arrays["guards"])
        hi, high = self.end, self.watch.values(self.watch.work.work[GUARDS : GUARDS + count])
        tolerance = max(LOCATED, 4 * np.finfo(float).eps * abs(self.end))
        code, at, side = RUNNING, -1.0, 0
        for k in range(MOST_TRIES):
            if hi - lo <= tolerance:
                break
            at = self._guess(lo, low, hi, high) if k % 3 < 2 or k == 2 else 0.5 * (lo + hi)
            at = min(max(at, lo + 0.3 * tolerance), hi - 0.3 * tolerance)
            code = self.step_to(at)
            if code not in (RUNNING, RESELECT):
                return code, []
            now = self.watch.values(self.watch.arrays["guards"])
            if (now < 0.0).any():
                hi, high = at, now
                low = low * 0.5 if side > 0 else low
                side = 1
            else:
                lo, low = at, now
                high = high * 0.5 if side < 0 else high
                side = -1
        if at != hi:
            code = self.step_to(hi)
        self.restore_stop(hi)
        return code, self._fired(self.watch.arrays["guards"])

    def _guess(self, lo: float, low: np.ndarray, hi: float, high: np.ndarray) -> float:
        """The first zero of the straight lines of guards that have crossed."""
        crossed = high < 0.0
        above = np.maximum(low[crossed], 0.0)
        return lo + (hi - lo) * float((above / (above - high[crossed])).min())

    def _fired(self, guards: np.ndarray) -> list[int]:
        """Guards that have crossed, and friction that has all but reached its limit."""
        near = self.watch.values(guards) < 0.0
        phases = self.watch.phases
        n = len(phases.names)
        near[:n] |= (phases.sticks > 0.5) & (guards[:n] < SAME * phases.numbers["static"])
        return [int(k) for k in np.flatnonzero(near)]

    def step_to(self, time: float) -> int:
        """From the start of the step to a time, without a look at guards but at the end."""
        record, state, rate = self.start
        record["evaluations"] = self.job["evaluations"]  # those of the search count
        self.job[...] = record
        self.run["state"][:], self.run["scratch"][0] = state, rate
        self.run["stops"][self.place] = time
        self.job["probing"], self.job["step_budget"] = 1, 1
        code = RUNNING
        while code in (RUNNING, RESELECT) and self.job["t"] < time:
            code = self.advance(self.job.ctypes.data)
        self.job["probing"] = 0
        return code

    def restore_stop(self, reached: float) -> None:
        """The stop that a shorter step was taken to goes back to its own time, if that is still to come."""
        self.run["stops"][self.place] = self.stop
        if reached < self.stop:
            self.job["next_stop"] = self.place
