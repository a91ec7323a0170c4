"""Times of a simulation that is driven from outside: calls and fixed steps are counted, so that no time drifts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

import numpy as np

from jounce.arguments import is_number
from jounce.errors import ModelError, Problem, shown_in_message
from jounce.simulation.integrators.stops import SNAP, adaptive_stops, stops_of_grid
from jounce.simulation.prepare import prepare_quantities


class StepTimes:
    """Where a simulation stands in time, and the stops of its next call.

    Calls of one length end at whole multiples of it, and fixed steps at whole multiples of the step, as those of a run
    by `simulate` do; where both are as good as the same, the end of the call counts.
    """

    def __init__(self, step: float, corners: Iterable[float], start: float = 0.0):
        self.step = step  # s, fixed; 0 where the method chooses
        self.corners = np.array(sorted(corners), float)  # s, of signals
        self.now = self.anchor = start
        self.count, self.length = 0, 0.0  # calls of this length since the anchor
        self.steps = 0  # fixed ones, since time zero
        self.end = start  # of the call that was laid out last
        self._divided = (0.0, 0)

    def lay_out(self, dt: float, stops: np.ndarray) -> np.ndarray:
        """The stops of a call of dt, from now to its end: in the array, or in one of their own where that is short."""
        many = self.steps_of(dt) if self.step else 1
        anchor, count = (self.anchor, self.count) if dt == self.length else (self.now, 0)
        self.end = anchor + (count + 1) * dt
        first = last = 0
        if len(self.corners):
            first, last = np.searchsorted(self.corners, (self.now, self.end))
        if first == last and many < len(stops):
            stops[0], stops[many] = self.now, self.end
            if many > 1:
                np.multiply(self.step, np.arange(self.steps + 1, self.steps + many), out=stops[1:many])
            return stops[: many + 1]
        tolerance = max(SNAP * self.step, 8 * np.finfo(float).eps * abs(self.end), 1e-12 * dt * (self.step == 0.0))
        exact = adaptive_stops(self.now, self.end, self.corners[first:last], tolerance)
        grid = self.step * np.arange(self.steps, self.steps + many + 1) if self.step else exact
        return stops_of_grid(grid, exact, tolerance)

    def pass_call(self, dt: float) -> None:
        """The call that was laid out has come to its end."""
        if dt != self.length:
            self.anchor, self.count, self.length = self.now, 0, dt
        self.count += 1
        self.steps += self.steps_of(dt) if self.step else 0
        self.now = self.end

    def steps_of(self, dt: float) -> int:
        """Tells how many fixed steps a call takes."""
        if dt == self._divided[0]:
            return self._divided[1]
        many = round(dt / self.step)
        if many < 1 or abs(many * self.step - dt) > SNAP * self.step:
            what = f"{dt:.12g} s is {dt / self.step:.12g} steps of {self.step:.12g} s"
            raise ModelError("step", [Problem("dt", what, "a whole number of steps")])
        self._divided = (dt, many)
        return many

    def counted(self) -> tuple[float, float, int, float, int]:
        """Returns all that it counts."""
        return self.now, self.anchor, self.count, self.length, self.steps

    def count_from(self, counted: Sequence[float]) -> None:
        """Goes back to what was counted once."""
        self.now, self.anchor, count, self.length, steps = counted
        self.count, self.steps, self.end = int(count), int(steps), self.now


def check_step_length(dt: Any) -> float:
    """Returns the time of a call, as a number; a text has its unit."""
    if type(dt) is float and 0.0 < dt < inf:
        return dt
    if isinstance(dt, str):
        dt = prepare_quantities("step", {"dt": dt}, {"dt": "s"})["dt"]
    if not is_number(dt) or not 0.0 < dt < inf:
        raise ModelError("step", [Problem("dt", shown_in_message(dt), "a positive time in s")])
    return float(dt)
