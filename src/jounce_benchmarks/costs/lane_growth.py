"""Growth with lanes: what a right-hand side costs each of several cars that share a call of the machine code."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

import numpy as np

from jounce.model import load
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.simulation.lanes.lane_code import compile_lanes
from jounce.simulation.lanes.lane_room import LaneCar, LaneRoom, LaneSettings
from jounce.simulation.prepare import prepare_input_histories
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight

CARS = ("small_car", "golf1")
LANES = (1, 2, 4)
SPEED = 60 / 3.6  # m/s
CHANNELS = ("vehicle.yaw_rate",)
ROUNDS, CALLS = 15, 100


def measure_lane_growth(on_progress: Callable[[str], None]) -> dict[str, float]:
    """Processor time of a right-hand side for each car, straight ahead; best of several, interleaved."""
    rooms: dict[str, LaneRoom] = {}
    for name in CARS:
        start = start_straight(load(name).car_model(), SPEED)
        for lanes in LANES:
            on_progress(f"{lanes} of {name} in lanes")
            rooms[f"rhs_cpu_s_per_{name}_{lanes}_in_lanes"] = _room(start, lanes)
    best = dict.fromkeys(rooms, inf)
    for _ in range(ROUNDS):
        for word, room in rooms.items():
            best[word] = min(best[word], _time_right_hand_side(room))
    return best


def _room(start: SteadyMotionStart, lanes: int) -> LaneRoom:
    """As many of the car, in their lanes."""
    ready, times = start.ready, np.array([0.0, 1.0])
    history = prepare_input_histories(ready.model, dict(start.inputs), 1.0)
    how = LaneSettings(method="rk4", step=1.0, stops=times, samples=times, renew_every=1)
    room = LaneRoom(compile_lanes(ready.model, lanes, CHANNELS), how, ready)
    room.seat([LaneCar(ready=ready, inputs=history)] * lanes)
    return room


def _time_right_hand_side(room: LaneRoom) -> float:
    """Of one car."""
    arrays = {name: room.arrays[name].ravel() for name in ("inputs", "modes", "values", "tables", "road", "work")}
    state, kernel = room.arrays["state"].ravel(), room.code.kernels["rhs"].address
    states = np.tile(state, (CALLS, 1))
    began = time.process_time()
    run_kernel_on_rows(kernel, states, state.size, **arrays)
    return (time.process_time() - began) / (CALLS * room.code.cars)
