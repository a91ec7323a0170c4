"""Exact derivatives of the rates in machine code: the matrix of an implicit stage and its solution.

`find_slopes` evaluates the kernels at a state. Then a stage (c - A) x = b + t F_t, with c = 1/(gamma h), is solved
without A [Hairer, Wanner 1996, section IV.7]. With its changes of accelerations a = c x_s - b_s and of multipliers l,
and with e' for the change of a residual e with time, it reads

    c x_q - (d rates) x                   = b_q
    c M x_s + s J^T l + (d dynamics) x    = M b_s - t dynamics'
    c s J x_s + (s - 1) l + s (d drift) x = s J b_s - t s drift'
    c x_u - (d flow) x                    = b_u + t flow'

whose matrix keeps the zeros that A has lost. Works follow: c x_w = b_w + (d powers) (x, l) + t powers'.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype

from jounce.native.pointers import call_kernel, carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.integrators.exact.elimination import factor, pack, product, solve_packed
from jounce.simulation.integrators.exact.record_fields import JACOBIAN
from jounce.simulation.integrators.kernels import call

_record_pointer = record_pointer(from_dtype(JACOBIAN))


@compiled
def jacobian_at(address: int) -> Any:
    """The record that lies at the address."""
    return carray(_record_pointer(address), 1)[0]


@compiled
def find_slopes(job: Any, own: Any, state: np.ndarray) -> None:
    """Evaluate all derivatives at a state, at the inputs as they stand; leaves `work` as a right-hand side does."""
    n, m = own.speeds, own.rows
    rates, held = floats_at(own.rates, job.state_size), floats_at(own.own_work, n + m)
    call(job, own.matrices, state, floats_at(own.system, 1))
    call(job, job.rhs, state, rates)
    multipliers = floats_at(job.work, own.multipliers + m)
    for i in range(n):
        held[i] = rates[own.first_speed + i]
    for k in range(m):
        held[n + k] = multipliers[own.multipliers + k]
    call_kernel(own.slopes, state, job.inputs, job.modes, job.values, job.tables, job.road, own.entries, own.own_work)
    entries, modes = floats_at(own.entries, 1), floats_at(job.modes, m)
    a = floats_at(job.values, own.stabilisation + 1)[own.stabilisation]
    drift = integers_at(own.drift_entries, (own.drift_count, 3))
    for e in range(own.drift_count):
        level, on = drift[e, 2], modes[drift[e, 1]]
        entries[drift[e, 0]] *= on if level == 0 else 2.0 * a * on if level == 1 else a * a * on
    find_change_with_time(job, own)


@compiled
def find_change_with_time(job: Any, own: Any) -> None:
    """The change of all equations and of works with time, through inputs and signals."""
    change = floats_at(own.by_time, job.state_size + own.rows)
    entries = floats_at(own.entries, 1)
    listed = integers_at(own.time_entries, (own.time_count, 3))
    for i in range(change.size):
        change[i] = 0.0
    for e in range(own.time_count):
        change[listed[e, 1]] += entries[listed[e, 0]] * input_course(job, listed[e, 2])


@compiled
def input_course(job: Any, place: int) -> float:
    """How fast a number among the inputs changes: time, then value, first and second rate of each input."""
    if place == 0:
        return 1.0
    if place % 3 != 0:
        rate: float = floats_at(job.inputs, place + 2)[place + 1]
        return rate
    k = place // 3 - 1
    piece = integers_at(job.current_piece, job.input_count)[k]
    cubic: float = floats_at(job.pieces, (piece + 1, 6))[piece, 5]
    return 6.0 * cubic


@compiled
def factor_stages(job: Any, own: Any, c: float) -> bool:
    """Factorise the matrix of stages (c - A) x = b. False where it is singular."""
    n, m, size, first, count = own.speeds, own.rows, own.size, own.first_speed, job.controlled
    stage, place = floats_at(own.stage, (size, size)), integers_at(own.place, size)
    entries, listed = floats_at(own.entries, 1), integers_at(own.stage_entries, (own.stage_count, 3))
    for i in range(size):
        for j in range(size):
            stage[i, j] = 0.0
    for i in range(count):
        stage[place[i], place[i]] = c
    system, modes = floats_at(own.system, n * n + n + m * n), floats_at(job.modes, m)
    for i in range(n):
        for j in range(n):
            stage[place[first + i], place[first + j]] = c * system[n * i + j]
    for k in range(m):
        row = place[count + k]
        for j in range(n):
            entry = modes[k] * system[n * n + n + n * k + j]
            stage[row, place[first + j]] = c * entry
            stage[place[first + j], row] = entry
        stage[row, row] = modes[k] - 1.0
    for e in range(own.stage_count):
        i = listed[e, 1]
        sign = 1.0 if first <= i < first + n or i >= count else -1.0
        stage[place[i], place[listed[e, 2]]] += sign * entries[listed[e, 0]]
    pivots = integers_at(own.stage_pivots, size)
    if not factor(stage, pivots, floats_at(own.spare, size), integers_at(own.places, size)):
        return False
    columns, values = integers_at(own.columns, size * size), floats_at(own.values, size * size)
    pack(stage, integers_at(own.starts, 2 * size + 1), columns, values)
    return True


@compiled
def solve_stages(job: Any, own: Any, c: float, t: float, b: np.ndarray) -> None:
    """Put x with (c - A) x = b + t F_t in place of b, all states, by the last factors; c as `factor_stages` had it."""
    n, m, size, first, count = own.speeds, own.rows, own.size, own.first_speed, job.controlled
    right, place = floats_at(own.right, size), integers_at(own.place, size)
    system, modes = floats_at(own.system, n * n + n + m * n), floats_at(job.modes, m)
    change, speeds = floats_at(own.by_time, job.state_size + m), b[first : first + n]
    for i in range(count):
        right[place[i]] = b[i] + t * change[i]
    for i in range(n):
        right[place[first + i]] = product(system[n * i : n * i + n], speeds, 0, n) - t * change[first + i]
    for k in range(m):
        row = n * n + n + n * k
        right[place[count + k]] = modes[k] * product(system[row : row + n], speeds, 0, n) - t * change[count + k]
    columns, values = integers_at(own.columns, size * size), floats_at(own.values, size * size)
    starts, pivots = integers_at(own.starts, 2 * size + 1), integers_at(own.stage_pivots, size)
    solve_packed(starts, columns, values, pivots, right)
    for i in range(count):
        b[i] = right[place[i]]
    entries, powers = floats_at(own.entries, 1), integers_at(own.power_entries, (own.power_count, 3))
    for e in range(own.power_count):
        b[powers[e, 1]] += entries[powers[e, 0]] * right[place[powers[e, 2]]]
    for i in range(count, job.state_size):
        b[i] = (b[i] + t * change[m + i]) / c
