"""The kept Jacobian of each of several cars, by differences of all of them at once; stages are solved car by car.

The formulas are those of `integrators/kept_jacobian.py` and `integrators/kept_friction.py`. The Jacobian is renewed by
the number of the step, never by what a car does, so that a car has the same bits in any company. Rates change with time
through inputs alone: their slopes are columns of the Jacobian, too.

Slopes and inverses are kept in single precision: a W-method keeps its order with any Jacobian, so also with the one
whose inverse is the rounded inverse, and twice as many cars fit into the cache.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numba import types

from jounce.native.pointers import carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.integrators.exact.linear_loops import add_row, contracted, invert
from jounce.simulation.lanes.lane_job import MOVED, MOVED_RATE, RATE, SLOPE
from jounce.simulation.lanes.lane_kernels import call_lanes, copy_lanes, set_lane_inputs
from jounce.simulation.lanes.lane_phases import lane_friction_forces, lane_sides, lane_switches

DIFFERENCE = 1e-6  # of a state or an input, or share of a larger one

single_pointer = record_pointer(types.float32)


@compiled
def singles_at(address: Any, shape: Any) -> np.ndarray:
    """The float32 array of this shape that lies at the address."""
    found: np.ndarray = carray(single_pointer(address), shape)
    return found


@contracted
def add_single_rows(factors: np.ndarray, rows: np.ndarray, out: np.ndarray) -> None:
    """out += the sum of factor times row of single precision, four rows at a time."""
    count = len(factors)
    fours = count - count % 4
    for k in range(0, fours, 4):
        f0, f1, f2, f3 = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        r0, r1, r2, r3 = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        for i in range(out.size):
            out[i] += (f0 * r0[i] + f1 * r1[i]) + (f2 * r2[i] + f3 * r3[i])
    for k in range(fours, count):
        f0, r0 = factors[k], rows[k]
        for i in range(out.size):
            out[i] += f0 * r0[i]


@compiled
def lane_gamma(job: Any) -> float:
    """Of the method."""
    gamma: float = floats_at(job.coefficients, 1)[0]
    return gamma


@compiled
def release_lane_friction(job: Any) -> None:
    """Friction that sticks goes on with the force that it has, as a given one; phases are kept aside."""
    sticks, sides, forces = lane_switches(job), lane_sides(job), lane_friction_forces(job)
    count = job.friction_count
    kept = floats_at(job.phases_kept, (2 * count, job.cars))
    for k in range(count):
        for car in range(job.cars):
            kept[k, car], kept[count + k, car] = sticks[k, car], sides[count + k, car]
            if sticks[k, car] > 0.5:
                sticks[k, car], sides[count + k, car] = 0.0, forces[k, car]


@compiled
def restore_lane_friction(job: Any) -> None:
    """Friction has its phases again."""
    sticks, sides, count = lane_switches(job), lane_sides(job), job.friction_count
    kept = floats_at(job.phases_kept, (2 * count, job.cars))
    for k in range(count):
        for car in range(job.cars):
            sticks[k, car], sides[count + k, car] = kept[k, car], kept[count + k, car]


@compiled
def renew_lane_jacobians(job: Any, t: float, middle: float, y: np.ndarray, rows: np.ndarray) -> None:
    """Slopes of all cars at their states, by moving the same number of each; then their inverses for a full step.

    Columns that hardly change are left as they were at the start.
    """
    m, n, cars = job.kept_count, job.kept_count + job.plain_total, job.cars
    kept, plain = integers_at(job.kept, m), integers_at(job.plain_states, job.plain_total)
    slopes = singles_at(job.slopes, (cars, n, m))
    every = job.steps == 0
    columns = integers_at(job.renewed, job.renewed_count)
    moved, rate = rows[MOVED], rows[MOVED_RATE]
    set_lane_inputs(job, t, middle)
    release_lane_friction(job)
    copy_lanes(y, moved)
    for number in range(n if every else job.renewed_count):
        column = number if every else columns[number]
        j = cars * (kept[column] if column < m else plain[column - m])
        for car in range(cars):
            moved[j + car] = y[j + car] + lane_difference(y[j + car])
        call_lanes(job, job.rhs, moved, rate)
        job.evaluations += 1
        for car in range(cars):
            lane_slope(rows[RATE], rate, car, cars, lane_difference(y[j + car]), kept, slopes[car, column])
            moved[j + car] = y[j + car]
    if every:
        find_lane_input_slopes(job, y, rows)
        find_lane_friction_slopes(job, y, rows)
    restore_lane_friction(job)
    for car in range(cars):
        invert_lane_jacobian(job, car)


@compiled
def lane_difference(number: float) -> float:
    """By how much a number is moved."""
    return DIFFERENCE * max(1.0, abs(number))


@compiled
def lane_slope(
    before: np.ndarray, after: np.ndarray, car: int, cars: int, d: float, kept: np.ndarray, out: np.ndarray
) -> None:
    """How fast the kept rates of a car change; where that is no number, any serves a W-method."""
    for i in range(out.size):
        slope = (after[kept[i] * cars + car] - before[kept[i] * cars + car]) / d
        out[i] = slope if abs(slope) < inf else 0.0


@compiled
def find_lane_input_slopes(job: Any, y: np.ndarray, rows: np.ndarray) -> None:
    """What inputs that move, and their rates, do to the rates."""
    cars, rate = job.cars, rows[MOVED_RATE]
    inputs, moving = (
        floats_at(job.inputs, (1 + 3 * job.input_count, cars)),
        integers_at(job.moving, job.moving_count),
    )
    slopes = floats_at(job.input_slopes, (2 * job.moving_count, y.size))
    for k in range(2 * job.moving_count if job.takes_time_slope else 0):
        own = inputs[1 + 3 * moving[k // 2] + k % 2]
        out = slopes[k]
        for car in range(cars):
            own[car] += DIFFERENCE
        call_lanes(job, job.rhs, y, rate)
        job.evaluations += 1
        for car in range(cars):
            own[car] -= DIFFERENCE
        for i in range(y.size):
            slope = (rate[i] - rows[RATE, i]) / DIFFERENCE
            out[i] = slope if abs(slope) < inf else 0.0


@compiled
def find_lane_friction_slopes(job: Any, y: np.ndarray, rows: np.ndarray) -> None:
    """What a unit force of each friction does to the kept rates."""
    m, cars, count = job.kept_count, job.cars, job.friction_count
    kept, V = integers_at(job.kept, m), floats_at(job.friction_slopes, (cars, count, m))
    sides = lane_sides(job)
    for k in range(count):
        push = sides[count + k]
        for car in range(cars):
            push[car] += 1.0
        call_lanes(job, job.rhs, y, rows[MOVED_RATE])
        job.evaluations += 1
        for car in range(cars):
            push[car] -= 1.0
            lane_slope(rows[RATE], rows[MOVED_RATE], car, cars, 1.0, kept, V[car, k])


@compiled
def invert_lane_jacobian(job: Any, car: int) -> None:
    """The inverse, transposed, of one car for a full step; and what its friction does in such a step."""
    m, n, scaled = job.kept_count, job.kept_count + job.plain_total, job.step * lane_gamma(job)
    slopes, found = singles_at(job.slopes, (job.cars, n, m))[car], floats_at(job.matrix, (m, m))
    inverse = singles_at(job.inverses, (job.cars, m, m))[car]
    speeds = integers_at(job.plain_speeds, job.plain_total)
    for j in range(m):
        for i in range(m):
            found[j, i] = -slopes[j, i]
        found[j, j] += 1.0 / scaled
    for p in range(job.plain_total):
        add_row(-scaled, slopes[m + p], found[speeds[p]])
    invert(found, integers_at(job.pivots, m), floats_at(job.room, (12, m)))
    for j in range(m):
        for i in range(m):
            inverse[j, i] = found[j, i]
    V = floats_at(job.friction_slopes, (job.cars, job.friction_count, m))[car]
    for k in range(job.friction_count):
        moved = floats_at(job.friction_inverses, (job.cars, job.friction_count, m))[car, k]
        for i in range(m):
            moved[i] = 0.0
        add_single_rows(V[k], inverse, moved)
    integers_at(job.solver_stale, job.cars)[car] = 1


@compiled
def prepare_lane_friction(job: Any, car: int) -> None:
    """The inverse of J W V of what sticks in a car; rows of what slides are those of the unit matrix."""
    m, count = job.kept_count, job.friction_count
    solver, sticks = floats_at(job.friction_solvers, (job.cars, count, count))[car], lane_switches(job)
    J = floats_at(job.friction_rows, (job.cars, count, m))[car]
    moved = floats_at(job.friction_inverses, (job.cars, count, m))[car]
    for a in range(count):
        for b in range(count):
            solver[a, b] = 1.0 if a == b else 0.0
            if sticks[a, car] > 0.5 and sticks[b, car] > 0.5:
                solver[a, b] = lane_dot(J[a], moved[b])
    invert(solver, integers_at(job.pivots, count), floats_at(job.room, (12, count)))


@compiled
def find_lane_time_slope(job: Any, rows: np.ndarray) -> None:
    """How fast rates change by the inputs that move, at the inputs as they stand."""
    slope, cars = rows[SLOPE], job.cars
    inputs, moving = (
        floats_at(job.inputs, (1 + 3 * job.input_count, cars)),
        integers_at(job.moving, job.moving_count),
    )
    slopes = floats_at(job.input_slopes, (2 * job.moving_count, slope.size))
    for i in range(slope.size):
        slope[i] = 0.0
    for k in range(2 * job.moving_count):
        rate, own, still = inputs[2 + 3 * moving[k // 2] + k % 2], slopes[k], True
        for car in range(cars):
            still = still and rate[car] == 0.0
        for i in range(0 if still else slope.size // cars):
            for car in range(cars):
                slope[i * cars + car] += rate[car] * own[i * cars + car]


@compiled
def solve_lane_stage(job: Any, car: int, h: float, U: np.ndarray) -> None:
    """U = the stage of one car for the right-hand side that U holds."""
    m, eliminated, cars, count = job.kept_count, job.plain_total, job.cars, job.friction_count
    scaled, share = job.step * lane_gamma(job), h / job.step
    kept, plain = integers_at(job.kept, m), integers_at(job.plain_states, eliminated)
    speeds, slopes = (
        integers_at(job.plain_speeds, eliminated),
        singles_at(job.slopes, (cars, m + eliminated, m))[car],
    )
    vectors = floats_at(job.vectors, (4, m + eliminated))
    right, found, shares, held = vectors[0][:m], vectors[1][:m], vectors[2][:eliminated], vectors[3][:count]
    J = floats_at(job.friction_rows, (cars, count, m))[car]
    for i in range(m):
        right[i] = U[kept[i] * cars + car]
        found[i] = 0.0
    sticks = lane_switches(job)
    for a in range(count):
        held[a] = lane_dot(J[a], right) if sticks[a, car] > 0.5 else 0.0
    for p in range(eliminated):
        shares[p] = scaled * U[plain[p] * cars + car]
    add_single_rows(shares, slopes[m:], right)
    add_single_rows(right, singles_at(job.inverses, (cars, m, m))[car], found)
    hold_lane_friction(job, car, scaled, held, found)
    for p in range(eliminated):
        at = plain[p] * cars + car
        U[at] = share * scaled * (U[at] + found[speeds[p]])
    for i in range(m):
        U[kept[i] * cars + car] = share * found[i]
    for i in range(job.controlled, job.state_size):
        U[i * cars + car] *= share * scaled


@compiled
def hold_lane_friction(job: Any, car: int, scaled: float, held: np.ndarray, found: np.ndarray) -> None:
    """Take from the kept part of a stage what moves friction that sticks; `held` is J r_k."""
    count, m, sticks, any_sticks = job.friction_count, job.kept_count, lane_switches(job), False
    for a in range(count):
        any_sticks = any_sticks or sticks[a, car] > 0.5
    if not any_sticks:
        return
    solver = floats_at(job.friction_solvers, (job.cars, count, count))[car]
    J = floats_at(job.friction_rows, (job.cars, count, m))[car]
    moved = floats_at(job.friction_inverses, (job.cars, count, m))[car]
    for a in range(count):
        held[a] = lane_dot(J[a], found) - scaled * held[a] if sticks[a, car] > 0.5 else 0.0
    for b in range(count):
        if sticks[b, car] > 0.5:
            add_row(-lane_dot(solver[b], held), moved[b], found)


@compiled
def lane_dot(a: np.ndarray, b: np.ndarray) -> float:
    """In four sums, which need not wait for each other."""
    t0, t1, t2, t3 = 0.0, 0.0, 0.0, 0.0
    fours = a.size - a.size % 4
    for i in range(0, fours, 4):
        t0 += a[i] * b[i]
        t1 += a[i + 1] * b[i + 1]
        t2 += a[i + 2] * b[i + 2]
        t3 += a[i + 3] * b[i + 3]
    for i in range(fours, a.size):
        t0 += a[i] * b[i]
    return (t0 + t1) + (t2 + t3)
