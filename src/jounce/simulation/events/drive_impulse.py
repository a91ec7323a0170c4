"""The impulse of a drive whose speed jumps, as at the knot of a linear history.

A drive that goes from one speed to another within a time that tends to zero has an acceleration u'' beside which all
forces vanish. Accelerations are linear in u'', M sd + J^T mu = f with J sd + drift = u'', so that all speeds jump by

    ds = (d sd / d u'') du'

which is M ds = J^T Lambda with the rows of the drive and of all loops: the difference of two right-hand sides in one
position. The kinetic energy changes by ds^T M (s + ds/2), so the impulse does work by the mean of the drive's speeds
before and behind; the work states jump by the same difference at the mean speed, and the energy balance is kept. Dry
friction has a limit, and takes no part in an impulse: its phases are decided anew behind it.

How far the drive's speed jumps is read off the rows: the state has the old speed, inputs have the new one. Where the
driven position itself jumps no motion leads there, and the projection is left to move what it can.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.controls.ticks import make_ticks, tick_due
from jounce.simulation.events.settle_event import (
    decide_open_phases,
    keep_phases_before_event,
    list_friction_changes,
    list_is_full,
)
from jounce.simulation.integrators.job import (
    EVENT,
    FINISHED,
    INSIDE,
    NOT_CLOSED,
    RATE_INSIDE,
    RUNNING,
    SCRATCH_ROWS,
    SPARE,
)
from jounce.simulation.integrators.kernels import (
    call,
    evaluate,
    piece_of_input,
    set_inputs,
    switches_of_friction_by_kernels,
    write_sample,
)
from jounce.simulation.integrators.projection import OPEN, TWICE, project

NO_JUMP = 1e-9  # m/s, rad/s, m or rad: what a projection takes away


@compiled
def rate_of_input(job: Any, k: int, t: float, middle: float) -> float:
    """The rate of an input at a time, on the piece that holds at the middle of a step."""
    p = piece_of_input(job, k, t, middle)
    pieces = floats_at(job.pieces, (integers_at(job.first_piece, job.input_count + 1)[job.input_count], 6))
    d = t - pieces[p, 1]
    rate: float = pieces[p, 3] + d * (2.0 * pieces[p, 4] + d * (3.0 * pieces[p, 5]))
    return rate


@compiled
def drive_jumps(job: Any, stop: int, middle: float) -> bool:
    """Whether the history of an input that drives has another rate behind the stop of this number than before it."""
    if job.max_corrections == 0 or stop + 1 >= job.stop_count:
        return False
    drives, stops = integers_at(job.drives, (job.drive_count, 2)), floats_at(job.stops, job.stop_count)
    t, behind = stops[stop], 0.5 * (stops[stop] + stops[stop + 1])
    for i in range(job.drive_count):
        k = drives[i, 1]
        if abs(rate_of_input(job, k, t, behind) - rate_of_input(job, k, t, middle)) > NO_JUMP:
            return True
    return False


@compiled
def rows_wait(job: Any, stop: int, middle: float) -> bool:
    """Whether rows at a stop wait until it is left: for a tick, or for the impulse of a drive."""
    return tick_due(job, stop) or drive_jumps(job, stop, middle)


@compiled
def find_jumps_of_drives(job: Any, state: np.ndarray) -> bool:
    """Put the jump of each drive's speed in the place of its input's second rate, 0 for all others; whether there is
    one to be made. The inputs are those behind the jump: a row q - u = 0 lacks as much of its rate.
    """
    inputs, drives = floats_at(job.inputs, 1 + 3 * job.input_count), integers_at(job.drives, (job.drive_count, 2))
    residuals = floats_at(job.residuals, job.gap_size + job.rate_gap_size)
    call(job, job.gap, state, residuals)
    for k in range(job.input_count):
        inputs[3 + 3 * k] = 0.0
    jumps = 0
    for i in range(job.drive_count):
        jump = -residuals[job.gap_size + drives[i, 0]]  # 0 where the row is switched off
        if abs(residuals[drives[i, 0]]) > NO_JUMP:
            return False
        if abs(jump) > NO_JUMP:
            inputs[3 + 3 * drives[i, 1]] = jump
            jumps += 1
    return jumps > 0


@compiled
def take_drive_impulse(job: Any, t: float, middle: float, y: np.ndarray) -> int:
    """Let drives have their new speeds, on the pieces that hold at the middle of the next step: RUNNING, or EVENT,
    NOT_CLOSED and the like.
    """
    set_inputs(job, t, middle)
    if not find_jumps_of_drives(job, y):
        return RUNNING
    rows = floats_at(job.scratch, (SCRATCH_ROWS, job.state_size))
    with_impulse, without = rows[INSIDE], rows[RATE_INSIDE]
    inputs, sticks = floats_at(job.inputs, 1 + 3 * job.input_count), switches_of_friction_by_kernels(job)
    keep_phases_before_event(job)
    for k in range(job.friction_count):
        sticks[k] = 0.0
    for k in range(job.input_count):
        inputs[2 + 3 * k] -= 0.5 * inputs[3 + 3 * k]
    call(job, job.rhs, y, with_impulse)
    for k in range(job.input_count):
        inputs[3 + 3 * k] = 0.0
    call(job, job.rhs, y, without)
    for i in range(y.size):
        y[i] += with_impulse[i] - without[i]
    job.fresh = 0
    set_inputs(job, t, middle)
    if job.friction_count:
        status: int = decide_open_phases(job)
        list_friction_changes(job)
        job.slacks_due = 1
        if status != RUNNING:
            return status
    evaluate(job, t, middle, y, without)
    if project(job, y, rows[SPARE], TWICE) == OPEN:
        return NOT_CLOSED
    return EVENT if list_is_full(job) else RUNNING


@compiled
def leave_stop(job: Any, state: np.ndarray) -> int:
    """Make the ticks that are due where the last step ended, let drives jump, and write rows that have waited:
    RUNNING, FINISHED, or why Python has its turn.
    """
    ticks = tick_due(job, job.next_stop - 1)
    if ticks:
        status = make_ticks(job, state)
        if status != RUNNING:
            return status
    if job.drive_count and not job.fresh and job.next_stop < job.stop_count and job.max_corrections:
        at = floats_at(job.stops, job.stop_count)
        # other pieces may have come from a tick or from a caller
        if ticks or job.next_stop == 1 or drive_jumps(job, job.next_stop - 1, job.middle):
            jumped = take_drive_impulse(job, job.t, 0.5 * (job.t + at[job.next_stop]), state)
            if jumped != RUNNING:
                return jumped
    samples = floats_at(job.samples, job.sample_count)
    while job.next_sample < job.sample_count and samples[job.next_sample] <= job.t:
        write_sample(job, state)
    return FINISHED if job.next_stop == job.stop_count else RUNNING
