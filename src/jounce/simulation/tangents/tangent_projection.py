"""Tangents brought onto the constraints, where histories of inputs drive coordinates.

A steering wheel whose angle is given has the angle and the rate of its history, and so have their changes. A change
that fits the rows of the model stays on them as the run goes on, as a state does, up to the error of a step. It has to
be put there at the start of the run and wherever a history goes on by another piece. Where the rate of a drive jumps,
the run has an impulse, and changes go through it, see `tangent_impulse.py`. Where a value jumps, the run puts the
coordinate where it belongs by the projection at the end of the next step, and so it is done with the changes.

The derivative of a projection is that of one Newton step from a state that fulfils its rows,

    d y - G+ (G d y + g_u d u),

taken by central differences of the compiled correction: its factors need no derivative, as they multiply residuals that
vanish.
"""

from __future__ import annotations

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.simulation.inputs import NO_JUMP
from jounce.simulation.integrators.run_method import Integration
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.tangents.tangent_impulse import jump_by_drives
from jounce.simulation.workspace import Workspace

CONTINUOUS = 1e-9  # of the largest change of an input or its rate: a jump that is none
SMALL = 1e-6  # relative change of the largest number: truncation and rounding of a central difference balance near here


class TangentProjection:
    """Projects the tangents of a run at its start and behind each knot of the histories that change."""

    def __init__(self, work: Workspace, run: Integration, directions: RunDirections, arrays: dict[str, np.ndarray]):
        self.work, self.run, self.directions, self.tangent = work, run, directions, arrays["tangent"]
        self.stops = np.asarray(run.arrays["stops"])
        driven = bool(directions.pieces.any() and work.layout.sizes["gap"])
        knots = np.unique(self._jumps()) if driven else np.zeros(0)
        behind = np.searchsorted(self.stops, knots, side="right")  # the stop at which the first step behind a knot ends
        self.due = sorted({int(k) for k in behind if k < len(self.stops)})
        self.drives = run.arrays["drives"]
        jumps = np.concatenate([knots, run.how.inputs.rate_jumps(self.drives[:, 1])]) if len(self.drives) else knots[:0]
        at = np.searchsorted(self.stops, jumps - 1e-9 * (self.stops[1] - self.stops[0]))
        self.impulses = sorted({int(k) for k in at if 0 < k < len(self.stops) - 1})
        if driven:
            self.project_tangents(float(self.stops[0]), 0.5 * float(self.stops[0] + self.stops[1]))

    def _jumps(self) -> np.ndarray:
        """Returns times at which the change of an input, or its rate, jumps; a spline's never does."""
        pieces, slopes = self.run.arrays["pieces"], self.directions.pieces
        behind = np.ones(len(pieces), bool)
        behind[self.run.arrays["first_piece"][:-1]] = False  # no piece before it
        (at,) = np.nonzero(behind & np.isfinite(pieces[:, 0]))
        jump = [
            one - other
            for one, other in zip(
                _value_and_rate(slopes[:, at], pieces[at, 0] - pieces[at, 1]),
                _value_and_rate(slopes[:, at - 1], pieces[at, 0] - pieces[at - 1, 1]),
                strict=True,
            )
        ]
        moves: np.ndarray = np.abs(jump).max(axis=(0, 1)) > CONTINUOUS * np.abs(slopes[:, :, :2]).max(initial=0.0)
        found: np.ndarray = pieces[at[moves], 0]
        return found

    def steps_until_due(self, most: int) -> int:
        """Tells how many steps may be taken before it is due again."""
        stop = int(self.run.job["next_stop"])
        left = [own[0] + 1 - stop for own in (self.due, self.impulses) if own]
        return max(1, min(*left, most)) if left else most

    def project_if_due(self) -> None:
        """Behind steps that were taken."""
        while self.due and int(self.run.job["next_stop"]) > self.due[0]:
            del self.due[0]
            self.project_tangents(float(self.run.job["t"]), float(self.run.job["middle"]))
        while self.impulses and int(self.run.job["next_stop"]) > self.impulses[0]:
            stop = self.impulses.pop(0)
            self.carry_over_impulse(0.5 * float(self.stops[stop] + self.stops[stop + 1]))

    def carry_over_impulse(self, behind: float) -> None:
        """Puts the changes behind the impulse of drives in place of those before it; the run itself has yet to make it.

        Where a driven position jumps there is no impulse.
        """
        state, probe, job = self.run.arrays["state"].copy(), self.work.copy(), self.run.job
        t, pieces, values = float(job["t"]), self.directions.pieces, self.directions.values
        sides = (float(job["middle"]), behind)
        before, after = (self._inputs(t, middle, np.zeros_like(pieces[:1]))[0] for middle in sides)
        driven = 1 + INPUT_WIDTH * self.drives[:, 1]
        if np.abs(after[driven] - before[driven]).max() > NO_JUMP:
            return
        rates, known = driven + 1, list(zip(sides, (before, after), strict=True))
        changes = self.tangent.transpose(0, 2, 1).reshape(-1, len(state))[: self.directions.count]
        numbers = self.work.values.copy()
        found = changes.copy()
        for k, change in enumerate(changes):
            largest = max(
                np.abs(change / (1.0 + np.abs(state))).max(),
                np.abs(values[k] / (1.0 + np.abs(numbers))).max(initial=0.0),
                *(
                    np.abs(self._inputs(t, middle, pieces[k : k + 1])[0] - inputs)[rates].max()
                    for middle, inputs in known
                ),
            )
            if largest == 0.0:
                continue
            d = SMALL / largest
            jumps = []
            for sign in (d, -d):
                probe.set_values(numbers + sign * values[k])
                inputs = [self._inputs(t, middle, sign * pieces[k : k + 1])[0] for middle in sides]
                jumps.append(jump_by_drives(probe, self.drives, state + sign * change, *inputs))
            found[k] += (jumps[0] - jumps[1]) / (2 * d)
        self.tangent[:] = _by_group(found, self.tangent)

    def project_tangents(self, t: float, middle: float) -> None:
        """Put the changes of all directions onto the rows, at a time, on the pieces that hold at the middle."""
        state, probe, pieces = self.run.arrays["state"], self.work.copy(), self.directions.pieces
        changes = self.tangent.transpose(0, 2, 1).reshape(-1, len(state))[: self.directions.count]
        probe.inputs[:] = self._inputs(t, middle, np.zeros_like(pieces[:1]))[0]
        probe.rhs(state)  # leaves the factors that a correction uses
        by_pieces = np.abs(pieces / (1.0 + np.abs(self.run.arrays["pieces"][:, 2:]))).max(axis=(1, 2))
        largest = np.maximum(np.abs(changes / (1.0 + np.abs(state))).max(axis=1), by_pieces)
        d = SMALL / np.where(largest > 0.0, largest, 1.0)[:, None]
        moves = []
        for sign in (d, -d):
            states, inputs = state + sign * changes, self._inputs(t, middle, sign[:, :, None] * pieces)
            moves.append(probe.call_rows("correct", states, len(state), inputs) - states)
        self.tangent += _by_group((moves[0] - moves[1]) / (2 * d), self.tangent)

    def _inputs(self, t: float, middle: float, pieces: np.ndarray) -> np.ndarray:
        """Returns time, then value and rates of all inputs, for each change of their pieces."""
        found = np.full((len(pieces), len(self.work.inputs)), t)
        for k in range(len(self.run.arrays["is_spline"])):
            p = self._piece(k, t, middle)
            d = t - self.run.arrays["pieces"][p, 1]
            own = self.run.arrays["pieces"][p, 2:] + pieces[:, p]
            found[:, 1 + 3 * k], found[:, 2 + 3 * k] = _value_and_rate(own, d)
            found[:, 3 + 3 * k] = 2 * own[:, 2] + d * 6 * own[:, 3]
        return found

    def _piece(self, k: int, t: float, middle: float) -> int:
        """Returns the piece of an input that a step with this middle sees at a time, as `set_inputs` chooses it."""
        first, end = self.run.arrays["first_piece"][k : k + 2]
        where = t + 1e-6 * (middle - t) if self.run.arrays["is_spline"][k] else middle
        starts = self.run.arrays["pieces"][first:end, 0]
        return int(first + max(np.searchsorted(starts, where, side="right") - 1, 0))


def _value_and_rate(coefficients: np.ndarray, d: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
    """Returns value and rate of cubic pieces, at a time behind their origin."""
    c0, c1, c2, c3 = np.moveaxis(coefficients, -1, 0)
    return c0 + d * (c1 + d * (c2 + d * c3)), c1 + d * (2 * c2 + d * 3 * c3)


def _by_group(rows: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Returns [direction, number] as [group, number, direction of the group]."""
    groups, _, width = like.shape
    padded = np.zeros((groups * width, rows.shape[1]))
    padded[: len(rows)] = rows
    return padded.reshape(groups, width, -1).transpose(0, 2, 1)
