"""Steps of fixed length for several cars of one structure at once: RK4, or a W-method whose Jacobian is kept.

All cars share the grid of times. A step begins with the right-hand side, phases of friction and rows, and ends with the
projection. No event is located.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.lanes.lane_impulse import take_lane_impulses
from jounce.simulation.lanes.lane_jacobian import (
    find_lane_time_slope,
    prepare_lane_friction,
    renew_lane_jacobians,
    solve_lane_stage,
)
from jounce.simulation.lanes.lane_job import (
    AFTER,
    FINISHED,
    FIRST_STAGE,
    RATE,
    RUNNING,
    SCRATCH_ROWS,
    SLOPE,
    SPARE,
    STAGE,
)
from jounce.simulation.lanes.lane_kernels import (
    close_lanes,
    copy_lanes,
    evaluate_lanes,
    freeze_infinite_lanes,
    freeze_weak_lanes,
    hold_frozen_lanes,
    lane_job_at,
    write_lane_rows,
)
from jounce.simulation.lanes.lane_phases import settle_lane_phases


@compiled
def take_lanes_by_rk4(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """AFTER = the new states, by the tables of `integrators/rk4.py`; the derivative at y is in RATE."""
    k1, stage, after = rows[RATE], rows[STAGE], rows[AFTER]
    k2, k3, k4 = rows[FIRST_STAGE], rows[FIRST_STAGE + 1], rows[FIRST_STAGE + 2]
    middle, cars, n = t + 0.5 * h, job.cars, y.size
    plain = integers_at(job.plain, (job.plain_count, 3))
    for i in range(n):
        stage[i] = y[i] + 0.5 * h * k1[i]
    hold_frozen_lanes(job, y, stage)
    evaluate_lanes(job, middle, middle, stage, k2)
    for i in range(n):
        stage[i] = y[i] + 0.5 * h * k2[i]
    for r in range(job.plain_count):
        first, speed = cars * plain[r, 0], cars * plain[r, 1]
        for i in range(cars * plain[r, 2]):
            stage[first + i] = y[first + i] + 0.25 * h * (k2[first + i] + stage[speed + i])
    hold_frozen_lanes(job, y, stage)
    evaluate_lanes(job, middle, middle, stage, k3)
    for i in range(n):
        stage[i] = y[i] + h * k3[i]
    for r in range(job.plain_count):
        for i in range(cars * plain[r, 0], cars * (plain[r, 0] + plain[r, 2])):
            stage[i] = y[i] + 0.5 * h * (k2[i] + k3[i])
    hold_frozen_lanes(job, y, stage)
    evaluate_lanes(job, t + h, middle, stage, k4)
    for i in range(n):
        after[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])


@compiled
def add_lanes(factor: float, row: np.ndarray, out: np.ndarray) -> None:
    """out += factor row, rounded twice: cars beside each other must not decide how."""
    for i in range(out.size):
        out[i] += factor * row[i]


@compiled
def take_lanes_by_stages(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """AFTER = the new states by a W-method, see `integrators/rosenbrock.py`; the derivative at y is in RATE."""
    s, middle, after, stage = job.stages, t + 0.5 * h, rows[AFTER], rows[STAGE]
    table = floats_at(job.coefficients, (2 * s + 8, s))
    a, C, c, d = table[1:], table[1 + s :], table[1 + 2 * s], table[2 + 2 * s]
    stale = integers_at(job.solver_stale, job.cars)
    if job.steps % job.renew_every == 0:
        renew_lane_jacobians(job, t, middle, y, rows)
    for car in range(job.cars):
        if stale[car] and job.friction_count:
            prepare_lane_friction(job, car)
        stale[car] = 0
    if job.takes_time_slope:
        find_lane_time_slope(job, rows)
    for k in range(s):
        U = rows[FIRST_STAGE + k]
        if k == 0:
            copy_lanes(rows[RATE], U)
        else:
            copy_lanes(y, stage)
            for b in range(k):
                add_lanes(a[k, b], rows[FIRST_STAGE + b], stage)
            hold_frozen_lanes(job, y, stage)
            evaluate_lanes(job, t + c[k] * h, middle, stage, U)
            for b in range(k):
                add_lanes(C[k, b] / h, rows[FIRST_STAGE + b], U)
        if job.takes_time_slope:
            add_lanes(d[k] * h, rows[SLOPE], U)
        for car in range(job.cars):
            solve_lane_stage(job, car, h, U)
    copy_lanes(y, after)
    for k in range(s):
        add_lanes(table[3 + 2 * s, k], rows[FIRST_STAGE + k], after)
    note_lane_errors(job, table[4 + 2 * s], rows)


@compiled
def note_lane_errors(job: Any, weights: np.ndarray, rows: np.ndarray) -> None:
    """The largest error of a step in every number, as the method estimates it: nothing controls it, but it is known."""
    size = job.cars * job.controlled
    error, largest = rows[SPARE][:size], floats_at(job.errors, size)
    for i in range(size):
        error[i] = 0.0
    for k in range(job.stages):
        add_lanes(weights[k], rows[FIRST_STAGE + k][:size], error)
    for i in range(size):
        largest[i] = max(largest[i], abs(error[i]))


@compiled
def begin_lane_step(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """The right-hand side where a step begins, phases of friction there, and the rows of the instant."""
    evaluate_lanes(job, t, middle, y, rows[RATE])
    freeze_infinite_lanes(job, rows[RATE])
    settle_lane_phases(job, y, rows[RATE], rows[SPARE])
    freeze_weak_lanes(job)
    write_lane_rows(job, y)


def advance(address: int) -> int:
    """Go on for at most `step_budget` steps from stop to stop: RUNNING, or FINISHED where no car goes on."""
    job = lane_job_at(address)
    n = job.cars * job.state_size
    y, rows = floats_at(job.state, n), floats_at(job.scratch, (SCRATCH_ROWS, n))
    stops, after = floats_at(job.stops, job.stop_count), rows[AFTER]
    if job.next_stop == 0:
        evaluate_lanes(job, job.t, 0.5 * (stops[0] + stops[1]), y, rows[RATE])
        freeze_infinite_lanes(job, rows[RATE])
        close_lanes(job, y, rows[SPARE])
        job.next_stop = 1
    for _ in range(job.step_budget):
        if job.next_stop == job.stop_count:
            begin_lane_step(job, job.t, job.t, y, rows)
            return FINISHED
        t, end = job.t, stops[job.next_stop]
        h = end - t
        if job.drive_count and integers_at(job.drive_jumps, job.stop_count)[job.next_stop - 1]:
            take_lane_impulses(job, t, t + 0.5 * h, y, rows)
        begin_lane_step(job, t, t + 0.5 * h, y, rows)
        if job.frozen == job.cars:
            return FINISHED
        if job.stages == 0:
            take_lanes_by_rk4(job, t, h, y, rows)
        else:
            take_lanes_by_stages(job, t, h, y, rows)
        freeze_infinite_lanes(job, after)
        hold_frozen_lanes(job, y, after)
        close_lanes(job, after, rows[SPARE])
        hold_frozen_lanes(job, y, after)
        copy_lanes(after, y)
        job.t = end
        job.next_stop += 1
        job.steps += 1
    return RUNNING
