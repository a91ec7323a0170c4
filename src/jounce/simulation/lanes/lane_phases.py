"""Dry friction of several cars: phases change at ends of steps, by the rules of each contact alone.

Friction that sticks lets go where it would have to hold more than its limit. Friction that slides sticks where its
speed has changed sign within the step; what is left of the speed is taken away by the projection of speeds, as an
impulse. No instant is located, so a change comes up to a step late.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.equations.friction_numbers import AT_REST
from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.lanes.lane_job import RUNNING
from jounce.simulation.lanes.lane_kernels import call_lanes, copy_lane, lane_flags

FIRST_GUARD = 1  # in work, behind the pivot
SAME = 1e-9  # N or N m: what a contact may hold more
ROUNDS = 4  # of changes at one instant: it stops, cannot be held, and goes back
LEFT_OF_SPEED = 10.0 * AT_REST
FLOAT = 8  # bytes
UNCHANGED, LETS_GO, STOPS, BEGINS = range(4)
BEGUN = 2.0  # a switch


@compiled
def lane_switches(job: Any) -> np.ndarray:
    """1 where friction sticks: [friction][car]."""
    return floats_at(job.modes + FLOAT * job.cars * job.friction_switches, (job.friction_count, job.cars))


@compiled
def lane_sides(job: Any) -> np.ndarray:
    """The side to which friction slides, then a given force: [friction, and so on][car]."""
    return floats_at(job.modes + FLOAT * job.cars * job.friction_sides, (2 * job.friction_count, job.cars))


@compiled
def lane_friction_forces(job: Any) -> np.ndarray:
    """What friction holds that sticks, at the last evaluation: [friction][car]."""
    return floats_at(job.work + FLOAT * job.cars * job.friction_multipliers, (job.friction_count, job.cars))


@compiled
def change_lane_phases(job: Any, car: int) -> int:
    """Phases of one car by its guards at the last evaluation: UNCHANGED, LETS_GO, STOPS or BEGINS, the latter rule.

    Friction that has a limit for the first time is marked by BEGUN: whether it sticks is seen by its speed.
    """
    guards = floats_at(job.work + FLOAT * job.cars * FIRST_GUARD, (job.friction_count, job.cars))
    sticks, sides, forces = lane_switches(job), lane_sides(job), lane_friction_forces(job)
    changed = UNCHANGED
    for k in range(job.friction_count):
        guard = guards[k, car]
        if sticks[k, car] > 0.5:
            if guard < -SAME:
                sticks[k, car], sides[k, car] = 0.0, np.sign(forces[k, car])
                changed = max(changed, LETS_GO)
        elif sides[k, car] != 0.0:
            if guard < -LEFT_OF_SPEED:
                sticks[k, car], sides[k, car] = 1.0, 0.0
                changed = max(changed, STOPS)
        elif guard < 0.0:
            sticks[k, car], changed = BEGUN, BEGINS
    return changed


@compiled
def begin_lane_friction(job: Any, car: int, residuals: np.ndarray) -> None:
    """Friction that was marked slides to the side of its speed, or sticks where it has none."""
    first, sticks, sides = job.gap_size + job.rate_gap_size - job.friction_count, lane_switches(job), lane_sides(job)
    for k in range(job.friction_count):
        if sticks[k, car] == BEGUN:
            speed = residuals[(first + k) * job.cars + car] / BEGUN  # residuals are multiplied by the switch
            rests = abs(speed) <= LEFT_OF_SPEED
            sticks[k, car], sides[k, car] = 1.0 if rests else 0.0, 0.0 if rests else np.sign(speed)


@compiled
def settle_lane_phases(job: Any, state: np.ndarray, rate: np.ndarray, spare: np.ndarray) -> None:
    """Let friction of all cars change its phases at a state where the right-hand side was evaluated last."""
    if job.friction_count == 0:
        return
    status, stale, now = lane_flags(job), integers_at(job.solver_stale, job.cars), integers_at(job.now, job.cars)
    changes = integers_at(job.changes, job.cars)
    residuals = floats_at(job.residuals, job.cars * (job.gap_size + job.rate_gap_size))
    for _ in range(ROUNDS):
        most = UNCHANGED
        for car in range(job.cars):
            now[car] = change_lane_phases(job, car) if status[car] == RUNNING else UNCHANGED
            if now[car] != UNCHANGED:
                stale[car] = 1
                changes[car] += 1
            most = max(most, now[car])
        if most == UNCHANGED:
            return
        if most == BEGINS:
            call_lanes(job, job.gap, state, residuals)
            for car in range(job.cars):
                begin_lane_friction(job, car, residuals)
        call_lanes(job, job.rhs, state, rate)
        if most >= STOPS:
            call_lanes(job, job.gap, state, residuals)
            call_lanes(job, job.correct, state, spare)
            for car in range(job.cars):
                if now[car] >= STOPS:
                    copy_lane(spare, state, car, job.cars)
            call_lanes(job, job.rhs, state, rate)
