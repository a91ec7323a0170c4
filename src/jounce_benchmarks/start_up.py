"""Benchmark `start-up`: from a command, or from another number of the library car, to a result.

Cold is a command whose machine code is not there yet, warm one that finds it. The parts of a study, after the first
time, are what a variant of a batch or a dragged point costs. Best of several.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import jounce
from jounce.model import Vehicle
from jounce.results import machine_class
from jounce.studies.driving.driving_start import start_in_circle, start_parked, start_straight
from jounce.studies.kinematics.wheel_travel import mount
from jounce_benchmarks.costs.command_cost import CommandCost, measure_command

ROUNDS = 5
CAR, STUDY, DURATION = "small_car", "step-steer", "3 s"
DRAGGED, HEIGHTS = "axles.front.hardpoints.lower_ball_joint.z", (0.155, 0.165)  # m
POINTS, TRAVEL = 141, 0.08  # of the K&C study; m up and down
SPEED, LATERAL_ACCELERATION = 60 / 3.6, 4.0  # m/s, m/s^2
OFTEN = 20  # times in a round, where one takes less than a few milliseconds
COLD_ROUNDS = 2


def start_up_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of each part, and of a whole study in Python and on the command line."""
    ways = _ways(jounce.load(CAR))
    costs: dict[str, list[float]] = {name: [] for name in ways}
    for way, _ in ways.values():
        way()  # what is compiled or loaded on demand
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for name, (way, times) in ways.items():
            began = time.process_time()
            for _ in range(times):
                way()
            costs[name].append((time.process_time() - began) / times)
    for word, found in _commands(on_progress).items():
        costs |= {
            f"{word}_command_cpu_s": [one.cpu for one in found],
            f"{word}_command_s": [one.wall for one in found],
            f"{word}_command_peak_bytes": [one.peak for one in found],
        }
    return {
        "name": "start-up",
        "machine": machine_class(),
        "ours": {name: min(times) for name, times in costs.items()},
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": {name: (median(times) - min(times)) / min(times) for name, times in costs.items()},
    }


def _ways(car: Vehicle) -> dict[str, tuple[Callable[[], Any], int]]:
    """What is measured, and how often in a round."""
    heights = cycle(np.linspace(*HEIGHTS, 1000).tolist())
    blueprint, vector = car.blueprint(), car.vector()
    assembly, mounted, model = (
        blueprint.car(car.steering.input, compliant=False),
        mount(car, axle="front"),
        car.car_model(),
    )
    standing = start_parked(model)
    rolling = start_straight(model, SPEED, standing)

    def changed() -> np.ndarray:
        return blueprint.with_numbers(vector, {DRAGGED: next(heights)})

    def dragged() -> Vehicle:
        return car.with_values({DRAGGED: next(heights)})

    return {
        "part_numbers_cpu_s": (lambda: assembly.numbers(changed()), OFTEN),
        "values_and_rules_cpu_s": (dragged, OFTEN),
        "drag_to_kc_cpu_s": (lambda: mounted.with_car(dragged()).run("parallel", (-TRAVEL, TRAVEL), POINTS), OFTEN),
        "prepare_cpu_s": (lambda: jounce.prepare(model.model), 1),
        "trim_parked_cpu_s": (lambda: start_parked(model), 1),
        "trim_straight_cpu_s": (lambda: start_straight(model, SPEED, standing), 1),
        "trim_circle_cpu_s": (lambda: start_in_circle(model, SPEED, LATERAL_ACCELERATION / SPEED, rolling), 1),
        "second_study_cpu_s": (lambda: jounce.run(car, "step-steer", duration=DURATION), 1),
    }


def _commands(on_progress: Callable[[str], None]) -> dict[str, list[CommandCost]]:
    """The study as a command with all that it writes, cold and warm."""
    found: dict[str, list[CommandCost]] = {"cold": [], "warm": []}
    # a process that improves machine code may outlive its command for some seconds, and write
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        bytecode, command = Path(folder) / "bytecode", ("run", CAR, STUDY, "--quiet", "--out", folder)
        measure_command(command, bytecode)
        for number in range(ROUNDS):
            on_progress(f"command, round {number + 1} of {ROUNDS}")
            found["warm"].append(measure_command(command, bytecode))
        for number in range(COLD_ROUNDS):
            on_progress(f"command without machine code, round {number + 1} of {COLD_ROUNDS}")
            found["cold"].append(measure_command(command, bytecode, Path(folder) / f"machine code {number}"))
    return {word: costs for word, costs in found.items() if costs}
