"""The loop of all methods with dense output: from stop to stop, by steps of the error's choice or of fixed length.

A family of methods gives `attempt`, which takes one step, and `fit_dense`, which prepares rows inside it. The loop does
the rest: step control as in DOPRI5 [Hairer, Norsett, Wanner 1993, sections II.4 and II.5], but the largest error counts
and not the mean square: coordinates at rest must not widen the tolerance of those that move. Near a singular position
a rejected step is not made shorter, which would lead towards it, but tried with other lengths, whose stages lie
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.events.drive_impulse import leave_stop, rows_wait
from jounce.simulation.events.guards import begins_crossed, step_crosses_guard
from jounce.simulation.events.settle_event import meet_by, settle_event
from jounce.simulation.integrators.dense_output import interpolate_dense_output, write_dense_samples
from jounce.simulation.integrators.job import (
    AFTER,
    EVENT,
    FIRST_STAGE,
    INSIDE,
    NOT_CLOSED,
    NOT_FINITE,
    RATE,
    RATE_AT_END,
    RATE_INSIDE,
    RAW,
    RESELECT,
    RIVAL,
    RUNNING,
    SCRATCH_ROWS,
    SPARE,
    STEP_TOO_SMALL,
    WEAK,
)
from jounce.simulation.integrators.kernels import (
    copy,
    culprit_among_kernel_rates,
    evaluate,
    first_not_finite,
    kernels_have_weak_rows,
    kernels_job_at,
    next_read_row,
    set_inputs,
)
from jounce.simulation.integrators.projection import (
    BLIND,
    MOVED,
    ONCE,
    OPEN,
    TWICE,
    begin_projection,
    leaps,
    note_gap,
    project,
)

SAFETY = 0.8  # of the step that the estimate asks for; keeps energy, see docs/theory/projection_and_redundancy.md
SMALLEST, LARGEST = 0.2, 10.0  # of a step to the one before
BETA = 0.04  # weight of the error before, which calms the step control
TRIES = 40  # of other lengths near a singular position
STEP_OF_LADDER = 0.5**0.5
ROUNDING = 16 * np.finfo(float).eps  # of the time: no step is shorter


@compiled
def error_of_step(job: Any, y: np.ndarray, rows: np.ndarray) -> float:
    """Largest difference of both new states over its tolerance, work integrals left out; 1 is just right."""
    atol, after, rival, shares = floats_at(job.atol, job.state_size), rows[AFTER], rows[RIVAL], rows[INSIDE]
    for i in range(job.controlled):
        tolerance = atol[i] + job.rtol * max(abs(y[i]), abs(after[i]))
        shares[i] = abs(after[i] - rival[i]) / tolerance
    largest = 0.0
    for i in range(job.controlled):
        largest = max(largest, shares[i])
    return largest


@compiled
def starting_step(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> float:
    """A first step from the sizes of state, first and second derivative [II.4, p. 169]."""
    rate_now, rate_then, stage = rows[RATE], rows[RATE_AT_END], rows[SPARE]
    atol = floats_at(job.atol, job.state_size)
    state, rate, bend = 0.0, 0.0, 0.0
    for i in range(job.controlled):
        tolerance = atol[i] + job.rtol * abs(y[i])
        state = max(state, abs(y[i]) / tolerance)
        rate = max(rate, abs(rate_now[i]) / tolerance)
    h0 = 1e-6 if state < 1e-5 or rate < 1e-5 else 0.01 * state / rate
    h0 = min(h0, job.max_step, 2 * (middle - t))
    for i in range(y.size):
        stage[i] = y[i] + h0 * rate_now[i]
    evaluate(job, t + h0, middle, stage, rate_then)
    for i in range(job.controlled):
        bend = max(bend, abs(rate_then[i] - rate_now[i]) / (atol[i] + job.rtol * abs(y[i])))
    steepest = max(rate, bend / h0)
    h1 = max(1e-6, 1e-3 * h0) if steepest <= 1e-15 else (0.01 / steepest) ** (1.0 / job.order)
    h: float = min(100 * h0, h1)
    return h if h > 0.0 else float(h0)  # also when the trial was not finite


@compiled
def another_length(k: int) -> float:
    """Of a step, 0.2 to 1.5: a sequence that soon comes near every length. [Knuth 1973, section 6.4: golden section]"""
    return 0.2 + 1.3 * ((0.6180339887498949 * k) % 1.0)


@compiled
def on_ladder(h: float, top: float) -> float:
    """The longest step, at most h (but for rounding), of top divided by powers of the square root of two."""
    rung = top
    while rung > h * (1.0 + 1e-9):
        rung *= STEP_OF_LADDER
    return rung


@compiled
def next_step(job: Any, t: float, stop: float) -> float:
    """The step to try: not across the stop, and leaving no sliver before it."""
    h, remaining = min(job.step, job.max_step), stop - t
    if job.kept_count and not job.fixed:
        h = on_ladder(h, job.max_step)
    if job.rows_end_steps:
        row = next_read_row(job)
        if t < row < stop:
            remaining = row - t
    if 1.01 * h >= remaining:
        return remaining
    return 0.5 * remaining if 2.0 * h > remaining and not job.fixed else h


@compiled
def judge(job: Any, y: np.ndarray, rows: np.ndarray, pivot: float) -> tuple[float, int, int]:
    """Project the new state and compare it with its rival: error over tolerance, what it means if the error is too
    large, and whether the projection moved the state.
    """
    after, spare, rival, raw = rows[AFTER], rows[SPARE], rows[RIVAL], rows[RAW]
    copy(after, raw)
    if job.projects_rival:
        project(job, rival, spare, TWICE)
        moved = project(job, after, spare, TWICE)
        error = error_of_step(job, y, rows)
    else:
        error = error_of_step(job, y, rows)
        moved = project(job, after, spare, ONCE)
    if job.fixed:
        return (inf if moved == OPEN else 0.0), NOT_CLOSED, moved
    if error <= 1.0 and (moved == OPEN or leaps(raw, after, job.leap)):
        return inf, NOT_CLOSED, moved
    if error <= 1.0 and pivot < BLIND * job.top_pivot and job.was_rejected < TRIES:
        error = inf
    return error, STEP_TOO_SMALL, moved


@compiled
def reject(job: Any, h: float, error: float, trouble: int) -> None:
    """Try again with a shorter step, or, near a singular position, with one of another length."""
    job.rejected += 1
    job.was_rejected += 1
    job.rejected_by_error += trouble == STEP_TOO_SMALL
    job.rejected_by_loops += trouble == NOT_CLOSED
    job.rejected_not_finite += trouble == NOT_FINITE
    job.step = h * max(SMALLEST, min(1.0, SAFETY * error ** -(1.0 / job.order - 0.75 * BETA)))
    if job.weakest < WEAK * job.top_pivot and job.was_rejected <= TRIES:
        job.step = job.usual * another_length(job.was_rejected)


@compiled
def accept(job: Any, h: float, end: float, error: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Go to the new state, and choose the length of the next step."""
    if not job.fixed:
        growth = SAFETY * error ** -(1.0 / job.order - 0.75 * BETA) * job.last_error**BETA
        growth = min(LARGEST, max(SMALLEST, growth))
        wanted = h * (min(growth, 1.0) if job.was_rejected else growth)
        job.step = max(wanted, job.step) if h < job.step else wanted
        job.last_error = max(error, 1e-4)
        job.was_rejected = 0
        if job.weakest >= WEAK * job.top_pivot:
            job.usual = job.step
    copy(rows[AFTER], y)
    copy(rows[RATE_AT_END], rows[RATE])
    job.shortest = min(job.shortest, h)
    job.longest = max(job.longest, h)
    job.t, job.middle = end, end - 0.5 * h
    job.steps += 1
    job.jacobian_age += 1


@compiled
def commit_step(
    job: Any, t: float, h: float, end: float, stop: float, error: float, y: np.ndarray, rows: np.ndarray
) -> int:
    """Write the rows of a good step and go to its end: RUNNING, NOT_CLOSED, or RESELECT where rows have become weak."""
    note_gap(job)
    pivot = job.pivot
    ends_open = end == stop and rows_wait(job, job.next_stop, end - 0.5 * h)
    if not write_dense_samples(job, t, h, end, ends_open, y, rows):
        return NOT_CLOSED
    accept(job, h, end, error, y, rows)
    if end == stop:
        job.next_stop += 1
        job.fresh = 0  # the inputs may have a corner here
    job.pivot = pivot  # evaluations for samples have their own
    return RESELECT if kernels_have_weak_rows(job, pivot) else RUNNING


def step_by(attempt: Any, fit_dense: Any) -> Callable[..., tuple[float, int]]:
    """One step of a family, judged and finished: see `advance_by`."""

    @compiled
    def fit_rows_inside(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
        """Prepare rows inside a step; the course of the run is the same with them and without."""
        pivot = job.pivot
        fit_dense(job, t, h, y, rows)
        job.pivot = pivot

    @compiled
    def finish_step(job: Any, t: float, h: float, end: float, moved: int, y: np.ndarray, rows: np.ndarray) -> int:
        """The derivative at the new state and the rows inside the step: RUNNING, EVENT, or what is wrong with it."""
        samples = floats_at(job.samples, job.sample_count)
        inside = job.next_sample < job.sample_count and samples[job.next_sample] < end
        known = job.end_known
        if inside and known:
            fit_rows_inside(job, t, h, y, rows)
        if moved == MOVED or not known:
            evaluate(job, end, t + 0.5 * h, rows[AFTER], rows[RATE_AT_END])
            job.culprit = first_not_finite(rows[RATE_AT_END])
            if job.culprit >= 0:
                return NOT_FINITE
        if step_crosses_guard(job):
            return EVENT
        if inside and not known:
            fit_rows_inside(job, t, h, y, rows)
        return RUNNING

    @compiled
    def try_step(job: Any, t: float, h: float, end: float, y: np.ndarray, rows: np.ndarray) -> tuple[float, int]:
        """Take a step, judge and finish it: error over tolerance, and what it means if that is too large; or EVENT."""
        after, rate_at_end = rows[AFTER], rows[RATE_AT_END]
        job.end_known, job.culprit = 0, -1
        job.weakest = attempt(job, t, h, y, rows)
        if first_not_finite(after) >= 0 or (job.end_known and first_not_finite(rate_at_end) >= 0):
            if job.culprit < 0:
                job.culprit = culprit_among_kernel_rates(rows[FIRST_STAGE : FIRST_STAGE + job.stages], after)
            return inf, NOT_FINITE
        set_inputs(job, end, t + 0.5 * h)  # the last stage may lie elsewhere; loops are closed at the end
        error, trouble, moved = judge(job, y, rows, job.pivot)
        if not error <= 1.0:
            return error, trouble
        trouble = finish_step(job, t, h, end, moved, y, rows)
        return (inf if trouble == NOT_FINITE else error), trouble

    return try_step


def probe_by(try_step: Any) -> Callable[..., bool]:
    """A shorter step from the same start, for the search for an event."""

    @compiled
    def probe(job: Any, t: float, at: float, y: np.ndarray, rows: np.ndarray) -> bool:
        """A step up to a time, its guards noted, without a look at them; whether it went well."""
        job.probing = 1
        error, trouble = try_step(job, t, at - t, at, y, rows)
        job.probing = 0
        return bool(error <= 1.0 and trouble == RUNNING)

    return probe


@compiled
def glance(job: Any, t: float, end: float, at: float, y: np.ndarray, rows: np.ndarray) -> bool:
    """Evaluate the guards at a time of the dense output."""
    interpolate_dense_output((at - t) / (end - t), y, rows, rows[INSIDE])
    evaluate(job, at, 0.5 * (t + end), rows[INSIDE], rows[RATE_INSIDE])
    return True


def advance_by(attempt: Any, fit_dense: Any) -> Callable[[int], int]:
    """The loop around one family's step: `attempt(job, t, h, y, rows)` fills AFTER and RIVAL and gives the smallest
    pivot of its stages; `fit_dense(job, t, h, y, rows)` fills the coefficients of the dense output.
    """
    try_step = step_by(attempt, fit_dense)
    meet = meet_by(probe_by(try_step), glance, AFTER)

    def advance(address: int) -> int:
        job = kernels_job_at(address)
        y = floats_at(job.state, job.state_size)
        rows = floats_at(job.scratch, (SCRATCH_ROWS, job.state_size))
        stops = floats_at(job.stops, job.stop_count)
        status = RUNNING if job.begun else begin_projection(job, y, rows[RATE], rows[SPARE])
        for _ in range(job.step_budget):
            if status == RUNNING:
                status = leave_stop(job, y)
            if status != RUNNING:
                break
            t, stop = job.t, stops[job.next_stop]
            if not job.fresh:
                evaluate(job, t, 0.5 * (t + stop), y, rows[RATE])
                job.fresh = 1
                job.culprit = first_not_finite(rows[RATE])
                if job.culprit >= 0:
                    return NOT_FINITE
                if begins_crossed(job):
                    status = settle_event(job, y)
                    continue
            if job.step == 0.0:
                job.step = starting_step(job, t, 0.5 * (t + stop), y, rows)
            elif t + job.step == t:
                return STEP_TOO_SMALL
            h = next_step(job, t, stop)
            end = stop if h == stop - t else t + h
            error, trouble = try_step(job, t, h, end, y, rows)
            if not error <= 1.0:
                reject(job, h, error, trouble)
                if job.fixed or job.step < ROUNDING * max(abs(t), abs(stop)):
                    return trouble
                continue
            if trouble == EVENT:
                fit_dense(job, t, h, y, rows)
                end = meet(job, t, end, y, rows)
                if end == t:
                    job.step = 0.5 * h
                    continue
                h = end - t
            status = commit_step(job, t, h, end, stop, error, y, rows)
            if trouble == EVENT and status != NOT_CLOSED:
                status = settle_event(job, y)
        return status

    return advance
