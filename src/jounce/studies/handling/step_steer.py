"""Step of the steering wheel: how fast and how far a car answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import crossing, first_peak, mean, overshoot, swing, within
from jounce.studies.driving.drive import FRICTION_USE, Manoeuvre, Values, drive_sideslip
from jounce.studies.driving.histories import step_history
from jounce.studies.handling.steered import RESPONSES, Steered
from jounce.studies.settings import DURATION, RISE, STEP, setting_too_short
from jounce.studies.study import Definitions

BEGIN = 0.5  # s of straight running before
STEADY = 0.5  # s at the end, over which the steady value is the mean
WITHOUT_STEADY = ("steering_angle", "yaw_rate_peak_time", "lateral_acceleration_peak_time")
SWING = 0.02  # of its mean, by which a steady yaw rate may vary in that time


def _answers(word: str, unit: str, gain: str) -> Definitions:
    return {
        f"steady_{word}": (unit, f"mean over the last {STEADY:g} s, positive to the left"),
        f"{word}_gain": (gain, "steady value divided by the angle"),
        f"{word}_response_time": ("s", "from half the angle to 90 % of the steady value"),
        f"{word}_peak_time": ("s", "from half the angle to the first peak"),
        f"{word}_overshoot": ("1", "(first peak - steady value) / steady value"),
        f"{word}_rise_time": ("s", "from 10 % to 90 % of the steady value"),
    }


class StepSteer(Steered):
    """Step of the steering wheel. [Szczotka 2007, Fig. 9; ISO 7401:2011, section 8]

    The car runs straight ahead. Then the steering wheel turns by an angle and stays there. The drive torque does not
    change. The metrics count time from the instant at which the wheel has turned half its angle. If the wheel turns to
    the right, all signs are reversed. If the car drives in reverse, the sign of the yaw rate is reversed.
    """

    name = "step-steer"
    rise = replace(RISE, default="0.15 s", meaning="time in which the steering wheel turns")
    duration = DURATION
    step = STEP
    panels = (
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        Panel("roll and sideslip", ("vehicle.roll", "vehicle.cg.sideslip")),
        FRICTION_USE,
    )
    metrics = {
        "steering_angle": ("rad", "step of the steering wheel, positive to the left"),
        **_answers("yaw_rate", "rad/s", "1/s"),
        **_answers("lateral_acceleration", "m/s^2", "m/s^2/rad"),
        "steady_sideslip": (
            "rad",
            "sideslip angle of the centre of mass, positive if it moves to the left of the car's axis",
        ),
        "steady_roll": ("rad", "roll angle, positive with the right side down"),
        "TB_factor": (
            "s rad",
            "peak time of the yaw rate times steady sideslip, with the sign of the sideslip",
            "time times angle",
        ),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from super().contradictions()
        needed = BEGIN + self.rise + STEADY
        yield from setting_too_short(self.duration, needed, "straight ahead, the rise, and steady values")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        start, wheel, angle = self.turn(vehicle)
        turned = step_history(start.inputs[wheel], angle, BEGIN, self.rise, self.duration)
        return Manoeuvre(
            vehicle=vehicle, start=start, duration=self.duration, inputs={wheel: turned}, found={"angle": angle}
        )

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        if (swing := _swing(run)) <= SWING:
            return []
        text = f"no steady value was reached: in the last {STEADY:g} s the yaw rate varies by {100 * swing:.3g} %"
        return [f"{text} of its mean"]

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        angle, zero = done.found["angle"], BEGIN + 0.5 * self.rise
        t, end = run.time, (run.time[-1] - STEADY, run.time[-1])
        found = {"steering_angle": angle}
        for word, channel in RESPONSES.items():
            sign = self.towards(angle, word)
            y = sign * run[channel]
            level = mean(t, y, end)
            at, top = first_peak(t, y)
            found |= {
                f"steady_{word}": sign * level,
                f"{word}_gain": sign * level / angle,
                f"{word}_response_time": crossing(t, y, 0.9 * level) - zero,
                f"{word}_peak_time": at - zero,
                f"{word}_overshoot": overshoot(top, level),
                f"{word}_rise_time": crossing(t, y, 0.9 * level) - crossing(t, y, 0.1 * level),
            }
        slip = mean(t, drive_sideslip(run, self.speed), end)
        found |= {
            "steady_sideslip": slip,
            "steady_roll": mean(t, run["vehicle.roll"], end),
            "TB_factor": found["yaw_rate_peak_time"] * slip,
        }
        return found if _swing(run) <= SWING else {name: found[name] for name in WITHOUT_STEADY}


def _swing(run: Result) -> float:
    """Tells how far the yaw rate goes up and down at the end, divided by its mean there."""
    t, r = within(run.time, run["vehicle.yaw_rate"], (run.time[-1] - STEADY, run.time[-1]))
    return swing(t, r) / max(abs(mean(t, r, (t[0], t[-1]))), np.finfo(float).tiny)
