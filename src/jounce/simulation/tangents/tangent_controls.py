"""Tangents across the ticks of controllers: what they read changes, so does what they command and remember.

A tick is a function of the time, of what is read, of the controller's memory and of its own numbers. Along a direction
it is evaluated for a small step to both sides, by the controllers that belong to these sides: those of the cars beside.
The command becomes the next piece of an input (see `controls/ticks.py`), and its change the change of that piece.

Where a controller switches between a step to the one side and to the other, or its law has a kink there, the
difference says nothing. So both are compared with the tick itself. What the tick owes to the controller's own numbers
and to what it reads is then found apart, the latter by much shorter steps; a run is refused where these are uneven too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.errors import NumericalError
from jounce.simulation.controls.controlled_run import ControlledRun, RunningController
from jounce.simulation.controls.tick_code import tick_answer
from jounce.simulation.controls.tick_reading import ObservedChannels, TickReading
from jounce.simulation.controls.tick_record import HELD, NUMBERS, TICK
from jounce.simulation.integrators.driver import Integration
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.workspace import Workspace

UNEVEN = 0.02  # share by which changes to both sides may differ: those of a smooth tick differ by the size of the step
NEARER = 0.01  # of a step, where a kink lies within it
ROUNDING = 1e-10  # of an answer, or in SI: a difference that is none


@dataclass(frozen=True)
class ControlDirections:
    """The controllers of a run, and of those beside it: along each direction to both sides, by a step."""

    controls: ControlledRun
    ahead: Sequence[ControlledRun]
    back: Sequence[ControlledRun]
    steps: np.ndarray


class TangentControls:
    """Carries the tangents of a run over the ticks of its controllers."""

    def __init__(
        self,
        work: Workspace,
        run: Integration,
        directions: RunDirections,
        arrays: dict[str, np.ndarray],
        beside: ControlDirections,
    ):
        self.work, self.run, self.directions, self.arrays, self.beside = work, run, directions, arrays, beside
        self.memory = np.array(
            [
                (a.memories - b.memories) / (2.0 * d)
                for a, b, d in zip(beside.ahead, beside.back, beside.steps, strict=True)
            ]
        )
        self.probe = work.copy()

    def over_ticks(self) -> None:
        """Put the changes of pieces and memories behind the ticks that are due in place of those before them."""
        job, ticks = self.run.job, self.beside.controls.ticks
        here = int(job["next_stop"]) - 1
        due = [int(number) for stop, number in ticks[int(job["next_tick"]) :].tolist() if stop == here]
        t, middle = float(job["t"]), float(job["middle"])
        state = self.run.arrays["state"]
        changes = self.arrays["tangent"].transpose(0, 2, 1).reshape(-1, len(state))
        self.probe.modes[:] = self.work.modes
        values, memories = self.work.values.copy(), self.beside.controls.memories
        point = state, self._inputs(t, middle, self.run.arrays["pieces"][:, 2:]), values, memories
        own = self._answers(self.beside.controls, due, *point)
        for k in range(self.directions.count):
            moving = self._inputs(t, middle, self.directions.pieces[k])
            moving[0] = 0.0
            way = changes[k], moving, self.directions.values[k], self.memory[k]
            for number, kinds, slope in zip(due, own, self._slopes(k, due, own, point, way), strict=True):
                self._take(k, number, kinds, slope, moving)

    def _slopes(
        self,
        k: int,
        due: Sequence[int],
        own: Sequence[np.ndarray],
        point: Sequence[np.ndarray],
        way: Sequence[np.ndarray],
    ) -> list[np.ndarray]:
        """How the answers of controllers that are due change along a direction."""
        here, d, beside = self.beside.controls, float(self.beside.steps[k]), (self.beside.ahead[k], self.beside.back[k])

        def step(sides: Sequence[ControlledRun], by: float) -> list[list[np.ndarray]]:
            return [
                self._answers(side, due, *(at + sign * by * along for at, along in zip(point, way, strict=True)))
                for side, sign in zip(sides, (1.0, -1.0), strict=True)
            ]

        ahead, back = step(beside, d)
        if not any(map(_uneven, own, ahead, back)):
            return [(one - other) / (2.0 * d) for one, other in zip(ahead, back, strict=True)]
        found = [np.zeros_like(each) for each in own]
        for (ahead, back), length in ((step(beside, 0.0), d), (step((here, here), NEARER * d), NEARER * d)):
            for number, middle, one, other, slope in zip(due, own, ahead, back, found, strict=True):
                if _uneven(middle, one, other):
                    what = f"'{here.running[number].name}' switches, or comes to a limit, just there"
                    where = f"no derivative exists at t = {float(self.run.job['t']):.6g} s"
                    raise NumericalError(f"{where}: {what}; a number that is a little different avoids it")
                slope += (one - other) / (2.0 * length)
        return found

    def _answers(
        self,
        side: ControlledRun,
        due: Sequence[int],
        state: np.ndarray,
        inputs: np.ndarray,
        values: np.ndarray,
        memories: np.ndarray,
    ) -> list[np.ndarray]:
        """What the controllers that are due command and remember, at a state with inputs and numbers."""
        self.probe.set_values(values)
        self.probe.inputs[:] = inputs
        seen = np.concatenate([self.probe.channels(state), self.probe.inputs, memories])
        return [self._answer(side, number, seen, memories) for number in due]

    def _answer(self, side: ControlledRun, number: int, seen: np.ndarray, memories: np.ndarray) -> np.ndarray:
        """What a controller commands and remembers."""
        one = side.running[number]
        reads = len(one.controller.reads)
        time = int(self.beside.controls.rows[number][TICK]) / float(one.rate[0])
        one.given[:] = [time, *seen[one.places[:reads]], *memories[one.memory]]
        if one.code is not None:
            given, code = one.given.ctypes.data, one.code
            addresses = (
                code.values.ctypes.data,
                code.tables.ctypes.data,
                0,
                one.out.ctypes.data,
                code.work.ctypes.data,
            )
            code.kernel.run(given, given, given, *addresses)
            return one.out.copy()
        reading = TickReading(zip(one.controller.reads, one.given[1:].tolist(), strict=False))
        shown = reading if reads else ObservedChannels(side.places, seen)
        found = one.floats.tick(time, shown, tuple(memories[one.memory].tolist()))
        return np.array(tick_answer(one.controller, found, one.memory.stop - one.memory.start))

    def _take(self, k: int, number: int, kinds: np.ndarray, change: np.ndarray, moving: np.ndarray) -> None:
        """The changes of the pieces that a controller writes along a direction, and of its memory."""
        controller: RunningController = self.beside.controls.running[number]
        count = len(controller.inputs)
        tick, rate = int(self.beside.controls.rows[number][TICK]), float(controller.rate[0])
        period = (tick + 1) / rate - tick / rate
        width = self.arrays["tangent"].shape[-1]
        for i, place in enumerate(controller.inputs.tolist()):
            value, end_rate = change[NUMBERS * i + 1 : NUMBERS * i + 3]
            piece = np.array([value, 0.0, 0.0, 0.0])
            if kinds[NUMBERS * i] != HELD:
                here, slope = moving[1 + 3 * place : 3 + 3 * place]
                mean = (value - here) / period
                piece[:] = here, slope, (3.0 * mean - 2.0 * slope - end_rate) / period, 0.0
                piece[3] = (slope + end_rate - 2.0 * mean) / period**2
            first = int(self.run.arrays["first_piece"][place])
            self.directions.pieces[k, first] = piece
            self.arrays["piece_slopes"][k // width, first, :, k % width] = piece
        self.memory[k, controller.memory] = change[NUMBERS * count :]

    def _inputs(self, t: float, middle: float, pieces: np.ndarray) -> np.ndarray:
        """Time, then value and rates of all inputs by these coefficients, on the pieces that held before the tick."""
        found = np.full(len(self.work.inputs), t)
        for k in range(len(self.run.arrays["is_spline"])):
            first, end = self.run.arrays["first_piece"][k : k + 2]
            where = t + 1e-6 * (middle - t) if self.run.arrays["is_spline"][k] else middle
            starts = self.run.arrays["pieces"][first:end, 0]
            p = int(first + max(np.searchsorted(starts, where, side="right") - 1, 0))
            d, (c0, c1, c2, c3) = t - self.run.arrays["pieces"][p, 1], pieces[p]
            found[1 + 3 * k : 4 + 3 * k] = (
                c0 + d * (c1 + d * (c2 + d * c3)),
                c1 + d * (2 * c2 + d * 3 * c3),
                2 * c2 + d * 6 * c3,
            )
        return found


def _uneven(own: np.ndarray, one: np.ndarray, other: np.ndarray) -> bool:
    """Whether a tick answers small steps to both sides in different ways."""
    bent = np.abs(one + other - 2.0 * own)
    return bool((bent > UNEVEN * np.abs(one - other) + ROUNDING * (1.0 + np.abs(own))).any())
