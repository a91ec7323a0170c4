"""The Jacobian of all states of implicit methods, exact or by central differences, and linear systems with it.

Work integrals depend on the other states and nothing depends on them: they have no rows and columns here.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.integrators.exact.linear_loops import add_row
from jounce.simulation.integrators.exact.stages import find_slopes, jacobian_at, rates_by_state
from jounce.simulation.integrators.job import FIRST_STAGE, INSIDE, RATE_INSIDE
from jounce.simulation.integrators.kernels import copy, evaluate, set_inputs

DIFFERENCE = 1e-6  # of a state, or share of a larger one
TIME_DIFFERENCE = 1e-5  # s, or share of a later time


@compiled
def make_jacobian(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """jacobian[i, j] = d(rate i)/d(state j) and time_slope[i] = d(rate i)/dt, once for each start of a step."""
    if job.jacobian_age == 0:
        return
    job.jacobian_age = 0
    job.renewals += 1
    n = job.controlled
    J, time_slope = floats_at(job.jacobian, (n, n)), floats_at(job.time_slope, n)
    if job.exact != 0:
        set_inputs(job, t, middle)
        own = jacobian_at(job.exact)
        find_slopes(job, own, y)
        rates_by_state(job, own, J, time_slope)
        return
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
def factor_matrix(job: Any, shift: float) -> None:
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
        if best != k:
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
        for i in range(k + 1, n):
            if A[i, k] != 0.0:
                A[i, k] /= A[k, k]
                add_row(-A[i, k], A[k, k + 1 :], A[i, k + 1 :])


@compiled
def solve_matrix(job: Any, b: np.ndarray) -> None:
    """b = solution of (shift - jacobian) x = b, with the factors as they stand."""
    n = job.controlled
    A, pivots = floats_at(job.matrix, (n, n)), integers_at(job.pivots, n)
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
