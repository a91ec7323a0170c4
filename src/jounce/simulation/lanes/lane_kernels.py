"""Kernels of several cars as compiled loops call them, and cars that are taken out of the run.

A car that has failed or has ended is frozen: its state stays where it was, so that kernels go on with sound numbers in
its lane, and nothing of it reaches its neighbours.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numba import from_dtype

from jounce.native.pointers import call_kernel, carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.integrators.job import WEAK
from jounce.simulation.lanes.lane_job import ENDED, LANE_JOB, NOT_CLOSED, NOT_FINITE, RUNNING, WEAK_ROWS

_job_pointer = record_pointer(from_dtype(LANE_JOB))


@compiled
def lane_job_at(address: int) -> Any:
    """The job that lies at the address."""
    return carray(_job_pointer(address), 1)[0]


@compiled
def lane_flags(job: Any) -> np.ndarray:
    """How each car is."""
    return integers_at(job.status, job.cars)


@compiled
def set_lane_inputs(job: Any, t: float, middle: float) -> None:
    """Put time, values and rates into the inputs of all cars; see `integrators.kernels.set_inputs`.

    Inputs that do not move are put there once.
    """
    cars, count = job.cars, job.input_count
    moving = integers_at(job.moving, job.moving_count)
    inputs = floats_at(job.inputs, (1 + 3 * count, cars))
    first_piece = integers_at(job.first_piece, cars * count + 1)
    is_spline, current = integers_at(job.is_spline, cars * count), integers_at(job.current_piece, cars * count)
    pieces = floats_at(job.pieces, (first_piece[cars * count], 6))
    for car in range(cars):
        inputs[0, car] = t
        for number in range(count if job.evaluations == 0 else job.moving_count):
            k = number if job.evaluations == 0 else moving[number]
            own = car * count + k
            where = t + 1e-6 * (middle - t) if is_spline[own] else middle
            p = current[own]
            while p > first_piece[own] and where < pieces[p, 0]:
                p -= 1
            while p + 1 < first_piece[own + 1] and where >= pieces[p + 1, 0]:
                p += 1
            current[own] = p
            d = t - pieces[p, 1]
            c0, c1, c2, c3 = pieces[p, 2], pieces[p, 3], pieces[p, 4], pieces[p, 5]
            inputs[1 + 3 * k, car] = c0 + d * (c1 + d * (c2 + d * c3))
            inputs[2 + 3 * k, car] = c1 + d * (2.0 * c2 + d * (3.0 * c3))
            inputs[3 + 3 * k, car] = 2.0 * c2 + d * (6.0 * c3)


@compiled
def call_lanes(job: Any, kernel: int, state: np.ndarray, out: np.ndarray) -> None:
    """One kernel for all cars at the inputs as they stand."""
    call_kernel(kernel, state, job.inputs, job.modes, job.values, job.tables, job.road, out, job.work)


@compiled
def evaluate_lanes(job: Any, t: float, middle: float, state: np.ndarray, out: np.ndarray) -> None:
    """out = d state/dt of all cars at time t."""
    set_lane_inputs(job, t, middle)
    call_lanes(job, job.rhs, state, out)
    job.evaluations += 1


@compiled
def copy_lanes(numbers: np.ndarray, out: np.ndarray) -> None:
    """All cars; a slice assignment would allocate."""
    for i in range(numbers.size):
        out[i] = numbers[i]


@compiled
def copy_lane(numbers: np.ndarray, out: np.ndarray, car: int, cars: int) -> None:
    """One car."""
    for i in range(car, numbers.size, cars):
        out[i] = numbers[i]


@compiled
def hold_frozen_lanes(job: Any, state: np.ndarray, out: np.ndarray) -> None:
    """Cars that are out of the run stay where they are."""
    if job.frozen == 0:
        return
    status = lane_flags(job)
    for car in range(job.cars):
        if status[car] != RUNNING:
            copy_lane(state, out, car, job.cars)


@compiled
def freeze_lane(job: Any, car: int, status: int) -> None:
    """Take a car out of the run, at the last good state."""
    lane_flags(job)[car] = status
    floats_at(job.end_times, job.cars)[car] = job.t
    job.frozen += 1


@compiled
def freeze_infinite_lanes(job: Any, after: np.ndarray) -> None:
    """Cars with a number that is not finite: counted first, which goes many at a time."""
    wrong = 0
    for i in range(after.size):
        wrong += not abs(after[i]) < inf
    if wrong == 0:
        return
    status, culprit = lane_flags(job), integers_at(job.culprit, job.cars)
    for i in range(after.size):
        car = i % job.cars
        if not abs(after[i]) < inf and status[car] == RUNNING:
            culprit[car] = i // job.cars
            freeze_lane(job, car, NOT_FINITE)


@compiled
def freeze_weak_lanes(job: Any) -> None:
    """Cars whose loops come near a singular position, or whose rows have to be chosen again: no lane does that."""
    pivots, top, status = floats_at(job.work, job.cars), floats_at(job.top_pivots, job.cars), lane_flags(job)
    for car in range(job.cars):
        top[car] = max(top[car], pivots[car])
        if pivots[car] < max(WEAK, job.weak_fraction) * top[car] and status[car] == RUNNING:
            freeze_lane(job, car, WEAK_ROWS)


@compiled
def close_lanes(job: Any, state: np.ndarray, spare: np.ndarray) -> None:
    """Bring every car back onto its constraints, as `integrators.projection.project` does."""
    if job.gap == 0:
        return
    residuals = floats_at(job.residuals, job.cars * (job.gap_size + job.rate_gap_size))
    still, status = integers_at(job.now, job.cars), lane_flags(job)
    call_lanes(job, job.gap, state, residuals)
    for car in range(job.cars):
        still[car] = status[car] == RUNNING
    for k in range(job.max_corrections):
        call_lanes(job, job.correct, state, spare)
        if k == 0 and job.frozen == 0:
            copy_lanes(spare, state)
        else:
            for car in range(job.cars):
                if still[car]:
                    copy_lane(spare, state, car, job.cars)
        call_lanes(job, job.gap, state, residuals)
        if lanes_are_closed(job, residuals):
            return
        left = 0
        for car in range(job.cars):
            still[car] = still[car] and not lane_is_closed(job, residuals, car)
            left += still[car]
        if left == 0:
            return
    for car in range(job.cars):
        if still[car]:
            freeze_lane(job, car, NOT_CLOSED)


@compiled
def lanes_are_closed(job: Any, residuals: np.ndarray) -> bool:
    """Whether the loops of all cars are closed; the largest gaps are noted."""
    beyond, borders, largest = 0, job.cars * job.gap_size, floats_at(job.gaps, job.cars * job.gap_size)
    for i in range(borders):
        size = abs(residuals[i])
        largest[i] = max(largest[i], size)
        beyond += not size <= job.gap_tolerance
    for i in range(borders, residuals.size):
        beyond += not abs(residuals[i]) <= job.rate_tolerance
    return beyond == 0


@compiled
def lane_is_closed(job: Any, residuals: np.ndarray, car: int) -> bool:
    """Whether the loops of one car are closed."""
    beyond, gaps = 0, job.gap_size
    for i in range(gaps + job.rate_gap_size):
        size = abs(residuals[i * job.cars + car])
        beyond += not size <= (job.gap_tolerance if i < gaps else job.rate_tolerance)
    return beyond == 0


@compiled
def write_lane_rows(job: Any, state: np.ndarray) -> None:
    """The chosen channels of all cars at the state where the right-hand side was evaluated last; who ends there."""
    cars, width = job.cars, job.channel_size
    samples = floats_at(job.samples, job.sample_count)
    while job.next_sample < job.sample_count and samples[job.next_sample] <= job.t:
        row = floats_at(job.sample_rows, (job.sample_count, width * cars))[job.next_sample]
        call_lanes(job, job.see, state, row)
        job.next_sample += 1
        status, reached = lane_flags(job), integers_at(job.rows_reached, cars)
        for car in range(cars):
            if status[car] == RUNNING:
                reached[car] = job.next_sample
                end_lane_by_channel(job, row, car)


@compiled
def end_lane_by_channel(job: Any, row: np.ndarray, car: int) -> None:
    """Freeze a car whose channel has passed its level."""
    ends, levels = integers_at(job.ends, (job.end_count, 2)), floats_at(job.end_levels, (job.end_count, job.cars))
    for k in range(job.end_count):
        if ends[k, 1] * (row[ends[k, 0] * job.cars + car] - levels[k, car]) >= 0.0:
            integers_at(job.ended_by, job.cars)[car] = k
            freeze_lane(job, car, ENDED)
            return
