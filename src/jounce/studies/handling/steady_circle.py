"""Steady circles by trim: understeer and roll gradient."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce import __version__
from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.run_result import run_result_channels
from jounce.studies.driving.drive import FRICTION_USE, drive_with_channels
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circle, start_in_circles, start_straight
from jounce.studies.handling.steady_cornering import (
    ACCELERATION,
    SteadyCornering,
    cornering_excess_steer,
    steady_cornering_geometry,
)
from jounce.studies.settings import ANGLE, RADIUS, Count, Word
from jounce.studies.study import Progress

SLOWEST_SHARE = 0.2  # of the first acceleration, where circles of one radius or angle begin: faster than cars creep
SAME_ANGLE, MOST_TRIES = 1e-6, 20  # of the steering wheel, relative; trims to find a circle
KEPT = (
    "steering.wheel.",
    "steering.driver.",
    "vehicle.",
    ".tyre.F",
    ".tyre.slip",
    ".tyre.friction_use",
    "steering.rack.displacement",
)


class SteadyCircle(SteadyCornering):
    """Steady circles by trim: understeer and roll gradient. [ISO 4138:2021]

    Circles to the left, each found by trim, up to a lateral acceleration: with `method` "speed" all at one speed, with
    "radius" all of one radius at rising speeds, with "angle" all with one angle of the steering wheel. Samples run over
    the lateral acceleration of the centre of mass. Gradients are read at half the largest one.
    """

    name = "steady-circle"
    doing = "finding circles"
    method = Word(default="speed", words=("speed", "radius", "angle"), meaning="what is the same in all circles")
    radius = replace(RADIUS, default="100 m", auto="", least=5.0, meaning="radius of the circles, with method radius")
    angle = replace(
        ANGLE,
        least=1e-3,
        auto="the one that holds half the lateral acceleration at this speed",
        meaning="angle of the steering wheel, with method angle",
    )
    # the gradients fit four numbers, and not to the smallest of the points
    points = Count(default=9, least=6, most=200, meaning="circles, straight ahead included")
    panels = (
        *SteadyCornering.panels,
        Panel("wheel loads", ("{corner}.tyre.Fz",), ACCELERATION),
        replace(FRICTION_USE, over=ACCELERATION),
    )

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        car = self.build_car(vehicle)
        self.steering(car)
        began = clock.perf_counter()
        starts: list[SteadyMotionStart] = []
        failure = None
        try:
            for start in self.find_circles(car):
                starts.append(start)
                if on_progress:
                    on_progress(min(1.0, len(starts) / self.points))
        except NumericalError as stop:  # the tyres' limit, or a radius too small: what was found is kept
            if not starts:
                raise
            failure = stop
        about, places = steady_cornering_geometry(vehicle, car), {"corner": list(car.corners)}
        run = observe_steady_circles(vehicle, starts, clock.perf_counter() - began)
        run = drive_with_channels(run, car.model, cornering_excess_steer(run, about))
        if failure:
            partial = self.outcome(run, {}, places, about, status="stopped")
            raise NumericalError(str(failure), partial=partial)
        return self.outcome(run, self.gradients(run, car, about), places, about)

    def find_circles(self, car: CarModel) -> Iterator[SteadyMotionStart]:
        """Finds from straight ahead, or nearly, to the largest lateral acceleration."""
        accelerations = np.linspace(0.0, self.lateral_acceleration, self.points)
        if self.method == "speed":
            start = start_straight(car, self.speed)
            yield start
            yield from start_in_circles(car, self.speed, (accelerations[1:] / self.speed).tolist(), at=start)
            return
        accelerations[0] = SLOWEST_SHARE * accelerations[1]  # a circle needs some speed
        if self.method == "radius":
            for speed in np.sqrt(accelerations * self.radius).tolist():
                yield start_in_circle(car, speed, speed / self.radius)
        else:
            yield from self._circles_of_angle(car, accelerations)

    def _circles_of_angle(self, car: CarModel, accelerations: np.ndarray) -> Iterator[SteadyMotionStart]:
        """Yields speeds at which the steering wheel, held at one angle, gives these accelerations."""
        wheel = self.steering(car)
        angle = self.angle
        if angle is None:
            angle = self._angle_to_hold(car, wheel)
        curvature = None
        for acceleration in accelerations.tolist():
            # the curvature at which this angle holds the acceleration; the next one lies nearby
            first = curvature or _curvature_at(car, wheel, angle, acceleration, self.speed)
            curvature, start = _secant(car, wheel, angle, acceleration, first)
            yield start

    def _angle_to_hold(self, car: CarModel, wheel: str) -> float:
        """Returns the angle of a circle of half the acceleration that is asked for, in the middle of the curve."""
        try:
            return start_in_circle(car, self.speed, 0.5 * self.lateral_acceleration / self.speed).inputs[wheel]
        except NumericalError as stop:
            asked = f"half of the {self.lateral_acceleration:g} m/s^2 asked for, whose steering angle would be held"
            raise NumericalError(f"{stop}. This circle is of {asked}: ask for less, or give an angle") from None


def _curvature_at(car: CarModel, wheel: str, angle: float, acceleration: float, speed: float) -> float:
    """Returns a first guess: in proportion to the angle of a circle of that acceleration."""
    start = start_in_circle(car, speed, acceleration / speed)
    return acceleration / speed**2 * angle / start.inputs[wheel]


def _secant(
    car: CarModel, wheel: str, angle: float, acceleration: float, first: float
) -> tuple[float, SteadyMotionStart]:
    """Returns the curvature of the circle that the steering wheel holds at an angle, for v^2 times curvature given."""

    def turned(curvature: float) -> tuple[float, SteadyMotionStart]:
        speed = (acceleration / curvature) ** 0.5
        start = start_in_circle(car, speed, speed * curvature)
        return start.inputs[wheel] - angle, start

    a, b = first, 1.02 * first
    beyond_a, _ = turned(a)
    for _ in range(MOST_TRIES):
        beyond_b, start = turned(b)
        if abs(beyond_b) <= SAME_ANGLE * abs(angle):
            return b, start
        a, beyond_a, b = b, beyond_b, b - beyond_b * (b - a) / (beyond_b - beyond_a)
        if not b > 0.0:
            break
    what = f"no circle of {acceleration:.3g} m/s^2 with the steering wheel at {np.degrees(angle):.3g} deg"
    raise NumericalError(f"{car.model.name}: {what}")


def observe_steady_circles(vehicle: Vehicle, starts: list[SteadyMotionStart], took: float) -> Result:
    """Returns the channels of each circle."""
    ready = starts[0].ready
    seen = [start.seen() for start in starts]
    names = [name for name in ready.layout.channels if any(word in name for word in KEPT)]
    return Result(
        time=np.arange(len(starts), dtype=float),
        channels=run_result_channels(ready, {name: ready.layout.channels[name][2] for name in names}),
        numbers=np.array([[row[name] for name in names] for row in seen]),
        metadata={
            "model": ready.model.name,
            "model_hash": ready.fingerprint(),
            "jounce_version": __version__,
            "abscissa": ACCELERATION,
            "settings": {},
            "wall_time": took,
            "status": "finished",
            "notes": list(starts[-1].notes),
        },
    )
