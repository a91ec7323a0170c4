"""A slow turn of the steering wheel: the circles of `steady-circle` in one run. [ISO 4138:2021; 49 CFR 571.126]"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Progress, drive, outcome, with_channels
from jounce.studies.driving.driving_start import circles, straight
from jounce.studies.driving.histories import ramp
from jounce.studies.driving.settings import Value, require_car, settings, steering_of, step_of
from jounce.studies.handling.curves import excess_steer, steering_ratio, wheelbase
from jounce.studies.handling.steady_circle import (
    ACCELERATION,
    LARGEST_ACCELERATION,
    LEAST_ACCELERATION,
    handling_metrics,
)

STUDY = "slow-ramp"
BEGIN, TAKE_UP = 0.2, 1.0  # s
POINTS = 9  # circles between which the drive torque is interpolated


def slow_ramp(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    lateral_acceleration: Value = "4 m/s^2",
    rate: Value = "0.5 deg/s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """From straight ahead the steering wheel turns to the left at a constant rate, up to a lateral acceleration.

    The drive torque follows the steering angle as steady circles need it, so that the speed stays. The lag of the car
    behind the wheel shifts the curves over a_y, and turns them where it grows, by as much as the wheel is fast.
    """
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        lateral_acceleration=(lateral_acceleration, "m/s^2", LEAST_ACCELERATION, LARGEST_ACCELERATION),
        rate=(rate, "rad/s"),
    )
    name = steering_of(STUDY, car)
    rates = np.linspace(0.0, given.lateral_acceleration, POINTS)[1:] / given.speed
    begin = straight(car, given.speed)
    starts = [begin, *circles(car, given.speed, rates, at=begin)]
    angles = np.array([start.inputs[name] for start in starts])
    duration = BEGIN + TAKE_UP + float(angles[-1] - angles[0]) / given.rate
    t, angle, kind = ramp(angles[0], given.rate, BEGIN, TAKE_UP, duration)
    torques = {
        motor: (t, np.interp(angle, angles, [start.inputs[motor] for start in starts]), kind) for motor in car.drive
    }
    run = drive(
        starts[0], duration, {name: (t, angle, kind)} | torques, step=step_of(STUDY, step), on_progress=on_progress
    )
    about = {"steering_ratio": steering_ratio(vehicle), "wheelbase": wheelbase(car)}
    excess = excess_steer(
        run["steering.wheel.angle"], run["vehicle.cg.yaw_rate"], run["vehicle.cg.speed"], **_named(about)
    )
    run = with_channels(
        run, {"excess_steer": (excess, "rad", "steering-wheel angle by ratio, less wheelbase over radius")}
    )
    run = replace(run, metadata=dict(run.metadata) | {"settings": dict(run.metadata["settings"]) | about})  # type: ignore[call-overload]
    figure = (
        Panel("steering wheel", ("steering.wheel.angle",), ACCELERATION),
        Panel("steer beyond wheelbase over radius", ("excess_steer",), ACCELERATION),
        Panel("roll and sideslip", ("vehicle.roll", "vehicle.cg.sideslip"), ACCELERATION),
        Panel("speed", ("vehicle.speed",)),
    )
    return outcome(run, STUDY, given, handling_metrics(run, car, given.lateral_acceleration), figure)


def _named(about: dict[str, float]) -> dict[str, float]:
    return {"ratio": about["steering_ratio"], "base": about["wheelbase"]}
