"""What a run does at an event: held numbers change, friction changes its phases, other guards are seen from their
other side; the list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.native.pointers import call_function, compiled, floats_at, integers_at
from jounce.simulation.events.guards import guard_is_condition, list_event, note_guards
from jounce.simulation.events.locate_event import locate_by
from jounce.simulation.events.pass_event import pass_by
from jounce.simulation.events.settle_held import settle_held_numbers
from jounce.simulation.integrators.job import (
    CHATTER,
    CHATTER_TIME,
    CHATTERS,
    EVENT,
    FALLS,
    FINISHED,
    FIRED,
    MOST_ROUNDS,
    RISES,
    RUNNING,
    SLIDES,
    STICKS,
)
from jounce.simulation.integrators.kernels import (
    SIDE,
    copy_phases_of_friction,
    evaluate,
    given_friction_by_kernels,
    set_inputs,
    switches_of_friction_by_kernels,
    write_sample,
)


def meet_by(probe: Any, glance: Any, after: int) -> Callable[..., float]:
    """What to do in a step in which guards have crossed; row `after` has the state at its end."""
    locate, pass_event = locate_by(probe, glance), pass_by(probe, after)

    @compiled
    def meet(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> float:
        """The time up to which the step is taken, who has crossed by then flagged; t where it could not be."""
        if job.locates:
            return locate(job, t, end, y, rows)
        return end if pass_event(job, t, end, y, rows) else t

    return meet


@compiled
def settle_start(job: Any, state: np.ndarray, rate: np.ndarray) -> int:
    """Held numbers, phases of friction and sides of other guards at the first state whose loops are closed: RUNNING, or
    what ends the run.

    Those that the run was laid out with are of the state before. Closing the loops moves it as far as a prescribed
    motion jumps at the start, and forces with it.
    """
    count, status = job.guard_count, RUNNING
    forget_fired_guards(job)
    set_inputs(job, job.t, job.t)
    if not settle_held_numbers(job, state):
        return CHATTER
    if job.friction_count:
        status = decide_open_phases(job)
    evaluate(job, job.t, job.t, state, rate)
    note_guards(job)
    guards, signs = floats_at(job.guards, count), floats_at(job.guard_signs, count)
    for i in range(job.friction_count, count):
        signs[i] = 1.0 if guards[i] >= 0.0 or guard_is_condition(job, i) else -1.0
    return status


@compiled
def forget_fired_guards(job: Any) -> None:
    fired = integers_at(job.fired, job.guard_count)
    for i in range(job.guard_count):
        fired[i] = 0


@compiled
def decide_open_phases(job: Any) -> int:
    """Choose the phases of all friction where nothing has reached its limit yet: RUNNING, or that none fit.

    Inputs are those that stand.
    """
    count = job.guard_count
    forget_fired_guards(job)
    job.rubbing_state, job.holding, job.guard_count = job.state, 0, 0
    status: int = call_function(job.decide_phases, job.address)
    job.guard_count = count
    return status


@compiled
def settle_event(job: Any, y: np.ndarray) -> int:
    """At the job's time, with the fired guards flagged: held numbers change, friction changes its phases, others are
    seen from their other side. RUNNING, EVENT if Python shall read the list, or what ends the run.
    """
    set_inputs(job, job.t, job.t)
    fired = integers_at(job.fired, job.guard_count)
    for i in range(job.guard_count):
        if fired[i] and not guard_is_condition(job, i):
            list_event(job, i, FIRED)
    if job.kept_count == 0:
        job.jacobian_age += 1
    keep_phases_before_event(job)
    settled = settle_held_numbers(job, y)
    status = settle_friction_event(job) if settled else CHATTER
    ends_run = cross_other_guards(job)
    job.fresh, job.best_pivot, job.slacks_due = 0, 0.0, 1  # other modes, other derivative
    if status != RUNNING:
        return status
    if ends_run:
        write_last_row(job, y)
        return FINISHED
    times = floats_at(job.event_times, CHATTERS)
    times[job.event_total % CHATTERS] = job.t
    job.event_total += 1
    if job.event_total >= CHATTERS and job.t - times[job.event_total % CHATTERS] < CHATTER_TIME:
        return CHATTER
    return EVENT if list_is_full(job) else RUNNING


@compiled
def list_is_full(job: Any) -> bool:
    """Whether Python shall read the list, before the next event may find no room."""
    most = 2 * (1 + MOST_ROUNDS) * job.guard_count
    full: bool = job.event_count + most > job.event_room
    return full


@compiled
def keep_phases_before_event(job: Any) -> None:
    if job.friction_count:
        kept = floats_at(job.phases_kept, (4, job.friction_count))
        copy_phases_of_friction(switches_of_friction_by_kernels(job), given_friction_by_kernels(job), kept[0], kept[1:])


@compiled
def settle_friction_event(job: Any) -> int:
    """Choose the phases of all friction, and list what has changed against those that are kept."""
    if job.friction_count == 0:
        return RUNNING
    job.rubbing_state, job.holding = job.state, 0
    status: int = call_function(job.decide_phases, job.address)
    list_friction_changes(job)
    return status


@compiled
def list_friction_changes(job: Any) -> None:
    """List phases that are others than those that are kept."""
    sticks, side = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)[SIDE]
    before = floats_at(job.phases_kept, (4, job.friction_count))
    for k in range(job.friction_count):
        if sticks[k] > before[0, k]:
            list_event(job, k, STICKS)
        elif side[k] != before[1, k] and side[k] != 0.0:
            list_event(job, k, SLIDES)


@compiled
def cross_other_guards(job: Any) -> bool:
    """Look at guards from their other side from now on, and list what happened; whether the run ends by that."""
    fired, signs = integers_at(job.fired, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    directions = integers_at(job.guard_directions, job.guard_count)
    ends = integers_at(job.guard_ends_run, job.guard_count)
    ends_run = False
    for i in range(job.friction_count, job.guard_count):
        if fired[i] and guard_is_condition(job, i):  # it has been listed
            ends_run = ends_run or ends[i] != 0
        elif fired[i]:
            sign = signs[i]
            signs[i] = -sign
            if directions[i] == 0 or directions[i] == -sign:
                list_event(job, i, FALLS if sign > 0.0 else RISES)
                ends_run = ends_run or ends[i] != 0
    return ends_run


@compiled
def write_last_row(job: Any, y: np.ndarray) -> None:
    """A run that an event ends has its last row there."""
    samples, row = floats_at(job.samples, job.sample_count), job.next_sample
    if row < job.sample_count and not (row > 0 and samples[row - 1] == job.t):
        samples[row] = job.t
        write_sample(job, y)
