"""The Runge-Kutta method of order 4 with fixed steps, its coordinates carried by the mean of the two middle speeds.

Speeds and all other states follow Kutta's classical table (left) [Kutta 1901; Hairer, Norsett, Wanner 1993,
section II.1, table 1.2], coordinates whose rates are speeds the right one:

    0   |                            0   |
    1/2 | 1/2                        1/2 | 1/2
    1/2 | 0    1/2                   1/2 | 0    1/4  1/4
    1   | 0    0    1                1   | 0    1/2  1/2  0
    ----+--------------------        ----+--------------------
        | 1/6  1/3  1/3  1/6             | 1/6  1/3  1/3  1/6

The speed of the third stage is known before its coordinate, so nothing is implicit. Both tables and all mixtures
of them meet the conditions of order 4 [section II.15], at the price of nothing; a harmonic motion loses a quarter
of the energy that it loses with the classical table alone, see docs/theory/projection_and_redundancy.md.

The sums are written in one order and nothing contracts them, so a run repeats to the last bit.

Near a singular position of the loops accelerations are known the less the nearer a stage comes to it. A step that the
projection then has to move further than a resolved motion is taken again in two parts, whose stages lie elsewhere; if
its end lies there, together with the step behind it, unless a row or a corner of the inputs is due in between. The
try that had to be moved least counts, and if that is too far as well, the run ends there.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.controls.ticks import tick_due
from jounce.simulation.events.drive_impulse import leave_stop, rows_wait
from jounce.simulation.events.guards import begins_crossed, note_guards, step_crosses_guard
from jounce.simulation.events.settle_event import meet_by, settle_event
from jounce.simulation.integrators.dense_output import fit_dense_hermite, fit_dense_quarter, write_dense_samples
from jounce.simulation.integrators.job import (
    AFTER,
    NOT_CLOSED,
    NOT_FINITE,
    RATE,
    RATE_AT_END,
    RAW,
    RESELECT,
    RUNNING,
    SCRATCH_ROWS,
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
    write_sample,
)
from jounce.simulation.integrators.projection import (
    ASTRAY,
    BLIND,
    LEAP,
    ONCE,
    OPEN,
    begin_projection,
    largest_move,
    measure_gap_to_project,
    note_gap,
    project,
)

BETWEEN = 12  # the first of the rows that rows between the ends of steps need
PARTS = (0.38, 0.62, 0.81)  # of a step, at which it is parted: stages at all distances from each other


@compiled
def take(job: Any, t: float, h: float, middle: float, y: np.ndarray, rows: np.ndarray, known: int) -> float:
    """A step of h from y: row 5 is the new state, its loops closed. How far it had to be moved near singular positions.

    Elsewhere 0; infinite where the loops stay open or numbers are not finite. The derivative at y is in row 0 already
    if it is `known`.
    """
    k1, k2, k3, k4, stage, after, spare, raw = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]
    n, half = y.size, t + 0.5 * h
    plain = integers_at(job.plain, (job.plain_count, 3))

    if not known:
        evaluate(job, t, middle, y, k1)
    weakest = job.pivot
    for i in range(n):
        stage[i] = y[i] + 0.5 * h * k1[i]
    evaluate(job, half, middle, stage, k2)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        stage[i] = y[i] + 0.5 * h * k2[i]
    for r in range(job.plain_count):
        first, speed = plain[r, 0], plain[r, 1]
        for i in range(plain[r, 2]):
            stage[first + i] = y[first + i] + 0.25 * h * (k2[first + i] + stage[speed + i])
    evaluate(job, half, middle, stage, k3)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        stage[i] = y[i] + h * k3[i]
    for r in range(job.plain_count):
        for i in range(plain[r, 0], plain[r, 0] + plain[r, 2]):
            stage[i] = y[i] + 0.5 * h * (k2[i] + k3[i])
    evaluate(job, t + h, middle, stage, k4)
    weakest = min(weakest, job.pivot)
    for i in range(n):
        after[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])

    if first_not_finite(after) >= 0:
        return inf
    near = weakest < WEAK * job.top_pivot
    if near:
        copy(after, raw)
    if project(job, after, spare, ONCE) == OPEN:
        return inf
    return largest_move(raw, after) if near else 0.0


@compiled
def take_in_parts(job: Any, t: float, h: float, middle: float, y: np.ndarray, rows: np.ndarray, moved: float) -> float:
    """The same in two parts, if they have to be moved less than `moved`; else row 5 is as it was. How far."""
    after, between, best = rows[5], rows[8], rows[9]
    copy(after, best)
    for part in PARTS:
        worst = 0.0
        copy(y, between)
        for passed, length in ((0.0, part * h), (part * h, h - part * h)):
            worst = max(worst, take(job, t + passed, length, middle, between, rows, 0))
            copy(after, between)
        if worst < moved:
            moved = worst
            copy(after, best)
            if moved <= ASTRAY:
                break
    copy(best, after)
    measure_gap_to_project(job, after)
    job.fresh = 0  # row 0 is a part's
    return moved


@compiled
def only_the_grid_ends(job: Any, end: float) -> bool:
    """Whether a step may go on past its end: neither a row nor a corner nor the end of the run is due there."""
    due = next_read_row(job) <= end or tick_due(job, job.next_stop)
    return not has_corner(job, end) and not due and job.next_stop + 1 < job.stop_count


@compiled
def has_corner(job: Any, t: float) -> bool:
    """Whether inputs or signals have a corner there: the derivative is then another one on either side."""
    for corner in floats_at(job.corners, job.corner_count):
        if corner == t:
            return True
    return False


@compiled
def begins_with_event(job: Any, t: float, middle: float, y: np.ndarray, rate: np.ndarray) -> bool:
    """With guards the derivative at a step's start is evaluated here, unless the last step left it."""
    if job.guard_count == 0 or job.fresh:
        return False
    evaluate(job, t, middle, y, rate)
    job.fresh = 1
    return begins_crossed(job)


@compiled
def ends_with_event(job: Any, t: float, end: float, after: np.ndarray, rate: np.ndarray, first: np.ndarray) -> bool:
    """Whether a guard crossed in the step; else the derivative at its end is the next step's first."""
    if job.guard_count == 0:
        return False
    evaluate(job, end, t + 0.5 * (end - t), after, rate)
    if step_crosses_guard(job):
        return True
    copy(rate, first)
    job.fresh = not has_corner(job, end)
    return False


@compiled
def probe(job: Any, t: float, at: float, y: np.ndarray, rows: np.ndarray) -> bool:
    """A shorter step from the same start, its guards noted; whether its loops are closed."""
    middle = t + 0.5 * (at - t)
    moved = take(job, t, at - t, middle, y, rows, job.fresh)  # not fresh where row 0 is a part's
    if moved > ASTRAY:
        moved = take_in_parts(job, t, at - t, middle, y, rows, moved)
    if moved > LEAP:
        return False
    evaluate(job, at, middle, rows[5], rows[10])
    note_guards(job)
    return True


@compiled
def glance(job: Any, t: float, end: float, at: float, y: np.ndarray, rows: np.ndarray) -> bool:
    """Evaluate the guards at a time of Hermite's cubic polynomial; not in a step that was taken in parts."""
    if not job.fresh:
        return False
    h, after, between = end - t, rows[5], rows[4]
    s = (at - t) / h
    for i in range(y.size):
        change = after[i] - y[i]
        ends = (1.0 - s) * (h * rows[0, i] - change) - s * (h * rows[10, i] - change)
        between[i] = y[i] + s * (change + (1.0 - s) * ends)
    evaluate(job, at, t + 0.5 * h, between, rows[6])
    return True


@compiled
def write_rows_between(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> bool:
    """Write rows that lie inside a step: the polynomial of all methods, from the derivatives at both ends."""
    end, middle, pivot = t + h, t + 0.5 * h, job.pivot
    own, after = rows[BETWEEN:], rows[5]
    copy(after, own[AFTER])
    copy(after, own[RAW])
    evaluate(job, t, middle, y, own[RATE])
    evaluate(job, end, middle, after, own[RATE_AT_END])
    fit_dense_hermite(h, y, own)
    fit_dense_quarter(job, t, h, y, own)
    written = write_dense_samples(job, t, h, end, True, y, own)
    job.pivot = pivot
    return bool(written)


meet = meet_by(probe, glance, 5)


def advance(address: int) -> int:
    """Go on for at most `step_budget` steps from stop to stop; the stops are the grid."""
    job = kernels_job_at(address)
    n = job.state_size
    y = floats_at(job.state, n)
    rows = floats_at(job.scratch, (SCRATCH_ROWS, n))
    k1, after, spare, end_rate = rows[0], rows[5], rows[6], rows[10]
    stops = floats_at(job.stops, job.stop_count)
    samples = floats_at(job.samples, job.sample_count)

    status = RUNNING if job.begun else begin_projection(job, y, k1, spare)
    for _ in range(job.step_budget):
        if status == RUNNING:
            status = leave_stop(job, y)
        if status != RUNNING:
            break
        t, end = job.t, stops[job.next_stop]
        if begins_with_event(job, t, t + 0.5 * (end - t), y, k1):
            status = settle_event(job, y)
            continue
        moved = take(job, t, end - t, t + 0.5 * (end - t), y, rows, job.fresh)
        if moved == inf and first_not_finite(after) >= 0:
            job.culprit = culprit_among_kernel_rates(rows[:4], after)
            return NOT_FINITE
        if job.pivot < BLIND * job.top_pivot and only_the_grid_ends(job, end):
            far = stops[job.next_stop + 1]
            over = take_in_parts(job, t, far - t, t + 0.5 * (far - t), y, rows, max(moved, ASTRAY))
            if over < max(moved, ASTRAY):
                moved, end = over, far
        elif moved > ASTRAY:
            moved = take_in_parts(job, t, end - t, t + 0.5 * (end - t), y, rows, moved)
        if moved > LEAP:
            return NOT_CLOSED
        crossed = ends_with_event(job, t, end, after, end_rate, k1)
        if crossed:
            end = meet(job, t, end, y, rows)
            if end == t:
                return NOT_CLOSED
        note_gap(job)
        if job.next_sample < job.sample_count and samples[job.next_sample] < end:
            if not write_rows_between(job, t, end - t, y, rows):
                return NOT_CLOSED
        copy(after, y)
        job.t, job.middle = end, t + 0.5 * (end - t)
        while job.next_stop < job.stop_count and stops[job.next_stop] <= end:
            job.next_stop += 1
        job.steps += 1
        waits = rows_wait(job, job.next_stop - 1, job.middle)
        while job.next_sample < job.sample_count and samples[job.next_sample] <= end and not waits:
            write_sample(job, y)
        if crossed:
            status = settle_event(job, y)
        elif kernels_have_weak_rows(job, job.pivot):
            status = RESELECT
    return status
