"""Benchmarks by name: our figures, the peers' in the same run, the ratios; `wishbone-car` and `quarter-car` itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import nan
from statistics import median
from typing import Any

import numpy as np

from jounce.equations.recursive.derive import derive_equations
from jounce.native.cache import Cache
from jounce.native.drafts import optimised_code
from jounce.results import machine_class
from jounce.simulation.compiled import compile_model, compiled_programs
from jounce.simulation.integrators.run_method import integrate
from jounce.simulation.prepare import prepare
from jounce.simulation.workspace import Workspace
from jounce_benchmarks.batch import batch_benchmark
from jounce_benchmarks.costs.gradients import gradients_benchmark
from jounce_benchmarks.costs.growth import growth_benchmark
from jounce_benchmarks.costs.operations import operations_benchmark
from jounce_benchmarks.costs.variants import variants_benchmark
from jounce_benchmarks.formulations import formulations_benchmark
from jounce_benchmarks.functional_car import functional_car_benchmark
from jounce_benchmarks.hard_drives import hard_drives_benchmark
from jounce_benchmarks.kc_sweep import kc_sweep_benchmark
from jounce_benchmarks.layouts import layouts_benchmark
from jounce_benchmarks.page import page_benchmark
from jounce_benchmarks.peers import Peer, measure_peer
from jounce_benchmarks.start_up import start_up_benchmark
from jounce_benchmarks.stepping import stepping_benchmark
from jounce_benchmarks.stiff_car import stiff_car_benchmark
from jounce_benchmarks.structural_car import structural_car_benchmark
from jounce_benchmarks.tabulated_corner import tabulated_corner_benchmark
from jounce_benchmarks.tyre import tyre_benchmark
from jounce_benchmarks.wishbone_car import CAR_START_RATES, QUARTER_START_RATES, quarter_car, wishbone_car

PEERS = {
    "mujoco_euler": Peer("mujoco", "mujoco_car", ("Euler",)),
    "mujoco_rk4": Peer("mujoco", "mujoco_car", ("RK4",)),
    "exudyn": Peer("exudyn", "exudyn_car"),
    "pinocchio": Peer("pinocchio", "pinocchio_car"),
}
QUARTER_PEERS = {
    "mujoco_euler": Peer("mujoco", "mujoco_car", ("Euler", "quarter")),
    "mujoco_rk4": Peer("mujoco", "mujoco_car", ("RK4", "quarter")),
    "pinocchio": Peer("pinocchio", "pinocchio_car", ("quarter",)),
}
ROUNDS = 5
STEP, DURATION, OUTPUT_STEP = 1e-3, 5.0, 0.01  # s

WARM_START = """
import time
import numpy
from jounce_benchmarks.wishbone_car import CAR_START_RATES, wishbone_car
from jounce.simulation.integrators.run_method import integrate
from jounce.simulation.prepare import prepare
from jounce.simulation.simulate import simulate
import jounce.results, jounce.native.engine, sys
model = wishbone_car()
began = time.perf_counter()
ready = prepare(model, start_rates=CAR_START_RATES)
integrate(ready.workspace(), ready.state, 0.0, 1e-3, samples=numpy.array([0.0, 1e-3]), step=1e-3)
print(time.perf_counter() - began)
simulate(ready, 1e-3, output_step=1e-3, integrator="rk4")
print(time.perf_counter() - began)
assert "numba" not in sys.modules
"""


def run_benchmark(name: str, on_progress: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """The figures of one benchmark: `name`, `ours`, `peers`, `ratios` (above 1: we are faster), `spread`.

    `notes` say what was left out; `load` is how many processes wanted a processor, on average over the minute before.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else nan
    with optimised_code():
        return {"notes": []} | BENCHMARKS[name](on_progress) | {"load": load}


def wishbone_car_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Time per step of 1 ms of a car of four double-wishbone corners, one thread, outputs at 100 Hz."""
    ready = prepare(wishbone_car(), start_rates=CAR_START_RATES)
    contracted = compile_model(ready.model, contract=True).workspace()
    works = {"ours": ready.workspace(), "ours contracted": contracted}
    found = _measure_beside_peers("wishbone-car", works, ready.state, PEERS, on_progress)
    found["ours"] |= _our_start(on_progress)
    return found


def quarter_car_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """The same of one corner under a body that heaves; ours rolls over a bump, those of MuJoCo stand."""
    ready = prepare(quarter_car(), start_rates=QUARTER_START_RATES)
    return _measure_beside_peers("quarter-car", {"ours": ready.workspace()}, ready.state, QUARTER_PEERS, on_progress)


def _measure_beside_peers(
    name: str,
    works: dict[str, Workspace],
    state: np.ndarray,
    peers: dict[str, Peer],
    on_progress: Callable[[str], None],
) -> dict[str, Any]:
    """Steps of our ways, and of the peers; Pinocchio's time is that of the accelerations alone."""
    costs: dict[str, list[float]] = {who: [] for who in works}
    gaps: dict[str, float] = {}
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for who, work in works.items():
            cost, gaps[who] = _our_step(work, state)
            costs[who].append(cost)
        for who, peer in peers.items():
            found = measure_peer(peer)
            if found is not None:
                costs.setdefault(who, []).append(found.cpu_per_step)
                gaps[who] = found.loop_gap
    best = {who: min(times) for who, times in costs.items()}
    theirs = {who: cost for who, cost in best.items() if who not in works}
    acceleration = best["ours"] / 4  # of an RK4 step: forces, outputs and projection included
    ours = {"cpu_s_per_step_rk4": best["ours"], "cpu_s_per_acceleration": acceleration, "loop_gap_m": gaps["ours"]}
    if "ours contracted" in best:
        ours["cpu_s_per_step_rk4_with_contraction"] = best["ours contracted"]
    compared = {who: acceleration if who == "pinocchio" else best["ours"] for who in theirs}
    timed = {who: "cpu_s_per_acceleration" if who == "pinocchio" else "cpu_s_per_step" for who in theirs}
    return {
        "name": name,
        "machine": machine_class(),
        "ours": ours,
        "peers": {who: {timed[who]: cost, "loop_gap_m": gaps[who]} for who, cost in theirs.items()},
        "missing": [who for who in peers if who not in best],
        "ratios": {who: cost / compared[who] for who, cost in theirs.items()},
        "spread": {who: (median(times) - min(times)) / min(times) for who, times in costs.items()},
    }


def _our_step(work: Workspace, state: np.ndarray) -> tuple[float, float]:
    samples = np.arange(round(DURATION / OUTPUT_STEP) + 1) * OUTPUT_STEP
    began = time.process_time()
    run = integrate(work, state, 0.0, DURATION, samples=samples, method="rk4", step=STEP)
    return (time.process_time() - began) / run.steps, run.max_gap


def _our_start(on_progress: Callable[[str], None]) -> dict[str, float]:
    """Build, cold compile, and warm start in a fresh process that has NumPy and jounce imported, not numba.

    The warm start ends with the first step; a first result, with all that it says of its model, comes after it.
    """
    on_progress("build, cold compile and warm start")
    model = wishbone_car()
    build, cold, warm, result = np.inf, np.inf, np.inf, np.inf
    for _ in range(3):
        began = time.process_time()
        compiled_programs(derive_equations(model))
        build = min(build, time.process_time() - began)
        with tempfile.TemporaryDirectory() as folder:
            began = time.process_time()
            compile_model(model, Cache(folder))
            cold = min(cold, time.process_time() - began)
        out = subprocess.run([sys.executable, "-c", WARM_START], capture_output=True, text=True, check=True)
        first_step, first_result = map(float, out.stdout.split())
        warm, result = min(warm, first_step), min(result, first_result)
    return {"build_cpu_s": build, "cold_compile_cpu_s": cold, "warm_start_s": warm, "first_result_s": result}


BENCHMARKS = {
    "wishbone-car": wishbone_car_benchmark,
    "quarter-car": quarter_car_benchmark,
    "structural-car": structural_car_benchmark,
    "functional-car": functional_car_benchmark,
    "batch": batch_benchmark,
    "variants": variants_benchmark,
    "stiff-car": stiff_car_benchmark,
    "hard-drives": hard_drives_benchmark,
    "kc-sweep": kc_sweep_benchmark,
    "layouts": layouts_benchmark,
    "tabulated-corner": tabulated_corner_benchmark,
    "tyre": tyre_benchmark,
    "page": page_benchmark,
    "operations": operations_benchmark,
    "growth": growth_benchmark,
    "gradients": gradients_benchmark,
    "start-up": start_up_benchmark,
    "stepping": stepping_benchmark,
    "formulations": formulations_benchmark,
}
