"""Benchmark `structural-car`: whole library cars on their own tyres, at 60 km/h.

Straight ahead with RK4 at 1 ms, beside the peers; and in a sine of steering with `auto`, beside RK4 at 1 ms. The small
car has rods that spin about themselves, as the papers count its freedoms; beside it runs its twin whose rods do not
spin, and the same car with tables in place of its links.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

import numpy as np

from jounce.model import Vehicle, load
from jounce.results import machine_class
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.run_method import Trajectory, integrate
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.numerics.timed_runs import (
    CONVERGED,
    FORCES,
    LATERAL,
    LOADS,
    YAW_RATE,
    errors_of_timed_run,
    measure_drives,
    timed_run_of_drive,
)
from jounce_benchmarks.peers import Peer, measure_peer

PEERS = {
    "mujoco_euler": Peer("mujoco", "mujoco_small_car", ("Euler",)),
    "mujoco_rk4": Peer("mujoco", "mujoco_small_car", ("RK4",)),
    "exudyn": Peer("exudyn", "exudyn_small_car"),
}
CARS = ("small_car", "small_car_without_spins", "hmmwv")
TABULATED = "small_car_tabulated"
SPEED = 60 / 3.6  # m/s
ROUNDS = 5
STEP, DURATION, OUTPUT_STEP = 1e-3, 2.0, 0.01  # s
SINE = {"speed": "60 km/h", "frequency": "0.5 Hz", "angle": "0.979 rad", "duration": "5 s"}  # 4 m/s^2
ACCURACY = 5e-3
WAYS = {"auto": {"integrator": "auto", "accuracy": ACCURACY}, "rk4": {"integrator": "rk4", "step": STEP}}


def structural_car_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Simulated time divided by processor time of one core.

    Half shafts are soft, projection is on, every channel is kept at 100 Hz.
    """
    starts = {}
    for name in CARS:
        on_progress(f"trim of {name}")
        starts[name] = start_straight(_car(name).car_model(), SPEED)
    costs: dict[str, list[float]] = {}
    gaps: dict[str, float] = {}
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for name, start in starts.items():
            cost, gaps[name] = _our_step(start)
            costs.setdefault(name, []).append(cost)
        for who, peer in PEERS.items():
            found = measure_peer(peer)
            if found is not None:
                costs.setdefault(who, []).append(found.cpu_per_step)
                gaps[who] = found.loop_gap
    best = {who: min(times) for who, times in costs.items()}
    sine = _sine_figures(on_progress)
    ours, theirs = best["small_car"], {who: cost for who, cost in best.items() if who not in CARS}
    return {
        "name": "structural-car",
        "machine": machine_class(),
        "ours": {
            "real_time_factor_explicit": STEP / ours,
            "cpu_s_per_step_rk4": ours,
            "without_spins_real_time_factor_explicit": STEP / best["small_car_without_spins"],
            "loop_gap_m": gaps["small_car"],
            "hmmwv_real_time_factor": STEP / best["hmmwv"],
            "hmmwv_loop_gap_m": gaps["hmmwv"],
            **sine,
        },
        "peers": {
            who: {"cpu_s_per_step": cost, "real_time_factor": STEP / cost, "loop_gap_m": gaps[who]}
            for who, cost in theirs.items()
        },
        "missing": [who for who in PEERS if who not in theirs],
        "ratios": {who: cost / ours for who, cost in theirs.items()}
        | {f"{who} by rods without spins": cost / best["small_car_without_spins"] for who, cost in theirs.items()}
        | {f"links by tables, {way}": sine[f"{TABULATED}_{way}_by_links"] for way in WAYS},
        "spread": {who: (median(times) - min(times)) / min(times) for who, times in costs.items()},
    }


def _car(name: str) -> Vehicle:
    small = load("small_car")
    made = {"small_car_without_spins": without_idle_spins, TABULATED: lambda car: car.at_depth("tabulated")}
    return made[name](small) if name in made else load(name)


def without_idle_spins(car: Vehicle) -> Vehicle:
    """The same car, whose struts and rods do not turn about themselves: nothing else depends on these freedoms."""
    return car.with_leading_tables(axles={name: replace(axle, spinning_rods=False) for name, axle in car.axles.items()})


def drive(start: SteadyMotionStart) -> Trajectory:
    """Straight on, with the inputs that hold it there."""
    inputs = InputHistory.of({part.name: start.inputs[part.name] for part in start.ready.model.inputs})
    samples = np.arange(round(DURATION / OUTPUT_STEP) + 1) * OUTPUT_STEP
    work, state = start.ready.workspace(), start.ready.state
    return integrate(work, state, 0.0, DURATION, samples=samples, method="rk4", step=STEP, inputs=inputs)


def _our_step(start: SteadyMotionStart) -> tuple[float, float]:
    began = time.process_time()
    run = drive(start)
    return (time.process_time() - began) / run.steps, run.max_gap


def _sine_figures(on_progress: Callable[[str], None]) -> dict[str, float]:
    """Real-time factors in a sine of steering, all channels at 100 Hz, and the errors of `auto`."""
    on_progress("sine of steering")
    drives = {name: timed_run_of_drive(_car(name), SineSteer(**SINE)) for name in (*CARS, TABULATED)}
    factors, runs = measure_drives(drives, WAYS, ROUNDS, on_progress)
    found: dict[str, float] = {}
    for name, drive in drives.items():
        own, auto = ("", "real_time_factor") if name == CARS[0] else (f"{name}_", f"{name}_real_time_factor_auto")
        found[auto] = max(factors[name, "auto"])
        found[f"{own}real_time_factor_sine_rk4"] = max(factors[name, "rk4"])
        errors = errors_of_timed_run(
            drive, runs[name, "auto"], drive.run(**CONVERGED), (YAW_RATE, LATERAL, LOADS, FORCES)
        )
        found |= {f"{own}{word}_error": most for word, (most, _) in errors.items()}
    for way in WAYS:
        found[f"{TABULATED}_{way}_by_links"] = max(factors[TABULATED, way]) / max(factors["small_car", way])
    return found
