"""Phases that change within a step of fixed length, without locating the instant.

A contact whose speed crosses zero in a step slides for the share x = v0 / (v0 - v1) of it, by the speeds at both ends,
and then sticks or slides back. The step is taken again with the mean of its force, x side limit + (1 - x) T, where T is
what it has after the step, and its speed is zero at the end. A contact that reaches its limit begins to slide at the
end of the step. The error is of second order in the step; friction may gain energy of that order, which is counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.native.pointers import call_function, compiled, floats_at, integers_at
from jounce.simulation.integrators.job import PASSING
from jounce.simulation.integrators.kernels import (
    FLOAT,
    FORCE,
    LIMIT,
    PUSH,
    SIDE,
    call,
    copy,
    copy_phases_of_friction,
    given_friction_by_kernels,
    numbers_of_friction_by_kernels,
    set_inputs,
    switches_of_friction_by_kernels,
)


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
    copy_phases_of_friction(kept[0], kept[1:], sticks, given)
    for k in range(n):
        if fired[k] and given[SIDE, k] != 0.0:
            x = min(max(before[k] / (before[k] - behind[k]), 0.0), 1.0)
            given[PUSH, k] = x * given[SIDE, k] * numbers[LIMIT, k] + (1.0 - x) * numbers[FORCE, k]
            given[SIDE, k] = 0.0


def pass_by(probe: Any, after: int) -> Callable[..., bool]:
    """The whole step in which guards have crossed; row `after` has the state at its end."""

    @compiled
    def pass_event(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> bool:
        """Take the step; whether it went well."""
        kept = floats_at(job.phases_kept, (4, job.friction_count))
        sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
        copy_phases_of_friction(sticks, given, kept[0], kept[1:])
        copy(rows[after], rows[PASSING])
        take_mean_friction(job, end, kept)
        went_well: bool = probe(job, t, end, y, rows)
        copy_phases_of_friction(kept[0], kept[1:], sticks, given)
        works = integers_at(job.friction_works, job.friction_count)
        for k in range(job.friction_count):
            job.friction_gain += max(0.0, rows[after, works[k]] - y[works[k]])
        return went_well

    return pass_event
