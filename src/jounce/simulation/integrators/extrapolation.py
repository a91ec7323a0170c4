"""Gragg's explicit mid-point rule, extrapolated by Bulirsch and Stoer.

With n parts of length h = H/n, from z_0 = y and z_1 = y + h f(t, y),

    z_(k+1) = z_(k-1) + 2 h f(t + k h, z_k),        T_j1 = (z_(n-1) + 2 z_n + z_(n+1))/4

has an expansion in even powers of h [Gragg 1965], which Aitken and Neville's scheme takes to h = 0:

    T_(j,k+1) = T_jk + (T_jk - T_(j-1,k)) / ((n_j/n_(j-k))^2 - 1)

[Hairer, Norsett, Wanner 1993, section II.9, eq. 9.10 and 9.13]. The number of columns is the method's; the error is
T_kk - T_(k,k-1).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.integrators.dense_output import fit_dense_hermite, fit_dense_quarter
from jounce.simulation.integrators.job import AFTER, FIRST_STAGE, RATE, RIVAL, SPARE
from jounce.simulation.integrators.kernels import copy, evaluate
from jounce.simulation.integrators.loop import advance_by

BEFORE, HERE = FIRST_STAGE - 2, FIRST_STAGE - 1  # rows of dense output that wait for the step's end


@compiled
def smoothed(job: Any, t: float, length: float, n: int, y: np.ndarray, rows: np.ndarray, out: np.ndarray) -> float:
    """Gragg's smoothed value after n parts of a step; the smallest pivot on the way."""
    before, here, rate = rows[BEFORE], rows[HERE], rows[SPARE]
    h, middle, weakest = length / n, t + 0.5 * length, inf
    copy(y, before)
    for i in range(y.size):
        here[i] = y[i] + h * rows[RATE, i]
    for k in range(1, n + 1):
        evaluate(job, t + k * h, middle, here, rate)
        weakest = min(weakest, job.pivot)
        for i in range(y.size):
            after = before[i] + 2.0 * h * rate[i]
            if k == n:
                out[i] = 0.25 * (before[i] + 2.0 * here[i] + after)
            before[i] = here[i]
            here[i] = after
    smallest: float = weakest
    return smallest


@compiled
def extrapolate(parts: np.ndarray, j: int, rows: np.ndarray, rival: np.ndarray) -> None:
    """Carry the column of the last value T_j1 through the scheme: rows FIRST_STAGE ... hold T_j1, T_(j,2) ... in turn.

    Row FIRST_STAGE + k holds T_(j-1,k+1) before and T_(j,k+1) after; `rival` is T_(j,j-1).
    """
    fresh = rows[FIRST_STAGE + j]
    for k in range(j):
        ratio = parts[j] / parts[j - k - 1]
        divisor = ratio * ratio - 1.0
        older = rows[FIRST_STAGE + k]
        for i in range(fresh.size):
            better = fresh[i] + (fresh[i] - older[i]) / divisor
            older[i] = fresh[i]
            fresh[i] = better
        if k == j - 1:
            copy(older, rival)


def columns_by(smoothed: Any) -> Callable[..., float]:
    """The whole scheme: `smoothed(job, t, h, n, y, rows, out)` fills T_j1 for n parts and gives its smallest pivot."""

    @compiled
    def take_columns(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
        """Fill AFTER and RIVAL; the smallest pivot of all, 0 where numbers are not finite."""
        parts = floats_at(job.coefficients, job.stages)
        weakest = inf
        for j in range(job.stages):
            weakest = min(weakest, smoothed(job, t, h, int(parts[j]), y, rows, rows[FIRST_STAGE + j]))
            if job.culprit >= 0:
                copy(rows[FIRST_STAGE + j], rows[AFTER])
                return 0.0
            extrapolate(parts, j, rows, rows[RIVAL])
        copy(rows[FIRST_STAGE + job.stages - 1], rows[AFTER])
        smallest: float = weakest
        return smallest

    return take_columns


@compiled
def fit_dense(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    fit_dense_hermite(h, y, rows)
    fit_dense_quarter(job, t, h, y, rows)


advance = advance_by(columns_by(smoothed), fit_dense)
