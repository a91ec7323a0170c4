"""Brake to standstill, and stand. [ISO 21994 for the mean deceleration]"""

from __future__ import annotations

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.characteristics import crossing
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Metrics, Progress, drive, outcome
from jounce.studies.driving.histories import step as step_of_pedal
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.driving_start import straight

STUDY = "brake-to-standstill"
BEGIN = 0.5  # s of straight running before
STANDING = 0.01  # m/s


def brake_to_standstill(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    pedal: Value = 0.5,
    rise: Value = "0.2 s",
    duration: Value = "6 s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead, the drive is cut and the pedal goes down to a share of its travel; steering wheel held."""
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    if car.brake is None:
        raise ModelError(STUDY, [Problem("brakes", "the car has none", "a table [brakes]")])
    given = settings(STUDY, speed=(speed, "m/s"), pedal=(pedal, "1"), rise=(rise, "s"), duration=(duration, "s"))
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
    return outcome(run, STUDY, given, _metrics(run, list(car.corners)), figure)


def _metrics(run: Result, corners: list[str]) -> Metrics:
    v, x, t = run["vehicle.vx"], run["vehicle.x"], run.time
    stopped = crossing(t, -v, -STANDING)
    at = {share: float(np.interp(crossing(t, -v, -share * v[0]), t, x)) for share in (0.8, 0.1)}
    lowest = {corner: float(run[f"{corner}.tyre.slip"].min()) for corner in corners}
    after = t >= stopped
    return {
        "stopping_time": (stopped - BEGIN, "s", f"from the pedal's start until the car is slower than {STANDING} m/s"),
        "stopping_distance": (
            float(np.interp(stopped, t, x) - np.interp(BEGIN, t, x)),
            "m",
            "from the pedal's start to standstill",
        ),
        "mean_deceleration": (
            float(v[0] ** 2 * (0.8**2 - 0.1**2) / (2 * (at[0.1] - at[0.8]))),
            "m/s^2",
            "fully developed: from 0.8 to 0.1 of the initial speed, by way",
        ),
        "largest_deceleration": (float(-run["vehicle.ax"].min()), "m/s^2", "of the reference point"),
        "lowest_slip": (min(lowest.values()), "1", "of any tyre; -1 is a locked wheel"),
        "creep": (
            float(np.ptp(x[after])) if after.any() else float("nan"),
            "m",
            "between the first and the last place after standstill",
        ),
        "lateral_offset": (float(run["vehicle.y"][-1]), "m", "of the front axle at the end"),
    }
