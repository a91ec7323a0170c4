"""Roll-over: a car with a high centre of mass turns too fast. It falls through the road: the body has no contact."""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.characteristics import crossing
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Metrics, Progress, drive, outcome
from jounce.studies.driving.driving_start import straight
from jounce.studies.driving.histories import step as step_of_angle
from jounce.studies.driving.settings import Value, refuse_short, require_car, settings, steering_of, step_of

STUDY = "roll-over"
BEGIN = 0.2  # s


def roll_over(
    vehicle: Vehicle,
    *,
    speed: Value = "80 km/h",
    raised: Value = "0.6 m",
    angle: Value = "180 deg",
    rise: Value = "0.4 s",
    duration: Value = "3 s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """The body's centre of mass lifted by `raised`, the steering wheel turns to the left and stays.

    A test of the equations at any attitude, not of an accident: only tyres touch the road.
    """
    require_car(STUDY, vehicle)
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        raised=(raised, "m"),
        angle=(angle, "rad"),
        rise=(rise, "s"),
        duration=(duration, "s"),
    )
    refuse_short(STUDY, given.duration, BEGIN + given.rise, "straight ahead, and the turn of the wheel")
    height = vehicle.values()["body.centre.z"] + given.raised
    car = vehicle.with_values({"body.centre.z": height}).car_model(steering="angle")
    name = steering_of(STUDY, car)
    start = straight(car, given.speed)
    wheel = step_of_angle(start.inputs[name], given.angle, BEGIN, given.rise, given.duration)
    run = drive(start, given.duration, {name: wheel}, step=step_of(STUDY, step), on_progress=on_progress)
    figure = (
        Panel("roll", ("vehicle.roll",)),
        Panel("lateral acceleration", ("vehicle.cg.ay",)),
        Panel("wheel loads", tuple(f"{corner}.tyre.Fz" for corner in car.corners)),
        Panel("path", ("vehicle.y",), "vehicle.x"),
    )
    return outcome(run, STUDY, given, _metrics(run, list(car.corners)), figure)


def _metrics(run: Result, corners: list[str]) -> Metrics:
    """What does not happen has no time."""
    roll = np.abs(np.unwrap(run["vehicle.roll"]))
    found: dict[str, tuple[float, str, str]] = {
        "largest_roll": (float(roll.max()), "rad", "largest |roll| of the body"),
    }
    lifted = np.min([run[f"{corner}.tyre.Fz"] for corner in corners], axis=0) <= 0.0
    if lifted.any():
        text = "from the start of steering until the first wheel leaves the road"
        found["lift_time"] = (float(run.time[np.argmax(lifted)]) - BEGIN, "s", text)
    if roll.max() >= 0.5 * np.pi:
        text = "from the start of steering until the body lies on its side"
        found["quarter_turn_time"] = (crossing(run.time, roll, 0.5 * np.pi) - BEGIN, "s", text)
    return found
