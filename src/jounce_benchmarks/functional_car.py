"""Benchmark `functional-car`: golf1, 18 degrees of freedom, in a sine of steering at 60 km/h.

By `auto` at 0.5 % and by RK4 at 1 ms, all channels at 100 Hz; beside the multi-body car of commonroad-vehicle-models,
in Python as it is and compiled by numba, RK4 at 1 ms as well.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

from jounce.model import load
from jounce.results import Result, machine_class
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.numerics.timed_runs import (
    CONVERGED,
    FORCES,
    LATERAL,
    LOADS,
    YAW_RATE,
    errors_of_timed_run,
    measure_drives,
    spread_of_timed_runs,
    timed_run_of_drive,
)
from jounce_benchmarks.peers import Peer, measure_peer

PEERS = {
    "commonroad_python": Peer("vehiclemodels", "commonroad_car", ("python",)),
    "commonroad_numba": Peer("vehiclemodels", "commonroad_car", ("numba",)),
}
CARS = {"golf1": "", "golf1_carcass": "carcass_"}  # and what their figures begin with
ROUNDS = 30  # short runs: a noisy machine leaves some of them alone
STEP, ACCURACY = 1e-3, 5e-3  # s; of what counts as large
SINE = {"speed": "60 km/h", "frequency": "0.5 Hz", "angle": "0.979 rad", "duration": "5 s"}  # 3.7 m/s^2
WAYS = {"auto": {"integrator": "auto", "accuracy": ACCURACY}, "rk4": {"integrator": "rk4", "step": STEP}}


def functional_car_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Simulated time divided by processor time of one core, rows included; steps and errors of `auto`."""
    on_progress("trim of golf1")
    drives = {name: timed_run_of_drive(load(name), SineSteer(**SINE)) for name in CARS}
    factors, runs = measure_drives(drives, WAYS, ROUNDS, on_progress)
    ours: dict[str, float] = {}
    for name, own in CARS.items():
        ours[f"{own}real_time_factor"] = max(factors[name, "auto"])
        ours[f"{own}real_time_factor_rk4"] = max(factors[name, "rk4"])
        ours |= {f"{own}{word}": number for word, number in _steps(runs[name, "auto"]).items()}
        words = (YAW_RATE, LATERAL, LOADS, FORCES)
        errors = errors_of_timed_run(drives[name], runs[name, "auto"], drives[name].run(**CONVERGED), words)
        ours |= {f"{own}{word}_error": most for word, (most, _) in errors.items()}
    costs: dict[str, list[float]] = {}
    for number in range(3):
        on_progress(f"peers, round {number + 1} of 3")
        for who, peer in PEERS.items():
            if (found := measure_peer(peer)) is not None:
                costs.setdefault(who, []).append(found.cpu_per_step)
    step = STEP / ours["real_time_factor_rk4"]
    return {
        "name": "functional-car",
        "machine": machine_class(),
        "ours": {**ours, "rk4_step_s": STEP, "cpu_s_per_step_rk4": step},
        "peers": {
            who: {"cpu_s_per_step": min(times), "real_time_factor": STEP / min(times)} for who, times in costs.items()
        },
        "missing": [who for who in PEERS if who not in costs],
        "ratios": {who: min(times) / step for who, times in costs.items()},
        "spread": spread_of_timed_runs(factors)
        | {who: (median(times) - min(times)) / min(times) for who, times in costs.items()},
    }


def _steps(run: Result) -> dict[str, float]:
    """How long the steps of a run are."""
    steps = float(run.metadata["steps"])  # type: ignore[arg-type]
    return {"auto_steps": steps, "auto_mean_step_s": run.duration / steps}
