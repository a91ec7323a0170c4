"""Explicit Runge-Kutta methods with an error estimate, by their tables.

Coefficients lie as c, then the rows of A, then b, then b - b_hat, then those of the dense output (all zero where the
method has none), each of `stages` numbers. With loops the states of both orders are projected before they are
compared: what the projection takes away is no error of the run, and near a singular position that is nearly all of it.
Where the last stage is the new state itself, its derivative is the next step's first.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.integrators.dense_output import fit_dense_hermite, fit_dense_quarter
from jounce.simulation.integrators.job import AFTER, DENSE, FIRST_STAGE, RATE, RATE_AT_END, RIVAL, SPARE
from jounce.simulation.integrators.kernels import copy, evaluate
from jounce.simulation.integrators.loop import advance_by


@compiled
def stage_row(k: int) -> int:
    """The row of a stage's derivative; the first is the derivative at the start of the step."""
    return RATE if k == 0 else FIRST_STAGE + k


@compiled
def weigh_stages(weights: np.ndarray, count: int, rows: np.ndarray, out: np.ndarray) -> None:
    """out = the sum of weight times derivative over the stages, from the first on."""
    begun = False
    for k in range(count):
        weight, stage = weights[k], rows[stage_row(k)]
        if weight == 0.0:
            continue
        if begun:
            for i in range(out.size):
                out[i] += weight * stage[i]
        else:
            for i in range(out.size):
                out[i] = weight * stage[i]
            begun = True


@compiled
def attempt(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
    """Fill the stages, AFTER and RIVAL; the smallest pivot of all."""
    s = job.stages
    table = floats_at(job.coefficients, (s + 4, s))
    after, rival, spare = rows[AFTER], rows[RIVAL], rows[SPARE]
    middle, weakest = t + 0.5 * h, inf
    for k in range(1, s):
        weigh_stages(table[1 + k], k, rows, spare)
        for i in range(y.size):
            after[i] = y[i] + h * spare[i]
        evaluate(job, t + table[0, k] * h, middle, after, rows[stage_row(k)])
        weakest = min(weakest, job.pivot)
    if table[1 + s, s - 1] == 0.0:  # the last stage is the new state
        copy(rows[stage_row(s - 1)], rows[RATE_AT_END])
        job.end_known = 1
    else:
        weigh_stages(table[1 + s], s, rows, spare)
        for i in range(y.size):
            after[i] = y[i] + h * spare[i]
    weigh_stages(table[2 + s], s, rows, spare)
    for i in range(y.size):
        rival[i] = after[i] - h * spare[i]
    smallest: float = weakest
    return smallest


@compiled
def fit_dense(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """The method's own fourth coefficient where it has one."""
    s = job.stages
    own = floats_at(job.coefficients, (s + 4, s))[s + 3]
    fit_dense_hermite(h, y, rows)
    if own[0] == 0.0:
        fit_dense_quarter(job, t, h, y, rows)
        return
    weigh_stages(own, s, rows, rows[DENSE + 3])
    for i in range(y.size):
        rows[DENSE + 3, i] *= h


advance = advance_by(attempt, fit_dense)
