"""Guards: numbers that a right-hand side leaves in `work`, and whose change of sign is an event.

A loop notes them where a step begins and asks at its end whether one has crossed. Then it looks for the instant and
goes there; or, where steps keep their length, it takes the step with the mean of both phases. There friction changes
its phases, and what happened is listed for Python. A guard counts as crossed when sign times guard plus slack is
negative: the sign says from which side, the slack keeps rounding from being an event. Slack of friction is bounded by
what decisions leave: more is a jump of inputs, and decided anew. A guard that changes held numbers is a condition: it
is seen from one side only, and counts as crossed at zero already, which its slack says for ever.
"""

from __future__ import annotations

from math import inf
from typing import Any

from jounce.equations.friction_numbers import AT_REST
from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.integrators.kernels import (
    STATIC,
    numbers_of_friction_by_kernels,
    switches_of_friction_by_kernels,
)

FIRST_GUARD = 1  # in work, behind the pivot
ROUNDING = 1e-12  # of guards in SI; of friction, of its limit
LEFT_BY_DECISION = 1e-6  # of a limit: rounding over the least pivot with which forces are found, HELD in stick_or_slide
LEFT_OF_SPEED = 10.0 * AT_REST  # m/s or rad/s: a decision takes more away


@compiled
def guard_is_condition(job: Any, guard: int) -> bool:
    """Whether a guard changes held numbers."""
    below: bool = floats_at(job.guard_slacks, job.guard_count)[guard] < 0.0
    return below


@compiled
def note_guards(job: Any) -> None:
    """Keep the guards of the last evaluation as those of the step's start."""
    now, kept = floats_at(job.work, FIRST_GUARD + job.guard_count), floats_at(job.guards, job.guard_count)
    for i in range(job.guard_count):
        kept[i] = now[FIRST_GUARD + i]


@compiled
def guard_crossed(job: Any) -> bool:
    """Whether a guard of the last evaluation has crossed; never while an event is being located."""
    if job.guard_count == 0 or job.probing:
        return False
    now = floats_at(job.work, FIRST_GUARD + job.guard_count)
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        if signs[i] * now[FIRST_GUARD + i] + slacks[i] < 0.0:
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
    """Note the guards of a step's end. Whether one has crossed: then values at both ends and who it was are kept."""
    if not guard_crossed(job):
        note_guards(job)
        return False
    note_guard_values(job, job.guards, job.guards_before)
    note_guards(job)
    note_guard_values(job, job.guards, job.guards_behind)
    flag_crossed_guards(job)
    return True


@compiled
def begins_crossed(job: Any) -> bool:
    """Note the guards of the derivative that a step begins with. Whether one has crossed: then it is known who."""
    note_guards(job)
    if job.slacks_due:
        set_slacks(job)
    if guard_crossed(job):
        flag_crossed_guards(job)
        return True
    return False


@compiled
def list_event(job: Any, guard: int, what: int) -> None:
    """One more line of the list."""
    events = floats_at(job.events, (job.event_room, 3))
    events[job.event_count, 0], events[job.event_count, 1], events[job.event_count, 2] = job.t, guard, what
    job.event_count += 1


@compiled
def set_slacks(job: Any) -> None:
    """What an event has left below zero is none; of friction only as much as a decision leaves.

    A contact that holds more has not been decided with the inputs that stand now, and must not be forgiven that.
    """
    job.slacks_due = 0
    guards, signs = floats_at(job.guards, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    slacks = floats_at(job.guard_slacks, job.guard_count)
    sticks, numbers = switches_of_friction_by_kernels(job), numbers_of_friction_by_kernels(job)
    for i in range(job.guard_count):
        if i < job.friction_count:
            least, most = 1e-3 * AT_REST, LEFT_OF_SPEED
            if sticks[i] > 0.5:
                least, most = ROUNDING * (1.0 + numbers[STATIC, i]), LEFT_BY_DECISION * numbers[STATIC, i]
            slacks[i] = max(least, min(-2.0 * guards[i], most))
        elif 0.0 <= slacks[i] < inf:  # else nobody looks at it, or it is a condition
            slacks[i] = max(ROUNDING, -2.0 * signs[i] * guards[i])
