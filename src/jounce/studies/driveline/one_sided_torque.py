"""Torque on the wheel of one side: the car turns without steering. [Szczotka 2004, Fig. 11]"""

from __future__ import annotations

import math

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.characteristics import peak
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Progress, drive, outcome
from jounce.studies.driving.driving_start import straight
from jounce.studies.driving.histories import step as step_of_torque
from jounce.studies.driving.settings import Value, refuse_short, require_car, settings, step_of
from jounce.studies.ride.obstacles import require_side

STUDY = "one-sided-torque"
BEGIN = 0.2  # s


def one_sided_torque(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    torque: Value = "200 N m",
    rise: Value = "0.2 s",
    side: str = "right",
    duration: Value = "3 s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """The motors of one side give more torque, steering wheel held: [Szczotka 2004, Fig. 11].

    More torque on the right turns the car to the left. For cars with a motor at each driven wheel.
    """
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    given = settings(STUDY, speed=(speed, "m/s"), torque=(torque, "N m"), rise=(rise, "s"), duration=(duration, "s"))
    refuse_short(STUDY, given.duration, BEGIN + given.rise, "straight ahead, and the rise of torque")
    given.side = require_side(STUDY, side)
    motors = [name for name in car.drive if name.endswith(f"_{side}.torque")]
    if not motors:
        what, hint = "one engine drives both sides", 'layout = "motors", for example small_car_electric'
        raise ModelError(STUDY, [Problem("drive.layout", what, hint)])
    start = straight(car, given.speed)
    rising = {
        name: step_of_torque(start.inputs[name], given.torque, BEGIN, given.rise, given.duration) for name in motors
    }
    run = drive(start, given.duration, rising, step=step_of(STUDY, step), on_progress=on_progress)
    sign = math.copysign(1.0, given.torque if side == "right" else -given.torque)
    at, top = peak(run.time, sign * run["vehicle.yaw_rate"])
    metrics = {
        "yaw_rate_largest": (sign * top, "rad/s", "in the sense in which the torque turns the car, positive left"),
        "yaw_rate_largest_time": (at - BEGIN, "s", "after the torque begins to rise"),
        "yaw_at_end": (float(run["vehicle.yaw"][-1]), "rad", "heading at the end, positive to the left"),
        "lateral_offset": (float(run["vehicle.y"][-1]), "m", "of the front axle at the end, positive to the left"),
        "speed_gained": (float(run["vehicle.speed"][-1] - run["vehicle.speed"][0]), "m/s", "over the run"),
    }
    figure = (
        Panel("torque of the motors", tuple(f"{name.split('.')[1]}.motor.torque" for name in car.drive)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("slip of the driven tyres", tuple(f"{name.split('.')[1]}.tyre.slip" for name in car.drive)),
        Panel("path of the front axle", ("vehicle.y",), "vehicle.x"),
    )
    return outcome(run, STUDY, given, metrics, figure)
