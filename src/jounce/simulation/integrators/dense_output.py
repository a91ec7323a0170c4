"""Rows between the ends of steps, with closed loops: one polynomial of degree 4 for every method.

    y(t + s h) = y + s (c1 + (1 - s) (c2 + s (c3 + (1 - s) c4)))

c1 to c3 follow from the states and derivatives at both ends: with c4 = 0 it is Hermite's cubic polynomial. c4 is a
method's own [Hairer, Norsett, Wanner 1993, section II.6, for Dormand and Prince; Hairer, Wanner 1996, section IV.7, for
Rosenbrock methods], or follows from the derivative at a quarter of the cubic, which raises its order by one
[Shampine 1985]. The polynomial ends in the state before projection; s^2 (3 - 2 s) times what projection did bends it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.integrators.job import AFTER, DENSE, INSIDE, RATE, RATE_AT_END, RATE_INSIDE, RAW, SPARE
from jounce.simulation.integrators.kernels import copy, evaluate, set_inputs, write_sample
from jounce.simulation.integrators.projection import (
    ONCE,
    OPEN,
    correct_measured_gap,
    measure_gap_to_project,
    project,
    put_where_driven,
)

HEALTHY = 0.01  # of the best pivot of the run: far enough from singular positions for factors of a state nearby


@compiled
def fit_dense_hermite(h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """c1 to c3 from states and derivatives at both ends; c4 = 0."""
    rate, rate_at_end, raw = rows[RATE], rows[RATE_AT_END], rows[RAW]
    c1, c2, c3, c4 = rows[DENSE], rows[DENSE + 1], rows[DENSE + 2], rows[DENSE + 3]
    for i in range(y.size):
        c1[i] = raw[i] - y[i]
        c2[i] = h * rate[i] - c1[i]
        c3[i] = c1[i] - h * rate_at_end[i] - c2[i]
        c4[i] = 0.0


@compiled
def fit_dense_quarter(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """c4 from the derivative at a quarter of the step, in the state that the cubic has there."""
    c1, c2, c3, c4 = rows[DENSE], rows[DENSE + 1], rows[DENSE + 2], rows[DENSE + 3]
    inside, rate = rows[INSIDE], rows[RATE_INSIDE]
    interpolate_dense_output(0.25, y, rows, inside)
    evaluate(job, t + 0.25 * h, t + 0.5 * h, inside, rate)
    for i in range(y.size):  # h y' at s = 1/4 is c1 + c2/2 + 5 c3/16 + 3 c4/16
        c4[i] = (h * rate[i] - c1[i] - 0.5 * c2[i] - 0.3125 * c3[i]) / 0.1875


@compiled
def interpolate_dense_output(s: float, y: np.ndarray, rows: np.ndarray, out: np.ndarray) -> None:
    """The state at t + s h, bent towards the projected state."""
    c1, c2, c3, c4 = rows[DENSE], rows[DENSE + 1], rows[DENSE + 2], rows[DENSE + 3]
    after = rows[AFTER]
    r, blend = 1.0 - s, s * s * (3.0 - 2.0 * s)
    for i in range(y.size):
        moved = after[i] - (y[i] + c1[i])
        out[i] = y[i] + s * (c1[i] + r * (c2[i] + s * (c3[i] + r * c4[i]))) + blend * moved


@compiled
def write_dense_samples(
    job: Any, t: float, h: float, end: float, ends_open: bool, y: np.ndarray, rows: np.ndarray
) -> bool:
    """Write the rows that lie in the step, their loops closed: first all states, since channels spoil the factors.

    Rows at its end wait for the tick that is due there, if `ends_open`.
    """
    first, samples = job.next_sample, floats_at(job.samples, job.sample_count)
    last = first
    while last < job.sample_count and (samples[last] < end or (samples[last] == end and not ends_open)):
        if not place_dense_row(job, last, samples[last], t, h, end, y, rows):
            return False
        last += 1
    states = floats_at(job.sample_states, (job.sample_count, job.state_size))
    for row in range(first, last):
        write_sample(job, states[row])
    return True


@compiled
def place_dense_row(
    job: Any, row: int, time: float, t: float, h: float, end: float, y: np.ndarray, rows: np.ndarray
) -> bool:
    """The state of a row, its loops closed with the factors of the step's end, or with its own where these fail."""
    state = floats_at(job.sample_states, (job.sample_count, job.state_size))[row]
    if time == end:
        copy(rows[AFTER], state)
        return True
    middle, spare = t + 0.5 * h, rows[SPARE]
    interpolate_dense_output((time - t) / h, y, rows, state)
    if job.gap == 0 or job.max_corrections == 0:
        return True
    set_inputs(job, time, middle)
    if put_where_driven(job, state, spare) or measure_gap_to_project(job, state):
        return True
    if job.weakest > HEALTHY * job.top_pivot and correct_measured_gap(job, state, spare, ONCE) != OPEN:
        return True
    interpolate_dense_output((time - t) / h, y, rows, state)
    evaluate(job, time, middle, state, rows[RATE_INSIDE])
    return project(job, state, spare, ONCE) != OPEN
