"""Benchmark `stiff-car`: the small car on physical half shafts and on nearly rigid bushings, in a sine of steering.

Errors are those against RK4 at its largest stable step, which these cars bind to some 30 us; beside them RK4's own
real-time factor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jounce.model import Vehicle, load
from jounce.results import machine_class
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.numerics.timed_runs import (
    FORCES,
    LATERAL,
    LOADS,
    WHEEL_SPEED,
    YAW_RATE,
    errors_of_timed_run,
    measure_drives,
    real_time_factor,
    spread_of_timed_runs,
    timed_run_of_drive,
)

ROUNDS = 5
ACCURACY = 1e-3  # the default of driving studies: at 5e-3 the driven wheels err by more than 1 %
ELEMENTS = 5  # of each half shaft [Szczotka 2007]
DIAMETER, FILE_DIAMETER = 25.0, 22.0  # mm, of steel; torsional stiffness and inertia go with its fourth power
STIFFNESS = 1e7  # N/m, of bushings along each axis: ten times that of a soft bushing of this car
TORSION = 100.0  # N m/rad, about each axis, 1.7 N m/deg: as of a soft one, so that arms and rods still turn
SETTINGS = {"speed": "60 km/h", "frequency": "0.5 Hz", "angle": "0.979 rad", "duration": "5 s"}  # 4 m/s^2


def car_on_physical_shafts() -> Vehicle:
    """The small car with half shafts of 25 mm steel in five elements each."""
    car = load("small_car")
    share, values = (DIAMETER / FILE_DIAMETER) ** 4, car.values()
    thicker = [f"half_shafts.{side}{what}" for side in ("", "right_") for what in ("stiffness", "inertia")]
    return car.with_values({path: share * values[path] for path in thicker} | {"half_shafts.elements": ELEMENTS})


def car_on_stiff_bushings() -> Vehicle:
    """The small car, every mount of its own templates on a bushing that is nearly rigid. Drive it with
    `car_model(compliant=True)`; the damping follows the stiffness, as rubber is assumed.
    """
    car = load("small_car_compliant")
    mounts = [f"axles.{name}.bushings.{mount}" for name, axle in car.axles.items() for mount in axle.bushings]
    terms = [*[STIFFNESS] * 3, *[TORSION] * 3]
    return car.with_values({f"{mount}.stiffness.{i}": term for mount in mounts for i, term in enumerate(terms)})


def stiff_car_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Real-time factor of `auto` with an accuracy of 0.1 %, every channel at 100 Hz."""
    on_progress("both cars, and their converged runs")
    drives = {
        "shafts": timed_run_of_drive(car_on_physical_shafts(), SineSteer(**SETTINGS)),
        "bushings": timed_run_of_drive(car_on_stiff_bushings(), SineSteer(compliance=True, **SETTINGS)),
    }
    auto = {"auto": {"integrator": "auto", "accuracy": ACCURACY}}
    factors, runs = measure_drives(drives, auto, ROUNDS, on_progress)
    ours: dict[str, float] = {}
    for name, drive in drives.items():
        step = drive.stable_step()
        on_progress(f"RK4 on {name}, steps of {1e6 * step:.2g} us")
        truth = drive.run(integrator="rk4", step=step)
        ours[f"real_time_factor_{name}"] = max(factors[name, "auto"])
        ours[f"rk4_stable_step_s_{name}"] = step
        ours[f"rk4_real_time_factor_{name}"] = real_time_factor(truth)
        words = (YAW_RATE, WHEEL_SPEED, LATERAL, LOADS, FORCES)
        for word, (most, _) in errors_of_timed_run(drive, runs[name, "auto"], truth, words).items():
            ours[f"{word}_error_{name}"] = most
    return {
        "name": "stiff-car",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": spread_of_timed_runs(factors),
    }
