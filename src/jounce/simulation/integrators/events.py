"""Guards: numbers that a right-hand side leaves in `work`, and whose change of sign is an event.

A loop notes them where a step begins and asks at its end whether one has crossed. Then it looks for the instant and goes
there; or, where steps keep their length, it takes the step with the mean of both phases (`pass_by`). There friction
changes its phases, and what happened is listed for Python. A guard counts as crossed when sign times guard plus slack
is negative: the sign says from which side, the slack keeps rounding from being an event.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from jounce.equations.friction_numbers import AT_REST
from jounce.native.pointers import call_function, compiled, floats_at, integers_at
from jounce.simulation.integrators.job import (
    CHATTER,
    CHATTER_TIME,
    CHATTERS,
    EVENT,
    FALLS,
    FINISHED,
    FIRED,
    PASSING,
    RISES,
    RUNNING,
    SLIDES,
    STICKS,
)
from jounce.simulation.integrators.kernels import (
    FLOAT,
    FORCE,
    LIMIT,
    PUSH,
    SIDE,
    STATIC,
    call,
    copy,
    given_friction_by_kernels,
    numbers_of_friction_by_kernels,
    set_inputs,
    switches_of_friction_by_kernels,
    write_sample,
)

FIRST = 1  # of the guards in work, behind the pivot
MOST_TRIES = 60  # at an instant
GLANCES, CLOSE = 8, 1e-3  # at states between the ends of a step, and when they are enough: share of the step
ROUNDING = 1e-12  # of guards in SI; of friction, of its limit


@compiled
def note_guards(job: Any) -> None:
    """Keep the guards of the last evaluation as those of the step's start."""
    now, kept = floats_at(job.work, FIRST + job.guard_count), floats_at(job.guards, job.guard_count)
    for i in range(job.guard_count):
        kept[i] = now[FIRST + i]


@compiled
def guard_crossed(job: Any) -> bool:
    """Whether a guard of the last evaluation has crossed; never while an event is being located."""
    if job.guard_count == 0 or job.probing:
        return False
    now = floats_at(job.work, FIRST + job.guard_count)
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        if signs[i] * now[FIRST + i] + slacks[i] < 0.0:
            return True
    return False


@compiled
def noted_guard_crossed(job: Any) -> bool:
    """Whether a guard has crossed among those that were noted last."""
    now, signs = floats_at(job.guards, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    slacks = floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        if signs[i] * now[i] + slacks[i] < 0.0:
            return True
    return False


@compiled
def note_guard_values(job: Any, guards: int, out: int) -> None:
    """Keep guards at an address as `guard_crossed` looks at them: negative where they have crossed."""
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    values, now = floats_at(out, job.guard_count), floats_at(guards, job.guard_count)
    for i in range(job.guard_count):
        values[i] = signs[i] * now[i] + slacks[i]


@compiled
def flag_crossed_guards(job: Any) -> None:
    """Keep who has crossed among the guards that were noted last."""
    fired, now = integers_at(job.fired, job.guard_count), floats_at(job.guards, job.guard_count)
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        fired[i] = 1 if signs[i] * now[i] + slacks[i] < 0.0 else 0


@compiled
def step_crosses_guard(job: Any) -> bool:
    """Note the guards of a step's end. Whether one has crossed: then values at both ends and who it was are kept too."""
    if not guard_crossed(job):
        note_guards(job)
        return False
    note_guard_values(job, job.guards, job.guards_before)
    note_guards(job)
    note_guard_values(job, job.guards, job.guards_behind)
    flag_crossed_guards(job)
    return True


@compiled
def guess_crossing(job: Any, lo: float, hi: float) -> float:
    """The first zero of the straight lines of guards that have crossed."""
    before, behind = floats_at(job.guards_before, job.guard_count), floats_at(job.guards_behind, job.guard_count)
    share = 1.0
    for i in range(job.guard_count):
        if behind[i] < 0.0:
            above = max(before[i], 0.0)
            share = min(share, above / (above - behind[i]))
    return lo + share * (hi - lo)


@compiled
def weaken_guards(job: Any, address: int) -> None:
    """Half the values at the end that has stayed: the Illinois method."""
    values = floats_at(address, job.guard_count)
    for i in range(job.guard_count):
        values[i] *= 0.5


@compiled
def note_slopes_of_guards(job: Any, passed: float, keep: bool) -> None:
    """The values of the guards that were noted last, and how they changed in the time that has passed."""
    last, slopes = floats_at(job.guards_last, job.guard_count), floats_at(job.guard_slopes, job.guard_count)
    now, signs = floats_at(job.guards, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    slacks = floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        value = signs[i] * now[i] + slacks[i]
        if not keep:
            slopes[i] = (value - last[i]) / passed
        last[i] = value


@compiled
def first_zero_of_guards(job: Any, at: float, lo: float, hi: float) -> float:
    """The first zero of the guards that are flagged, by their values and slopes at a time; within the bracket."""
    last, slopes = floats_at(job.guards_last, job.guard_count), floats_at(job.guard_slopes, job.guard_count)
    fired, first = integers_at(job.fired, job.guard_count), hi
    for i in range(job.guard_count):
        if fired[i]:
            first = min(first, at - last[i] / slopes[i] if slopes[i] < 0.0 else 0.5 * (lo + hi))
    return max(first, lo)


def locate_by(probe: Any, glance: Any) -> Callable[..., float]:
    """The search for the first event in a step: first in states between its ends, by the Illinois method [Dowell,
    Jarratt 1971], then by tangents on shorter steps really taken, since guards in an interpolated state miss a
    reaction by far more than its own tolerance.

    `glance(job, t, end, at, y, rows)` evaluates the guards at a time of the dense output, if there is one;
    `probe(job, t, at, y, rows)` takes a step from t and notes its guards.
    """

    @compiled
    def glance_at_event(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> tuple[float, float]:
        """About when the event is, and the last time at which guards were looked at."""
        copy(floats_at(job.guards_before, job.guard_count), floats_at(job.guards_last, job.guard_count))
        note_slopes_of_guards(job, end - t, False)
        lo, hi, last, side = t, end, end, 0
        at = guess_crossing(job, lo, hi)
        for _ in range(GLANCES):
            if at == last or not glance(job, t, end, at, y, rows):
                break
            note_guards(job)
            note_slopes_of_guards(job, at - last, False)
            last = at
            if noted_guard_crossed(job):
                hi = at
                note_guard_values(job, job.guards, job.guards_behind)
                if side > 0:
                    weaken_guards(job, job.guards_before)
                side = 1
            else:
                lo = at
                note_guard_values(job, job.guards, job.guards_before)
                if side < 0:
                    weaken_guards(job, job.guards_behind)
                side = -1
            at = guess_crossing(job, lo, hi)
            if abs(at - last) < CLOSE * (end - t):
                break
        return at, last

    @compiled
    def locate(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> float:
        """The time just behind the event, the state there taken; t where a shorter step failed."""
        at, last = glance_at_event(job, t, end, y, rows)
        lo, hi, tolerance = t, end, max(job.event_tolerance, 1e-15 * abs(end))
        for k in range(MOST_TRIES):
            if hi - lo <= tolerance:
                break
            at = min(max(at, lo + 0.3 * tolerance), hi - 0.3 * tolerance)
            if not probe(job, t, at, y, rows):
                return t
            note_slopes_of_guards(job, at - last, k == 0 or abs(at - last) < tolerance)
            last = at
            if noted_guard_crossed(job):
                hi = at
                flag_crossed_guards(job)
            else:
                lo = at
            at = first_zero_of_guards(job, last, lo, hi)
            if last == hi and hi - at <= tolerance:
                break
            at = 0.5 * (lo + hi) if k % 3 == 2 else at + 0.5 * tolerance
        if last != hi and not probe(job, t, hi, y, rows):
            return t
        flag_crossed_guards(job)
        return hi

    return locate


@compiled
def note_guards_behind_event(job: Any) -> None:
    """Note the guards of the derivative that a step begins with; after an event, what it left below zero is none."""
    note_guards(job)
    if not job.slacks_due:
        return
    job.slacks_due = 0
    guards, signs = floats_at(job.guards, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    slacks = floats_at(job.guard_slacks, job.guard_count)
    sticks, numbers = switches_of_friction_by_kernels(job), numbers_of_friction_by_kernels(job)
    for i in range(job.guard_count):
        if i < job.friction_count:
            least = ROUNDING * (1.0 + numbers[STATIC, i]) if sticks[i] > 0.5 else 1e-3 * AT_REST
            slacks[i] = max(least, -2.0 * guards[i])
        elif slacks[i] < inf:  # else nobody looks at it
            slacks[i] = max(ROUNDING, -2.0 * signs[i] * guards[i])


@compiled
def list_event(job: Any, guard: int, what: int) -> None:
    """One more line of the list."""
    events = floats_at(job.events, (job.event_room, 3))
    events[job.event_count, 0], events[job.event_count, 1], events[job.event_count, 2] = job.t, guard, what
    job.event_count += 1


@compiled
def settle_event(job: Any, y: np.ndarray) -> int:
    """At the job's time, with the fired guards flagged: friction changes its phases, others are seen from their other
    side. RUNNING, EVENT if Python shall read the list, or what ends the run.
    """
    set_inputs(job, job.t, job.t)
    fired = integers_at(job.fired, job.guard_count)
    for i in range(job.guard_count):
        if fired[i]:
            list_event(job, i, FIRED)
    status = settle_friction_event(job)
    ends_run = cross_other_guards(job)
    job.fresh, job.best_pivot, job.slacks_due = 0, 0.0, 1  # other modes, other derivative
    if job.kept_count == 0:
        job.jacobian_age += 1
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
    return EVENT if job.event_count + 2 * job.guard_count > job.event_room else RUNNING


@compiled
def settle_friction_event(job: Any) -> int:
    """Choose the phases of all friction, and list what has changed."""
    if job.friction_count == 0:
        return RUNNING
    sticks, side = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)[SIDE]
    before = floats_at(job.phases_kept, (4, job.friction_count))
    copy_phases(sticks, given_friction_by_kernels(job), before[0], before[1:])
    job.rubbing_state, job.holding = job.state, 0
    status: int = call_function(job.decide_phases, job.address)
    for k in range(job.friction_count):
        if sticks[k] > before[0, k]:
            list_event(job, k, STICKS)
        elif side[k] != before[1, k] and side[k] != 0.0:
            list_event(job, k, SLIDES)
    return status


@compiled
def cross_other_guards(job: Any) -> bool:
    """Look at guards from their other side from now on, and list what happened; whether the run ends by that."""
    fired, signs = integers_at(job.fired, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    directions = integers_at(job.guard_directions, job.guard_count)
    ends = integers_at(job.guard_ends_run, job.guard_count)
    ends_run = False
    for i in range(job.friction_count, job.guard_count):
        if fired[i]:
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


@compiled
def copy_phases(sticks: np.ndarray, given: np.ndarray, sticks_out: np.ndarray, given_out: np.ndarray) -> None:
    """All modes of friction."""
    copy(sticks, sticks_out)
    for r in range(3):
        copy(given[r], given_out[r])


@compiled
def take_mean_friction(job: Any, end: float, kept: np.ndarray) -> None:
    """Give contacts that stop in a step their mean force, the others the phases that they had, which are `kept`."""
    n, fired = job.friction_count, integers_at(job.fired, job.guard_count)
    before, behind = floats_at(job.guards_before, job.guard_count), floats_at(job.guards_behind, job.guard_count)
    sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
    numbers, stopping = numbers_of_friction_by_kernels(job), False
    for k in range(n):
        stopping = stopping or (fired[k] != 0 and given[SIDE, k] != 0.0)
    if not stopping:
        return
    set_inputs(job, end, end)
    job.rubbing_state, job.holding = job.scratch + FLOAT * PASSING * job.state_size, 0
    call_function(job.decide_phases, job.address)
    call(job, job.observe, floats_at(job.rubbing_state, job.state_size), floats_at(job.friction_out, job.channel_size))
    copy_phases(kept[0], kept[1:], sticks, given)
    for k in range(n):
        if fired[k] and given[SIDE, k] != 0.0:
            x = min(max(before[k] / (before[k] - behind[k]), 0.0), 1.0)
            given[PUSH, k] = x * given[SIDE, k] * numbers[LIMIT, k] + (1.0 - x) * numbers[FORCE, k]
            given[SIDE, k] = 0.0


def pass_by(probe: Any, after: int) -> Callable[..., bool]:
    """A whole step in which phases change, without locating the instant; row `after` has the state at its end.

    A contact whose speed crosses zero in a step slides for the share x = v0 / (v0 - v1) of it, by the speeds at both
    ends, and then sticks or slides back. The step is taken again with the mean of its force, x side limit + (1 - x) T,
    where T is what it has after the step, and its speed is zero at the end. A contact that reaches its limit begins to
    slide at the end of the step. The error is of second order in the step; friction may gain energy of that order.
    """

    @compiled
    def pass_event(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> bool:
        """Take the step; whether it went well."""
        kept = floats_at(job.phases_kept, (4, job.friction_count))
        sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
        copy_phases(sticks, given, kept[0], kept[1:])
        copy(rows[after], rows[PASSING])
        take_mean_friction(job, end, kept)
        went_well: bool = probe(job, t, end, y, rows)
        copy_phases(kept[0], kept[1:], sticks, given)
        works = integers_at(job.friction_works, job.friction_count)
        for k in range(job.friction_count):
            job.friction_gain += max(0.0, rows[after, works[k]] - y[works[k]])
        return went_well

    return pass_event


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
