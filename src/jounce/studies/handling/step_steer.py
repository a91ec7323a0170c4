"""Step of the steering wheel. [Szczotka 2007, Fig. 9; ISO 7401:2011, section 8]"""

from __future__ import annotations

import math

import numpy as np

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.characteristics import crossing, first_peak
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Metrics, Progress, drive, noted, outcome
from jounce.studies.driving.histories import step as step_of_angle
from jounce.studies.driving.settings import Value, refuse_short, step_of
from jounce.studies.handling.steered_start import steered_start, turn_settings

STUDY = "step-steer"
BEGIN = 0.5  # s of straight running before
STEADY = 0.5  # s at the end, over which the steady value is the mean
WITHOUT_STEADY = ("steering_angle", "yaw_rate_peak_time", "lateral_acceleration_peak_time")
SWING = 0.02  # of its mean, by which a steady yaw rate may vary in that time
FIGURE = (
    Panel("steering wheel", ("steering.wheel.angle",)),
    Panel("yaw velocity", ("vehicle.yaw_rate",)),
    Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
    Panel("roll and sideslip", ("vehicle.roll", "vehicle.cg.sideslip")),
)


def step_steer(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    lateral_acceleration: Value = "4 m/s^2",
    angle: Value | None = None,
    rise: Value = "0.15 s",
    duration: Value = "5 s",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """From straight running the steering wheel turns by an angle and stays; figures as in [Szczotka 2007, Fig. 9].

    Without `angle` it is the one that holds a steady circle at `lateral_acceleration` (positive to the left), found
    by trim. The drive torque stays as it was straight ahead.
    """
    given = turn_settings(
        STUDY,
        angle,
        speed=(speed, "m/s"),
        lateral_acceleration=(lateral_acceleration, "m/s^2"),
        rise=(rise, "s"),
        duration=(duration, "s"),
    )
    refuse_short(STUDY, given.duration, BEGIN + given.rise + STEADY, "straight ahead, the rise, and steady values")
    start = steered_start(STUDY, vehicle, given)
    name = str(start.car.steering)
    wheel = step_of_angle(start.inputs[name], given.angle, BEGIN, given.rise, given.duration)
    run = drive(start, given.duration, {name: wheel}, step=step_of(STUDY, step), on_progress=on_progress)
    found = _metrics(run, given.angle, BEGIN + 0.5 * given.rise)
    if (swing := _swing(run)) > SWING:
        text = f"no steady value was reached: in the last {STEADY:g} s the yaw rate varies by {100 * swing:.3g} %"
        run = noted(run, [f"{text} of its mean"])
        found = {name: found[name] for name in WITHOUT_STEADY}
    return outcome(run, STUDY, given, found, FIGURE)


def _swing(run: Result) -> float:
    """How far the yaw rate goes up and down at the end, by its mean there."""
    end = run["vehicle.yaw_rate"][run.time >= run.time[-1] - STEADY]
    return float(np.ptp(end) / max(abs(end.mean()), np.finfo(float).tiny))


def _metrics(run: Result, angle: float, zero: float) -> Metrics:
    """Time zero is where the wheel has turned half its angle; turned to the right, all signs are reversed."""
    found: dict[str, tuple[float, str, str]] = {
        "steering_angle": (angle, "rad", "step of the steering wheel, positive to the left")
    }
    sign = math.copysign(1.0, angle)
    steady = {}
    for word, channel, unit in (
        ("yaw_rate", "vehicle.yaw_rate", "rad/s"),
        ("lateral_acceleration", "vehicle.cg.ay", "m/s^2"),
    ):
        t, y = run.time, sign * run[channel]
        level = float(y[t >= t[-1] - STEADY].mean())
        at, top = first_peak(t, y)
        steady[word] = level
        found |= {
            f"steady_{word}": (sign * level, unit, f"mean of the last {STEADY:g} s, positive to the left"),
            f"{word}_gain": (level / abs(angle), f"{unit}/rad".replace("rad/s/rad", "1/s"), "steady value by angle"),
            f"{word}_response_time": (
                crossing(t, y, 0.9 * level) - zero,
                "s",
                "from half the angle to 90 % of the steady value",
            ),
            f"{word}_peak_time": (at - zero, "s", "from half the angle to the first peak"),
            f"{word}_overshoot": (top / level - 1.0, "1", "(first peak - steady) / steady"),
            f"{word}_rise_time": (
                crossing(t, y, 0.9 * level) - crossing(t, y, 0.1 * level),
                "s",
                "from 10 % to 90 % of the steady value",
            ),
        }
    end = run.time >= run.time[-1] - STEADY
    slip = float(run["vehicle.cg.sideslip"][end].mean())
    roll = float(run["vehicle.roll"][end].mean())
    return found | {
        "steady_sideslip": (
            slip,
            "rad",
            "of the centre of mass, positive where it moves to the left of the car's axis",
        ),
        "steady_roll": (roll, "rad", "positive where the right side is down"),
        "TB_factor": (
            found["yaw_rate_peak_time"][0] * float(np.degrees(slip)),
            "s deg",
            "peak time of the yaw rate times steady sideslip, with its sign",
        ),
    }
