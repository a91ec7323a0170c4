"""Rows between the ends of Dormand and Prince's steps: its dense output of order 4, with closed loops.

[Hairer, Norsett, Wanner 1993, section II.6]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.integrators.kernels import evaluate, set_inputs, write_sample
from jounce.simulation.integrators.projection import ONCE, OPEN, measure_gap, project


@compiled
def prepare_dense(h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Rows 9 ... 12: the dense output's coefficients beside y, from stages and state before projection (row 17)."""
    k1, k3, k4, k5, k6, k7, raw = rows[0], rows[2], rows[3], rows[4], rows[5], rows[6], rows[17]
    c1, c2, c3, c4 = rows[9], rows[10], rows[11], rows[12]
    for i in range(y.size):
        c1[i] = raw[i] - y[i]
        c2[i] = h * k1[i] - c1[i]
        c3[i] = c1[i] - h * k7[i] - c2[i]
        c4[i] = h * (
            -12715105075 / 11282082432 * k1[i]
            + 87487479700 / 32700410799 * k3[i]
            - 10690763975 / 1880347072 * k4[i]
            + 701980252875 / 199316789632 * k5[i]
            - 1453857185 / 822651844 * k6[i]
            + 69997945 / 29380423 * k7[i]
        )


@compiled
def dense(s: float, y: np.ndarray, rows: np.ndarray, out: np.ndarray) -> None:
    """The state at t + s h [II.6, (6.12)], bent towards the projected state in row 7."""
    c1, c2, c3, c4, after = rows[9], rows[10], rows[11], rows[12], rows[7]
    r, blend = 1.0 - s, s * s * (3.0 - 2.0 * s)
    for i in range(y.size):
        moved = after[i] - (y[i] + c1[i])
        out[i] = y[i] + s * (c1[i] + r * (c2[i] + s * (c3[i] + r * c4[i]))) + blend * moved


@compiled
def write_samples(job: Any, t: float, h: float, end: float, y: np.ndarray, rows: np.ndarray) -> bool:
    """Write the rows that lie in the step, their loops closed."""
    middle, inside, rate, spare = t + 0.5 * h, rows[13], rows[14], rows[15]
    samples = floats_at(job.samples, job.sample_count)
    while job.next_sample < job.sample_count and samples[job.next_sample] <= end:
        time = samples[job.next_sample]
        if time == end:
            write_sample(job, rows[7])
            continue
        dense((time - t) / h, y, rows, inside)
        set_inputs(job, time, middle)
        if not measure_gap(job, inside) and job.max_corrections > 0:
            evaluate(job, time, middle, inside, rate)  # the last row's channels may have spoilt the factors
            if project(job, inside, spare, ONCE) == OPEN:
                return False
        write_sample(job, inside)
    return True
