"""The derivatives of a step of RK4, stage by stage, along many directions at once.

The derivatives of the rates at its four stages are worked out together, in lanes. Then each stage's change follows from
those before it by the tables of `integrators/rk4.py`:

    d stage_i = d y + h (sum of a_ij d k_j),    d k_i = f_y d stage_i + f_u d u + f_p d p
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype

from jounce.native.pointers import call_kernel, carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.integrators.kernels import set_inputs
from jounce.simulation.tangents.tangent_fields import STAGES, TANGENT

_record_pointer = record_pointer(from_dtype(TANGENT))
FLOAT = 8  # bytes


@compiled
def tangent_at(address: int) -> Any:
    """The record that lies at the address."""
    return carray(_record_pointer(address), 1)[0]


@compiled
def note_stage(job: Any, own: Any, stage: int, state: np.ndarray, rate: np.ndarray) -> None:
    """Keep a stage's state and inputs, and the accelerations and multipliers that belong to it."""
    states = floats_at(own.stage_states, (job.state_size, STAGES))
    held = floats_at(own.slopes_work, (own.speeds + own.rows, STAGES))
    also = floats_at(own.numbers_work, (own.speeds + own.rows, STAGES))
    kept, inputs = (
        floats_at(own.stage_inputs, (1 + 3 * job.input_count, STAGES)),
        floats_at(job.inputs, 1 + 3 * job.input_count),
    )
    for i in range(job.state_size):
        states[i, stage] = state[i]
    for i in range(1 + 3 * job.input_count):
        kept[i, stage] = inputs[i]
    multipliers = floats_at(job.work + FLOAT * own.multipliers, own.rows)
    for i in range(own.speeds):
        held[i, stage] = also[i, stage] = rate[own.first_speed + i]
    for k in range(own.rows):
        held[own.speeds + k, stage] = also[own.speeds + k, stage] = multipliers[k]


@compiled
def find_slopes_of_stages(job: Any, own: Any) -> None:
    """All derivatives at the four stages that were noted."""
    args = (own.stage_states, own.stage_inputs, job.modes)
    call_kernel(own.slopes, args[0], args[1], args[2], job.values, job.tables, job.road, own.entries, own.slopes_work)
    if own.numbers:
        call_kernel(
            own.numbers,
            args[0],
            args[1],
            args[2],
            own.number_values,
            job.tables,
            job.road,
            own.residuals,
            own.numbers_work,
        )


@compiled
def change_inputs(job: Any, own: Any, group: int, t: float) -> None:
    """How value and rates of all inputs change at a time, on the pieces that hold there."""
    first_piece, width = integers_at(job.first_piece, job.input_count + 1), own.width
    current, total = integers_at(job.current_piece, job.input_count), first_piece[job.input_count]
    pieces = floats_at(job.pieces, (total, 6))
    slopes = floats_at(own.piece_slopes, (own.groups, total, 4, width))
    out = floats_at(own.input_changes, (1 + 3 * job.input_count, width))
    for k in range(job.input_count):
        p = current[k]
        d, c = t - pieces[p, 1], slopes[group, p]
        for lane in range(width):
            out[1 + 3 * k, lane] = c[0, lane] + d * (c[1, lane] + d * (c[2, lane] + d * c[3, lane]))
            out[2 + 3 * k, lane] = c[1, lane] + d * (2.0 * c[2, lane] + d * (3.0 * c[3, lane]))
            out[3 + 3 * k, lane] = 2.0 * c[2, lane] + d * (6.0 * c[3, lane])


@compiled
def answer_stage(job: Any, own: Any, stage: int, group: int, change: np.ndarray, out: np.ndarray) -> None:
    """Changes of all rates and multipliers at a stage, for the changes of its state; inputs as they stand."""
    size = job.state_size + own.rows
    entries = own.entries + FLOAT * stage * own.entry_count
    residuals = own.residuals + FLOAT * (stage * own.groups + group) * size * own.width
    call_kernel(own.answer, change, own.input_changes, residuals, job.values, entries, job.road, out, own.answer_work)


@compiled
def move_stage(job: Any, own: Any, stage: int, group: int, h: float) -> None:
    """The change of a later stage's state from those of the stages before it, by the tables of `integrators/rk4.py`."""
    lanes = own.width
    width, size = lanes * job.state_size, lanes * (job.state_size + own.rows)
    y, out = floats_at(own.tangent, (own.groups, width))[group], floats_at(own.moved, width)
    rates = floats_at(own.rates, (STAGES, own.groups, size))
    share, last = h if stage == 3 else 0.5 * h, rates[stage - 1, group]
    for i in range(width):
        out[i] = y[i] + share * last[i]
    plain, second, third = integers_at(job.plain, (job.plain_count, 3)), rates[1, group], rates[2, group]
    if stage == 2:
        for r in range(job.plain_count):
            first, speed = lanes * plain[r, 0], lanes * plain[r, 1]
            for i in range(lanes * plain[r, 2]):
                out[first + i] = y[first + i] + 0.25 * h * (second[first + i] + out[speed + i])
    if stage == 3:
        for r in range(job.plain_count):
            for i in range(lanes * plain[r, 0], lanes * (plain[r, 0] + plain[r, 2])):
                out[i] = y[i] + 0.5 * h * (second[i] + third[i])


@compiled
def answer_first_stage(job: Any, own: Any, t: float) -> None:
    """Changes of all rates at the start of a step; inputs stand as they are there."""
    n, size, width = job.state_size, job.state_size + own.rows, own.width
    rates = floats_at(own.rates, (STAGES, own.groups, size, width))
    tangent = floats_at(own.tangent, (own.groups, n, width))
    for group in range(own.groups):
        change_inputs(job, own, group, t)
        answer_stage(job, own, 0, group, tangent[group], rates[0, group])


@compiled
def move_tangent(job: Any, own: Any, t: float, h: float, middle: float) -> None:
    """The changes at the end of a step whose stages were noted; those of the first stage are answered already."""
    n, size, width = job.state_size, job.state_size + own.rows, own.width
    rates = floats_at(own.rates, (STAGES, own.groups, size, width))
    moved = floats_at(own.moved, (n, width))
    for stage in range(1, STAGES):
        at = t + h if stage == 3 else t + 0.5 * h
        set_inputs(job, at, middle)  # which pieces hold there
        for group in range(own.groups):
            move_stage(job, own, stage, group, h)
            change_inputs(job, own, group, at)
            answer_stage(job, own, stage, group, moved, rates[stage, group])
    whole = floats_at(own.tangent, (own.groups, width * n))
    flat = floats_at(own.rates, (STAGES, own.groups, width * size))
    for group in range(own.groups):
        y, k1, k2, k3, k4 = whole[group], flat[0, group], flat[1, group], flat[2, group], flat[3, group]
        for i in range(y.size):
            y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])


@compiled
def note_sample(job: Any, own: Any) -> None:
    """Keep the first stage of the step as a row: its point, and all changes there."""
    n, size, loops, width = job.state_size, job.state_size + own.rows, own.rows, own.width
    row, inputs = own.sample_at, 1 + 3 * job.input_count
    numbers = n + inputs + own.speeds + loops
    point = floats_at(own.samples, (job.sample_count, numbers))[row]
    states, kept = floats_at(own.stage_states, (n, STAGES)), floats_at(own.stage_inputs, (inputs, STAGES))
    held = floats_at(own.slopes_work, (own.speeds + loops, STAGES))
    for i in range(n):
        point[i] = states[i, 0]
    for i in range(inputs):
        point[n + i] = kept[i, 0]
    for i in range(own.speeds + loops):
        point[n + inputs + i] = held[i, 0]
    y = floats_at(own.tangent, (own.groups, n, width))
    rates = floats_at(own.rates, (STAGES, own.groups, size, width))[0]
    changes = floats_at(own.changes, (own.groups, job.sample_count, numbers, width))
    moving = floats_at(own.input_changes, (inputs, width))
    for group in range(own.groups):
        out = changes[group, row]
        change_inputs(job, own, group, kept[0, 0])
        for i in range(n):
            for lane in range(width):
                out[i, lane] = y[group, i, lane]
        for i in range(inputs):
            for lane in range(width):
                out[n + i, lane] = moving[i, lane]
        for i in range(own.speeds):
            for lane in range(width):
                out[n + inputs + i, lane] = rates[group, own.first_speed + i, lane]
        for i in range(loops):
            for lane in range(width):
                out[n + inputs + own.speeds + i, lane] = rates[group, n + i, lane]
    own.sample_at = row + 1
