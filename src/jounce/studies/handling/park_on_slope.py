"""Park on a slope: brakes and tyres hold the car."""

from __future__ import annotations

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.parts.roads import Road, Slope
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Progress, drive, outcome
from jounce.studies.driving.driving_start import parked
from jounce.studies.driving.settings import Value, require_car, settings, step_of

STUDY = "park-on-slope"


def park_on_slope(
    vehicle: Vehicle,
    *,
    grade: Value = "10 %",
    bank: Value = 0.0,
    duration: Value = "60 s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """The car stands on a slope (grade uphill, bank to the left side), brakes applied in full, wheel held."""
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    if car.brake is None:
        raise ModelError(STUDY, [Problem("brakes", "the car has none", "a table [brakes]")])
    given = settings(STUDY, grade=(grade, "1"), bank=(bank, "1"), duration=(duration, "s"))
    road = Road(name="slope", elements={"slope": Slope(grade=given.grade, bank=given.bank)})
    start = parked(car, road, {car.brake: 1.0})
    run = drive(start, given.duration, step=step_of(STUDY, step), output_step=0.05, on_progress=on_progress)
    place = np.stack([run[f"vehicle.{axis}"] for axis in "xyz"])
    moved = np.linalg.norm(place - place[:, :1], axis=0)
    loads = sum(run[f"{corner}.tyre.Fz"][-1] for corner in car.corners)
    metrics = {
        "displacement": (float(moved.max()), "m", "largest distance of the reference point from its start"),
        "sum_of_loads": (float(loads), "N", "of all tyres, across the road"),
        "largest_speed": (float(run["vehicle.speed"].max()), "m/s", "of the reference point"),
    }
    figure = (
        Panel("place along the road", ("vehicle.x",)),
        Panel("wheel loads", tuple(f"{corner}.tyre.Fz" for corner in car.corners)),
    )
    return outcome(run, STUDY, given, metrics, figure)
