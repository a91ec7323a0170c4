"""Trim: find the state in which chosen rates vanish, with all loops closed.

Newton's method on closures, closure rates and rates of the state together, all evaluated by the compiled kernels.
The Jacobian is taken by central differences: a Newton step only has to point the right way, and what vanishes in
the end are the kernels' own numbers. A step is the smallest that solves the linear equations, so a freedom that
nothing depends on (the spin of a rod, the place of a car) stays where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.errors import NumericalError
from jounce.simulation.assemble import move
from jounce.simulation.compiled import Compiled
from jounce.simulation.operating_point import inputs_with, places
from jounce.simulation.tangent import Tangent

CONVERGED = 1e-10  # of the scale of each equation
CLOSE = 1e-8  # of the scale; accepted when nothing gets better: stiff shafts round that much
AT_ROUNDING = 1e-6  # of the scale; accepted when a full step moves nothing by more than STILL
STILL = 1e-10  # of the largest unknown
IDLE = 1e-9  # column of an unknown, relative to the largest, that counts as zero
SINGULAR = 1e-7  # singular value, relative to the largest, below which a direction is held
NEARLY_SINGULAR = 1e-10  # the same where nothing gets better that way
DIFFERENCE = 1e-6  # m, rad, m/s, rad/s, or share of a larger number: truncation and rounding balance near here
STEPS, HALVINGS = 50, 20


@dataclass(frozen=True)
class Trimmed:
    """A state at which all that was asked for vanishes, up to `residual` of the scale."""

    state: np.ndarray
    inputs: dict[str, float]
    residual: float


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
    names = search.names
    unknowns, rest = [*names.positions, *names.elements], [*names.speeds, *names.elements]
    return search.run(state, unknowns, rest, hold)


def trim(
    compiled: Compiled,
    unknowns: Sequence[str],
    rest: Sequence[str],
    start: np.ndarray | None = None,
    inputs: Mapping[str, float] | None = None,
    hold: Sequence[str] = (),
    steady: Sequence[Mapping[str, float]] = (),
) -> Trimmed:
    """The state near `start` where the positions, speeds and states of elements named in `rest` do not change.

    `unknowns`, less those in `hold`, are states and inputs that may move; the others stay as they are given. `steady`
    are sums of factor times state that do not change either, such as the twist of a shaft that turns. Straight
    running at a speed or a steady circle are choices of these.
    """
    search = _Search(compiled, inputs_with(compiled, inputs))
    state = compiled.design_state() if start is None else np.array(start, float)
    return search.run(state, unknowns, rest, hold, steady)


@dataclass(frozen=True)
class _Point:
    state: np.ndarray
    inputs: np.ndarray


class _Search:
    """Newton's method; unknowns are numbered as positions, speeds, states of elements, inputs."""

    def __init__(self, compiled: Compiled, inputs: np.ndarray):
        self.compiled, self.inputs = compiled, inputs
        self.names = Tangent(compiled)
        self.on = np.flatnonzero(compiled.plant.modes[: compiled.layout.sizes["rows"]] > 0.5)

    def run(
        self,
        start: np.ndarray,
        unknowns: Sequence[str],
        rest: Sequence[str],
        hold: Sequence[str],
        steady: Sequence[Mapping[str, float]] = (),
    ) -> Trimmed:
        names, model = self.names, self.compiled.model.name
        states = [*names.positions, *names.speeds, *names.elements]
        inputs = [part.name for part in self.compiled.model.inputs]
        moving = places(model, unknowns, [*states, *inputs], "state or input")
        held = places(model, hold, [*states, *inputs], "state or input")
        self.columns = [column for name, column in moving.items() if name not in held]
        self.sums = [*({name: 1.0} for name in rest), *steady]
        self.resting = np.zeros((len(self.sums), len(states)))
        for row, terms in enumerate(self.sums):
            for name, place in places(model, terms, states, "state").items():
                self.resting[row, place] = terms[name]
        self.together = _moving_together([name for name in moving if name not in held], steady)
        before = self.compiled.plant.inputs.copy()
        try:
            return self._newton(_Point(start, self.inputs))
        finally:
            self.compiled.plant.inputs[:] = before

    def _newton(self, point: _Point) -> Trimmed:
        self.scale = self._scales(point)
        error, matrix = self._errors(point), None
        for _ in range(STEPS):
            if np.abs(error).max(initial=0.0) <= CONVERGED:
                return self._result(*self._polished(point, error, matrix))
            matrix = self._slopes(point)
            step = self._step(matrix, error)
            better = self._along(point, step, error)
            if better is None:  # perhaps a direction was held that matters
                better = self._along(point, self._step(matrix, error, NEARLY_SINGULAR), error)
            if better is None:
                size, left = max(np.abs(point.state).max(), 1.0), np.abs(error).max()
                still = np.abs(step).max(initial=0.0) <= STILL * size
                if left <= CLOSE or (left <= AT_ROUNDING and still):
                    return self._result(point, error)
                break
            point, error = better
        raise NumericalError(self._failure(error))

    def _polished(self, point: _Point, error: np.ndarray, matrix: np.ndarray | None) -> tuple[_Point, np.ndarray]:
        """One more step with the last slopes, if it helps: a heavy car shows what is left in newtons."""
        if matrix is None:
            return point, error
        step = self._step(matrix, error)
        candidate = self._moved(point, dict(zip(self.columns, step, strict=True)))
        new_error = self._errors(candidate)
        return (candidate, new_error) if np.linalg.norm(new_error) < np.linalg.norm(error) else (point, error)

    def _rates(self, point: _Point) -> np.ndarray:
        """Rates of positions, speeds and states of elements, in the order of their names."""
        self.compiled.plant.inputs[:] = point.inputs
        rates = self.compiled.rhs(point.state)
        return np.concatenate(
            [self.names.position_rates(point.state), rates[self.names.speed_places], rates[self.names.element_places]]
        )

    def _scales(self, point: _Point) -> np.ndarray:
        """1 m or rad; the fastest speed; gravity or the largest acceleration at the start."""
        names, n = self.names, len(self.names.speeds)
        speed = max(np.abs(point.state[names.speed_places]).max(initial=0.0), 1.0)
        gravity = float(np.linalg.norm(self.compiled.model.gravity))
        acceleration = max(np.abs(self._rates(point)[n : 2 * n]).max(initial=0.0), gravity, 1.0)
        rows, each = np.ones(len(self.on)), np.ones(n)
        rates = np.concatenate([speed * each, acceleration * each, speed * np.ones(len(names.elements))])
        largest = (np.abs(self.resting) * rates).max(axis=1, initial=0.0)
        return np.concatenate([rows, speed * rows, largest])

    def _errors(self, point: _Point) -> np.ndarray:
        rates = self._rates(point)
        closed = self.compiled.matrices(point.state)
        return np.concatenate([closed["g"][self.on], closed["gd"][self.on], self.resting @ rates]) / self.scale

    def _slopes(self, point: _Point) -> np.ndarray:
        """Errors by unknowns, by central differences."""
        matrix = np.empty((len(self.scale), len(self.columns)))
        for k, column in enumerate(self.columns):
            h = DIFFERENCE * max(1.0, abs(self._value(point, column)))
            ahead, back = (self._errors(self._moved(point, {column: sign * h})) for sign in (1.0, -1.0))
            matrix[:, k] = (ahead - back) / (2 * h)
        return matrix

    def _step(self, matrix: np.ndarray, error: np.ndarray, singular: float = SINGULAR) -> np.ndarray:
        """The smallest step in directions that are scaled by what they do."""
        matrix = matrix @ self.together
        effect = np.linalg.norm(matrix, axis=0)
        moves = effect > IDLE * effect.max(initial=0.0)
        matrix = matrix[:, moves] / effect[moves]
        # rows alike too: a row in metres beside accelerations of a stiff shaft would drown below SINGULAR
        reach = np.maximum(np.linalg.norm(matrix, axis=1), IDLE)
        scaled, *_ = np.linalg.lstsq(matrix / reach[:, None], -error / reach, rcond=singular)
        step = np.zeros(len(self.columns))
        step[moves] = scaled / effect[moves]
        return self.together @ step

    def _along(self, point: _Point, step: np.ndarray, error: np.ndarray) -> tuple[_Point, np.ndarray] | None:
        """The first point on the way back from the full step that is better than here."""
        for halving in range(HALVINGS):
            part = 0.5**halving
            candidate = self._moved(point, dict(zip(self.columns, part * step, strict=True)))
            new_error = self._errors(candidate)
            if np.linalg.norm(new_error) < (1.0 - 0.1 * part) * np.linalg.norm(error):
                return candidate, new_error
        return None

    def _value(self, point: _Point, column: int) -> float:
        n, m = len(self.names.speeds), len(self.names.elements)
        if column < n:
            return 0.0  # a position has no size: only its change counts
        if column < 2 * n + m:
            return float(point.state[[*self.names.speed_places, *self.names.element_places][column - n]])
        return float(point.inputs[1 + INPUT_WIDTH * (column - 2 * n - m)])

    def _moved(self, point: _Point, step: Mapping[int, float]) -> _Point:
        names = self.names
        n, m = len(names.speeds), len(names.elements)
        full = np.zeros(2 * n + m + len(self.compiled.model.inputs))
        full[list(step)] = list(step.values())
        z, s, e, u = np.split(full, [n, 2 * n, 2 * n + m])
        state, inputs = point.state.copy(), point.inputs.copy()
        if z.any():
            move(self.compiled, state, names.along_speeds(state, z))
        state[names.speed_places] += s
        state[names.element_places] += e
        inputs[1::INPUT_WIDTH] += u
        return _Point(state, inputs)

    def _result(self, point: _Point, error: np.ndarray) -> Trimmed:
        values = point.inputs[1::INPUT_WIDTH]
        inputs = {part.name: float(v) for part, v in zip(self.compiled.model.inputs, values, strict=True)}
        return Trimmed(point.state, inputs, float(np.abs(error).max(initial=0.0)))

    def _failure(self, error: np.ndarray) -> str:
        at = {place: name for name, place in self.compiled.layout.rows.items()}
        rows = [at[int(i)] for i in self.on]
        names = [f"closure of '{row}'" for row in rows] + [f"closure rate of '{row}'" for row in rows]
        names += [f"rate of '{' and '.join(terms)}'" for terms in self.sums]
        worst = int(np.abs(error).argmax())
        value = error[worst] * self.scale[worst]
        return f"no trim found for {self.compiled.model.name}: {names[worst]} stays at {value:.3g} (SI)"


def _moving_together(names: Sequence[str], steady: Sequence[Mapping[str, float]]) -> np.ndarray:
    """Directions in which to look, a column each, instead of the unknowns themselves.

    Ends of a stiff shaft do a million times more alone than together, and what they do together would drown. So where
    a steady sum ties two unknowns, or their rates, one of them stands for all that hang together, moved without twist.
    """
    place = {name: k for k, name in enumerate(names)}
    ties: dict[str, dict[str, float]] = {}
    for ending in ("", "_rate"):
        for terms in steady:
            ends = [(f"{name}{ending}", factor) for name, factor in terms.items()]
            if len(ends) == 2 and all(name in place and factor for name, factor in ends):
                (a, f), (b, g) = ends
                ties.setdefault(a, {})[b], ties.setdefault(b, {})[a] = -f / g, -g / f
    directions, seen = np.eye(len(names)), set()
    for first in ties:
        pending = [] if first in seen else [(first, 1.0)]
        while pending:
            name, share = pending.pop()
            if name not in seen:
                seen.add(name)
                directions[place[name], place[first]] = share
                pending += [(other, share * ratio) for other, ratio in ties[name].items()]
    return directions
