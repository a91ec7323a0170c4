"""Rosenbrock methods with a new Jacobian at each step, by their tables: see `methods.tables.Rosenbrock`.

Exact derivatives include work integrals, which then have the method's order. Differences leave them out: there works
follow Simpson's rule over the step, in the states of its dense output.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.integrators.dense_output import interpolate_dense_output
from jounce.simulation.integrators.exact.linear_loops import add_row
from jounce.simulation.integrators.jacobian import factor_shifted, make_jacobian, solve_shifted
from jounce.simulation.integrators.job import (
    AFTER,
    DENSE,
    FIRST_STAGE,
    INSIDE,
    RATE,
    RATE_AT_END,
    RATE_INSIDE,
    RIVAL,
    SPARE,
)
from jounce.simulation.integrators.kernels import copy, evaluate, first_not_finite
from jounce.simulation.integrators.loop import advance_by


@compiled
def table_of(job: Any) -> np.ndarray:
    """The method's numbers, a row of `stages` each; where they lie is said by the functions below."""
    return floats_at(job.coefficients, (2 * job.stages + 8, job.stages))


@compiled
def add_stages(weights: np.ndarray, count: int, factor: float, rows: np.ndarray, out: np.ndarray) -> None:
    """out += factor times the sum of weight times U over the stages."""
    for k in range(count):
        if weights[k] != 0.0:
            add_row(factor * weights[k], rows[FIRST_STAGE + k], out)


def stages_by(solve: Any) -> Callable[..., float]:
    """The stages of a table: `solve(job, h, tau, U, rows)` replaces the right-hand side U by the stage."""

    @compiled
    def take_stages(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
        """Fill the stages U, AFTER and RIVAL; the smallest pivot of all, 0 where numbers are not finite."""
        s, table = job.stages, table_of(job)
        a, C, c, d = table[1:], table[1 + s :], table[1 + 2 * s], table[2 + 2 * s]
        middle, weakest, stage = t + 0.5 * h, inf, rows[SPARE]
        for k in range(s):
            U = rows[FIRST_STAGE + k]
            if k == 0:
                copy(rows[RATE], U)
            else:
                copy(y, stage)
                add_stages(a[k], k, 1.0, rows, stage)
                evaluate(job, t + c[k] * h, middle, stage, U)
                weakest = min(weakest, job.pivot)
                job.culprit = first_not_finite(U)
                if job.culprit >= 0:
                    copy(U, rows[AFTER])
                    return 0.0
                add_stages(C[k], k, 1.0 / h, rows, U)
            solve(job, h, d[k] * h, U, rows)
        copy(y, rows[AFTER])
        add_stages(table[3 + 2 * s], s, 1.0, rows, rows[AFTER])
        copy(rows[AFTER], rows[RIVAL])
        add_stages(table[4 + 2 * s], s, -1.0, rows, rows[RIVAL])
        smallest: float = weakest
        return smallest

    return take_stages


@compiled
def solve_rosenbrock_stage(job: Any, h: float, tau: float, U: np.ndarray, rows: np.ndarray) -> None:
    solve_shifted(job, 1.0 / (h * table_of(job)[0, 0]), tau, U)


take_rosenbrock_stages = stages_by(solve_rosenbrock_stage)


@compiled
def attempt(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
    """Fill the stages U, AFTER and RIVAL, and the dense output; the smallest pivot of all."""
    make_jacobian(job, t, t + 0.5 * h, y, rows)
    if not factor_shifted(job, 1.0 / (h * table_of(job)[0, 0])):
        rows[AFTER, 0] = inf
        return 0.0
    weakest = take_rosenbrock_stages(job, t, h, y, rows)
    if job.culprit < 0:
        fill_dense_rows(job, y, rows)
        if job.exact == 0:
            weigh_works(job, t, h, y, rows)
    return weakest


@compiled
def fill_dense_rows(job: Any, y: np.ndarray, rows: np.ndarray) -> None:
    """The coefficients of the dense output."""
    s = job.stages
    H = table_of(job)[5 + 2 * s :]
    c1, c2, c3, c4 = rows[DENSE], rows[DENSE + 1], rows[DENSE + 2], rows[DENSE + 3]
    for i in range(y.size):
        c1[i] = rows[AFTER, i] - y[i]
        c2[i], c3[i], c4[i] = 0.0, 0.0, 0.0
    add_stages(H[0], s, 1.0, rows, c2)
    add_stages(H[1], s, 1.0, rows, c3)
    add_stages(H[2], s, 1.0, rows, c3)
    add_stages(H[2], s, -1.0, rows, c4)


@compiled
def weigh_works(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Work integrals of the new state by Simpson's rule; the derivative at the end is known then."""
    middle = t + 0.5 * h
    interpolate_dense_output(0.5, y, rows, rows[INSIDE])
    evaluate(job, middle, middle, rows[INSIDE], rows[RATE_INSIDE])
    evaluate(job, t + h, middle, rows[AFTER], rows[RATE_AT_END])
    job.end_known = 1
    for i in range(job.controlled, y.size):
        rows[AFTER, i] = y[i] + h / 6.0 * (rows[RATE, i] + 4.0 * rows[RATE_INSIDE, i] + rows[RATE_AT_END, i])
        rows[RIVAL, i] = rows[AFTER, i]


@compiled
def fit_dense(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """The coefficients stand since the step; works by Simpson's rule follow Hermite's cubic."""
    if job.exact != 0:
        return
    c1, c2, c3, c4 = rows[DENSE], rows[DENSE + 1], rows[DENSE + 2], rows[DENSE + 3]
    for i in range(job.controlled, y.size):
        c1[i] = rows[AFTER, i] - y[i]
        c2[i] = h * rows[RATE, i] - c1[i]
        c3[i] = c1[i] - h * rows[RATE_AT_END, i] - c2[i]
        c4[i] = 0.0


advance = advance_by(attempt, fit_dense)
