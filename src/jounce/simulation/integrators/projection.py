"""Bring a state back onto its constraints.

Newton's method in the mass metric with the factors of the last right-hand side, on positions and
velocities at once, until the residuals are down [Eich 1993; Hairer, Wanner 1996, section VII.2].
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at
from jounce.simulation.controls.ticks import tick_due
from jounce.simulation.events.settle_event import settle_start
from jounce.simulation.integrators.job import NOT_CLOSED, NOT_FINITE, RUNNING, WEAK
from jounce.simulation.integrators.kernels import (
    call,
    copy,
    evaluate,
    first_not_finite,
    switches_of_friction_by_kernels,
    write_sample,
)

KEPT, MOVED, OPEN = range(3)
ONCE, TWICE = 1, 2  # corrections at least; the second takes what the first one's move of positions does to speeds
LEAP = 1e-3  # m, rad, m/s, rad/s or share, of a projection: far beyond an error of a step, onto another branch
ASTRAY = 1e-5  # m, rad, m/s, rad/s or share, of a projection near a singular position; see the theory of projection
BLIND = 1e-7  # of it: so near that no step should end there


@compiled
def measure_gap_to_project(job: Any, state: np.ndarray) -> bool:
    """Whether the loops are closed; the largest residuals are then in now_gap and now_rate_gap."""
    job.now_gap = 0.0
    job.now_rate_gap = 0.0
    if job.gap == 0:
        return True
    residuals = floats_at(job.residuals, job.gap_size + job.rate_gap_size)
    call(job, job.gap, state, residuals)
    rates = job.gap_size
    job.now_gap, wide = largest_residual(residuals[:rates], job.gap_tolerance)
    job.now_rate_gap, fast = largest_residual(residuals[rates:], job.rate_tolerance)
    return wide + fast == 0


@compiled
def largest_residual(numbers: np.ndarray, bound: float) -> tuple[float, int]:
    """The largest size, and how many are not within the bound; a NaN never is."""
    most, beyond = 0.0, 0
    for i in range(numbers.size):
        size = abs(numbers[i])
        most = max(most, size)
        beyond += not size <= bound
    return most, beyond


@compiled
def largest_move(a: np.ndarray, b: np.ndarray) -> float:
    """The largest change of a number, by its size where that is above one."""
    most = 0.0
    for i in range(a.size):
        most = max(most, abs(b[i] - a[i]) / max(1.0, abs(a[i])))
    return most


@compiled
def leaps(a: np.ndarray, b: np.ndarray, bound: float) -> bool:
    """Whether `largest_move` is beyond the bound; counted, which goes many at a time."""
    beyond = 0
    for i in range(a.size):
        beyond += not abs(b[i] - a[i]) <= bound * max(1.0, abs(a[i]))
    return beyond > 0


@compiled
def project(job: Any, state: np.ndarray, spare: np.ndarray, least: int) -> int:
    """Move the state until its loops are closed, at the inputs as they stand; KEPT, MOVED or OPEN.

    `least` corrections are made even within the tolerance. Near a singular position a small residual hides an error
    of the state that is larger by one over the smallest singular value, and an error of positions turns the directions
    in which speeds are free: there corrections go on as long as they shrink. Rounding ends that at residuals that
    grow with one over the square of the distance, beyond any tolerance, so the last correction is what has to be small.
    With max_corrections = 0 the gap is only measured.
    """
    if put_where_driven(job, state, spare):
        return MOVED
    measure_gap_to_project(job, state)
    if job.gap == 0 or job.max_corrections == 0:
        return KEPT
    return correct_measured_gap(job, state, spare, least)


@compiled
def put_where_driven(job: Any, state: np.ndarray, spare: np.ndarray) -> bool:
    """Put coordinates where inputs drive them, if all rows are such: nothing has to be solved, and no gap is left."""
    if job.gap == 0 or job.max_corrections == 0 or job.solved_rows > 0:
        return False
    sticks = switches_of_friction_by_kernels(job)
    for k in range(job.friction_count):
        if sticks[k] > 0.5:
            return False
    call(job, job.correct, state, spare)
    copy(spare, state)
    job.now_gap, job.now_rate_gap = 0.0, 0.0
    return True


@compiled
def correct_measured_gap(job: Any, state: np.ndarray, spare: np.ndarray, least: int) -> int:
    """As `project`, of a state whose gap was measured last; MOVED or OPEN."""
    closed, weak = False, job.pivot < WEAK * job.top_pivot
    last = inf
    for k in range(job.max_corrections):
        call(job, job.correct, state, spare)
        if weak:
            change = largest_move(state, spare)
            if k > TWICE - 1 and not change < 0.5 * last:
                break
            last = change
        copy(spare, state)
        closed = measure_gap_to_project(job, state)
        if closed and not weak and k + 1 >= least:
            break
    return MOVED if closed or (weak and last < ASTRAY) else OPEN


@compiled
def note_gap(job: Any) -> None:
    """Remember the gap of an accepted step."""
    job.max_gap = max(job.max_gap, job.now_gap)
    job.max_rate_gap = max(job.max_rate_gap, job.now_rate_gap)


@compiled
def begin_projection(job: Any, state: np.ndarray, rate: np.ndarray, spare: np.ndarray) -> int:
    """Close the loops of the first state, decide phases of friction there, and write the rows of the first instant."""
    stops = floats_at(job.stops, job.stop_count)
    evaluate(job, job.t, 0.5 * (stops[0] + stops[1]), state, rate)
    job.culprit = first_not_finite(state)
    if job.culprit < 0:
        job.culprit = first_not_finite(rate)
    if job.culprit >= 0:
        return NOT_FINITE
    if project(job, state, spare, ONCE) == OPEN:
        return NOT_CLOSED
    note_gap(job)
    if job.guard_count:
        status: int = settle_start(job, state, rate)
        if status != RUNNING:
            return status
    samples = floats_at(job.samples, job.sample_count)
    while job.next_sample < job.sample_count and samples[job.next_sample] <= job.t and not tick_due(job, 0):
        write_sample(job, state)
    job.middle = 0.5 * (stops[0] + stops[1])
    job.begun = 1
    job.next_stop = 1
    return RUNNING
