"""Benchmark `batch`: many cars in lanes of machine code beside the same cars one by one.

Structural and functional cars in a sine of steering at 60 km/h, with five channels at 100 Hz: simulated seconds of all
cars in a second of a core, and their errors, beside the steps of a single run by `auto` with all channels; the same on
two cores; and 200 step steers with as many spring rates, from the car to the table, trims included.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter, process_time
from typing import Any

import numpy as np

from jounce.model import load
from jounce.results import Result, machine_class
from jounce.simulation.lanes.lane_code import lane_count
from jounce.simulation.lanes.simulate_many import ManyCar, many_settings, run_many
from jounce.simulation.simulate import simulate
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.handling.step_steer import StepSteer
from jounce.studies.many.run_variants import CHUNK, run_variants
from jounce.studies.many.variant import Variant, VariantTask

CARS = {"small_car": "structural", "golf1": "functional"}
CHANNELS = ("vehicle.yaw_rate", "vehicle.cg.ay", "vehicle.roll", "vehicle.cg.sideslip", "steering.wheel.angle")
SINE = {"speed": "60 km/h", "frequency": "0.5 Hz", "angle": "0.979 rad", "duration": "5 s"}  # 3.7 m/s^2
METHOD, STEP, OUTPUT_STEP = "ros2", 10e-3, 10e-3  # s
MANY, ROUNDS = 128, 5
FINE = 1e-4  # s, of the RK4 run that errors are measured by
ACCURACY = 5e-3  # of single runs by auto
SPRING, SOFTEST, STIFFEST = "axles.front.spring.law.slope", 12e3, 25e3  # N/m
STEERS, SECONDS = 200, 3.0


def batch_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Car-seconds in a second of processor time; on two cores, in a second of the clock."""
    ours: dict[str, float] = {}
    spread: dict[str, float] = {}
    for name, word in CARS.items():
        found, spread[word] = _measure_lanes(name, on_progress)
        ours |= {f"{word}_{key}": value for key, value in found.items()}
    ours |= _measure_step_steers(on_progress)
    ratios = {f"lanes by single, {word}": ours[f"{word}_lanes"] / ours[f"{word}_single"] for word in CARS.values()}
    ratios |= {f"two cores by one, {word}": ours[f"{word}_two_cores_by_one"] for word in CARS.values()}
    return {
        "name": "batch",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": ratios,
        "spread": spread,
    }


def _measure_lanes(name: str, on_progress: Callable[[str], None]) -> tuple[dict[str, float], float]:
    """A car in all lanes, interleaved with its single run; and how much the rounds differ."""
    on_progress(f"trim of {name}, and its run by RK4 with steps of {1e3 * FINE:g} ms")
    done = SineSteer(**SINE).manoeuvre(load(name))
    ready, inputs = done.start.ready, dict(done.start.inputs) | dict(done.inputs)
    settings = many_settings(done.duration, STEP, OUTPUT_STEP, METHOD, CHANNELS)
    cars = [ManyCar(ready=ready, inputs=inputs)] * MANY
    fine = simulate(ready, done.duration, inputs=inputs, integrator="rk4", step=FINE, output_step=OUTPUT_STEP)
    lanes, single, one, two = [], [], inf, inf
    run = run_many(cars[:1], settings, workers=1)[0]
    for number in range(ROUNDS):
        on_progress(f"{name}, round {number + 1} of {ROUNDS}")
        wall, began = perf_counter(), process_time()
        run_many(cars, settings, workers=1)
        lanes.append((process_time() - began) / MANY)
        one = min(one, perf_counter() - wall)
        wall = perf_counter()
        run_many(cars, settings, workers=2)
        two = min(two, perf_counter() - wall)
        alone = simulate(
            ready, done.duration, inputs=inputs, integrator="auto", accuracy=ACCURACY, output_step=OUTPUT_STEP
        )
        single.append(float(alone.metadata["cpu_time"]))  # type: ignore[arg-type]
    found = {
        "cars_in_a_call": float(lane_count(ready.mechanism)),
        "step_s": STEP,
        "yaw_rate_error": _error(run, fine),
        "lanes": done.duration / min(lanes),
        "single": done.duration / min(single),
        "two_cores_by_one": one / two,
    }
    return found, float((np.median(lanes) - min(lanes)) / min(lanes))


def _error(run: Result, fine: Result) -> float:
    """The largest difference of the yaw rate, by its largest value."""
    a, b = run[CHANNELS[0]], fine[CHANNELS[0]]
    return float(np.abs(a - b).max() / np.abs(b).max())


def _measure_step_steers(on_progress: Callable[[str], None]) -> dict[str, float]:
    """Step steers with as many spring rates, after the machine code is there: processor time, trims included."""
    car, slopes = load("small_car"), np.linspace(SOFTEST, STIFFEST, STEERS).tolist()
    variants = [Variant(k, {SPRING: slope}) for k, slope in enumerate(slopes)]
    for count in (CHUNK, STEERS):  # the first compiles
        on_progress(f"{count} step steers of small_car")
        task = VariantTask(subject=car, study=StepSteer(duration=SECONDS), metrics=("steady_yaw_rate", "steady_roll"))
        began, wall = process_time(), perf_counter()
        rows = [row for k in range(0, count, CHUNK) for row in run_variants(task, variants[k : k + CHUNK])]
        cpu, wall = process_time() - began, perf_counter() - wall
        assert all(row.verdict == "passed" for row in rows)
    return {"step_steers": float(STEERS), "step_steers_cpu_s": cpu, "step_steers_s": wall}
