"""Dormand and Prince's method of order 5 with error estimate of order 4 and dense output of order 4.

Coefficients [Dormand, Prince 1980, RK5(4)7M]; starting step, step control and dense output as in DOPRI5
[Hairer, Norsett, Wanner 1993, sections II.4 to II.6], but the largest error counts and not the mean square:
coordinates at rest must not widen the tolerance of those that move. The seventh stage is the next step's
first. With loops the states of order 5 and 4 are both projected before they are compared: what the projection
takes away is no error of the run, and near a singular position that is nearly all of it. When the projection
moves the state, the derivative is evaluated again and the dense output is bent by s^2 (3 - 2 s) so that it
ends in the moved state. Near a singular position a rejected step is not made shorter, which would lead towards it,
but tried with other lengths, whose stages lie elsewhere.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.integrators.dense_output import prepare_dense, write_samples
from jounce.simulation.integrators.job import (
    FINISHED,
    NOT_CLOSED,
    NOT_FINITE,
    RESELECT,
    RUNNING,
    SCRATCH_ROWS,
    STEP_TOO_SMALL,
)
from jounce.simulation.integrators.kernels import (
    copy,
    culprit_of,
    evaluate,
    first_not_finite,
    job_at,
    rows_are_weak,
)
from jounce.simulation.integrators.projection import (
    BLIND,
    KEPT,
    LEAP,
    MOVED,
    OPEN,
    TWICE,
    WEAK,
    begin_projection,
    largest_move,
    note_gap,
    project,
)

SAFETY = 0.8  # of the step that the estimate asks for; keeps energy, see docs/theory/projection_and_redundancy.md
SMALLEST, LARGEST = 0.2, 10.0  # of a step to the one before
BETA = 0.04  # weight of the error before, which calms the step control
EXPONENT = 0.2 - 0.75 * BETA
TRIES = 40  # of other lengths near a singular position
ROUNDING = 16 * np.finfo(float).eps  # of the time: no step is shorter


@compiled
def stages(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
    """Fill k2 ... k7 (rows 1 ... 6) from k1 (row 0); the new state is left in row 7. The smallest pivot of all."""
    k1, k2, k3, k4, k5, k6, k7 = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6]
    after, stage = rows[7], rows[8]
    n, middle = y.size, t + 0.5 * h
    for i in range(n):
        stage[i] = y[i] + h * (1 / 5 * k1[i])
    evaluate(job, t + 1 / 5 * h, middle, stage, k2)
    weakest = job.pivot
    for i in range(n):
        stage[i] = y[i] + h * (3 / 40 * k1[i] + 9 / 40 * k2[i])
    evaluate(job, t + 3 / 10 * h, middle, stage, k3)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        stage[i] = y[i] + h * (44 / 45 * k1[i] - 56 / 15 * k2[i] + 32 / 9 * k3[i])
    evaluate(job, t + 4 / 5 * h, middle, stage, k4)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        stage[i] = y[i] + h * (19372 / 6561 * k1[i] - 25360 / 2187 * k2[i] + 64448 / 6561 * k3[i] - 212 / 729 * k4[i])
    evaluate(job, t + 8 / 9 * h, middle, stage, k5)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        stage[i] = y[i] + h * (
            9017 / 3168 * k1[i] - 355 / 33 * k2[i] + 46732 / 5247 * k3[i] + 49 / 176 * k4[i] - 5103 / 18656 * k5[i]
        )
    evaluate(job, t + h, middle, stage, k6)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        after[i] = y[i] + h * (
            35 / 384 * k1[i] + 500 / 1113 * k3[i] + 125 / 192 * k4[i] - 2187 / 6784 * k5[i] + 11 / 84 * k6[i]
        )
    evaluate(job, t + h, middle, after, k7)
    smallest: float = min(weakest, job.pivot)
    return smallest


@compiled
def rival_of(h: float, rows: np.ndarray) -> None:
    """Row 16: the new state by the method of order 4."""
    k1, k3, k4, k5, k6, k7, after = rows[0], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]
    rival = rows[16]
    for i in range(after.size):
        rival[i] = after[i] - h * (
            71 / 57600 * k1[i]
            - 71 / 16695 * k3[i]
            + 71 / 1920 * k4[i]
            - 17253 / 339200 * k5[i]
            + 22 / 525 * k6[i]
            - 1 / 40 * k7[i]
        )


@compiled
def error_of_step(job: Any, y: np.ndarray, after: np.ndarray, rival: np.ndarray) -> float:
    """Largest difference of both new states over its tolerance, work integrals left out; 1 is just right."""
    atol = floats_at(job.atol, job.state_size)
    largest = 0.0
    for i in range(job.controlled):
        tolerance = atol[i] + job.rtol * max(abs(y[i]), abs(after[i]))
        largest = max(largest, abs(after[i] - rival[i]) / tolerance)
    return largest


@compiled
def starting_step(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> float:
    """A first step from the sizes of state, first and second derivative [II.4, p. 169]."""
    k1, k2, stage = rows[0], rows[1], rows[8]
    atol = floats_at(job.atol, job.state_size)
    state, rate, bend = 0.0, 0.0, 0.0
    for i in range(job.controlled):
        tolerance = atol[i] + job.rtol * abs(y[i])
        state = max(state, abs(y[i]) / tolerance)
        rate = max(rate, abs(k1[i]) / tolerance)
    h0 = 1e-6 if state < 1e-5 or rate < 1e-5 else 0.01 * state / rate
    h0 = min(h0, job.max_step, 2 * (middle - t))
    for i in range(y.size):
        stage[i] = y[i] + h0 * k1[i]
    evaluate(job, t + h0, middle, stage, k2)
    for i in range(job.controlled):
        bend = max(bend, abs(k2[i] - k1[i]) / (atol[i] + job.rtol * abs(y[i])))
    steepest = max(rate, bend / h0)
    h1 = max(1e-6, 1e-3 * h0) if steepest <= 1e-15 else (0.01 / steepest) ** 0.2
    h: float = min(100 * h0, h1)
    return h if h > 0.0 else float(h0)  # also when the trial was not finite


@compiled
def another_length(k: int) -> float:
    """Of a step, 0.2 to 1.5: a sequence that soon comes near every length. [Knuth 1973, section 6.4: golden section]"""
    return 0.2 + 1.3 * ((0.6180339887498949 * k) % 1.0)


@compiled
def next_step(job: Any, remaining: float) -> float:
    """The step to try: not across the stop, and leaving no sliver before it."""
    h = min(job.step, job.max_step)
    if 1.01 * h >= remaining:
        return remaining
    return 0.5 * remaining if 2.0 * h > remaining else h


@compiled
def attempt(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> tuple[float, int, int, float, float]:
    """One step, its new states projected and compared: error over tolerance, what it means if the error is too large,
    whether the projection moved the state, and the pivots: the smallest, and that of the new state.
    """
    after, spare, rival, raw = rows[7], rows[8], rows[16], rows[17]
    weakest = stages(job, t, h, y, rows)
    pivot = job.pivot
    if first_not_finite(after) >= 0 or first_not_finite(rows[6]) >= 0:
        return inf, NOT_FINITE, KEPT, weakest, pivot
    rival_of(h, rows)
    copy(after, raw)
    project(job, rival, spare, TWICE)
    moved = project(job, after, spare, TWICE)
    error = error_of_step(job, y, after, rival)
    if error <= 1.0 and (moved == OPEN or largest_move(raw, after) > LEAP):
        return inf, NOT_CLOSED, moved, weakest, pivot
    if error <= 1.0 and pivot < BLIND * job.top_pivot and job.was_rejected < TRIES:
        error = inf
    return error, STEP_TOO_SMALL, moved, weakest, pivot


@compiled
def reject(job: Any, h: float, error: float, weakest: float) -> None:
    """Try again with a shorter step, or, near a singular position, with one of another length."""
    job.rejected += 1
    job.was_rejected += 1
    job.step = h * max(SMALLEST, min(1.0, SAFETY * error**-EXPONENT))
    if weakest < WEAK * job.top_pivot and job.was_rejected <= TRIES:
        job.step = job.usual * another_length(job.was_rejected)


@compiled
def accept(job: Any, h: float, end: float, error: float, weakest: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Go to the new state, and choose the length of the next step."""
    growth = min(LARGEST, max(SMALLEST, SAFETY * error**-EXPONENT * job.last_error**BETA))
    wanted = h * (min(growth, 1.0) if job.was_rejected else growth)
    job.step = max(wanted, job.step) if h < job.step else wanted
    job.last_error = max(error, 1e-4)
    job.was_rejected = 0
    if weakest >= WEAK * job.top_pivot:
        job.usual = job.step
    copy(rows[7], y)
    copy(rows[6], rows[0])
    job.t = end
    job.steps += 1


def advance(address: int) -> int:
    """Go on for at most `step_budget` tries, from stop to stop with steps of the error's choice."""
    job = job_at(address)
    n = job.state_size
    y = floats_at(job.state, n)
    rows = floats_at(job.scratch, (SCRATCH_ROWS, n))
    k1, k7, after, spare = rows[0], rows[6], rows[7], rows[8]
    stops = floats_at(job.stops, job.stop_count)
    samples = floats_at(job.samples, job.sample_count)

    if not job.begun:
        status = begin_projection(job, y, k1, spare)
        if status != RUNNING:
            return status

    for _ in range(job.step_budget):
        if job.next_stop == job.stop_count:
            return FINISHED
        t, stop = job.t, stops[job.next_stop]
        if not job.fresh:
            evaluate(job, t, 0.5 * (t + stop), y, k1)
            job.fresh = 1
            job.culprit = first_not_finite(k1)
            if job.culprit >= 0:
                return NOT_FINITE
        if job.step == 0.0:
            job.step = starting_step(job, t, 0.5 * (t + stop), y, rows)
        elif t + job.step == t:
            return STEP_TOO_SMALL
        h = next_step(job, stop - t)
        end = stop if h == stop - t else t + h

        error, trouble, moved, weakest, pivot = attempt(job, t, h, y, rows)
        if not error <= 1.0:
            reject(job, h, error, weakest)
            if job.step < ROUNDING * max(abs(t), abs(stop)):
                if trouble == NOT_FINITE:
                    job.culprit = culprit_of(rows[:7], after)
                return trouble
            continue

        note_gap(job)
        if job.next_sample < job.sample_count and samples[job.next_sample] < end:
            prepare_dense(h, y, rows)
        if moved == MOVED:
            evaluate(job, end, t + 0.5 * h, after, k7)
        if not write_samples(job, t, h, end, y, rows):
            return NOT_CLOSED
        accept(job, h, end, error, weakest, y, rows)
        if end == stop:
            job.next_stop += 1
            job.fresh = 0  # the inputs may have a corner here
        job.pivot = pivot  # evaluations for samples have their own
        if rows_are_weak(job, pivot):
            return RESELECT
    return RUNNING
