"""One sine of the steering wheel: an open-loop lane change."""

from __future__ import annotations

import math
from collections.abc import Iterator

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import lag, largest, peak
from jounce.studies.driving.drive import Manoeuvre, Values
from jounce.studies.driving.histories import sine
from jounce.studies.handling.steered import RESPONSES, Steered
from jounce.studies.settings import DURATION, FREQUENCY, STEP, setting_too_short
from jounce.studies.study import Definitions

BEGIN = 0.5  # s of straight running before


def _answers(word: str, unit: str) -> Definitions:
    return {
        f"{word}_first_peak": (unit, "peak of the response to the first turn of the steering wheel"),
        f"{word}_second_peak": (unit, "peak of the response to the second turn of the steering wheel"),
        f"{word}_peak_ratio": ("1", "second peak divided by first peak"),
        f"{word}_first_lag": ("s", "time from the first peak of the steering wheel to the first peak of the response"),
        f"{word}_second_lag": (
            "s",
            "time from the second peak of the steering wheel to the second peak of the response",
        ),
        f"{word}_lag": ("s", "time lag at which the cross-correlation with the steering wheel is largest"),
    }


class SineSteer(Steered):
    """One sine of the steering wheel: an open-loop lane change. [Szczotka 2007, Fig. 9; ISO 7401:2011, section 9]

    The car runs straight ahead. Then the steering wheel moves through one sine with the given angle as its amplitude.
    With a positive angle it turns to the left first. The first and last 50 ms of the sine are rounded, so that the rate
    of the steering wheel does not jump: peaks of the answer change by less than 0.1 %, their lags by up to 2 ms, the
    lateral offset by 0.6 %. The drive torque does not change.
    """

    name = "sine-steer"
    frequency = FREQUENCY
    duration = DURATION
    step = STEP
    panels = (
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        Panel("path of the front axle", ("vehicle.y",), "vehicle.x"),
    )
    metrics = {
        "steering_angle": ("rad", "amplitude at the steering wheel, positive to the left"),
        **_answers("yaw_rate", "rad/s"),
        **_answers("lateral_acceleration", "m/s^2"),
        "lateral_offset": ("m", "lateral offset at the end, positive to the left"),
        "largest_roll": ("rad", "largest |roll| of the body"),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from super().contradictions()
        yield from setting_too_short(self.duration, BEGIN + 1.0 / self.frequency, "straight ahead, and one sine")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        start, wheel, angle = self.turn(vehicle)
        turned = sine(start.inputs[wheel], angle, self.frequency, BEGIN, self.duration)
        return Manoeuvre(
            vehicle=vehicle, start=start, duration=self.duration, inputs={wheel: turned}, found={"angle": angle}
        )

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        angle = done.found["angle"]
        sign = math.copysign(1.0, angle)
        t, wheel = run.time, sign * run["steering.wheel.angle"]
        found = {"steering_angle": angle}
        turns = (peak(t, wheel)[0], peak(t, -wheel)[0])
        for word, channel in RESPONSES.items():
            side = self.towards(angle, word)
            y = side * run[channel]
            first, second = peak(t, y), peak(t, -y)
            found |= {
                f"{word}_first_peak": side * first[1],
                f"{word}_second_peak": -side * second[1],
                f"{word}_peak_ratio": second[1] / first[1],
                f"{word}_first_lag": first[0] - turns[0],
                f"{word}_second_lag": second[0] - turns[1],
                f"{word}_lag": lag(t, wheel, y, 0.5 / self.frequency),
            }
        return found | {
            "lateral_offset": run["vehicle.y"][-1] - run["vehicle.y"][0],
            "largest_roll": largest(t, run["vehicle.roll"]),
        }
