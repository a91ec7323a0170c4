"""Rosenbrock methods that keep their order with any Jacobian (W-methods), and keep the Jacobian over many steps.

Coordinates that are integrals of speeds are eliminated: with q' = s a stage's U_q is h gamma (r_q + U_s), and what is
left of (1/(h gamma) - A) U = r are the speeds, the states of elements and the few coordinates that turn (`kept`):

    (1/(h gamma) - A_kk - h gamma A_kq) U_k = r_k + h gamma A_kq r_q

Its inverse is made once for a Jacobian and a length of step; lengths lie on a ladder of factors of the square root of
two, so that few inverses serve a run. A step h between two rungs takes the inverse of the one above, h0: that is the
method with the Jacobian A h0/h, and any Jacobian keeps the order.

Dry friction that sticks is no part of it: see `kept_friction.py`. So a change of phase costs neither a Jacobian nor an
inverse.

The Jacobian is made by differences, again after some steps, or when a watched speed has changed by a fifth [Arnold,
Burgermeister, Eichberger 2007]; columns that hardly change are left as they were. A rejected step does not renew it:
those come from roads and friction, which no Jacobian foresees.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.integrators.dense_output import fit_dense_hermite
from jounce.simulation.integrators.exact.linear_loops import add_row, add_rows, invert
from jounce.simulation.integrators.job import FIRST_STAGE, INSIDE, INVERSES, NEVER_MADE, RATE, RATE_INSIDE, SPARE
from jounce.simulation.integrators.kept_friction import (
    RELEASED,
    dot,
    find_slopes_of_friction,
    hold_what_sticks,
    prepare_friction_that_sticks,
    release_friction,
    replace_column_of_friction,
)
from jounce.simulation.integrators.kernels import copy, evaluate
from jounce.simulation.integrators.loop import STEP_OF_LADDER, advance_by
from jounce.simulation.integrators.rosenbrock import stages_by, table_of

DIFFERENCE = 1e-6  # of a state, or share of a larger one
TIME_DIFFERENCE = 1e-3  # of a step
TIME_SLOPE = FIRST_STAGE - 1  # a row of dense output that waits for the step's end
OLDEST = 100  # steps that a Jacobian serves
CHANGED = 0.2  # share of a watched speed
STUBBORN = 4  # rejections one after the other, after which the Jacobian may be to blame after all
ALL_COLUMNS = 8  # every so many renewals make all columns
MAKES_DO = 8.0  # times as long as a step: the longest whose inverse may serve in the search for an event
LIVE = 0.02  # change of a column, in tolerances of rates by tolerances of states and the step, that makes it renewed


@compiled
def is_outdated(job: Any, y: np.ndarray) -> bool:
    """Whether the Jacobian is too old, or was made at another speed."""
    if job.jacobian_age >= OLDEST or (job.was_rejected >= STUBBORN and job.jacobian_age > 0):
        return True
    count = job.watched_count
    watched, values = integers_at(job.watched, count), floats_at(job.watched_values, (2, count))
    for k in range(count):
        if abs(y[watched[k]] - values[0, k]) > CHANGED * abs(values[0, k]) + values[1, k]:
            return True
    return False


@compiled
def renew_jacobian(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Make the columns again that may have changed; forget the inverses."""
    m, eliminated = job.kept_count, job.plain_total
    live = integers_at(job.live, m + eliminated)
    every = job.jacobian_age >= NEVER_MADE or job.was_rejected > 0 or job.renewals % ALL_COLUMNS < 2
    kept, plain = integers_at(job.kept, m), integers_at(job.plain_states, eliminated)
    slopes = floats_at(job.slopes, (m + eliminated, m))
    moved, middle = rows[INSIDE], t + 0.5 * h
    copy(y, moved)
    release_friction(job, t, middle, y, rows)
    for column in range(m + eliminated):
        if every or live[column]:
            j = kept[column] if column < m else plain[column - m]
            d = DIFFERENCE * max(1.0, abs(y[j]))
            moved[j] = y[j] + d
            evaluate(job, t, middle, moved, rows[RATE_INSIDE])
            moved[j] = y[j]
            change = replace_column(job, j, d, slopes[column], rows)
            if column < m:
                replace_column_of_friction(job, column, d)
            if every and job.renewals > 0 and job.jacobian_age < NEVER_MADE:
                live[column] = h * change > LIVE
    find_slopes_of_friction(job, t, middle, y, rows)
    watched, values = integers_at(job.watched, job.watched_count), floats_at(job.watched_values, (2, job.watched_count))
    for k in range(job.watched_count):
        values[0, k] = y[watched[k]]
    steps = floats_at(job.inverse_steps, INVERSES)
    for k in range(INVERSES):
        steps[k] = 0.0
    job.renewals += 1
    job.jacobian_age = 0


@compiled
def replace_column(job: Any, j: int, d: float, column: np.ndarray, rows: np.ndarray) -> float:
    """A column from the rates in RATE_INSIDE of a state moved by d; its largest change in terms of tolerances."""
    atol, kept = floats_at(job.atol, job.state_size), integers_at(job.kept, job.kept_count)
    rate, moved, largest = rows[RELEASED], rows[RATE_INSIDE], 0.0
    for i in range(column.size):
        slope = (moved[kept[i]] - rate[kept[i]]) / d
        if not abs(slope) < inf:  # a state beyond what its law bears: any number serves a W-method
            slope = 0.0
        largest = max(largest, abs(slope - column[i]) * atol[j] / atol[kept[i]])
        column[i] = slope
    return largest


@compiled
def inverse_for(job: Any, h: float) -> int:
    """The place of the transposed inverse for a step, as it is kept or made now; see above.

    The search for an event takes steps of all lengths, and makes do with an inverse for a longer one.
    """
    m, scaled = job.kept_count, rung_for(job, h) * table_of(job)[0, 0]
    steps, inverses = floats_at(job.inverse_steps, INVERSES), floats_at(job.inverses, (INVERSES, m, m))
    best, longest = -1, (MAKES_DO if job.probing else 1.0) * scaled
    for k in range(INVERSES):
        if scaled <= steps[k] <= longest:
            best, longest = k, steps[k]
    if best >= 0:
        return best
    k = job.next_inverse
    job.next_inverse = (k + 1) % INVERSES
    steps[k] = scaled
    slopes, speeds = floats_at(job.slopes, (m + job.plain_total, m)), integers_at(job.plain_speeds, job.plain_total)
    found = inverses[k]
    for j in range(m):
        for i in range(m):
            found[j, i] = -slopes[j, i]
        found[j, j] += 1.0 / scaled
    for p in range(job.plain_total):
        add_row(-scaled, slopes[m + p], found[speeds[p]])
    invert(found, integers_at(job.pivots, m), floats_at(job.inverse_room, (12, m)))
    V, count = floats_at(job.friction_slopes, (job.friction_count, m)), job.friction_count
    for c in range(count):
        moved = floats_at(job.friction_inverses, (INVERSES, count, m))[k, c]
        for i in range(m):
            moved[i] = 0.0
        add_rows(V[c], found, moved)
    return int(k)


@compiled
def solve_stage(job: Any, h: float, tau: float, U: np.ndarray, rows: np.ndarray) -> None:
    """U = the stage for the right-hand side that U holds."""
    m, eliminated, count = job.kept_count, job.plain_total, job.friction_count
    scaled = floats_at(job.inverse_steps, INVERSES)[job.inverse_taken]
    share = h * table_of(job)[0, 0] / scaled
    kept, plain = integers_at(job.kept, m), integers_at(job.plain_states, eliminated)
    speeds, slopes = integers_at(job.plain_speeds, eliminated), floats_at(job.slopes, (m + eliminated, m))
    right, found, shares = rows[INSIDE][:m], rows[RATE_INSIDE][:m], rows[SPARE][:eliminated]
    held, J = floats_at(job.friction_solver, (count + 1, count))[count], floats_at(job.friction_rows, (count, m))
    if job.takes_time_slope:
        add_row(tau, rows[TIME_SLOPE], U)
    for i in range(m):
        right[i] = U[kept[i]]
        found[i] = 0.0
    if job.friction_stuck:
        for a in range(count):
            held[a] = dot(J[a], right)
    for p in range(eliminated):
        shares[p] = scaled * U[plain[p]]
    add_rows(shares, slopes[m:], right)
    add_rows(right, floats_at(job.inverses, (INVERSES, m, m))[job.inverse_taken], found)
    if job.friction_stuck:
        hold_what_sticks(job, scaled, held, found)
    for p in range(eliminated):
        U[plain[p]] = scaled * (U[plain[p]] + found[speeds[p]])
    for i in range(m):
        U[kept[i]] = found[i]
    for i in range(job.controlled, U.size):
        U[i] *= scaled
    if share != 1.0:
        for i in range(U.size):
            U[i] *= share


@compiled
def find_time_slope(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    """How the rates change with time alone, by a difference over a small part of the step."""
    later, d = rows[TIME_SLOPE], TIME_DIFFERENCE * h
    evaluate(job, t + d, t + 0.5 * h, y, later)
    for i in range(y.size):
        later[i] = (later[i] - rows[RATE, i]) / d


@compiled
def rung_for(job: Any, h: float) -> float:
    """The shortest step of the ladder below the longest that is not shorter than h."""
    if job.fixed:
        return h
    rung: float = job.max_step
    while rung * STEP_OF_LADDER >= h * (1.0 - 1e-9):
        rung *= STEP_OF_LADDER
    return rung


take_stages = stages_by(solve_stage)


@compiled
def attempt(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> float:
    """Fill the stages U, AFTER and RIVAL; the smallest pivot of all."""
    if is_outdated(job, y):
        renew_jacobian(job, t, h, y, rows)
    job.inverse_taken = inverse_for(job, h)
    if job.friction_count:
        prepare_friction_that_sticks(job)
    if job.takes_time_slope:
        find_time_slope(job, t, h, y, rows)
    return take_stages(job, t, h, y, rows)


@compiled
def fit_dense(job: Any, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> None:
    fit_dense_hermite(h, y, rows)


advance = advance_by(attempt, fit_dense)
