"""The tangents of RK4: the derivative of every operation of its steps, along many directions at once.

A step of the run is taken as `integrators/rk4.py` takes it, so that both agree to the last bit. The derivatives of the
rates at its four stages are worked out together, in lanes. Then each stage's change follows from those before it by the
same tables:

    d stage_i = d y + h (sum of a_ij d k_j),    d k_i = f_y d stage_i + f_u d u + f_p d p

What the projection does to a change is left out: it moves a state that a step has taken off its constraints by the
error of that step, and its derivative differs from that of the exact motion by as little. Where inputs change that
drive coordinates, Python has its turn at their knots, see `tangent_projection.py`.

Events end steps as in the run itself; what they do to tangents is Python's turn, see `tangent_events.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype

from jounce.native.pointers import call_kernel, carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.events.settle_event import settle_event
from jounce.simulation.integrators.job import EVENT, FINISHED, NOT_CLOSED, NOT_FINITE, RUNNING, SCRATCH_ROWS
from jounce.simulation.integrators.kernels import (
    copy,
    culprit_among_kernel_rates,
    evaluate,
    first_not_finite,
    kernels_job_at,
    set_inputs,
)
from jounce.simulation.integrators.projection import ONCE, OPEN, begin_projection, note_gap, project
from jounce.simulation.integrators.rk4 import begins_with_event, ends_with_event, meet
from jounce.simulation.tangents.tangent_fields import TANGENT

_record_pointer = record_pointer(from_dtype(TANGENT))
LANES, STAGES = 4, 4  # of `equations/tangent_programs.py`: directions side by side, and the stages of a step
FLOAT = 8  # bytes


@compiled
def tangent_at(address: int) -> Any:
    """The record that lies at the address."""
    return carray(_record_pointer(address), 1)[0]


@compiled
def note_stage(job: Any, own: Any, stage: int, state: np.ndarray, rate: np.ndarray) -> None:
    """Keep a stage's state and inputs, and the accelerations and multipliers that belong to it."""
    states = floats_at(own.stage_states, (job.state_size, STAGES))
    held = floats_at(own.slopes_work, (own.speeds + own.rows, STAGES))
    also = floats_at(own.numbers_work, (own.speeds + own.rows, STAGES))
    kept, inputs = (
        floats_at(own.stage_inputs, (1 + 3 * job.input_count, STAGES)),
        floats_at(job.inputs, 1 + 3 * job.input_count),
    )
    for i in range(job.state_size):
        states[i, stage] = state[i]
    for i in range(1 + 3 * job.input_count):
        kept[i, stage] = inputs[i]
    multipliers = floats_at(job.work + FLOAT * own.multipliers, own.rows)
    for i in range(own.speeds):
        held[i, stage] = also[i, stage] = rate[own.first_speed + i]
    for k in range(own.rows):
        held[own.speeds + k, stage] = also[own.speeds + k, stage] = multipliers[k]


@compiled
def find_slopes_of_stages(job: Any, own: Any) -> None:
    """All derivatives at the four stages that were noted."""
    args = (own.stage_states, own.stage_inputs, job.modes)
    call_kernel(own.slopes, args[0], args[1], args[2], job.values, job.tables, job.road, own.entries, own.slopes_work)
    if own.numbers:
        call_kernel(
            own.numbers,
            args[0],
            args[1],
            args[2],
            own.number_values,
            job.tables,
            job.road,
            own.residuals,
            own.numbers_work,
        )


@compiled
def change_inputs(job: Any, own: Any, group: int, t: float) -> None:
    """How value and rates of all inputs change at a time, on the pieces that hold there."""
    first_piece = integers_at(job.first_piece, job.input_count + 1)
    current, total = integers_at(job.current_piece, job.input_count), first_piece[job.input_count]
    pieces = floats_at(job.pieces, (total, 6))
    slopes = floats_at(own.piece_slopes, (own.groups, total, 4, LANES))
    out = floats_at(own.input_changes, (1 + 3 * job.input_count, LANES))
    for k in range(job.input_count):
        p = current[k]
        d = t - pieces[p, 1]
        for lane in range(LANES):
            c0, c1, c2, c3 = (
                slopes[group, p, 0, lane],
                slopes[group, p, 1, lane],
                slopes[group, p, 2, lane],
                slopes[group, p, 3, lane],
            )
            out[1 + 3 * k, lane] = c0 + d * (c1 + d * (c2 + d * c3))
            out[2 + 3 * k, lane] = c1 + d * (2.0 * c2 + d * (3.0 * c3))
            out[3 + 3 * k, lane] = 2.0 * c2 + d * (6.0 * c3)


@compiled
def answer_stage(job: Any, own: Any, stage: int, group: int, change: np.ndarray, out: np.ndarray) -> None:
    """Changes of all rates and multipliers at a stage, for the changes of its state; inputs as they stand."""
    size = job.state_size + own.rows
    entries = own.entries + FLOAT * stage
    residuals = own.residuals + FLOAT * (group * LANES * size * STAGES + stage)
    call_kernel(own.answer, change, own.input_changes, residuals, job.values, entries, job.road, out, own.answer_work)


@compiled
def move_stage(job: Any, own: Any, stage: int, group: int, h: float) -> None:
    """The change of a stage's state from those of the stages before it, by the tables of `integrators/rk4.py`."""
    width, size = LANES * job.state_size, LANES * (job.state_size + own.rows)
    y, out = floats_at(own.tangent, (own.groups, width))[group], floats_at(own.moved, width)
    rates = floats_at(own.rates, (STAGES, own.groups, size))
    if stage == 0:
        copy(y, out)
        return
    share, last = h if stage == 3 else 0.5 * h, rates[stage - 1, group]
    for i in range(width):
        out[i] = y[i] + share * last[i]
    plain, second, third = integers_at(job.plain, (job.plain_count, 3)), rates[1, group], rates[2, group]
    if stage == 2:
        for r in range(job.plain_count):
            first, speed = LANES * plain[r, 0], LANES * plain[r, 1]
            for i in range(LANES * plain[r, 2]):
                out[first + i] = y[first + i] + 0.25 * h * (second[first + i] + out[speed + i])
    if stage == 3:
        for r in range(job.plain_count):
            for i in range(LANES * plain[r, 0], LANES * (plain[r, 0] + plain[r, 2])):
                out[i] = y[i] + 0.5 * h * (second[i] + third[i])


@compiled
def note_sample(job: Any, own: Any) -> None:
    """Keep the first stage of the step as a row: its point, and all changes there."""
    n, size, loops = job.state_size, job.state_size + own.rows, own.rows
    row, inputs = own.sample_at, 1 + 3 * job.input_count
    width = n + inputs + own.speeds + loops
    point = floats_at(own.points, (job.sample_count, width))[row]
    states, kept = floats_at(own.stage_states, (n, STAGES)), floats_at(own.stage_inputs, (inputs, STAGES))
    held = floats_at(own.slopes_work, (own.speeds + loops, STAGES))
    for i in range(n):
        point[i] = states[i, 0]
    for i in range(inputs):
        point[n + i] = kept[i, 0]
    for i in range(own.speeds + loops):
        point[n + inputs + i] = held[i, 0]
    y = floats_at(own.tangent, (own.groups, n, LANES))
    rates = floats_at(own.rates, (STAGES, own.groups, size, LANES))[0]
    changes = floats_at(own.changes, (own.groups, job.sample_count, width, LANES))
    moving = floats_at(own.input_changes, (inputs, LANES))
    for group in range(own.groups):
        out = changes[group, row]
        change_inputs(job, own, group, kept[0, 0])
        for lane in range(LANES):
            for i in range(n):
                out[i, lane] = y[group, i, lane]
            for i in range(inputs):
                out[n + i, lane] = moving[i, lane]
            for i in range(own.speeds):
                out[n + inputs + i, lane] = rates[group, own.first_speed + i, lane]
            for i in range(loops):
                out[n + inputs + own.speeds + i, lane] = rates[group, n + i, lane]
    own.sample_at = row + 1


@compiled
def answer_first_stage(job: Any, own: Any, t: float) -> None:
    """Changes of all rates at the start of a step."""
    n, size = job.state_size, job.state_size + own.rows
    rates = floats_at(own.rates, (STAGES, own.groups, size, LANES))
    for group in range(own.groups):
        move_stage(job, own, 0, group, 0.0)
        change_inputs(job, own, group, t)
        answer_stage(job, own, 0, group, floats_at(own.moved, (n, LANES)), rates[0, group])


@compiled
def move_tangent(job: Any, own: Any, t: float, h: float, middle: float) -> None:
    """The changes at the end of a step whose stages were noted; those of the first stage are answered already."""
    n, size = job.state_size, job.state_size + own.rows
    rates = floats_at(own.rates, (STAGES, own.groups, size, LANES))
    moved = floats_at(own.moved, (n, LANES))
    for stage in range(1, STAGES):
        at = t + h if stage == 3 else t + 0.5 * h
        set_inputs(job, at, middle)  # which pieces hold there
        for group in range(own.groups):
            move_stage(job, own, stage, group, h)
            change_inputs(job, own, group, at)
            answer_stage(job, own, stage, group, moved, rates[stage, group])
    whole = floats_at(own.tangent, (own.groups, LANES * n))
    flat = floats_at(own.rates, (STAGES, own.groups, LANES * size))
    for group in range(own.groups):
        y, k1, k2, k3, k4 = whole[group], flat[0, group], flat[1, group], flat[2, group], flat[3, group]
        for i in range(y.size):
            y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])


@compiled
def take_noted_step(job: Any, own: Any, t: float, h: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """A step of RK4 as `take` takes it, before projection, its stages noted; row 5 is the new state."""
    k1, k2, k3, k4, stage, after = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
    n, half = y.size, t + 0.5 * h
    plain = integers_at(job.plain, (job.plain_count, 3))
    evaluate(job, t, middle, y, k1)
    note_stage(job, own, 0, y, k1)
    for i in range(n):
        stage[i] = y[i] + 0.5 * h * k1[i]
    evaluate(job, half, middle, stage, k2)
    note_stage(job, own, 1, stage, k2)
    for i in range(n):
        stage[i] = y[i] + 0.5 * h * k2[i]
    for r in range(job.plain_count):
        first, speed = plain[r, 0], plain[r, 1]
        for i in range(plain[r, 2]):
            stage[first + i] = y[first + i] + 0.25 * h * (k2[first + i] + stage[speed + i])
    evaluate(job, half, middle, stage, k3)
    note_stage(job, own, 2, stage, k3)
    for i in range(n):
        stage[i] = y[i] + h * k3[i]
    for r in range(job.plain_count):
        for i in range(plain[r, 0], plain[r, 0] + plain[r, 2]):
            stage[i] = y[i] + 0.5 * h * (k2[i] + k3[i])
    evaluate(job, t + h, middle, stage, k4)
    note_stage(job, own, 3, stage, k4)
    for i in range(n):
        after[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])


@compiled
def end_with_sample(job: Any, own: Any, y: np.ndarray, rate: np.ndarray) -> None:
    """The row at the end of the run, where no step begins."""
    evaluate(job, job.t, job.t, y, rate)
    for stage in range(STAGES):
        note_stage(job, own, stage, y, rate)
    find_slopes_of_stages(job, own)
    answer_first_stage(job, own, job.t)
    note_sample(job, own)


@compiled
def take_closed_step(job: Any, own: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> int:
    """A noted step, its loops closed: RUNNING, or why it is none."""
    middle = t + 0.5 * (end - t)
    take_noted_step(job, own, t, end - t, middle, y, rows)
    if first_not_finite(rows[5]) >= 0:
        job.culprit = culprit_among_kernel_rates(rows[:4], rows[5])
        return NOT_FINITE
    return NOT_CLOSED if project(job, rows[5], rows[6], ONCE) == OPEN else RUNNING


@compiled
def settle_noted_event(job: Any, own: Any, y: np.ndarray, rows: np.ndarray) -> int:
    """Let an event happen, and keep what Python needs to carry tangents over it: who fired, and both rates."""
    n, count = job.state_size, job.guard_count
    copy(floats_at(job.modes, own.mode_count), floats_at(own.modes_before, own.mode_count))
    evaluate(job, job.t, job.middle, y, rows[0])
    copy(rows[0], floats_at(own.rate_before, n))
    fired, kept = integers_at(job.fired, count), integers_at(own.fired_before, count)
    for i in range(count):
        kept[i] = fired[i]
    status = settle_event(job, y)
    if status != RUNNING and status != EVENT:
        return int(status)
    evaluate(job, job.t, job.t, y, rows[0])
    copy(rows[0], floats_at(own.rate_after, n))
    return EVENT


def advance(address: int) -> int:
    """Go on for at most `step_budget` steps from stop to stop, with all tangents; EVENT where one has happened."""
    own = tangent_at(address)
    job = kernels_job_at(own.job)
    y, rows = floats_at(job.state, job.state_size), floats_at(job.scratch, (SCRATCH_ROWS, job.state_size))
    after, stops = rows[5], floats_at(job.stops, job.stop_count)
    samples = floats_at(job.samples, job.sample_count)
    status = RUNNING if job.begun else begin_projection(job, y, rows[0], rows[6])
    for _ in range(job.step_budget):
        if status != RUNNING or job.next_stop >= job.stop_count:
            break
        t, end = job.t, stops[job.next_stop]
        job.fresh = 0
        if begins_with_event(job, t, t + 0.5 * (end - t), y, rows[0]):
            return settle_noted_event(job, own, y, rows)
        status = take_closed_step(job, own, t, end, y, rows)
        crossed = status == RUNNING and ends_with_event(job, t, end, after, rows[10], rows[7])
        if crossed:
            evaluate(job, t, t + 0.5 * (end - t), y, rows[0])  # as the search for the instant expects it
            end = meet(job, t, end, y, rows)
            status = take_closed_step(job, own, t, end, y, rows) if end > t else NOT_CLOSED
        if status != RUNNING:
            break
        middle = t + 0.5 * (end - t)
        find_slopes_of_stages(job, own)
        set_inputs(job, t, middle)
        answer_first_stage(job, own, t)
        while own.sample_at < job.sample_count and samples[own.sample_at] <= t:
            note_sample(job, own)
        move_tangent(job, own, t, end - t, middle)
        note_gap(job)
        copy(after, y)
        job.t, job.middle = end, middle
        while job.next_stop < job.stop_count and stops[job.next_stop] <= end:
            job.next_stop += 1
        job.steps += 1
        if crossed:
            return settle_noted_event(job, own, y, rows)
    if status == RUNNING and job.next_stop >= job.stop_count:
        while own.sample_at < job.sample_count:
            end_with_sample(job, own, y, rows[0])
        return FINISHED
    return int(status)
