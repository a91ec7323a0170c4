"""One sine of the steering wheel: an open-loop lane change. [Szczotka 2007, Fig. 9; ISO 7401:2011, section 9]"""

from __future__ import annotations

import math

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.characteristics import lag, peak
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Metrics, Progress, drive, outcome
from jounce.studies.driving.histories import sine
from jounce.studies.driving.settings import Value, refuse_short, step_of
from jounce.studies.handling.steered_start import steered_start, turn_settings

STUDY = "sine-steer"
BEGIN = 0.5  # s of straight running before
FIGURE = (
    Panel("steering wheel", ("steering.wheel.angle",)),
    Panel("yaw velocity", ("vehicle.yaw_rate",)),
    Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
    Panel("path of the front axle", ("vehicle.y",), "vehicle.x"),
)


def sine_steer(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    frequency: Value = "0.5 Hz",
    lateral_acceleration: Value = "4 m/s^2",
    angle: Value | None = None,
    duration: Value = "5 s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """From straight running the steering wheel makes one sine, first to the left for a positive angle.

    Without `angle` its amplitude is what holds a steady circle at `lateral_acceleration`. The first and last 50 ms of
    the sine are rounded, so that the wheel's rate does not jump. The drive torque stays as it was.
    """
    given = turn_settings(
        STUDY,
        angle,
        speed=(speed, "m/s"),
        frequency=(frequency, "Hz"),
        lateral_acceleration=(lateral_acceleration, "m/s^2"),
        duration=(duration, "s"),
    )
    refuse_short(STUDY, given.duration, BEGIN + 1.0 / given.frequency, "straight ahead, and one sine")
    start = steered_start(STUDY, vehicle, given)
    name = str(start.car.steering)
    wheel = sine(start.inputs[name], given.angle, given.frequency, BEGIN, given.duration)
    run = drive(start, given.duration, {name: wheel}, step=step_of(STUDY, step), on_progress=on_progress)
    return outcome(run, STUDY, given, _metrics(run, given.angle, given.frequency), FIGURE)


def _metrics(run: Result, angle: float, frequency: float) -> Metrics:
    sign = math.copysign(1.0, angle)
    t, wheel = run.time, sign * run["steering.wheel.angle"]
    found: dict[str, tuple[float, str, str]] = {"steering_angle": (angle, "rad", "amplitude, positive to the left")}
    turns = (peak(t, wheel)[0], peak(t, -wheel)[0])
    for word, channel, unit in (
        ("yaw_rate", "vehicle.yaw_rate", "rad/s"),
        ("lateral_acceleration", "vehicle.cg.ay", "m/s^2"),
    ):
        y = sign * run[channel]
        first, second = peak(t, y), peak(t, -y)
        found |= {
            f"{word}_first_peak": (sign * first[1], unit, "towards the first turn"),
            f"{word}_second_peak": (-sign * second[1], unit, "towards the second turn"),
            f"{word}_peak_ratio": (second[1] / first[1], "1", "second by first peak"),
            f"{word}_first_lag": (first[0] - turns[0], "s", "first peak behind that of the steering wheel"),
            f"{word}_second_lag": (second[0] - turns[1], "s", "second peak behind that of the steering wheel"),
            f"{word}_lag": (lag(t, wheel, y, 0.5 / frequency), "s", "where the cross-correlation is largest"),
        }
    return found | {
        "lateral_offset": (float(run["vehicle.y"][-1] - run["vehicle.y"][0]), "m", "at the end, positive to the left"),
        "largest_roll": (float(abs(run["vehicle.roll"]).max()), "rad", "largest |roll| of the body"),
    }
