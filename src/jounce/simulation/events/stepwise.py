"""Phases that change within a step of fixed length, without locating the instant.

A contact whose speed crosses zero in a step slides for the share x = v0 / (v0 - v1) of it, by the speeds at both ends,
and then sticks or slides back. The step is taken again with the mean of its force, x side limit + (1 - x) T, where T is
what it has after the step, and its speed is zero at the end. A contact that reaches its limit begins to slide at the
end of the step. The error is of second order in the step; friction may gain energy of that order, which is counted.
"""

from __future__ import annotations

import numpy as np

from jounce.simulation.events.location import Location
from jounce.simulation.integrators.job import RESELECT, RUNNING


class Passage(Location):
    """A whole step in which phases change."""

    def go(self) -> tuple[int, list[int]]:
        """Take the step; the code of the loop, and the guards that crossed in it."""
        watch, phases = self.watch, self.watch.phases
        before = watch.values(watch.arrays["guards"])
        if self.end <= self.t:
            return super().go()
        code = self.step_to(self.end)
        if code not in (RUNNING, RESELECT):
            return code, []
        fired = np.flatnonzero(watch.values(watch.arrays["guards"]) < 0.0)
        stopping = [int(k) for k in fired if k < len(phases.names) and phases.side[k]]
        if stopping:
            code = self._take_again(stopping, before)
        self.restore_stop(self.end)
        works = [watch.work.layout.works[name] for name in phases.names]
        self.gained = float(np.maximum(self.run["state"][works] - self.start[1][works], 0.0).sum())
        return code, [int(k) for k in fired]

    def _take_again(self, stopping: list[int], before: np.ndarray) -> int:
        """The step once more, with the mean force of contacts that stop in it."""
        watch, phases = self.watch, self.watch.phases
        after = watch.values(watch.arrays["guards"])
        x = np.clip(before[stopping] / (before[stopping] - after[stopping]), 0.0, 1.0)
        modes = phases.modes
        watch.work.inputs[:] = watch.inputs.at(self.end)
        state = phases.decide(self.run["state"], stopping=stopping)
        watch.work.channels(state)
        later, limit = phases.numbers["force"][stopping], phases.numbers["limit"][stopping]
        phases.modes = modes
        sliding = phases.side[stopping] * limit
        phases.side[stopping], phases.push[stopping] = 0.0, x * sliding + (1.0 - x) * later
        code = self.step_to(self.end)
        phases.modes = modes
        return code
