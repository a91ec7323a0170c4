"""A steady circle that is disturbed while the steering wheel is held: by the brakes, or by a drive that is let go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import first_instant, highest, value_at
from jounce.studies.driving.drive import FRICTION_USE, Added, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circle
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import DURATION, LATERAL_ACCELERATION, RADIUS, RISE, STEP, setting_too_short

BEGIN = 0.5  # s of the circle before
READ_AT = 1.0  # s after the beginning of the disturbance
DECELERATION_FROM = 0.5  # s: its mean is taken from here to `READ_AT`
LOCKED = -0.9  # slip of a wheel that counts as locked


class DisturbedCircle(Drive):
    """What braking and lifting off in a turn share: circle, instants, figures. A subclass says what is disturbed."""

    radius = replace(
        RADIUS, default="100 m", auto="", meaning="radius of the circle, positive to the left, at least 1 m either way"
    )
    lateral_acceleration = replace(
        LATERAL_ACCELERATION,
        default="5 m/s^2",
        least=0.1,
        meaning="lateral acceleration of the circle, towards its centre",
    )
    rise = RISE
    duration = replace(DURATION, default="3 s")
    step = STEP
    waived: ClassVar[Mapping[str, str]] = {"spun": "which asks whether the car turns in"}
    panels: ClassVar[Sequence[Panel]] = (
        Panel("yaw velocity, and speed divided by the radius", ("vehicle.yaw_rate", "yaw_rate_of_circle")),
        Panel("lateral acceleration", ("vehicle.cg.ay", "lateral_acceleration_of_circle")),
        Panel("longitudinal acceleration", ("vehicle.cg.ax",)),
        Panel("sideslip of the centre of mass", ("vehicle.cg.sideslip",)),
        FRICTION_USE,
        Panel("path of the centre of mass", ("vehicle.cg.y",), "vehicle.cg.x", equal=True),
    )
    metrics = {
        "speed": ("m/s", "speed on the circle: root of lateral acceleration times radius", "driving speed"),
        "mean_deceleration": ("m/s^2", "mean deceleration along the path from 0.5 s to 1 s after the beginning"),
        "yaw_rate_ratio": (
            "1",
            "yaw rate divided by (speed divided by radius of the circle), 1 s after the beginning; above 1 the car "
            "turns in",
        ),
        "lateral_acceleration_ratio": (
            "1",
            "lateral acceleration divided by (speed squared divided by radius of the circle), 1 s after the beginning",
        ),
        "largest_yaw_rate_ratio": ("1", "largest yaw rate divided by that of the circle before"),
        "sideslip_change": ("rad", "change of sideslip from before to 1 s after the beginning"),
        "path_deviation": (
            "m",
            "distance of the centre of mass from the circle 1 s after the beginning, positive towards its centre",
        ),
        "deceleration_at_lock": ("m/s^2", "deceleration where the first wheel locks (slip below -0.9)"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if abs(self.radius) < 1.0:
            yield Problem("radius", f"{self.radius:g} m", "at least 1 m to either side")
        yield from setting_too_short(
            self.duration, BEGIN + READ_AT + 0.1, "the circle, and 1 s in which it is disturbed"
        )

    def disturbance(self, start: SteadyMotionStart) -> dict[str, float]:
        """Returns by how much each input changes."""
        raise NotImplementedError

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        self.steering(car)
        speed = np.sqrt(self.lateral_acceleration * abs(self.radius))
        start = start_in_circle(car, float(speed), float(speed / self.radius))
        inputs = {
            name: step_history(start.inputs.get(name, 0.0), change, BEGIN, self.rise, self.duration)
            for name, change in self.disturbance(start).items()
        }
        return Manoeuvre(
            vehicle=vehicle, start=start, duration=self.duration, inputs=inputs, found={"speed": float(speed)}
        )

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        speed = run["vehicle.cg.speed"]
        radius, way = circle_of_path(run)
        return {
            "yaw_rate_of_circle": (way * speed / radius, "rad/s", "speed divided by the radius of the circle before"),
            "lateral_acceleration_of_circle": (
                way * speed**2 / radius,
                "m/s^2",
                "speed squared divided by the radius of the circle before",
            ),
        }

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        t, at = run.time, BEGIN + READ_AT
        _, way = circle_of_path(run)

        def value(name: str, when: float) -> float:
            return value_at(t, run[name], when)

        sideslip = np.unwrap(run["vehicle.cg.sideslip"])
        slower = value("vehicle.cg.speed", BEGIN + DECELERATION_FROM) - value("vehicle.cg.speed", at)
        found = {
            "speed": done.found["speed"],
            "mean_deceleration": slower / (READ_AT - DECELERATION_FROM),
            "yaw_rate_ratio": value("vehicle.yaw_rate", at) / value("yaw_rate_of_circle", at),
            "lateral_acceleration_ratio": value("vehicle.cg.ay", at) / value("lateral_acceleration_of_circle", at),
            "largest_yaw_rate_ratio": highest(t, way * run["vehicle.yaw_rate"]) / abs(run["vehicle.yaw_rate"][0]),
            "sideslip_change": value_at(t, sideslip, at) - sideslip[0],
            "path_deviation": value_at(t, path_deviation(run), at),
        }
        slips = np.min([run[f"{corner}.tyre.slip"] for corner in done.car.corners], axis=0)
        if np.isfinite(locked := first_instant(t, slips < LOCKED)):
            found["deceleration_at_lock"] = -value("vehicle.cg.ax", locked)
        return found


def circle_of_path(run: Result) -> tuple[float, float]:
    """Radius of the centre of mass on the circle before the disturbance, and 1 where it goes to the left, else -1."""
    rate = float(run["vehicle.yaw_rate"][0])
    return float(run["vehicle.cg.speed"][0]) / abs(rate), float(np.sign(rate))


def path_deviation(run: Result) -> np.ndarray:
    """Returns the distance of the centre of mass from its circle, positive towards the centre."""
    radius, way = circle_of_path(run)
    course = run["vehicle.cg.yaw"][0] + run["vehicle.cg.sideslip"][0]
    x = run["vehicle.cg.x"] - (run["vehicle.cg.x"][0] - way * radius * np.sin(course))
    y = run["vehicle.cg.y"] - (run["vehicle.cg.y"][0] + way * radius * np.cos(course))
    return radius - np.hypot(x, y)
