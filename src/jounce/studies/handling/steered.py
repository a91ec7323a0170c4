"""Straight ahead, and then the steering wheel turns: by an angle, or by the one that holds a steady circle."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.read_offs import highest
from jounce.simulation.judging.car_checks import history_for_check
from jounce.simulation.judging.drive_checks import Asked
from jounce.studies.driving.drive import Drive, Manoeuvre
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circle, start_straight
from jounce.studies.settings import ANGLE, LATERAL_ACCELERATION, SPEED, setting_too_slow

CIRCLE = "the angle that holds a steady circle at lateral_acceleration, found by trim"
RESPONSES = {"yaw_rate": "vehicle.yaw_rate", "lateral_acceleration": "vehicle.cg.ay"}  # word in metrics -> channel


class Steered(Drive):
    """What step and sine share."""

    speed = SPEED
    lateral_acceleration = LATERAL_ACCELERATION
    angle = replace(ANGLE, auto=CIRCLE)

    def contradictions(self) -> Iterator[Problem]:
        yield from setting_too_slow(self.speed, "a standing car does not answer; drive-road turns its wheel as well")
        word = "lateral_acceleration" if self.angle is None else "angle"
        if getattr(self, word) == 0.0:
            yield Problem(word, "is zero", "a number of either sign: the response is divided by it")

    def asked(self, run: Result, done: Manoeuvre) -> Iterator[Asked]:
        """Yields the lateral acceleration, where it says how far the steering wheel turns."""
        if self.angle is None:
            way = math.copysign(1.0, self.lateral_acceleration)
            most = highest(run.time, way * history_for_check(run, "vehicle.cg.ay"))
            yield Asked("lateral acceleration", abs(self.lateral_acceleration), most, "m/s^2")

    def towards(self, angle: float, word: str) -> float:
        """1 where the response to a steering angle is to the left, else -1: in reverse the car yaws the other way."""
        return math.copysign(1.0, angle * self.speed if word == "yaw_rate" else angle)

    def turn(self, vehicle: Vehicle) -> tuple[SteadyMotionStart, str, float]:
        """Returns the start, the input of the steering wheel, and the angle by which it shall turn."""
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        start = start_straight(car, self.speed)
        if self.angle is not None:
            return start, wheel, self.angle
        turning = start_in_circle(car, self.speed, self.lateral_acceleration / self.speed, at=start)
        return start, wheel, turning.inputs[wheel] - start.inputs[wheel]
