"""A model's kernels and inputs as the compiled integrators see them: everything comes from the job."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numba import from_dtype

from jounce.native.pointers import call_kernel, carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.integrators.job import JOB, MOST_LOADINGS, SAME_LOAD

_job_pointer = record_pointer(from_dtype(JOB))
SPEED, ACCELERATION, LIMIT, STATIC, FORCE = range(5)  # numbers of friction
SIDE, PUSH, LOAD = range(3)  # what is given of friction, besides the switches
FLOAT = 8  # bytes


@compiled
def kernels_job_at(address: int) -> Any:
    """The job that lies at the address."""
    return carray(_job_pointer(address), 1)[0]


@compiled
def piece_of_input(job: Any, k: int, t: float, middle: float) -> int:
    """The piece of an input at a time; the search starts where the last one ended.

    `middle` is the middle of the step: it chooses the piece, so that both ends of a step see the same
    one. A spline's pieces may be shorter than a step and fit smoothly, so there t itself chooses; only
    at the spline's two ends the side matters, hence the small pull towards the middle.
    """
    first_piece = integers_at(job.first_piece, job.input_count + 1)
    pieces = floats_at(job.pieces, (first_piece[job.input_count], 6))
    current = integers_at(job.current_piece, job.input_count)
    where = t + 1e-6 * (middle - t) if integers_at(job.is_spline, job.input_count)[k] else middle
    p = current[k]
    while p > first_piece[k] and where < pieces[p, 0]:
        p -= 1
    while p + 1 < first_piece[k + 1] and where >= pieces[p + 1, 0]:
        p += 1
    current[k] = p
    return int(p)


@compiled
def set_inputs(job: Any, t: float, middle: float) -> None:
    """Put time, values and rates into the inputs of the kernels; the middle of the step chooses their pieces."""
    inputs = floats_at(job.inputs, 1 + 3 * job.input_count)
    pieces = floats_at(job.pieces, (integers_at(job.first_piece, job.input_count + 1)[job.input_count], 6))
    inputs[0] = t
    for k in range(job.input_count):
        p = piece_of_input(job, k, t, middle)
        d = t - pieces[p, 1]
        c0, c1, c2, c3 = pieces[p, 2], pieces[p, 3], pieces[p, 4], pieces[p, 5]
        inputs[1 + 3 * k] = c0 + d * (c1 + d * (c2 + d * c3))
        inputs[2 + 3 * k] = c1 + d * (2.0 * c2 + d * (3.0 * c3))
        inputs[3 + 3 * k] = 2.0 * c2 + d * (6.0 * c3)


@compiled
def call(job: Any, kernel: int, state: np.ndarray, out: np.ndarray) -> None:
    """One kernel of the model at the inputs as they stand."""
    call_kernel(kernel, state, job.inputs, job.modes, job.values, job.tables, job.road, out, job.work)


@compiled
def settle_loads_by_kernels(job: Any, state: np.ndarray, out: np.ndarray) -> None:
    """Repeat the right-hand side until friction agrees with the loads of its joints, which depend on it."""
    loaded = integers_at(job.loaded, (job.loaded_count, 2))
    for _ in range(MOST_LOADINGS):
        same = True
        for k in range(job.loaded_count):
            load = floats_at(job.work, loaded[k, 0] + 1)[loaded[k, 0]]
            modes = floats_at(job.modes, loaded[k, 1] + 1)
            same = same and abs(load - modes[loaded[k, 1]]) <= SAME_LOAD * (1.0 + abs(load))
            modes[loaded[k, 1]] = load
        if same:
            return
        call(job, job.rhs, state, out)
        job.evaluations += 1


@compiled
def numbers_of_friction_by_kernels(job: Any) -> np.ndarray:
    """A row for each of FRICTION_NUMBERS, as `observe` left them."""
    return floats_at(job.work + FLOAT * job.friction_numbers, (5, job.friction_count))


@compiled
def switches_of_friction_by_kernels(job: Any) -> np.ndarray:
    """1 where friction sticks."""
    return floats_at(job.modes + FLOAT * job.friction_switches, job.friction_count)


@compiled
def given_friction_by_kernels(job: Any) -> np.ndarray:
    """The side to which friction slides, a given force, and the load of its joint."""
    return floats_at(job.modes + FLOAT * job.friction_sides, (3, job.friction_count))


@compiled
def copy_phases_of_friction(
    sticks: np.ndarray, given: np.ndarray, sticks_out: np.ndarray, given_out: np.ndarray
) -> None:
    """All modes of friction."""
    copy(sticks, sticks_out)
    for r in range(3):
        copy(given[r], given_out[r])


@compiled
def evaluate(job: Any, t: float, middle: float, state: np.ndarray, out: np.ndarray) -> None:
    """out = d state/dt at time t; keeps the smallest pivot, which later kernels may overwrite."""
    set_inputs(job, t, middle)
    call(job, job.rhs, state, out)
    job.evaluations += 1
    if job.loaded_count:
        settle_loads_by_kernels(job, state, out)
    job.pivot = floats_at(job.work, 1)[0]


@compiled
def kernels_have_weak_rows(job: Any, pivot: float) -> bool:
    """Whether the active rows should be chosen again: the pivot is far below its best since the last choice."""
    job.best_pivot = max(job.best_pivot, pivot)
    job.top_pivot = max(job.top_pivot, pivot)
    weak: bool = pivot < job.weak_fraction * job.best_pivot
    return weak


@compiled
def next_read_row(job: Any) -> float:
    """The time of the next row that figures are read off; infinite where there is none."""
    samples, read = floats_at(job.samples, job.sample_count), integers_at(job.read_rows, job.sample_count)
    for row in range(job.next_sample, job.sample_count):
        if read[row]:
            return float(samples[row])
    return inf


@compiled
def write_sample(job: Any, state: np.ndarray) -> None:
    """Write the next row: the state and the channels at its time, inputs as they hold from there on."""
    row = job.next_sample
    t = floats_at(job.samples, job.sample_count)[row]
    kept = floats_at(job.sample_states, (job.sample_count, job.state_size))[row]
    channels = floats_at(job.sample_channels, (job.sample_count, job.row_size))[row]
    copy(state, kept)
    set_inputs(job, t, t)
    call(job, job.observe, state, channels)
    write_control_columns(job, channels)
    job.next_sample = row + 1


@compiled
def write_control_columns(job: Any, row: np.ndarray) -> None:
    """What controllers add to a row: inputs as they are, and numbers of their memories."""
    more = job.row_size - job.channel_size
    columns = integers_at(job.control_columns, more)
    inputs, memories = floats_at(job.inputs, 1 + 3 * job.input_count), floats_at(job.memories, job.memory_size)
    for i in range(more):
        place = columns[i]
        row[job.channel_size + i] = inputs[place] if place >= 0 else memories[-1 - place]


@compiled
def copy(numbers: np.ndarray, out: np.ndarray) -> None:
    """out = numbers; a slice assignment would allocate."""
    for i in range(numbers.size):
        out[i] = numbers[i]


@compiled
def first_not_finite(numbers: np.ndarray) -> int:
    """Index of the first infinity or NaN, -1 if there is none: counted first, which goes many at a time."""
    wrong = 0
    for i in range(numbers.size):
        wrong += not abs(numbers[i]) < inf
    if wrong == 0:
        return -1
    for i in range(numbers.size):
        if not abs(numbers[i]) < inf:
            return i
    return -1


@compiled
def culprit_among_kernel_rates(stages: np.ndarray, after: np.ndarray) -> int:
    """Where the trouble began: the first bad number of the first bad stage, else of the new state."""
    for k in range(len(stages)):
        index = first_not_finite(stages[k])
        if index >= 0:
            return index
    return first_not_finite(after)
