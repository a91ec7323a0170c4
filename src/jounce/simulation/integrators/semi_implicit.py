"""The semi-implicit mid-point rule, extrapolated: Bader and Deuflhard's method for stiff equations.

With n parts of length h = H/n and W = (1 - h J)^-1,

    D_0 = W h f(t, y),      z_1 = y + D_0,      D_k = D_(k-1) + 2 W (h f(t + k h, z_k) - D_(k-1)),   z_(k+1) = z_k + D_k

and T_j1 = z_n + W (h f(t + H, z_n) - D_(n-1)) [Bader, Deuflhard 1983]. The errors go in even powers of h, but the first
coefficient does not vanish at the start: the order of T_kk is 2 k - 1. Where f depends on time, D_0 has h^2 f_t beside
h f. The scheme is that of `extrapolation.py`.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled
from jounce.simulation.integrators.extrapolation import columns_by, fit_dense
from jounce.simulation.integrators.jacobian import factor_shifted, make_jacobian, solve_shifted
from jounce.simulation.integrators.job import FIRST_STAGE, RATE, SPARE
from jounce.simulation.integrators.kernels import copy, evaluate, first_not_finite
from jounce.simulation.integrators.loop import advance_by

HERE, CHANGE = FIRST_STAGE - 2, FIRST_STAGE - 1  # rows of dense output that wait for the step's end


@compiled
def smoothed(job: Any, t: float, length: float, n: int, y: np.ndarray, rows: np.ndarray, out: np.ndarray) -> float:
    """Bader and Deuflhard's smoothed value after n parts of a step; the smallest pivot on the way."""
    here, change, rate = rows[HERE], rows[CHANGE], rows[SPARE]
    h, middle, weakest = length / n, t + 0.5 * length, inf
    if not factor_shifted(job, 1.0 / h):
        job.culprit = 0
        out[0] = inf
        return 0.0
    copy(rows[RATE], change)
    solve_shifted(job, 1.0 / h, h, change)  # W b is the solution of (1/h - J) x = b/h
    for i in range(y.size):
        here[i] = y[i] + change[i]
    for k in range(1, n + 1):
        evaluate(job, t + k * h, middle, here, rate)
        weakest = min(weakest, job.pivot)
        job.culprit = first_not_finite(rate)
        if job.culprit >= 0:
            copy(rate, out)
            return 0.0
        for i in range(y.size):
            rate[i] -= change[i] / h
        solve_shifted(job, 1.0 / h, 0.0, rate)
        if k == n:
            for i in range(y.size):
                out[i] = here[i] + rate[i]
            break
        for i in range(y.size):
            change[i] += 2.0 * rate[i]
            here[i] += change[i]
    smallest: float = weakest
    return smallest


take_columns = columns_by(smoothed)


@compiled
def attempt(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
    """Fill AFTER and RIVAL; the smallest pivot of all."""
    make_jacobian(job, t, t + 0.5 * h, y, rows)
    return take_columns(job, t, h, y, rows)


advance = advance_by(attempt, fit_dense)
