"""The phases of all dry frictions at a state, by their rules: machine code that loops and Python call with a job.

It reads the numbers of friction that `observe` leaves in `work`, and writes the modes of friction: a switch that is
1 where it sticks, the side to which it slides, and a given force. Inputs are those that stand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.equations.friction_numbers import AT_REST, FAINT
from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.events.stick_or_slide import HELD, SAME, choose_sides, pick_independent
from jounce.simulation.integrators.job import (
    FRICTION_FLAGS,
    FRICTION_SQUARES,
    FRICTION_VECTORS,
    NO_PHASES,
    RUNNING,
)
from jounce.simulation.integrators.kernels import (
    ACCELERATION,
    FORCE,
    LIMIT,
    PUSH,
    SIDE,
    SPEED,
    STATIC,
    call,
    given_friction_by_kernels,
    kernels_job_at,
    numbers_of_friction_by_kernels,
    settle_loads_by_kernels,
    switches_of_friction_by_kernels,
)

TRIES = 5  # at phases that fit the loads which they make
REST_ROUNDING = 1e-14  # m/s or rad/s
BREAKS_TO, SIDES, FREE, FORCES, NOTED = range(5)  # vectors; two more behind
STOPS, RESTING, CHOSEN, ROOM = range(4)  # flags; two more of room behind
RESPONSE, SPARE = range(2)  # squares; one more behind


@compiled
def vectors_of_friction(job: Any) -> np.ndarray:
    return floats_at(job.friction_vectors, (FRICTION_VECTORS, job.friction_count))


@compiled
def flags_of_friction(job: Any) -> np.ndarray:
    return integers_at(job.friction_flags, (FRICTION_FLAGS, job.friction_count))


@compiled
def squares_of_friction(job: Any) -> np.ndarray:
    return floats_at(job.friction_squares, (FRICTION_SQUARES, job.friction_count, job.friction_count))


def decide(address: int) -> int:
    """Choose the phases at the state that the job rubs in: RUNNING, or NO_PHASES where none fit.

    Contacts that have `fired` begin to slide, if they stick, or are at rest, but for what the instant is uncertain by.
    Where the job is `holding`, whatever is at rest and has no phase sticks, whether or not it could; those that have
    `fired` are left alone.
    """
    job = kernels_job_at(address)
    state = floats_at(job.rubbing_state, job.state_size)
    settle_friction(job, state)
    if job.holding:
        hold_friction(job, state)
        return RUNNING
    find_leaving_phases(job)
    if not decide_with_loads(job, state):
        return NO_PHASES
    for _ in range(TRIES if job.loaded_count else 0):  # limits depend on the loads, and these on the phases
        note_phases(job)
        settle_friction(job, state)
        if not decide_with_loads(job, state):
            return NO_PHASES
        if note_phases(job):
            break
    return RUNNING


@compiled
def observe_friction(job: Any, state: np.ndarray) -> None:
    """The numbers of all contacts in the modes as they are."""
    call(job, job.observe, state, floats_at(job.friction_out, job.channel_size))


@compiled
def settle_friction(job: Any, state: np.ndarray) -> None:
    """Loads of joints that belong to the modes, and the numbers of all contacts."""
    if job.loaded_count:
        rates = floats_at(job.friction_out, job.state_size)
        call(job, job.rhs, state, rates)
        settle_loads_by_kernels(job, state, rates)
    observe_friction(job, state)


@compiled
def find_leaving_phases(job: Any) -> None:
    """Which contacts begin to slide, to which side, and which stop; one that has all but reached its limit goes too."""
    fired, numbers = integers_at(job.fired, job.friction_count), numbers_of_friction_by_kernels(job)
    sticks, side = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)[SIDE]
    vectors, flags = vectors_of_friction(job), flags_of_friction(job)
    for k in range(job.friction_count):
        at_limit = abs(numbers[FORCE, k]) > (1.0 - SAME) * numbers[STATIC, k]
        breaks = sticks[k] > 0.5 and (fired[k] != 0 or (job.guard_count > 0 and at_limit))
        vectors[BREAKS_TO, k] = np.sign(numbers[FORCE, k]) if breaks else 0.0
        flags[STOPS, k] = 1 if fired[k] != 0 and side[k] != 0.0 else 0


@compiled
def decide_with_loads(job: Any, state: np.ndarray) -> bool:
    """The phases with loads as they are in the present ones; False where none fit. What is at rest loses its speed."""
    numbers, vectors, flags = numbers_of_friction_by_kernels(job), vectors_of_friction(job), flags_of_friction(job)
    squares, sides, resting, T = squares_of_friction(job), vectors[SIDES], flags[RESTING], vectors[FORCES]
    for k in range(job.friction_count):
        acting, speed = numbers[STATIC, k] > FAINT, numbers[SPEED, k]
        moving = acting and abs(speed) > AT_REST and flags[STOPS, k] == 0
        sides[k] = np.sign(speed) if moving else 0.0
        if vectors[BREAKS_TO, k] != 0.0:
            sides[k] = vectors[BREAKS_TO, k]
        resting[k] = 1 if acting and sides[k] == 0.0 else 0
    set_phases(job)
    if not find_response(job, state):
        return True
    pick_independent(squares[RESPONSE], resting, squares[SPARE], flags[CHOSEN])
    if bring_to_rest(job, state):
        set_phases(job)
        observe_friction(job, state)
        for k in range(job.friction_count):
            vectors[FREE, k] = numbers[ACCELERATION, k]
    limit, static = numbers[LIMIT], numbers[STATIC]
    fits = choose_sides(
        squares[RESPONSE], vectors[FREE], limit, static, resting, sides, T, squares[SPARE:], flags[ROOM:]
    )
    for k in range(job.friction_count):
        resting[k] = 1 if resting[k] and sides[k] == 0.0 else 0
    pick_independent(squares[RESPONSE], resting, squares[SPARE], flags[CHOSEN])
    set_phases(job)
    switch_on(job)
    push = given_friction_by_kernels(job)[PUSH]
    for k in range(job.friction_count):  # those that stick without a row of their own
        push[k] = T[k] if resting[k] and not flags[CHOSEN, k] else 0.0
    return fits


@compiled
def hold_friction(job: Any, state: np.ndarray) -> None:
    """Let those that have no phase hold as well, if they have a limit now; those without a limit lose theirs."""
    numbers, vectors, flags = numbers_of_friction_by_kernels(job), vectors_of_friction(job), flags_of_friction(job)
    sticks, side = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)[SIDE]
    alone, sides, squares = integers_at(job.fired, job.friction_count), vectors[SIDES], squares_of_friction(job)
    for k in range(job.friction_count):
        acting, stuck = numbers[STATIC, k] > FAINT, sticks[k] > 0.5
        undecided = acting and not stuck and side[k] == 0.0 and alone[k] == 0
        moving = undecided and abs(numbers[SPEED, k]) > AT_REST
        sides[k] = side[k] if acting else 0.0
        if moving:
            sides[k] = np.sign(numbers[SPEED, k])
        flags[RESTING, k] = 1 if (acting and stuck) or (undecided and not moving) else 0
    set_phases(job)
    if find_response(job, state):
        pick_independent(squares[RESPONSE], flags[RESTING], squares[SPARE], flags[CHOSEN])
        switch_on(job)


@compiled
def find_response(job: Any, state: np.ndarray) -> bool:
    """A of the contacts at rest, and their accelerations without force, the others as they slide.

    Contacts that no force moves are no longer among those at rest. Whether any is left.
    """
    n, numbers, push = job.friction_count, numbers_of_friction_by_kernels(job), given_friction_by_kernels(job)[PUSH]
    resting, free, A = (
        flags_of_friction(job)[RESTING],
        vectors_of_friction(job)[FREE],
        squares_of_friction(job)[RESPONSE],
    )
    strengths, prescribed = floats_at(job.friction_strengths, n), integers_at(job.prescribed, n)
    count = 0
    for k in range(n):
        count += resting[k]
    if count == 0:
        return False
    observe_friction(job, state)
    for k in range(n):
        free[k] = numbers[ACCELERATION, k]
    for k in range(n):
        if resting[k]:
            push[k] = force = numbers[STATIC, k]
            observe_friction(job, state)
            for i in range(n):
                A[i, k] = (free[i] - numbers[ACCELERATION, i]) / force
            push[k] = 0.0
    for k in range(n):
        for i in range(k):
            A[i, k] = A[k, i] = 0.5 * (A[i, k] + A[k, i])
    for k in range(n):
        if resting[k] and not A[k, k] > HELD * strengths[k]:
            resting[k], prescribed[k] = 0, 1
            count -= 1
    return count > 0


@compiled
def bring_to_rest(job: Any, state: np.ndarray) -> bool:
    """Take away what is left of the chosen contacts' speeds, in the mass metric, with loops closed; whether any was."""
    numbers, chosen = numbers_of_friction_by_kernels(job), flags_of_friction(job)[CHOSEN]
    fastest = 0.0
    for k in range(job.friction_count):
        if chosen[k]:
            fastest = max(fastest, abs(numbers[SPEED, k]))
    if fastest <= REST_ROUNDING:
        return False
    switch_on(job)
    out = floats_at(job.friction_out, job.state_size)
    call(job, job.rhs, state, out)  # factors with these rows
    if job.loaded_count:
        settle_loads_by_kernels(job, state, out)
    for _ in range(2):
        call(job, job.friction_gap, state, out)
        call(job, job.friction_correct, state, out)
        for i in range(job.state_size):
            state[i] = out[i]
    return True


@compiled
def set_phases(job: Any) -> None:
    """All slide to their sides, none sticks, none is pushed."""
    sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
    sides = vectors_of_friction(job)[SIDES]
    for k in range(job.friction_count):
        sticks[k], given[SIDE, k], given[PUSH, k] = 0.0, sides[k], 0.0


@compiled
def switch_on(job: Any) -> None:
    """The chosen contacts stick."""
    sticks, chosen = switches_of_friction_by_kernels(job), flags_of_friction(job)[CHOSEN]
    for k in range(job.friction_count):
        if chosen[k]:
            sticks[k] = 1.0


@compiled
def note_phases(job: Any) -> bool:
    """Keep the phases; whether they are those that were kept before."""
    sticks, given = switches_of_friction_by_kernels(job), given_friction_by_kernels(job)
    noted = vectors_of_friction(job)[NOTED:]
    same = True
    for k in range(job.friction_count):
        same = same and noted[0, k] == sticks[k] and noted[1, k] == given[SIDE, k] and noted[2, k] == given[PUSH, k]
        noted[0, k], noted[1, k], noted[2, k] = sticks[k], given[SIDE, k], given[PUSH, k]
    return same
