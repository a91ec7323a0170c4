"""Trim: find the state in which chosen rates vanish, with all loops closed.

Newton's method on closures, closure rates and rates of the state together. A step is the smallest that solves the
linear equations, so a freedom that nothing depends on (the spin of a rod, the place of a car) stays where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.equations.residual import INPUT_ORDERS, Numbers, Residual
from jounce.errors import NumericalError
from jounce.simulation.compiled import Compiled
from jounce.simulation.operating_point import STATE, OperatingPoint, inputs_with, numbers_at, places, rows_on, solved
from jounce.simulation.road_kernel import road_function

CONVERGED = 1e-10  # of the scale of each equation
AT_ROUNDING = 1e-6  # of the scale; accepted when a full step moves nothing by more than STILL
STILL = 1e-12  # of the largest unknown
IDLE = 1e-12  # column of an unknown, relative to the largest, that counts as zero
SINGULAR = 1e-9  # singular value, relative to the largest, below which a direction is held
STEPS, HALVINGS = 50, 20


@dataclass(frozen=True)
class Trimmed:
    """A state at which all that was asked for vanishes, up to `residual` of the scale."""

    state: np.ndarray
    inputs: dict[str, float]
    residual: float
    point: OperatingPoint  # the same state with its accelerations and multipliers, to be linearised


def standing(
    compiled: Compiled,
    start: np.ndarray | None = None,
    inputs: Mapping[str, float] | None = None,
    hold: Sequence[str] = (),
) -> Trimmed:
    """Equilibrium at rest; positions that nothing depends on, and those held, stay where they are.

    States of elements move as little as it takes: the patch of a tyre on a slope gives way until it holds the car.
    """
    state = compiled.design_state() if start is None else np.array(start, float)
    state[list(compiled.layout.speeds.values())] = 0.0
    search = _Search(compiled, inputs_with(compiled, inputs))
    residual = search.residual
    return search.run(state, [*residual.positions, *residual.elements], [*residual.speeds, *residual.elements], hold)


def trim(
    compiled: Compiled,
    unknowns: Sequence[str],
    rest: Sequence[str],
    start: np.ndarray | None = None,
    inputs: Mapping[str, float] | None = None,
    hold: Sequence[str] = (),
) -> Trimmed:
    """The state near `start` where the positions, speeds and states of elements named in `rest` do not change.

    `unknowns`, less those in `hold`, are states and inputs that may move; the others stay as they are given.
    Straight running at a speed or a steady circle are choices of these.
    """
    search = _Search(compiled, inputs_with(compiled, inputs))
    return search.run(compiled.design_state() if start is None else start, unknowns, rest, hold)


class _Search:
    """Newton's method with the exact Jacobian."""

    def __init__(self, compiled: Compiled, inputs: np.ndarray):
        self.compiled, self.inputs = compiled, inputs
        self.residual = Residual(compiled.model, road=road_function(compiled.road))
        self.on = rows_on(compiled, self.residual)

    def run(self, start: np.ndarray, unknowns: Sequence[str], rest: Sequence[str], hold: Sequence[str]) -> Trimmed:
        residual, model = self.residual, self.compiled.model.name
        states = [*residual.positions, *residual.speeds, *residual.elements]
        moving = places(model, unknowns, [*states, *residual.inputs], "state or input")
        held = places(model, hold, [*states, *residual.inputs], "state or input")
        self.columns = [column for name, column in moving.items() if name not in held]
        still = places(model, rest, states, "state")
        self.resting = [*still.values()]
        point = self._point(numbers_at(self.compiled, residual, np.asarray(start, float), self.inputs))
        self.scale = self._scales(point)
        error = self._errors(point)
        for _ in range(STEPS):
            if np.abs(error).max(initial=0.0) <= CONVERGED:
                return self._result(start, point, error)
            step = self._newton_step(point, error)
            better = self._along(point, step, error)
            if better is None:
                size = max(np.abs(self._unknowns(point)).max(), 1.0)
                if np.abs(error).max() <= AT_ROUNDING and np.abs(step).max() <= STILL * size:
                    return self._result(start, point, error)
                break
            point, error = better
        raise NumericalError(self._failure(point, error))

    def _point(self, numbers: Numbers) -> OperatingPoint:
        return solved(self.residual, numbers, self.on)

    def _scales(self, point: OperatingPoint) -> np.ndarray:
        """1 m or rad; the fastest speed; gravity or the largest acceleration at the start."""
        speed = max(np.abs(self.residual.of(point.numbers, "speeds")).max(initial=0.0), 1.0)
        gravity = float(np.linalg.norm(self.compiled.model.gravity))
        acceleration = max(np.abs(point.accelerations).max(initial=0.0), gravity, 1.0)
        rows, n = np.ones(len(self.on)), np.ones(len(self.residual.speeds))
        rates = np.concatenate([speed * n, acceleration * n, speed * np.ones(len(self.residual.elements))])
        return np.concatenate([rows, speed * rows, rates[self.resting]])

    def _errors(self, point: OperatingPoint) -> np.ndarray:
        gap, rate, flow = self.residual.at(point.numbers, "closure", "closure rate", "flow")
        rates = np.concatenate([point.position_rates, point.accelerations, flow])
        return np.concatenate([gap[self.on], rate[self.on], rates[self.resting]]) / self.scale

    def _newton_step(self, point: OperatingPoint, error: np.ndarray) -> np.ndarray:
        """The smallest step in unknowns that are scaled by what they do."""
        slopes = point.sensitivities()

        def by_all(group: str) -> np.ndarray:
            return np.hstack([slopes[group, v] for v in STATE])

        rates = np.vstack([by_all("position rates"), by_all("accelerations"), by_all("flow")])
        rows = np.vstack([by_all("closure")[self.on], by_all("closure rate")[self.on], rates[self.resting]])
        matrix = rows[:, self.columns] / self.scale[:, None]
        effect = np.linalg.norm(matrix, axis=0)
        moves = effect > IDLE * effect.max(initial=0.0)
        step = np.zeros(len(self.columns))
        scaled, *_ = np.linalg.lstsq(matrix[:, moves] / effect[moves], -error, rcond=SINGULAR)
        step[moves] = scaled / effect[moves]
        return step

    def _along(
        self, point: OperatingPoint, step: np.ndarray, error: np.ndarray
    ) -> tuple[OperatingPoint, np.ndarray] | None:
        """The first point on the way back from the full step that is better than here."""
        for halving in range(HALVINGS):
            part = 0.5**halving
            try:
                candidate = self._point(self._moved(point, part * step))
            except np.linalg.LinAlgError:  # too far: a mass matrix that is not positive, or no numbers at all
                continue
            new_error = self._errors(candidate)
            if np.linalg.norm(new_error) < (1.0 - 0.1 * part) * np.linalg.norm(error):
                return candidate, new_error
        return None

    def _moved(self, point: OperatingPoint, step: np.ndarray) -> Numbers:
        residual, numbers = self.residual, point.numbers
        n, m = len(residual.speeds), len(residual.elements)
        full = np.zeros(2 * n + m + len(residual.inputs))
        full[self.columns] = step
        z, s, e, u = np.split(full, [n, 2 * n, 2 * n + m])
        T = residual.slopes(numbers, ("steps",), ("variation",))["steps", "variation"]
        q = residual.of(numbers, "coordinates") + T @ z
        for four in residual.quaternions:
            q[four] /= np.linalg.norm(q[four])
        numbers = residual.changed(numbers, "coordinates", q)
        numbers = residual.changed(numbers, "speeds", residual.of(numbers, "speeds") + s)
        numbers = residual.changed(numbers, "elements", residual.of(numbers, "elements") + e)
        return residual.changed(numbers, "inputs", residual.of(numbers, "inputs") + u)

    def _unknowns(self, point: OperatingPoint) -> np.ndarray:
        groups = ("coordinates", "speeds", "elements", "inputs")
        return np.concatenate([self.residual.of(point.numbers, group) for group in groups])

    def _result(self, start: np.ndarray, point: OperatingPoint, error: np.ndarray) -> Trimmed:
        residual, layout = self.residual, self.compiled.layout
        state = np.array(start, float)
        for group in ("coordinates", "speeds", "elements"):
            offsets = getattr(layout, group)
            for name, value in zip(getattr(residual, group), residual.of(point.numbers, group), strict=True):
                state[offsets[name]] = value
        values = residual.of(point.numbers, "inputs")[:: len(INPUT_ORDERS)]
        inputs = {part.name: float(v) for part, v in zip(self.compiled.model.inputs, values, strict=True)}
        return Trimmed(state, inputs, float(np.abs(error).max(initial=0.0)), point)

    def _failure(self, point: OperatingPoint, error: np.ndarray) -> str:
        rows = [self.residual.rows[i] for i in self.on]
        names = [f"closure of '{row}'" for row in rows] + [f"closure rate of '{row}'" for row in rows]
        every = [*self.residual.positions, *self.residual.speeds, *self.residual.elements]
        names += [f"rate of '{every[i]}'" for i in self.resting]
        worst = int(np.abs(error).argmax())
        value = error[worst] * self.scale[worst]
        return f"no trim found for {self.compiled.model.name}: {names[worst]} stays at {value:.3g} (SI)"
