"""Tabulate a motion: how many nodes a wanted error needs, and how well a table stands for what it was made from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.spatial.body_motion import BodyMotion
from jounce.spatial.pose_table import DIRECTIONS, PoseTable, pose_table
from jounce.spatial.rotation_vector import rotation_vector_angle

# The exact motion on the grid of the given parameter values, along each of the given directions. It comes from
# the constraint equations: velocities from the first, accelerations from the second derivative of the closure.
ExactMotion = Callable[[Sequence[np.ndarray], Sequence[tuple[float, ...]]], Sequence[BodyMotion]]

PLACES = {1: 21, 2: 7}  # inside an interval, where a table of one or two parameters is compared; odd: the middle
STATIONS = 5  # lines along which the nodes of one of two parameters are placed
MOST_KNOTS = 400


class TableError(NamedTuple):
    """Distance from the exact position and angle of R_i^T R_e [Houdek 2021, last page], or their largest values."""

    position: np.ndarray  # m
    rotation: np.ndarray  # rad

    def largest(self) -> TableError:
        return TableError(*(np.max(part) for part in self))

    def over(self, bound: TableError) -> np.ndarray:
        """Returns the larger of both errors as a multiple of its bound."""
        return np.maximum(self.position / bound.position, self.rotation / bound.rotation)


def tabulated_pose_error(table: PoseTable, at: Sequence[np.ndarray], exact: BodyMotion) -> TableError:
    """Returns the error of the table's pose at the given parameters."""
    p, R = table.pose(*at)
    return TableError(np.linalg.norm(p - exact.p, axis=-1), rotation_vector_angle(R, exact.R))


def tabulate(
    exact: ExactMotion,
    ranges: Sequence[tuple[float, float]],
    *,
    position_error: float,
    rotation_error: float,
    degree: int = 5,
    R_design: np.ndarray | None = None,
) -> PoseTable:
    """Returns the table of the motion over the ranges, with as few nodes as the wanted errors (m, rad) need.

    Of two parameters each gets half the error: on a line of knots a surface is the curve of the other parameter,
    so the nodes of each are placed along such lines. The error that the table then carries is the largest one
    found between its nodes, so it is known and not hoped for.
    """
    _check(ranges, position_error, rotation_error, degree)
    count = len(ranges)
    bound = TableError(np.array(position_error), np.array(rotation_error))
    share = TableError(*(part / count for part in bound))
    knots = [_placed(_lines(exact, ranges, k), ranges[k], share, degree, R_design) for k in range(count)]
    for _ in range(10):
        table = pose_table(knots, exact(knots, DIRECTIONS[count]), degree, R_design)
        found = verified_table_error(table, exact).largest()
        excess = float(found.over(bound))
        if excess <= 1:
            return table.with_errors(float(found.position), float(found.rotation))
        knots = [_spread(k, np.ones(len(k) - 1), ceil((len(k) - 1) * excess ** (1 / (degree + 1))) + 1) for k in knots]
    raise _unreached(found, bound)


def verified_table_error(table: PoseTable, exact: ExactMotion) -> TableError:
    """Returns errors on a grid of places between the nodes."""
    count = len(table.knots)
    between = [_between(knots, PLACES[count]) for knots in table.knots]
    motion = exact(between, DIRECTIONS[count][:1])[0]
    return tabulated_pose_error(table, np.meshgrid(*between, indexing="ij"), motion)


def _placed(
    lines: Callable[[np.ndarray], list[BodyMotion]],
    ends: tuple[float, float],
    bound: TableError,
    degree: int,
    R_design: np.ndarray | None,
) -> np.ndarray:
    """Returns knots for one parameter, closer where the motion bends more, so that every line keeps the bound.

    Error falls as h^(degree + 1): an interval with `excess` times the bound wants the corresponding root of it
    as its number of intervals, which are then shared out evenly.
    """
    knots = np.linspace(*ends, 3)
    while len(knots) <= MOST_KNOTS:
        at = _between(knots, PLACES[1])
        tables = [pose_table([knots], [line], degree, R_design) for line in lines(knots)]
        errors = [tabulated_pose_error(*pair) for pair in zip(tables, [[at]] * len(tables), lines(at), strict=True)]
        excess = np.max([error.over(bound) for error in errors], axis=0).reshape(-1, PLACES[1]).max(axis=1)
        if excess.max() <= 1:
            return knots
        share = excess ** (1 / (degree + 1))
        share = np.maximum(share, share.max() / 8)  # where there is next to no error: no interval without end
        knots = _spread(knots, share, max(ceil(share.sum()), len(knots)))
    raise _unreached(max(errors, key=lambda error: error.over(bound).max()).largest(), bound)


def _lines(
    exact: ExactMotion, ranges: Sequence[tuple[float, float]], k: int
) -> Callable[[np.ndarray], list[BodyMotion]]:
    """Returns the motion along parameter k, on one line for each of some values of the other, if there is another."""
    if len(ranges) == 1:
        return lambda values: list(exact([values], DIRECTIONS[1]))
    stations = np.linspace(*ranges[1 - k], STATIONS)

    def along(values: np.ndarray) -> list[BodyMotion]:
        grid = [values, stations] if k == 0 else [stations, values]
        motion = exact(grid, [DIRECTIONS[2][k]])[0]
        return [BodyMotion(*(np.take(part, i, axis=1 - k) for part in motion)) for i in range(STATIONS)]

    return along


def _between(knots: np.ndarray, places: int) -> np.ndarray:
    """Places evenly inside each interval, in order."""
    inside = (np.arange(places) + 0.5) / places
    return (knots[:-1, None] + np.diff(knots)[:, None] * inside).ravel()


def _spread(knots: np.ndarray, share: np.ndarray, intervals: int) -> np.ndarray:
    """Returns new knots between the same ends, so many to each old interval as its share says."""
    total = np.concatenate([[0.0], np.cumsum(share)])
    return np.interp(np.linspace(0.0, total[-1], intervals + 1), total, knots)


def _check(ranges: Sequence[tuple[float, float]], position_error: float, rotation_error: float, degree: int) -> None:
    problems = []
    for low, high in ranges:
        if not -np.inf < low < high < np.inf:
            problems.append(Problem("ranges", f"from {low:g} to {high:g}", "the lower end first, in SI units"))
    for name, value in (("position_error", position_error), ("rotation_error", rotation_error)):
        if not 0 < value < np.inf:
            problems.append(Problem(name, f"{value:g} can be no bound", "above zero, in m and rad"))
    if degree not in (3, 5):
        problems.append(Problem("degree", f"no table has degree {degree}", "3 (C1) or 5 (C2)"))
    if problems:
        raise ModelError("pose table", problems)


def _unreached(found: TableError, bound: TableError) -> ModelError:
    what = f"{found.position:.3g} m and {found.rotation:.3g} rad remain, whatever the number of nodes"
    wanted = f"wanted: {bound.position:.3g} m and {bound.rotation:.3g} rad"
    return ModelError("pose table", [Problem("error", what, f"{wanted}; does the linkage lock inside the range?")])
