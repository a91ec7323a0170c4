"""A group of cars that runs in one call of the machine code, and what came out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np

from jounce.native.cache import Cache
from jounce.native.loops.load import ENTRY, load_function
from jounce.simulation.lanes.lane_job import FINISHED, LANE_STATUS, RUNNING
from jounce.simulation.lanes.lane_room import LaneCar, LaneRoom, LaneRooms

LANE_LOOP = "jounce.simulation.lanes.lane_steps:advance"
CALL_TIME = 0.05  # s of wall time in machine code before Python has its turn


@dataclass(frozen=True, kw_only=True)
class LaneRun:
    """What one car did, up to its end or to its last good row."""

    rows: np.ndarray  # of the chosen channels
    status: str
    t_end: float
    y_end: np.ndarray
    culprit: int  # index of the first state that was not finite, or -1
    ended_by: int  # number of the condition, or -1
    largest_gap: float
    largest_error: float  # estimated, of a step by what counts as large; nothing estimates it for RK4
    phase_changes: int  # of dry friction


def run_lane_group(rooms: LaneRooms, cars: Sequence[LaneCar]) -> list[LaneRun]:
    """Drives a group of at most as many cars as the code of the rooms has lanes for."""
    with rooms.borrow(cars[0].ready) as room:
        room.seat(cars)
        _go_on(room.job)
        return _lane_runs(room, len(cars))


def _go_on(job: np.ndarray) -> None:
    """Calls the machine code to the end, each time for as many steps as fill the call time: then Ctrl-C is heard."""
    advance, steps, code = lane_machine_code(), 64.0, RUNNING
    while code != FINISHED:
        job["step_budget"] = int(steps)
        began = perf_counter()
        code = advance(job.ctypes.data)
        steps = max(1.0, steps * min(8.0, CALL_TIME / max(perf_counter() - began, 1e-6)))


@cache
def lane_machine_code() -> Callable[[int], int]:
    """Loads it once in a process and keeps it, so that its address stays valid."""
    loaded = load_function(LANE_LOOP, Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function


def _lane_runs(room: LaneRoom, count: int) -> list[LaneRun]:
    """Returns what the first cars in the room did."""
    code, arrays = room.code, room.arrays
    errors = (arrays["errors"] / room.error_scales).max(axis=0, initial=0.0).tolist()
    gaps = arrays["gaps"].max(axis=0).tolist()
    status = [FINISHED if own == RUNNING else own for own in arrays["status"].tolist()]
    return [
        LaneRun(
            rows=arrays["sample_rows"][: arrays["rows_reached"][car], : len(code.channels), car].copy(),
            status=LANE_STATUS[status[car]],
            t_end=float(arrays["end_times"][car]),
            y_end=arrays["state"][:, car].copy(),
            culprit=int(arrays["culprit"][car]),
            ended_by=int(arrays["ended_by"][car]),
            largest_gap=gaps[car],
            largest_error=errors[car],
            phase_changes=int(arrays["changes"][car]),
        )
        for car in range(count)
    ]
