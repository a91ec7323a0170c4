"""Impulses of drives whose speed jumps, in lanes: for each car alone, by the law that single runs have."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.lanes.lane_job import AFTER, RATE, RUNNING, SPARE
from jounce.simulation.lanes.lane_kernels import call_lanes, close_lanes, evaluate_lanes, lane_flags, set_lane_inputs
from jounce.simulation.lanes.lane_phases import lane_sides, lane_switches

NO_JUMP = 1e-9  # m/s, rad/s, m or rad: what a projection takes away


@compiled
def lane_drives(job: Any) -> np.ndarray:
    """Rows that follow inputs: their places, and the numbers of the inputs."""
    return integers_at(job.drives, (job.drive_count, 2))


@compiled
def find_lane_jumps(job: Any, state: np.ndarray) -> None:
    """Put the jump of each drive's speed in the place of its input's second rate, 0 for all others and for cars that
    have none to make; `now` says which cars have one. The inputs are those behind the jump.
    """
    cars, gaps, drives = job.cars, job.gap_size, lane_drives(job)
    inputs = floats_at(job.inputs, (1 + 3 * job.input_count, cars))
    residuals = floats_at(job.residuals, (gaps + job.rate_gap_size, cars))
    now, status = integers_at(job.now, cars), lane_flags(job)
    call_lanes(job, job.gap, state, floats_at(job.residuals, (gaps + job.rate_gap_size) * cars))
    for car in range(cars):
        now[car], moves = 0, status[car] == RUNNING
        for k in range(job.input_count):
            inputs[3 + 3 * k, car] = 0.0
        for i in range(job.drive_count):
            moves = moves and abs(residuals[drives[i, 0], car]) <= NO_JUMP
        for i in range(job.drive_count):
            jump = -residuals[gaps + drives[i, 0], car]
            if moves and abs(jump) > NO_JUMP:
                inputs[3 + 3 * drives[i, 1], car], now[car] = jump, 1


@compiled
def take_lane_impulses(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Let the drives of all cars have their new speeds, on the pieces that hold at the middle of the next step.

    Friction of a car that had an impulse has no phase behind it: it begins anew, by its speed.
    """
    cars, with_impulse, without = job.cars, rows[AFTER], rows[SPARE]
    inputs, now = floats_at(job.inputs, (1 + 3 * job.input_count, cars)), integers_at(job.now, cars)
    set_lane_inputs(job, t, middle)
    find_lane_jumps(job, y)
    for car in range(cars):
        for k in range(job.friction_count if now[car] else 0):
            lane_switches(job)[k, car], lane_sides(job)[k, car] = 0.0, 0.0
        for k in range(job.input_count):
            inputs[2 + 3 * k, car] -= 0.5 * inputs[3 + 3 * k, car]
    call_lanes(job, job.rhs, y, with_impulse)
    for car in range(cars):
        for k in range(job.input_count):
            inputs[3 + 3 * k, car] = 0.0
    call_lanes(job, job.rhs, y, without)
    for i in range(y.size):
        if now[i % cars]:
            y[i] += with_impulse[i] - without[i]
    evaluate_lanes(job, t, middle, y, rows[RATE])
    close_lanes(job, y, rows[SPARE])
