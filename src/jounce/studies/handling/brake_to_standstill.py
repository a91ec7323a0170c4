"""Brake to standstill, and stand. [ISO 21994 for the mean deceleration]"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.characteristics import crossing
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Metrics, Progress, drive, noted, outcome
from jounce.studies.driving.driving_start import straight
from jounce.studies.driving.histories import step as step_of_pedal
from jounce.studies.driving.settings import Value, require_car, settings, step_of

STUDY = "brake-to-standstill"
BEGIN = 0.5  # s of straight running before
STANDING = 0.01  # m/s
ROLLING = 1.0  # m/s: slower, slip is the deflection of a tyre that stands, and may lie below -1
WET = 6.0  # m/s^2
SHORTEST, LONGEST, STAND = 6.0, 60.0, 1.5  # s of a run, of braking, of standing afterwards


def brake_to_standstill(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    pedal: Value = 0.5,
    rise: Value = "0.2 s",
    duration: Value = "auto",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead, the drive is cut and the pedal goes down to a share of its travel; steering wheel held.

    Without `duration` the run is long enough for brakes of this strength, at least 6 s.
    """
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    if car.brake is None:
        raise ModelError(STUDY, [Problem("brakes", "the car has none", "a table [brakes]")])
    given = settings(STUDY, speed=(speed, "m/s"), pedal=(pedal, "1"), rise=(rise, "s"))
    length = _long_enough(vehicle, car, given) if duration == "auto" else duration
    given.duration = settings(STUDY, duration=(length, "s")).duration
    start = straight(car, given.speed)
    inputs = {car.brake: step_of_pedal(0.0, given.pedal, BEGIN, given.rise, given.duration)}
    inputs |= {
        name: step_of_pedal(start.inputs[name], -start.inputs[name], BEGIN, given.rise, given.duration)
        for name in car.drive
    }
    run = drive(start, given.duration, inputs, step=step_of(STUDY, step), on_progress=on_progress)
    figure = (
        Panel("speed", ("vehicle.speed",)),
        Panel("deceleration", ("vehicle.ax",)),
        Panel("slip", tuple(f"{corner}.tyre.slip" for corner in car.corners)),
        Panel("wheel loads", tuple(f"{corner}.tyre.Fz" for corner in car.corners)),
    )
    metrics = _metrics(run, list(car.corners))
    if "stopping_time" not in metrics:
        rolling = (
            f"still rolling at {run['vehicle.vx'][-1]:.3g} m/s after {given.duration:g} s: give a longer --duration"
        )
        run = noted(run, [rolling])
    return outcome(run, STUDY, given, metrics, figure)


def _long_enough(vehicle: Vehicle, car: CarModel, given: SimpleNamespace) -> float:
    """Seconds to stop by the brakes' torque, or by the grip of a wet road where that is less, and some to stand."""
    radius: float = np.mean([corner.tyre_radius for corner in car.corners.values()])  # type: ignore[assignment]
    braking = given.pedal * vehicle.brakes.torque / (radius * car.mass)  # type: ignore[union-attr]
    stopping = given.speed / max(min(braking, WET), given.speed / LONGEST)
    return max(SHORTEST, BEGIN + given.rise + 1.2 * stopping + STAND)


def _metrics(run: Result, corners: list[str]) -> Metrics:
    """A car that still rolls at the end has no stopping distance."""
    v, x, t = run["vehicle.vx"], run["vehicle.x"], run.time
    lowest = min(float(run[f"{corner}.tyre.slip"][v > ROLLING].min(initial=0.0)) for corner in corners)
    stopped, late = (crossing(t, -v, -limit) for limit in (STANDING, 0.1 * v[0]))
    found: dict[str, tuple[float, str, str]] = {}
    if np.isfinite(stopped):
        way = float(np.interp(stopped, t, x) - np.interp(BEGIN, t, x))
        until = f"from the pedal's start until the car is slower than {STANDING} m/s"
        found |= {
            "stopping_time": (stopped - BEGIN, "s", until),
            "stopping_distance": (way, "m", "from the pedal's start to standstill"),
        }
    if np.isfinite(late):
        braked = float(np.interp(late, t, x) - np.interp(crossing(t, -v, -0.8 * v[0]), t, x))
        developed = "fully developed: from 0.8 to 0.1 of the initial speed, by way"
        found["mean_deceleration"] = (float(v[0] ** 2 * (0.8**2 - 0.1**2) / (2 * braked)), "m/s^2", developed)
    deflected = (
        f"of any tyre while the car is faster than {ROLLING:g} m/s; -1 is a locked wheel, "
        "a tenth below it while the load falls faster than the tyre relaxes"
    )
    found |= {
        "largest_deceleration": (float(-run["vehicle.ax"].min()), "m/s^2", "of the reference point"),
        "lowest_slip": (lowest, "1", deflected),
    }
    if np.isfinite(stopped):
        creep = float(np.ptp(x[t >= stopped]))
        found["creep"] = (creep, "m", "between the foremost and the rearmost place after standstill")
    return found | {"lateral_offset": (float(run["vehicle.y"][-1]), "m", "of the front axle at the end")}
