"""Tangents across the ticks of controllers: what they read changes, so does what they command and remember.

A tick is a function of the time, of what is read, of the controller's memory and of its own numbers. Along a direction
it is evaluated for a small step to both sides, by the controllers that belong to these sides: those of the cars beside.
The command becomes the next piece of an input (see `controls/ticks.py`), and its change the change of that piece.

Where a controller switches between a step to the one side and to the other, or its law has a kink there, the
difference says nothing. So both are compared with the tick itself, and where they are uneven a much shorter step is
taken: compiled controllers in between have numbers in between. At a kink, as where a driver looks at a point of the
path, the mean of the slopes to both sides is taken and told; the gradient lies between those of the run to both sides.
A jump does not become smaller with the step: there is no derivative, and the run is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.errors import NumericalError
from jounce.simulation.controls.controlled_run import ControlledRun, RunningController
from jounce.simulation.controls.tick_code import TickCode, tick_answer
from jounce.simulation.controls.tick_reading import ObservedChannels, TickReading
from jounce.simulation.controls.tick_record import HELD, NUMBERS, TICK
from jounce.simulation.integrators.run_method import Integration
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.workspace import Workspace

UNEVEN = 0.02  # share by which changes to both sides may differ: those of a smooth tick differ by the size of the step
NEARER = 0.01  # of a step, where a kink lies within it
JUMP = 0.5  # of the difference that the longer step has; a law without jumps has about NEARER of it
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
        self.kinks: dict[str, float] = {}  # of a controller's law: the time at which a tick first lay just on one

    def over_ticks(self) -> None:
        """Puts the changes of pieces and memories behind the ticks that are due in place of those before them."""
        job, ticks = self.run.job, self.beside.controls.ticks
        here = int(job["next_stop"]) - 1
        due = [int(number) for stop, number in ticks[int(job["next_tick"]) :].tolist() if stop == here]
        t, middle = float(job["t"]), float(job["middle"])
        state = self.run.arrays["state"]
        changes = self.arrays["tangent"].transpose(0, 2, 1).reshape(-1, len(state))
        self.probe.modes[:] = self.work.modes
        values, memories = self.work.values.copy(), self.beside.controls.memories
        point = state, self._inputs(t, middle, self.run.arrays["pieces"][:, 2:]), values, memories
        own = self._answers(self.beside.controls, due, point)
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
        """Tells how the answers of controllers that are due change along a direction."""
        far = self._beside(k, due, point, way, 1.0)
        found, share = far, 1.0
        bent = [number for number, *three in zip(due, own, *far, strict=True) if _uneven(*three)]
        if bent and all(self.beside.controls.running[number].code for number in due):
            found, share = self._beside(k, due, point, way, NEARER), NEARER
            for number, *three in zip(due, own, *found, strict=True):
                if _uneven(*three):
                    self.kinks.setdefault(self.beside.controls.running[number].name, float(self.run.job["t"]))
            bent = [number for number, *four in zip(due, *far, *found, strict=True) if _jumps(*four)]
        if bent:
            what = f"'{self.beside.controls.running[bent[0]].name}' switches just there"
            where = f"no derivative exists at t = {float(self.run.job['t']):.6g} s"
            raise NumericalError(f"{where}: {what}; a number that is a little different avoids it")
        d = share * float(self.beside.steps[k])
        return [(one - other) / (2.0 * d) for one, other in zip(*found, strict=True)]

    def _beside(
        self, k: int, due: Sequence[int], point: Sequence[np.ndarray], way: Sequence[np.ndarray], share: float
    ) -> list[list[np.ndarray]]:
        """Answers ahead and back along a direction, by a share of its step."""
        d = share * float(self.beside.steps[k])
        return [
            self._answers(side, due, [here + by * along for here, along in zip(point, way, strict=True)], share)
            for side, by in ((self.beside.ahead[k], d), (self.beside.back[k], -d))
        ]

    def _answers(
        self, side: ControlledRun, due: Sequence[int], point: Sequence[np.ndarray], share: float = 1.0
    ) -> list[np.ndarray]:
        """Returns what the controllers that are due command and remember, at a state with inputs, numbers and memories;
        of controllers beside, those that lie by this share of the way to them.
        """
        state, inputs, values, memories = point
        self.probe.set_values(values)
        self.probe.inputs[:] = inputs
        seen = np.concatenate([self.probe.channels(state), self.probe.inputs, memories])
        return [self._answer(side, number, seen, memories, share) for number in due]

    def _answer(
        self, side: ControlledRun, number: int, seen: np.ndarray, memories: np.ndarray, share: float
    ) -> np.ndarray:
        """Returns what a controller commands and remembers."""
        one = side.running[number]
        reads = len(one.controller.reads)
        time = int(self.beside.controls.rows[number][TICK]) / float(one.rate[0])
        one.given[:] = [time, *seen[one.places[:reads]], *memories[one.memory]]
        if one.code is not None:
            given, code = one.given.ctypes.data, one.code if share == 1.0 else self._between(number, one.code, share)
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

    def _between(self, number: int, beside: TickCode, share: float) -> TickCode:
        """Returns the compiled controller that lies by a share of the way to the one beside."""
        own = self.beside.controls.running[number].code
        assert own is not None
        values, tables = (
            own.values + share * (beside.values - own.values),
            own.tables + share * (beside.tables - own.tables),
        )
        code = TickCode(beside.kernel, values, tables, beside.work.copy())
        code.set_up()
        return code

    def _take(self, k: int, number: int, kinds: np.ndarray, change: np.ndarray, moving: np.ndarray) -> None:
        """Thes changes of the pieces that a controller writes along a direction, and of its memory."""
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
    """Tells whether a tick answers small steps to both sides in different ways."""
    bent = np.abs(one + other - 2.0 * own)
    return bool((bent > UNEVEN * np.abs(one - other) + ROUNDING * (1.0 + np.abs(own))).any())


def _jumps(far_one: np.ndarray, far_other: np.ndarray, one: np.ndarray, other: np.ndarray) -> bool:
    """Tells whether answers to much shorter steps lie almost as far apart as those to the longer ones."""
    apart = np.abs(one - other)
    return bool((apart > JUMP * np.abs(far_one - far_other) + ROUNDING * (1.0 + np.abs(one))).any())
