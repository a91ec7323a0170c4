"""Benchmark `gradients`: what a gradient by twenty numbers costs, in runs of the same study.

A sine of steering at 60 km/h, by RK4 with steps of 1 ms, trim and metrics included; the gradient of three metrics is
taken by springs, masses, inertias and hardpoints. In 3 s the trims weigh as much as the steps, in 10 s they do not.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from jounce.model import Vehicle, load
from jounce.results import machine_class
from jounce.studies import Study
from jounce.studies.gradients.gradient import gradient
from jounce.studies.handling.sine_steer import SineSteer

ROUNDS = 7
DURATIONS = (3, 10)  # s
METRICS = ("yaw_rate_peak_ratio", "lateral_offset", "largest_roll")
POINTS = ("lower_ball_joint", "tie_rod_inner", "tie_rod_outer")
CARS = {
    "small_car": (
        *("axles.front.spring.law.slope", "axles.rear.spring.law.slope", "axles.front.tyre.law.LMUY", "body.mass"),
        *("body.centre.x", "body.centre.z", "body.inertia.x", "body.inertia.y", "body.inertia.z"),
        "axles.rear.tyre.law.LMUY",
        "axles.front.damper.law.y_factor",
        *(f"axles.front.hardpoints.{point}.{axis}" for point in POINTS for axis in "xyz"),
    ),
}


def gradients_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of a run and of a gradient, interleaved; the least of several counts."""
    cars = {name: (load(name), paths) for name, paths in CARS.items()}
    cases = {
        f"{name}_{duration}s": (SineSteer(integrator="rk4", step="1 ms", duration=f"{duration} s"), *own)
        for name, own in cars.items()
        for duration in DURATIONS
    }
    costs: dict[str, list[float]] = {f"{what}_{name}": [] for name in cases for what in ("run", "gradient")}
    for name, (study, car, paths) in cases.items():
        on_progress(f"compile {name}")
        gradient(car, study, paths, metrics=METRICS)
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for name, (study, car, paths) in cases.items():
            costs[f"run_{name}"].append(_cpu_time(study, car))
            costs[f"gradient_{name}"].append(_cpu_time(study, car, paths))
    best = {what: min(times) for what, times in costs.items()}
    ours = {f"cpu_s_per_{what}": cost for what, cost in best.items()}
    ours |= {f"numbers_{name}": float(len(paths)) for name, (_, paths) in cars.items()}
    return {
        "name": "gradients",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": {f"runs_per_gradient_{name}": best[f"gradient_{name}"] / best[f"run_{name}"] for name in cases},
        "spread": {what: (median(times) - min(times)) / min(times) for what, times in costs.items()},
    }


def _cpu_time(study: Study, car: Vehicle, paths: tuple[str, ...] = ()) -> float:
    began = time.process_time()
    if paths:
        gradient(car, study, paths, metrics=METRICS)
    else:
        study.run(car)
    return time.process_time() - began
