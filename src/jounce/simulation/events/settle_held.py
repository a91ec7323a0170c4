"""Held numbers at an event: conditions that are met give them new values, in rounds until none is met.

The right-hand side leaves the new values in `work`, each at its own place. Those of all conditions that are met in a
round are read before any is written, so a round sees the numbers that it began with. Then the guards are evaluated
again. Friction whose speed has changed by that no longer sticks; its phases are decided afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.equations.friction_numbers import AT_REST
from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.events.guards import FIRST_GUARD, guard_is_condition, list_event
from jounce.simulation.integrators.job import FALLS, FIRED, FRICTION_VECTORS, MOST_ROUNDS, NEVER_MADE
from jounce.simulation.integrators.kernels import (
    FLOAT,
    PUSH,
    SIDE,
    SPEED,
    call,
    copy,
    evaluate,
    given_friction_by_kernels,
    numbers_of_friction_by_kernels,
    switches_of_friction_by_kernels,
)

DONE = -1  # in place of a flag: the condition has changed its held numbers


@compiled
def settle_held_numbers(job: Any, y: np.ndarray) -> bool:
    """Let conditions that are flagged, or met at the job's time, change held numbers; whether that comes to an end."""
    if job.held_set_count == 0:
        return True
    rate = floats_at(job.scratch, job.state_size)
    evaluate(job, job.t, job.t, y, rate)
    if not flag_met_conditions(job):
        return True
    if job.friction_count:
        copy(speeds_of_friction(job, y), speeds_before(job))
    rounds = 0
    while rounds < MOST_ROUNDS and flag_met_conditions(job):
        take_new_held_numbers(job)
        evaluate(job, job.t, job.t, y, rate)
        rounds += 1
    job.jacobian_age = NEVER_MADE
    flag_guards_that_jumped(job)
    if job.friction_count:
        release_moved_friction(job, y)
    return rounds < MOST_ROUNDS


@compiled
def speeds_of_friction(job: Any, y: np.ndarray) -> np.ndarray:
    """The speed of each contact, by the held numbers as they are."""
    call(job, job.observe, y, floats_at(job.friction_out, job.channel_size))
    speeds: np.ndarray = numbers_of_friction_by_kernels(job)[SPEED]
    return speeds


@compiled
def speeds_before(job: Any) -> np.ndarray:
    """Room for them: the choice of phases writes there later."""
    room: np.ndarray = floats_at(job.friction_vectors, (FRICTION_VECTORS, job.friction_count))[0]
    return room


@compiled
def flag_met_conditions(job: Any) -> bool:
    """Flag conditions that are met at the last evaluation, besides those that are; whether there are any."""
    fired, slacks = integers_at(job.fired, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    now, some = floats_at(job.work + FLOAT * FIRST_GUARD, job.guard_count), False
    for i in range(job.friction_count, job.guard_count):
        if guard_is_condition(job, i):
            if now[i] + slacks[i] < 0.0:
                fired[i] = 1
            some = some or fired[i] > 0
    return some


@compiled
def take_new_held_numbers(job: Any) -> None:
    """Write what the flagged conditions set, all values read before; list them. Their flags are then DONE."""
    count, fired = job.held_set_count, integers_at(job.fired, job.guard_count)
    sets, values = integers_at(job.held_sets, (count, 3)), floats_at(job.held_values, count)
    for r in range(count):
        values[r] = floats_at(job.work + FLOAT * sets[r, 1], 1)[0]
    for r in range(count):
        if fired[sets[r, 0]] > 0:
            floats_at(job.modes + FLOAT * sets[r, 2], 1)[0] = values[r]
    for i in range(job.friction_count, job.guard_count):
        if guard_is_condition(job, i) and fired[i] > 0:
            list_event(job, i, FIRED)
            list_event(job, i, FALLS)
            fired[i] = DONE


@compiled
def flag_guards_that_jumped(job: Any) -> None:
    """Other guards, besides those of friction, may have crossed by the new numbers."""
    fired, now = integers_at(job.fired, job.guard_count), floats_at(job.work + FLOAT * FIRST_GUARD, job.guard_count)
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.friction_count, job.guard_count):
        if not guard_is_condition(job, i) and signs[i] * now[i] + slacks[i] < 0.0:
            fired[i] = 1


@compiled
def release_moved_friction(job: Any, y: np.ndarray) -> None:
    """Friction whose speed is another one by the new numbers slides with it, and has not come to rest."""
    fired, speed, before = integers_at(job.fired, job.friction_count), speeds_of_friction(job, y), speeds_before(job)
    sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
    for k in range(job.friction_count):
        if abs(speed[k] - before[k]) > AT_REST:
            fired[k], sticks[k] = 0, 0.0
            given[SIDE, k], given[PUSH, k] = np.sign(speed[k]), 0.0
