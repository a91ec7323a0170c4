"""Stages of implicit methods: (shift - J) x = b + tau f_t, with J and f_t of the start of the step.

A compiled model brings exact derivatives, in which work integrals are states like others (`exact/stages.py`). What has
no formulas has central differences, without rows and columns for work integrals: nothing depends on them.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.integrators.exact.linear_loops import add_row
from jounce.simulation.integrators.exact.stages import factor_stages, find_slopes, jacobian_at, solve_stages
from jounce.simulation.integrators.job import FIRST_STAGE, INSIDE, RATE_INSIDE
from jounce.simulation.integrators.kernels import copy, evaluate, set_inputs

DIFFERENCE = 1e-6  # of a state, or share of a larger one
TIME_DIFFERENCE = 1e-5  # s, or share of a later time


@compiled
def make_jacobian(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """The derivatives of the rates by state and time, once for each start of a step."""
    if job.jacobian_age == 0:
        return
    job.jacobian_age = 0
    job.renewals += 1
    if job.exact == 0:
        take_differences(job, t, middle, y, rows)
        return
    set_inputs(job, t, middle)
    find_slopes(job, jacobian_at(job.exact), y)
    job.evaluations += 1


@compiled
def factor_shifted(job: Any, shift: float) -> bool:
    """Factorise shift - J. False where that is singular."""
    if job.exact == 0:
        return factor_matrix(job, shift)
    return factor_stages(job, jacobian_at(job.exact), shift)


@compiled
def solve_shifted(job: Any, shift: float, tau: float, b: np.ndarray) -> None:
    """b = the solution x, all states, by the factors as they stand. Works that have no row are b/shift."""
    if job.exact != 0:
        solve_stages(job, jacobian_at(job.exact), shift, tau, b)
        return
    solve_matrix(job, tau, b)
    for i in range(job.controlled, b.size):
        b[i] /= shift


@compiled
def take_differences(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """jacobian[i, j] = d(rate i)/d(state j) and time_slope[i] = d(rate i)/dt."""
    n = job.controlled
    J, time_slope = floats_at(job.jacobian, (n, n)), floats_at(job.time_slope, n)
    moved, above, below = rows[INSIDE], rows[RATE_INSIDE], rows[FIRST_STAGE]
    copy(y, moved)
    for j in range(n):
        d = DIFFERENCE * max(1.0, abs(y[j]))
        moved[j] = y[j] + d
        evaluate(job, t, middle, moved, above)
        moved[j] = y[j] - d
        evaluate(job, t, middle, moved, below)
        moved[j] = y[j]
        for i in range(n):
            slope = (above[i] - below[i]) / (2.0 * d)
            J[i, j] = slope if abs(slope) < inf else 0.0  # a state beyond what its law bears
    d = TIME_DIFFERENCE * max(1.0, abs(t))
    evaluate(job, t + d, middle, moved, above)
    evaluate(job, t - d, middle, moved, below)
    for i in range(n):
        time_slope[i] = (above[i] - below[i]) / (2.0 * d)


@compiled
def factor_matrix(job: Any, shift: float) -> bool:
    """matrix = factors of shift - jacobian, by Gauss with partial pivoting; rows are exchanged whole."""
    n = job.controlled
    J, A, pivots = floats_at(job.jacobian, (n, n)), floats_at(job.matrix, (n, n)), integers_at(job.pivots, n)
    for i in range(n):
        for j in range(n):
            A[i, j] = -J[i, j]
        A[i, i] += shift
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[best, k]):
                best = i
        pivots[k] = best
        if not abs(A[best, k]) > 0.0:
            return False
        if best != k:
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
        for i in range(k + 1, n):
            if A[i, k] != 0.0:
                A[i, k] /= A[k, k]
                add_row(-A[i, k], A[k, k + 1 :], A[i, k + 1 :])
    return True


@compiled
def solve_matrix(job: Any, tau: float, b: np.ndarray) -> None:
    """b = solution of (shift - jacobian) x = b + tau time_slope, with the factors as they stand."""
    n = job.controlled
    A, pivots, time_slope = floats_at(job.matrix, (n, n)), integers_at(job.pivots, n), floats_at(job.time_slope, n)
    for i in range(n):
        b[i] += tau * time_slope[i]
    for k in range(n):
        b[k], b[pivots[k]] = b[pivots[k]], b[k]
    for i in range(n):
        total = b[i]
        for j in range(i):
            total -= A[i, j] * b[j]
        b[i] = total
    for i in range(n - 1, -1, -1):
        total = b[i]
        for j in range(i + 1, n):
            total -= A[i, j] * b[j]
        b[i] = total / A[i, i]
