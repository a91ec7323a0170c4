"""Path of a car with rigid and with flexible half shafts. [Szczotka 2007, Fig. 15b]"""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Progress, drive, energy_error, outcome, share, side_by_side
from jounce.studies.driving.driving_start import straight
from jounce.studies.driving.histories import sine
from jounce.studies.driving.histories import step as step_of_torque
from jounce.studies.driving.settings import Value, refuse_short, require_car, settings, steering_of, step_of

STUDY = "drive-path"
BEGIN = 0.5  # s


def drive_path(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    torque: Value = "20 N m",
    rise: Value = "10 ms",
    angle: Value = "45 deg",
    frequency: Value = "0.5 Hz",
    duration: Value = "4 s",
    elements: int = 1,
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """A step of torque and one sine of the steering wheel, with `elements` and without any; [Szczotka 2007, Fig. 15b].

    Channels carry the name of their run, `rigid.vehicle.x` and `flexible.vehicle.x`.
    """
    require_car(STUDY, vehicle)
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        torque=(torque, "N m"),
        rise=(rise, "s"),
        angle=(angle, "rad"),
        frequency=(frequency, "Hz"),
        duration=(duration, "s"),
        elements=(elements, "count"),
    )
    least = BEGIN + max(given.rise, 1.0 / given.frequency)
    refuse_short(STUDY, given.duration, least, "straight ahead, the rise of torque, and one sine of the wheel")
    runs = {}
    for part, (word, n) in enumerate({"rigid": 0, "flexible": given.elements}.items()):
        car = vehicle.with_values({"half_shafts.elements": n}).car_model(steering="angle")
        start = straight(car, given.speed)
        inputs = {
            name: step_of_torque(start.inputs[name], given.torque, BEGIN, given.rise, given.duration)
            for name in car.drive
        }
        wheel = steering_of(STUDY, car)
        inputs[wheel] = sine(start.inputs[wheel], given.angle, given.frequency, BEGIN, given.duration)
        runs[word] = drive(
            start, given.duration, inputs, step=step_of(STUDY, step), on_progress=share(on_progress, part, 2)
        )
    apart = np.hypot(*(runs["rigid"][f"vehicle.{axis}"] - runs["flexible"][f"vehicle.{axis}"] for axis in "xy"))
    figure = (
        Panel(
            "path of the front axle",
            ("rigid.vehicle.y", "flexible.vehicle.y"),
            ("rigid.vehicle.x", "flexible.vehicle.x"),
        ),
        Panel("yaw velocity", ("rigid.vehicle.yaw_rate", "flexible.vehicle.yaw_rate")),
        Panel("speed of the left wheel", tuple(f"{word}.front_left.wheel_bearing.angle_rate" for word in runs)),
    )
    metrics = {
        "path_distance": (float(apart.max()), "m", "largest distance of the two cars at the same time"),
        **{
            f"{word}_energy_error": (energy_error(run), "1", f"of the run with {word} shafts, as below")
            for word, run in runs.items()
        },
    }
    return outcome(side_by_side(runs), STUDY, given, metrics, figure)
