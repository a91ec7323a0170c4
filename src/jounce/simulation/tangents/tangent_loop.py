"""The loop that takes the steps of a run of RK4 once more and differentiates them, along many directions at once.

A step of the run is taken as `integrators/rk4.py` takes it, so that both agree to the last bit. Then it is
differentiated, see `tangent_stages.py`.

What the projection does to a change is left out: it moves a state that a step has taken off its constraints by the
error of that step, and its derivative differs from that of the exact motion by as little. Where inputs change that
drive coordinates, Python has its turn at their knots, see `tangent_projection.py`.

Events end steps as in the run itself; what they and the ticks of controllers do to tangents is Python's turn, see
`tangent_events.py` and `tangent_controls.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.controls.ticks import make_ticks, tick_due
from jounce.simulation.events.drive_impulse import drive_jumps, take_drive_impulse
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
from jounce.simulation.tangents.tangent_fields import STAGES, TICKING
from jounce.simulation.tangents.tangent_stages import (
    answer_first_stage,
    find_slopes_of_stages,
    move_tangent,
    note_sample,
    note_stage,
    tangent_at,
)


@compiled
def take_noted_step(job: Any, own: Any, t: float, h: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """A step of RK4 as `take` takes it, before projection, its stages noted; row 5 is the new state.

    The rate at y is in row 0 already if it is fresh.
    """
    k1, k2, k3, k4, stage, after = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
    n, half = y.size, t + 0.5 * h
    plain = integers_at(job.plain, (job.plain_count, 3))
    if job.fresh:
        set_inputs(job, t, middle)
    else:
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
def take_closed_step(job: Any, own: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> int:
    """A noted step, its loops closed: RUNNING, or why it is none."""
    middle = t + 0.5 * (end - t)
    take_noted_step(job, own, t, end - t, middle, y, rows)
    if first_not_finite(rows[5]) >= 0:
        job.culprit = culprit_among_kernel_rates(rows[:4], rows[5])
        return NOT_FINITE
    return NOT_CLOSED if project(job, rows[5], rows[6], ONCE) == OPEN else RUNNING


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
    job.fresh = 0
    return EVENT


@compiled
def take_impulse_if_due(job: Any, t: float, middle: float, y: np.ndarray, ticks: bool) -> int:
    """As a run does where it leaves a stop; nobody reads the list of events here."""
    if job.drive_count == 0 or job.fresh or not (ticks or drive_jumps(job, job.next_stop - 1, job.middle)):
        return RUNNING
    job.event_count = 0
    return int(take_drive_impulse(job, t, middle, y))


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
        ticks = tick_due(job, job.next_stop - 1)
        if ticks:
            if not own.tick_carried:
                return TICKING
            status = make_ticks(job, y)
            if status != RUNNING:
                break
            own.tick_carried = 0
        t, end = job.t, stops[job.next_stop]
        status = take_impulse_if_due(job, t, 0.5 * (t + end), y, ticks)
        if status != RUNNING:
            break
        if begins_with_event(job, t, t + 0.5 * (end - t), y, rows[0]):
            own.event_begins = 1
            return settle_noted_event(job, own, y, rows)
        status = take_closed_step(job, own, t, end, y, rows)
        crossed = status == RUNNING and ends_with_event(job, t, end, after, rows[10], rows[0])
        if crossed:
            end = meet(job, t, end, y, rows)
            job.fresh = 0
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
            own.event_begins = 0
            return settle_noted_event(job, own, y, rows)
    if status == RUNNING and job.next_stop >= job.stop_count:
        while own.sample_at < job.sample_count:
            end_with_sample(job, own, y, rows[0])
        return FINISHED
    return int(status)
