"""Ticks in machine code: channels are read, a controller answers, its inputs get their next piece.

Python lays out a row of whole numbers for each controller (see `controlled_run.py`). A controller that is machine code
is called here through its address; for one in Python the loop returns CONTROL, and goes on when the answer lies in
`out`. Either way the answer is

    kind, value, rate of each input that it sets        kind 0 holds the value, kind 1 reaches value and rate
    its memory

and all that follows is done here, so that both forms give the same run.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.native.pointers import call_kernel, compiled, floats_at, integers_at
from jounce.simulation.controls.tick_record import (
    CODE,
    COLUMNS,
    HELD,
    MEMORY,
    MEMORY_COUNT,
    NUMBERS,
    OUT,
    RATE,
    READ,
    READ_COUNT,
    SET,
    SET_COUNT,
    STATE,
    TABLES,
    TICK,
    VALUES,
    WORK,
)
from jounce.simulation.events.guards import note_guards, set_slacks
from jounce.simulation.integrators.job import BAD_COMMAND, CONTROL, RUNNING, SCRATCH_ROWS, SPARE
from jounce.simulation.integrators.kernels import call, evaluate, first_not_finite, set_inputs


@compiled
def tick_due(job: Any, stop: int) -> bool:
    """Whether a controller has a tick at the stop of this number."""
    if job.next_tick >= job.tick_count:
        return False
    due: bool = integers_at(job.ticks, (job.tick_count, 2))[job.next_tick, 0] == stop
    return due


@compiled
def make_ticks(job: Any, state: np.ndarray) -> int:
    """All ticks where the last step ended: RUNNING, or why Python has its turn."""
    if not job.tick_observed:
        if job.guard_count and job.slacks_due:
            set_slacks_before_tick(job, state)
        observe_at_tick(job, state)
        job.tick_observed = 1
    while tick_due(job, job.next_stop - 1):
        job.ticking = integers_at(job.ticks, (job.tick_count, 2))[job.next_tick, 1]
        controller = integers_at(job.controllers, (job.controller_count, COLUMNS))[job.ticking]
        if job.tick_answered == 0:
            gather_tick_reading(job, controller)
            if controller[CODE] == 0:
                return CONTROL
            call_kernel(
                controller[CODE],
                controller[STATE],
                controller[STATE],
                controller[STATE],
                controller[VALUES],
                controller[TABLES],
                0,
                controller[OUT],
                controller[WORK],
            )
        job.tick_answered = 0
        if not take_tick_answer(job, controller):
            return BAD_COMMAND
        controller[TICK] += 1
        job.next_tick += 1
    job.tick_observed = 0
    job.fresh = 0  # inputs have a corner here
    return RUNNING


@compiled
def set_slacks_before_tick(job: Any, state: np.ndarray) -> None:
    """What an event has left of guards is told before the tick: what its commands do to them is an event."""
    rate = floats_at(job.scratch, (SCRATCH_ROWS, job.state_size))[SPARE]
    evaluate(job, job.t, job.middle, state, rate)
    note_guards(job)
    set_slacks(job)


@compiled
def observe_at_tick(job: Any, state: np.ndarray) -> None:
    """Channels, then inputs, then the memories of all controllers, as they are just before the tick."""
    width = 1 + 3 * job.input_count
    observed = floats_at(job.observed, job.channel_size + width + job.memory_size)
    set_inputs(job, job.t, job.middle)
    call(job, job.observe, state, observed)
    inputs, memories = floats_at(job.inputs, width), floats_at(job.memories, job.memory_size)
    for i in range(width):
        observed[job.channel_size + i] = inputs[i]
    for i in range(job.memory_size):
        observed[job.channel_size + width + i] = memories[i]


@compiled
def gather_tick_reading(job: Any, controller: np.ndarray) -> None:
    """What a controller is called with: the time of its tick, what it reads, what it remembers."""
    reads, held = controller[READ_COUNT], controller[MEMORY_COUNT]
    given = floats_at(controller[STATE], 1 + reads + held)
    places = integers_at(controller[READ], reads)
    observed = floats_at(job.observed, job.channel_size + 1 + 3 * job.input_count + job.memory_size)
    memories = floats_at(job.memories, job.memory_size)
    given[0] = controller[TICK] / floats_at(controller[RATE], 1)[0]
    for i in range(reads):
        given[1 + i] = observed[places[i]]
    for i in range(held):
        given[1 + reads + i] = memories[controller[MEMORY] + i]


@compiled
def take_tick_answer(job: Any, controller: np.ndarray) -> bool:
    """Write the pieces of the inputs and the memory; False, and nothing written, where a number is not finite."""
    count, held = controller[SET_COUNT], controller[MEMORY_COUNT]
    answer = floats_at(controller[OUT], NUMBERS * count + held)
    job.culprit = first_not_finite(answer)
    if job.culprit >= 0:
        return False
    rate = floats_at(controller[RATE], 1)[0]
    period = (controller[TICK] + 1) / rate - controller[TICK] / rate
    inputs = integers_at(controller[SET], count)
    for i in range(count):
        write_tick_piece(job, inputs[i], period, answer[NUMBERS * i : NUMBERS * i + NUMBERS])
    memories = floats_at(job.memories, job.memory_size)
    for i in range(held):
        memories[controller[MEMORY] + i] = answer[NUMBERS * count + i]
    return True


@compiled
def write_tick_piece(job: Any, k: int, period: float, command: np.ndarray) -> None:
    """The only piece of an input that a controller sets: constant, or Hermite's cubic from where the input is."""
    first = integers_at(job.first_piece, job.input_count + 1)
    piece = floats_at(job.pieces, (first[job.input_count], 6))[first[k]]
    value, rate = command[1], command[2]
    piece[1] = job.t
    if command[0] == HELD:
        piece[2], piece[3], piece[4], piece[5] = value, 0.0, 0.0, 0.0
        return
    observed = floats_at(job.observed, job.channel_size + 1 + 3 * job.input_count)
    now = observed[job.channel_size + 1 + 3 * k]
    slope = observed[job.channel_size + 2 + 3 * k]
    mean = (value - now) / period
    piece[2], piece[3] = now, slope
    piece[4] = (3.0 * mean - 2.0 * slope - rate) / period
    piece[5] = (slope + rate - 2.0 * mean) / (period * period)
