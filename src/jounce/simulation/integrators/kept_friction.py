"""Dry friction that sticks, beside a kept Jacobian: rows and forces instead of slopes.

The Jacobian is that of a car whose friction only slides. Where friction sticks, its rows J hold J U = h gamma J r, by
forces along V = M^-1 J^T. With the inverse W of `kept_jacobian.py` and its right-hand side,

    U_k = W (right - V x),      J W V x = J W right - h gamma J r_k

which is the stage for the Jacobian (1 - V (J V)^-1 J) A of the car that sticks. J and V are found with the Jacobian, by
differences and by unit forces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.events.guards import FIRST_GUARD
from jounce.simulation.integrators.exact.linear_loops import add_row, invert
from jounce.simulation.integrators.job import INVERSES, RATE, RATE_INSIDE, RAW
from jounce.simulation.integrators.kernels import (
    FORCE,
    LIMIT,
    PUSH,
    SIDE,
    call,
    copy,
    copy_phases_of_friction,
    evaluate,
    given_friction_by_kernels,
    numbers_of_friction_by_kernels,
    set_inputs,
    switches_of_friction_by_kernels,
)

RELEASED = RAW  # a row that waits for the step's end: rates where friction that sticks is a given force


@compiled
def release_friction(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Let all friction slide, with the forces that it has; RELEASED = the rates, the guards are the speeds of friction.

    Its modes are kept aside until `find_slopes_of_friction`.
    """
    if job.friction_count == 0:
        copy(rows[RATE], rows[RELEASED])
        return
    sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
    numbers, kept = numbers_of_friction_by_kernels(job), floats_at(job.phases_kept, (4, job.friction_count))
    set_inputs(job, t, middle)
    call(job, job.observe, y, floats_at(job.friction_out, job.channel_size))
    copy_phases_of_friction(sticks, given, kept[0], kept[1:])
    for k in range(job.friction_count):
        if given[SIDE, k] == 0.0:  # sticks, or has no limit
            given[SIDE, k], given[PUSH, k] = 1.0, numbers[FORCE, k] - numbers[LIMIT, k]
        sticks[k] = 0.0
    evaluate(job, t, middle, y, rows[RELEASED])
    copy(
        floats_at(job.work, FIRST_GUARD + job.friction_count)[FIRST_GUARD:],
        floats_at(job.guards_behind, job.friction_count),
    )


@compiled
def replace_column_of_friction(job: Any, column: int, d: float) -> None:
    """What a kept speed that is moved by d does to the speeds of friction."""
    if job.friction_count == 0 or not integers_at(job.kept_speeds, job.kept_count)[column]:
        return
    J, side = floats_at(job.friction_rows, (job.friction_count, job.kept_count)), given_friction_by_kernels(job)[SIDE]
    now, before = (
        floats_at(job.work, FIRST_GUARD + job.friction_count),
        floats_at(job.guards_behind, job.friction_count),
    )
    for k in range(job.friction_count):
        J[k, column] = side[k] * (now[FIRST_GUARD + k] - before[k]) / d


@compiled
def find_slopes_of_friction(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """What a unit force of each friction does to the kept rates; then friction has its phases again."""
    if job.friction_count == 0:
        return
    m, kept = job.kept_count, integers_at(job.kept, job.kept_count)
    V = floats_at(job.friction_slopes, (job.friction_count, m))
    push, phases = given_friction_by_kernels(job)[PUSH], floats_at(job.phases_kept, (4, job.friction_count))
    for k in range(job.friction_count):
        push[k] += 1.0
        evaluate(job, t, middle, y, rows[RATE_INSIDE])
        push[k] -= 1.0
        for i in range(m):
            V[k, i] = rows[RATE_INSIDE, kept[i]] - rows[RELEASED, kept[i]]
    copy_phases_of_friction(phases[0], phases[1:], switches_of_friction_by_kernels(job), given_friction_by_kernels(job))


@compiled
def prepare_friction_that_sticks(job: Any) -> None:
    """The inverse of J W V, of what sticks now; rows of what slides are those of the unit matrix."""
    count, m = job.friction_count, job.kept_count
    solver, sticks = floats_at(job.friction_solver, (count + 1, count)), switches_of_friction_by_kernels(job)
    job.friction_stuck = 0
    for a in range(count):
        job.friction_stuck += sticks[a] > 0.5
    if job.friction_stuck == 0:  # brakes that nobody presses
        return
    J, moved = floats_at(job.friction_rows, (count, m)), floats_at(job.friction_inverses, (INVERSES, count, m))
    for a in range(count):
        for b in range(count):
            solver[a, b] = 1.0 if a == b else 0.0
            if sticks[a] > 0.5 and sticks[b] > 0.5:
                solver[a, b] = dot(J[a], moved[job.inverse_taken, b])
    invert(solver[:count], integers_at(job.pivots, count), floats_at(job.inverse_room, (12, count)))


@compiled
def hold_what_sticks(job: Any, scaled: float, held: np.ndarray, found: np.ndarray) -> None:
    """Take from the kept part of a stage what moves friction that sticks; `held` is J r_k."""
    count, m = job.friction_count, job.kept_count
    solver, sticks = floats_at(job.friction_solver, (count + 1, count)), switches_of_friction_by_kernels(job)
    J, moved = floats_at(job.friction_rows, (count, m)), floats_at(job.friction_inverses, (INVERSES, count, m))
    for a in range(count):
        held[a] = dot(J[a], found) - scaled * held[a] if sticks[a] > 0.5 else 0.0
    for b in range(count):
        if sticks[b] > 0.5:
            add_row(-dot(solver[b], held), moved[job.inverse_taken, b], found)


@compiled
def dot(a: np.ndarray, b: np.ndarray) -> float:
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total
