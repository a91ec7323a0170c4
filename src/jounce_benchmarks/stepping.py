"""Benchmark `stepping`: what a call of `step` costs beyond the integration, on a mechanism and on a car."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from jounce.model import Model, load
from jounce.parts import Body, Input
from jounce.parts.forces import Motor
from jounce.parts.joints import Prismatic
from jounce.parts.signals import External
from jounce.results import machine_class
from jounce.simulation.stepping.stepper import Stepper
from jounce.studies.driving.step_by_step import start

ROUNDS, CALLS = 9, 500
STEP = 1e-3  # s


def stepping_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of calls of one step each, less that of as many steps in one call.

    With rows, every call also reads all channels, as it does for `result`; without, it only steps.
    """
    costs: dict[str, list[float]] = {}
    for name, sim in _simulations().items():
        inputs = dict.fromkeys(sim.inputs, 0.0)
        for number in range(ROUNDS):
            on_progress(f"{name}: round {number + 1} of {ROUNDS}")
            costs.setdefault(f"{name} call", []).append(_cost(sim, inputs, CALLS, STEP) / CALLS)
            costs.setdefault(f"{name} step", []).append(_cost(sim, inputs, 1, CALLS * STEP) / CALLS)
    best = {who: min(times) for who, times in costs.items()}
    figures = {}
    for name in ("block", "block_without_rows", "car", "car_without_rows"):
        figures[f"cpu_s_per_step_{name}"] = best[f"{name} step"]
        figures[f"overhead_us_per_call_{name}"] = 1e6 * (best[f"{name} call"] - best[f"{name} step"])
    return {
        "name": "stepping",
        "machine": machine_class(),
        "ours": figures,
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": {who: (median(times) - min(times)) / min(times) for who, times in costs.items()},
    }


def _cost(sim: Stepper, inputs: dict[str, float], calls: int, dt: float) -> float:
    began = time.process_time()
    for _ in range(calls):
        sim.step(inputs, dt)
    return time.process_time() - began


def _simulations() -> dict[str, Stepper]:
    block = Model("block").add(
        Body(name="block", mass=1.0, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="rail", parent="ground", child="block", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Input(name="force", unit="N"),
        Motor(name="push", coordinate="rail.displacement", signal=External(input="force")),
    )
    car = load("small_car")
    found = {}
    for word, record in (("", True), ("_without_rows", False)):
        found[f"block{word}"] = start(block, step=STEP, record=record)
        found[f"car{word}"] = start(car, speed=20.0, step=STEP, record=record)
    for sim in found.values():
        sim.step(None, STEP)
        assert np.isfinite(sim.look()).all()
    return found
