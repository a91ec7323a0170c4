"""Tangents across an event: the instant changes too, and rates are others behind it.

Where a guard g crosses zero at t*, modes change and the rates jump from f- to f+, while the state does not. Along a
direction p the instant moves by

    dt*/dp = -(g_y dy + g_u du + g_p) / (dg/dt along the motion before)

and behind the event the change of the state is dy + (f- - f+) dt*/dp [Aizerman, Gantmacher 1958]. The derivatives of
the guard are central differences of the compiled equations along these changes: a number at an instant, not a course.

A guard that is beyond zero when a step begins has not crossed in the course of the motion. An input has jumped, as that
of a controller at its tick, and this instant is fixed; or an event at the same instant has switched something, and both
move together.
"""

from __future__ import annotations

from math import inf

import numpy as np

from jounce.equations.recursive.kernels import GUARDS
from jounce.errors import NumericalError
from jounce.simulation.integrators.driver import Integration
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.workspace import Workspace

SMALL = 1e-6  # relative change of the largest number: truncation and rounding of a central difference balance near here
INSTANT = 1e-6  # s
GRAZING = 1e-9  # of the largest rate of a guard that has been seen: it only touches zero
TOGETHER = 1e-6  # of the shift of an instant: two guards that always cross together


class TangentEvents:
    """Carries the tangents of a run over its events."""

    def __init__(self, work: Workspace, run: Integration, directions: RunDirections, arrays: dict[str, np.ndarray]):
        self.work, self.run, self.directions, self.arrays = work, run, directions, arrays
        self.names = tuple(work.layout.guards)
        self.last: tuple[float, np.ndarray | None] = (-inf, None)  # when the last event was, and how far that moves

    def over_event(self, begins: bool) -> None:
        """Put the changes behind the last event in place of those before it; `begins`: it was there before a step."""
        fired = np.flatnonzero(self.arrays["fired_before"])
        jump = self.arrays["rate_before"] - self.arrays["rate_after"]
        if not len(fired):
            return
        t, jumps = self._time(), bool(np.abs(jump).max())
        if not begins:
            self.last = t, self._shift(fired) if jumps else None
        elif self.last[0] != t:
            self.last = t, np.zeros(self.directions.count)
        if not jumps:
            return
        moved = self.last[1]
        if moved is None:
            what = f"{self._words(fired)} follows at once from an event that changes no rate itself"
            raise NumericalError(f"the run cannot be differentiated behind t = {t:.6g} s: {what}")
        tangent = self.arrays["tangent"]  # [group, state, lane]
        groups, _, width = tangent.shape
        padded = np.zeros(groups * width)
        padded[: self.directions.count] = moved
        tangent += jump[None, :, None] * padded.reshape(groups, 1, width)

    def _shift(self, fired: np.ndarray) -> np.ndarray:
        """How far the instant moves along each direction, by all guards that crossed at it."""
        probe = self.work.copy()
        probe.modes[:] = self.arrays["modes_before"]
        shifts = self._shifts(probe, fired)
        if len(fired) > 1 and np.abs(np.diff(shifts, axis=0)).max() > TOGETHER * np.abs(shifts).max():
            raise NumericalError(
                f"no derivative exists at t = {self._time():.6g} s: {self._words(fired)} happen at one instant, and "
                "which comes first depends on the direction of the change"
            )
        moved: np.ndarray = shifts[0]
        return moved

    def _words(self, fired: np.ndarray) -> str:
        return ", ".join(self.names[k] for k in fired)

    def _time(self) -> float:
        return float(self.run.job["t"])

    def _shifts(self, probe: Workspace, fired: np.ndarray) -> np.ndarray:
        """[guard, direction]: how far the instant at which each guard crosses moves."""
        state, rate = self.run.arrays["state"].copy(), self.arrays["rate_before"]
        t, nothing = self._time(), np.zeros(len(self.run.arrays["pieces"]) * 4).reshape(-1, 4)
        values = probe.values.copy()
        forward, back = (self._guards(probe, state + d * rate, t + d, nothing, fired) for d in (INSTANT, -INSTANT))
        along = (forward - back) / (2 * INSTANT)
        changes = self.arrays["tangent"].transpose(0, 2, 1).reshape(-1, len(state))
        found = np.zeros((len(fired), self.directions.count))
        for k in range(self.directions.count):
            own, numbers, pieces = changes[k], self.directions.values[k], self.directions.pieces[k]
            largest = max(
                np.abs(own / (1.0 + np.abs(state))).max(),
                np.abs(numbers / (1.0 + np.abs(values[: len(numbers)]))).max(initial=0.0),
                np.abs(pieces / (1.0 + np.abs(self.run.arrays["pieces"][:, 2:]))).max(initial=0.0),
            )
            if largest == 0.0:
                continue
            d = SMALL / largest
            sides = []
            for sign in (d, -d):
                probe.set_values(values + sign * numbers)
                sides.append(self._guards(probe, state + sign * own, t, sign * pieces, fired))
            found[:, k] = -(sides[0] - sides[1]) / (2 * d * along)
        if not (np.abs(along) > GRAZING * np.abs(along).max(initial=1.0)).all():
            raise NumericalError(
                f"no derivative exists at t = {t:.6g} s: {self._words(fired)} only touches its limit there"
            )
        return found

    def _guards(
        self, probe: Workspace, state: np.ndarray, t: float, pieces: np.ndarray, fired: np.ndarray
    ) -> np.ndarray:
        """At a state and a time, with the pieces of inputs that held before the event, changed by some coefficients."""
        first, current = self.run.arrays["first_piece"], self.run.arrays["current_piece"]
        probe.inputs[0] = t
        for k in range(len(first) - 1):
            p = self._piece_before(k, current[k])
            d = t - self.run.arrays["pieces"][p, 1]
            c0, c1, c2, c3 = self.run.arrays["pieces"][p, 2:] + pieces[p]
            place = 1 + 3 * k
            probe.inputs[place : place + 3] = (
                c0 + d * (c1 + d * (c2 + d * c3)),
                c1 + d * (2 * c2 + d * 3 * c3),
                2 * c2 + d * 6 * c3,
            )
        probe.rhs(state)
        return np.array(probe.work[GUARDS + fired])

    def _piece_before(self, k: int, current: int) -> int:
        """The piece of an input that held in the step before the event."""
        first, starts = self.run.arrays["first_piece"][k], self.run.arrays["pieces"][:, 0]
        p, middle = int(current), float(self.run.job["middle"])
        while p > first and middle < starts[p]:
            p -= 1
        return p
