"""Trim of variants of a car by the slopes of the car itself: Newton's chord method, all of them at once.

Variants of one structure differ by their numbers only, and so their steady motions lie close to that of the car they
come from. Its slopes, decomposed once, serve for all of them; Broyden's updates learn for each variant what it differs
by [Broyden 1965]. What vanishes in the end are the variant's own errors. One that does not get there is left to `trim`.

Each variant is worked out by itself, by sums whose order does not depend on how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import Prepared
from jounce.simulation.trim import CLOSE, CONVERGED, WAYS, Trimmed, TrimPoint, TrimSearch
from jounce.simulation.workspace import Workspace
from jounce.spatial.rotation import rotation_of_quaternion

STEPS = 40
POLISHES = 2  # steps more once all errors are small: they cost little, and a heavy car shows newtons
AWAY = 10.0  # times the first error: it leads nowhere
NOTHING = 1e-12  # of a step: one that had no effect teaches nothing
FAILED, SEARCHING = -2, -1  # instead of the number of polishes


class Turning(NamedTuple):
    """A floating body that shall yaw at a rate: where its speed about its own z axis and its quaternion stand."""

    yaw_rate: float
    place: int
    quaternion: tuple[int, ...]


class LaneTrim:
    """A trimmed car as the place from which its variants are trimmed."""

    @one_blas_thread()
    def __init__(self, ready: Prepared, found: Trimmed):
        assert found.problem is not None
        self.search = TrimSearch(ready, found.inputs)
        self.search.pose(found.problem)
        self.search.phases.modes = found.friction
        self.search.way = WAYS[0]
        self.start = TrimPoint(found.state, self.search.work.inputs.copy())
        self.search.measure(self.start)
        slopes = self.search.slopes(self.start)
        self.answers = slopes.step(np.eye(len(self.search.scale)))  # a row: the step for an error of one in an equation

    def solve(self, works: Sequence[Workspace], turning: Turning | None = None) -> list[TrimPoint | None]:
        """Returns the point of each variant, whose workspace has its values and the modes of friction; None where it
        has none.

        What is no unknown stays as it is, but for a body that is `turning`.
        """
        rows = len(works)
        point = TrimPoint(np.tile(self.start.state, (rows, 1)), np.tile(self.start.inputs, (rows, 1)))
        self._turn(point, turning)
        error = self._errors(works, point)
        first, polished = np.abs(error).max(axis=1), np.full(rows, SEARCHING)
        learned: list[tuple[np.ndarray, np.ndarray]] = []
        for _ in range(STEPS):
            step = self._step(error, learned)
            moved = self._moved(works, point, step)
            self._turn(moved, turning)
            after = self._errors(works, moved)
            size, before = np.abs(after).max(axis=1), np.abs(error).max(axis=1)
            polished = np.where((polished == SEARCHING) & ~(size <= AWAY * first + CLOSE), FAILED, polished)
            better = size < before
            polished = np.where((polished >= 0) & ~better, POLISHES, polished)
            goes_on = (polished == SEARCHING) | ((polished >= 0) & (polished < POLISHES))
            learned.append(self._lesson(step, error, after, learned))
            for old, new in ((point.state, moved.state), (point.inputs, moved.inputs), (error, after)):
                old[goes_on] = new[goes_on]
            polished = np.where(goes_on & (size <= CONVERGED), polished + 1, polished)
            if not (goes_on & (polished < POLISHES)).any():
                break
        left = np.abs(error).max(axis=1)
        good = (polished != FAILED) & (left <= CLOSE)
        return [TrimPoint(point.state[k], point.inputs[k]) if good[k] else None for k in range(rows)]

    def _turn(self, point: TrimPoint, turning: Turning | None) -> None:
        """A body that leans turns about its own z axis by less than it yaws."""
        if turning is not None:
            for state in point.state:
                upright = rotation_of_quaternion(tuple(state[list(turning.quaternion)]))[2][2]
                state[turning.place] = turning.yaw_rate * float(upright)  # type: ignore[arg-type]

    def _step(self, error: np.ndarray, learned: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        """Steps by the slopes of the car, corrected by what was learned of each variant."""
        found = _products(error, self.answers)
        for change, along in learned:
            found = found + change * _dots(along, found)
        return found

    def _lesson(
        self, step: np.ndarray, error: np.ndarray, after: np.ndarray, learned: list[tuple[np.ndarray, np.ndarray]]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Returns broyden's update of the inverse B, by which the step was -B error: with d = B (after - error), B
        becomes (1 + (step - d) step^T / (step^T d)) B, and leads from one error to the other by that very step.
        """
        d = -self._step(after - error, learned)
        share, size = _dots(step, d), _dots(step, step)
        sound = np.abs(share) > NOTHING * size
        return np.where(sound, (step - d) / np.where(sound, share, 1.0), 0.0), step

    def _moved(self, works: Sequence[Workspace], point: TrimPoint, steps: np.ndarray) -> TrimPoint:
        """Returns the points moved by a step of the unknowns each."""
        search, names = self.search, self.search.names
        n, m, layout = len(names.speeds), len(names.elements), search.work.layout
        z, s, e, u = np.split(_products(steps, search.directions.T), [n, 2 * n, 2 * n + m], axis=1)
        along = np.vstack([names.along_speeds(own, row[np.newaxis]) for own, row in zip(point.state, z, strict=True)])
        state, inputs, probes = point.state.copy(), point.inputs.copy(), point.state.copy()
        probes[:, names.speed_places] = along
        places = list(layout.coordinates.values())
        rates = self._called(works, "rhs", TrimPoint(probes, point.inputs), layout.sizes["state"])
        state[:, places] += rates[:, places]
        for four in layout.quaternions:
            state[:, four] /= np.sqrt(_dots(state[:, four], state[:, four]))
        state[:, names.speed_places] += s
        state[:, names.element_places] += e
        inputs[:, 1::INPUT_WIDTH] += u
        return TrimPoint(state, inputs)

    def _called(self, works: Sequence[Workspace], kernel: str, point: TrimPoint, size: int) -> np.ndarray:
        """Returns a kernel of each variant at its point."""
        found = np.empty((len(works), size))
        for k, work in enumerate(works):
            work.inputs[:] = point.inputs[k]
            found[k] = work.call(kernel, point.state[k], size)
        return found

    def _errors(self, works: Sequence[Workspace], point: TrimPoint) -> np.ndarray:
        """Returns as `TrimSearch` measures them, by kernels of each variant."""
        search, names = self.search, self.search.names
        sizes, n = search.work.layout.sizes, len(names.speeds)
        rates = self._called(works, "rhs", point, sizes["state"])
        changing = rates[:, names.speed_places], rates[:, names.element_places]
        positions = np.vstack([names.position_rates(own[np.newaxis]) for own in point.state])
        rates = np.column_stack([positions, *changing])
        rates[:, n : 2 * n] = _products(search.still * rates[:, n : 2 * n], search.M)
        gaps = self._called(works, "gap", point, sizes["gap"] + sizes["rate gap"])
        held = gaps[:, sizes["gap"] + sizes["rows"] + search.stuck]
        closures = gaps[:, search.on], gaps[:, sizes["gap"] + search.on]
        found: np.ndarray = np.column_stack([*closures, held, _products(rates, search.resting.T)]) / search.scale
        return found


def _products(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """rows @ matrix, row by row: bits of a row do not depend on the others, as long as all lie alike in memory."""
    found: np.ndarray = (np.ascontiguousarray(rows)[:, np.newaxis, :] @ matrix)[:, 0, :]
    return found


def _dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Returns the product of each row with its own, as a column."""
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    found: np.ndarray = (a[:, np.newaxis, :] @ b[:, :, np.newaxis])[:, 0, :]
    return found
