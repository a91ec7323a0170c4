"""Steps of a sweep as machine code: legs, states, rates, rows; positions by Newton's method with continuation.

Each leg of the path is straight: inputs = begin + x rates. With the rates set, one projection gives positions and
the exact tangent; the last two tangents predict the next point, whose own factors then serve Newton's method. A step
is taken only if it holds no `surprise`, else it is halved. Where the stride falls below its limit the path ends: no
position is left beyond, or no way to tell branches apart.
[Allgower, Georg 1990, chapters 2 and 6; Deuflhard 2011, section 5.1]
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numba import from_dtype

from jounce.native.pointers import carray, compiled, floats_at, integers_at, record_pointer
from jounce.simulation.integrators.kernels import call, copy
from jounce.simulation.integrators.projection import ONCE, OPEN, project
from jounce.simulation.sweeps.sweep_job import FINISHED, JOB, LIMIT, NOT_CLOSED, RUNNING, SCRATCH_ROWS

# A fold is x = +-sqrt(limit - input). A tangent step over the part f of the way to the limit misses by
# (1 - f/2 - sqrt(1 - f)) / (f/2) of itself: a tenth of it means f < 1/3, so both branches stay well apart.
SURPRISE = 0.1
KNOWN = 1e-4  # of the step: a tangent that was predicted to this need not be found again
ROUNDING = 1e-11  # m or rad: steps below it say nothing
RATE_ROUNDING = 1e-13  # of the largest speed, at a healthy pivot: what the velocity rows may miss by
LEAST_ROOT = 1e-7  # of the smallest pivot ratio: below it, rows depend on each other
REACH = 4.0  # lengths of the last step over which the bend of the way is trusted

_job_pointer = record_pointer(from_dtype(JOB))


def advance(address: int) -> int:
    """Go on for at most `budget` points."""
    job = carray(_job_pointer(address), 1)[0]
    if not job.begun:
        status = begin_sweep_leg(job)
        if status != RUNNING:
            return status
    for _ in range(job.budget):
        if job.next_point == job.point_count:
            return FINISHED
        status = walk_sweep_leg(job)
        if status != RUNNING:
            return status
        if not record(job):
            return NOT_CLOSED
        job.next_point += 1
    return RUNNING


@compiled
def sweep_row(job: Any, k: int) -> np.ndarray:
    """One row of the scratch memory."""
    found: np.ndarray = floats_at(job.scratch, (SCRATCH_ROWS, job.state_size))[k]
    return found


@compiled
def sweep_state(job: Any) -> np.ndarray:
    return floats_at(job.state, job.state_size)


@compiled
def sweep_rate(job: Any) -> np.ndarray:
    """d state/d x at the state."""
    return sweep_row(job, 0)


@compiled
def set_sweep_rates(job: Any, rates: np.ndarray) -> None:
    inputs = floats_at(job.inputs, 1 + 3 * job.input_count)
    for i in range(job.input_count):
        inputs[2 + 3 * i] = rates[i]


@compiled
def evaluate(job: Any, state: np.ndarray, rate: np.ndarray) -> None:
    call(job, job.rhs, state, rate)
    job.pivot = floats_at(job.work, 1)[0]


@compiled
def largest(numbers: np.ndarray) -> float:
    size = 0.0
    for i in range(numbers.size):
        size = max(size, abs(numbers[i]))
    return size


@compiled
def solve(job: Any, state: np.ndarray) -> bool:
    """Close the loops and make the speeds fit, both by the least change in the metric of mass.

    One correction shows how large the speeds are. Positions are known to rounding over the root of the pivot
    ratio, and the velocity rows no better than that.
    """
    spare = sweep_row(job, 6)
    call(job, job.gap, state, floats_at(job.residuals, job.gap_size + job.rate_gap_size))
    call(job, job.correct, state, spare)
    copy(spare, state)
    speed = largest(state[job.coordinate_size : job.controlled])
    job.rate_tolerance = RATE_ROUNDING * speed / max(sqrt(job.pivot), LEAST_ROOT)
    return project(job, state, spare, ONCE) != OPEN


@compiled
def begin_sweep_leg(job: Any) -> int:
    """Close the loops of the first state at rest."""
    state, rate = sweep_state(job), sweep_rate(job)
    evaluate(job, state, rate)
    if not solve(job, state):
        return NOT_CLOSED
    evaluate(job, state, rate)
    job.root = sqrt(max(job.pivot, 0.0))
    job.begun = 1
    return RUNNING


@compiled
def turn_sweep_to(job: Any, rates: np.ndarray) -> int:
    """Another direction from the same point: its tangent, and nothing known of the way behind."""
    state, rate = sweep_state(job), sweep_rate(job)
    set_sweep_rates(job, rates)
    evaluate(job, state, rate)
    if not solve(job, state):
        return NOT_CLOSED
    evaluate(job, state, rate)
    job.history = 0
    job.root_slope = 0.0
    return RUNNING


@compiled
def walk_sweep_leg(job: Any) -> int:
    """From the present point to the next one of the path."""
    k, n = job.next_point, job.input_count
    rates = floats_at(job.rates, (job.point_count, n))
    length = floats_at(job.lengths, job.point_count)[k]
    target = floats_at(job.targets, (job.point_count, n))[k]
    if length == 0.0:
        return RUNNING
    pace = largest(rates[k])
    same = k > 0
    for i in range(n):
        same = same and rates[k - 1, i] == rates[k, i]
    if not same:
        status = turn_sweep_to(job, rates[k])
        if status != RUNNING:
            return status
    set_sweep_rates(job, rates[k])
    job.done = 0.0
    stride = job.longest_stride / pace if job.history else job.first_stride / pace
    while job.done != length:
        left = abs(length) - abs(job.done)
        last = stride >= left
        step = min(stride, left) if length > 0.0 else -min(stride, left)
        if take(job, rates[k], target, step, last):
            job.done = length if last else job.done + step
            job.steps += 1
            stride = min(2.0 * stride, job.longest_stride / pace)
        else:
            job.rejected += 1
            stride = 0.5 * abs(step)
            if stride * pace < job.least_stride:
                return LIMIT
    copy(target, floats_at(job.from_inputs, n))
    return RUNNING


@compiled
def take(job: Any, rates: np.ndarray, target: np.ndarray, step: float, last: bool) -> bool:
    """Try one step; the state moves only if it is accepted."""
    n, begin = job.input_count, floats_at(job.from_inputs, job.input_count)
    inputs = floats_at(job.inputs, 1 + 3 * n)
    for i in range(n):
        inputs[1 + 3 * i] = target[i] if last else begin[i] + (job.done + step) * rates[i]
    state, rate = sweep_state(job), sweep_rate(job)
    predicted, trial, trial_rate = sweep_row(job, 3), sweep_row(job, 4), sweep_row(job, 5)
    predict_sweep_step(job, step, predicted)
    evaluate(job, predicted, trial_rate)
    copy(predicted, trial)
    if not solve(job, trial):
        return False
    missed = sweep_surprise(job, state, predicted, trial)
    if not missed <= SURPRISE:
        return False
    if missed > KNOWN:
        evaluate(job, trial, trial_rate)
    root = sqrt(max(job.pivot, 0.0))
    if not steady_sweep(job, step, root):
        return False
    copy(state, sweep_row(job, 1))
    copy(rate, sweep_row(job, 2))
    copy(trial, state)
    copy(trial_rate, rate)
    job.root_slope = (root - job.root) / step
    job.root = root
    job.before_stride = step
    job.history = 1
    return True


@compiled
def predict_sweep_step(job: Any, step: float, out: np.ndarray) -> None:
    """Along the parabola of the last two tangents; along the last one where it is the only one.

    A cubic through both points would be sharper but not stable where nothing corrects it: idle freedoms. Speeds go
    on as they did; accelerations of the kernels would carry the rounding of forces into the path.
    [Hairer, Norsett, Wanner 1993, sections III.1 and III.3]
    """
    state, rate, before, before_rate = sweep_state(job), sweep_rate(job), sweep_row(job, 1), sweep_row(job, 2)
    part = 0.0
    if job.history and abs(step) <= REACH * abs(job.before_stride):
        part = step / job.before_stride
    copy(state, out)
    for i in range(job.coordinate_size):
        out[i] += step * (rate[i] + 0.5 * part * (rate[i] - before_rate[i]))
    for i in range(job.coordinate_size, job.controlled):
        out[i] += part * (state[i] - before[i])


@compiled
def sweep_surprise(job: Any, state: np.ndarray, predicted: np.ndarray, found: np.ndarray) -> float:
    """The larger correction: of positions against the step, of speeds against themselves.

    At the other branch of a fold the speeds are the opposite ones, so a jump would show here.
    """
    moved, wrong = 0.0, 0.0
    for i in range(job.coordinate_size):
        moved += (predicted[i] - state[i]) ** 2
        wrong += (found[i] - predicted[i]) ** 2
    fast, changed = 0.0, 0.0
    for i in range(job.coordinate_size, job.controlled):
        fast += found[i] ** 2
        changed += (found[i] - predicted[i]) ** 2
    return max(sqrt(wrong) / (sqrt(moved) + ROUNDING), sqrt(changed) / (sqrt(fast) + ROUNDING))


@compiled
def steady_sweep(job: Any, step: float, root: float) -> bool:
    """The root of the pivot ratio, which crosses zero straight where branches cross, was not carried across.

    It may fall to a third in a step and miss its own straight line by half of itself: a step over the zero lands
    either below a third, or misses the line by more than two thirds.
    """
    expected = job.root + step * job.root_slope
    is_steady: bool = root >= max(job.root / 3.0, LEAST_ROOT) and abs(root - expected) <= 0.5 * job.root
    return is_steady


@compiled
def record(job: Any) -> bool:
    """Write the point: its state, and the channels for every direction."""
    k, n = job.next_point, job.state_size
    state = sweep_state(job)
    copy(state, floats_at(job.point_states, (job.point_count, n))[k])
    floats_at(job.point_pivots, job.point_count)[k] = job.root * job.root
    along = integers_at(job.along, job.point_count)[k]
    rates = floats_at(job.direction_rates, (job.direction_count, job.input_count))
    states = floats_at(job.direction_speeds, (job.direction_count, n))
    for d in range(job.direction_count):
        copy(state, states[d])
        if d != along:
            set_sweep_rates(job, rates[d])
            if not solve(job, states[d]):
                return False
    channels = floats_at(job.point_channels, (job.point_count, job.direction_count, job.recorded_count))
    seen, recorded = floats_at(job.seen, job.channel_size), integers_at(job.recorded, job.recorded_count)
    for d in range(job.direction_count):
        set_sweep_rates(job, rates[d])
        call(job, job.observe, states[d], seen)
        for i in range(job.recorded_count):
            channels[k, d, i] = seen[recorded[i]]
    return True
