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
from jounce.simulation.integrators.run_method import Integration
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
        """Puts the changes behind the last event in place of those before it; `begins`: it was there before a step."""
        fired = np.flatnonzero(self.arrays["fired_before"])
        jump = self.arrays["rate_before"] - self.arrays["rate_after"]
        if not len(fired):
            return
        t, jumps = self._time(), bool(np.abs(jump).max())
        if not begins:
            self.last = t, self._shift(fired) if jumps else None
        elif self.last[0] != t:
            self.last = t, np.zeros(self.directions.count)
        self._require_fixed_held_numbers(self.last[1])
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
        """Tells how far the instant moves along each direction, by all guards that crossed at it."""
        _, along, by_direction = self._slopes(self._probe(), GUARDS + fired)
        if not (np.abs(along) > GRAZING * np.abs(along).max(initial=1.0)).all():
            raise NumericalError(
                f"no derivative exists at t = {self._time():.6g} s: {self._words(fired)} only touches its limit there"
            )
        shifts = -by_direction / along[:, None]
        if len(fired) > 1 and np.abs(np.diff(shifts, axis=0)).max() > TOGETHER * np.abs(shifts).max():
            raise NumericalError(
                f"no derivative exists at t = {self._time():.6g} s: {self._words(fired)} happen at one instant, and "
                "which comes first depends on the direction of the change"
            )
        moved: np.ndarray = shifts[0]
        return moved

    def _require_fixed_held_numbers(self, moved: np.ndarray | None) -> None:
        """Refuse an event that sets a held number by what changes along a direction, as the instant of a shift: rates
        depend on it from there on, and tangents do not know it."""
        before, after, names = self.arrays["modes_before"], self.work.modes, list(self.work.layout.held)
        first = self.work.layout.held_places().start
        changed = [row for row in self.work.layout.sets if before[row[2]] != after[row[2]]]
        if not changed:
            return
        places, held = np.array(changed)[:, 1], np.array(changed)[:, 2]
        now, along, by_direction = self._slopes(self._probe(), places)
        taken = np.abs(now - after[held]) <= SMALL * (1.0 + np.abs(now))  # of several that set it, the one that did
        moves = np.abs(by_direction).max(axis=1) > SMALL * np.abs(by_direction).max(initial=1.0)
        moves |= (np.abs(along) > SMALL) & (moved is None or bool(np.any(moved)))
        if wrong := sorted({names[place - first] for place in held[taken & moves].tolist()}):
            what = f"{', '.join(wrong)} is held from there on, and what it is set to has a derivative"
            raise NumericalError(f"the run cannot be differentiated behind t = {self._time():.6g} s: {what}")

    def _probe(self) -> Workspace:
        probe = self.work.copy()
        probe.modes[:] = self.arrays["modes_before"]
        return probe

    def _words(self, fired: np.ndarray) -> str:
        return ", ".join(self.names[k] for k in fired)

    def _time(self) -> float:
        return float(self.run.job["t"])

    def _slopes(self, probe: Workspace, places: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Numbers that the equations leave at places of `work`, their rates before the event, and their changes."""
        state, rate = self.run.arrays["state"].copy(), self.arrays["rate_before"]
        t, nothing = self._time(), np.zeros(len(self.run.arrays["pieces"]) * 4).reshape(-1, 4)
        values = probe.values.copy()
        now, forward, back = (
            self._left(probe, state + d * rate, t + d, nothing, places) for d in (0.0, INSTANT, -INSTANT)
        )
        changes = self.arrays["tangent"].transpose(0, 2, 1).reshape(-1, len(state))
        found = np.zeros((len(places), self.directions.count))
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
                sides.append(self._left(probe, state + sign * own, t, sign * pieces, places))
            found[:, k] = (sides[0] - sides[1]) / (2 * d)
        return now, (forward - back) / (2 * INSTANT), found

    def _left(
        self, probe: Workspace, state: np.ndarray, t: float, pieces: np.ndarray, places: np.ndarray
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
        return np.array(probe.work[places])

    def _piece_before(self, k: int, current: int) -> int:
        """Returns the piece of an input that held in the step before the event."""
        first, starts = self.run.arrays["first_piece"][k], self.run.arrays["pieces"][:, 0]
        p, middle = int(current), float(self.run.job["middle"])
        while p > first and middle < starts[p]:
            p -= 1
        return p
