"""Benchmark `hard-drives`: drives whose road or friction decides the step, by `auto`, with their errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from jounce.model import load
from jounce.results import machine_class
from jounce.studies.driving.drive import Drive
from jounce.studies.handling.brake_to_standstill import BrakeToStandstill
from jounce.studies.handling.step_steer import StepSteer
from jounce.studies.numerics.timed_runs import (
    CONVERGED,
    LATERAL,
    LOADS,
    SPEED,
    SPEED_CHANGE,
    YAW_RATE,
    TimedRun,
    errors_of_timed_run,
    measure_drives,
    spread_of_timed_runs,
    timed_run_of_drive,
)
from jounce.studies.ride.drive_road import DriveRoad
from jounce.studies.ride.three_bumps import ThreeBumps
from jounce.studies.ride.three_planks import ThreePlanks

CARS = ("small_car", "hmmwv")
RINGS = {f"axles.{axle}.tyre.model": "rigid ring" for axle in ("front", "rear")}
ROUNDS = 5
ACCURACY = 5e-3
TURNING, BRAKING = (YAW_RATE, LATERAL, LOADS), (SPEED, SPEED_CHANGE, LOADS)  # channels that are compared


class HardDrive(NamedTuple):
    """A study with its settings, and what is compared."""

    study: type[Drive]
    settings: dict[str, Any]
    compared: tuple[str, ...]


DRIVES = {
    "step_steer": HardDrive(StepSteer, {"speed": "100 km/h", "duration": "5 s"}, TURNING),
    "half_braking": HardDrive(BrakeToStandstill, {"pedal": 0.5}, BRAKING),
    "full_braking": HardDrive(BrakeToStandstill, {"pedal": 1.0}, BRAKING),
    "three_bumps": HardDrive(ThreeBumps, {"speed": "40 km/h"}, TURNING),
    "three_planks": HardDrive(ThreePlanks, {"speed": "30 km/h"}, TURNING),
    "iso_8608_c": HardDrive(DriveRoad, {"road": "iso_8608_c", "speed": "80 km/h", "duration": "5 s"}, TURNING),
}


def hard_drives_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Real-time factor of `auto` with an accuracy of 0.5 %, every channel at 100 Hz; RK4 at 1 ms beside it.

    The error is the worst of the compared channels, largest and root mean square, against RK4 at 0.1 ms.
    """
    drives: dict[str, TimedRun] = {}
    for car in CARS:
        for name, hard in DRIVES.items():
            on_progress(f"start of {car}, {name}")
            drives[f"{car}_{name}"] = timed_run_of_drive(load(car), hard.study(**hard.settings))
    if rough := DRIVES.get("iso_8608_c"):
        on_progress("start of small_car on rigid rings")
        rings = load("small_car").with_values(RINGS)
        drives["rigid_ring_iso_8608_c"] = timed_run_of_drive(rings, rough.study(**rough.settings))
    ways = {"auto": {"integrator": "auto", "accuracy": ACCURACY}, "rk4": {"integrator": "rk4", "step": 1e-3}}
    factors, runs = measure_drives(drives, ways, ROUNDS, on_progress)
    ours: dict[str, float] = {}
    for name, drive in drives.items():
        on_progress(f"converged run of {name}")
        truth = drive.run(**CONVERGED)
        compared = next(hard.compared for word, hard in DRIVES.items() if name.endswith(word))
        found = errors_of_timed_run(drive, runs[name, "auto"], truth, compared).values()
        ours[f"real_time_factor_{name}"] = max(factors[name, "auto"])
        ours[f"rk4_real_time_factor_{name}"] = max(factors[name, "rk4"])
        ours[f"largest_error_{name}"] = max(most for most, _ in found)
        ours[f"rms_error_{name}"] = max(rms for _, rms in found)
    return {
        "name": "hard-drives",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": spread_of_timed_runs(factors),
    }
