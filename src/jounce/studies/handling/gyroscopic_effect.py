"""What the spin of the wheels does to a car that turns: one manoeuvre with gyroscopic moments and without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import largest
from jounce.studies.driving.drive import drive, drive_with_channels
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.study import Definitions, Progress

COMPARED = {  # word in metrics -> channel, unit
    "yaw_rate": ("vehicle.yaw_rate", "rad/s"),
    "lateral_acceleration": ("vehicle.cg.ay", "m/s^2"),
    "roll": ("vehicle.roll", "rad"),
}
WITHOUT = "without_gyroscopic"


def _differences() -> Definitions:
    found: dict[str, tuple[str, ...]] = {}
    for word, (_, unit) in COMPARED.items():
        found[f"{word}_difference"] = (unit, f"largest difference of the {word.replace('_', ' ')} of both runs")
        found[f"{word}_share"] = ("1", "that difference divided by the largest value with gyroscopic moments")
    found["roll_moment"] = ("N m", "largest sum of the wheels' spin momenta times the yaw rate: what leans the car out")
    return found


class GyroscopicEffect(SineSteer):
    """What the spin of the wheels does in a lane change: a sine of steering with gyroscopic moments and without.

    [Ciglaric, section 3.1] neglects them. Each wheel of spin momentum I s asks for the moment I s r when the car yaws
    at r. Channels are those of the car as it is; behind `without_gyroscopic.` stand some of the run without.
    """

    name = "gyroscopic-effect"
    needs_wheels = True
    panels = (  # type: ignore[assignment]
        Panel("steering wheel", ("steering.wheel.angle",)),
        *(Panel(word.replace("_", " "), (channel, f"{WITHOUT}.{channel}")) for word, (channel, _) in COMPARED.items()),
    )
    metrics = _differences()  # type: ignore[assignment]

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        cars = gyroscopic_pair(vehicle)
        done = self.manoeuvre(cars["with"])
        other = replace(
            done, vehicle=cars["without"], start=start_straight(self.build_car(cars["without"]), self.speed)
        )
        with_it, without = drive(done, self, _half(on_progress, 0)), drive(other, self, _half(on_progress, 1))
        added = {
            f"{WITHOUT}.{channel}": (without[channel], unit, f"{channel}, gyroscopic moments of the wheels neglected")
            for channel, unit in COMPARED.values()
        }
        run = drive_with_channels(with_it, done.car.model, added)
        found = self.outcome(run, _measured(vehicle, done.car, with_it, without), {}, done.found)
        return self.judged(found, done, with_it)


def _half(on_progress: Progress | None, number: int) -> Progress | None:
    """Returns the progress of one of the two runs."""
    return on_progress and (lambda share: on_progress(0.5 * (number + share)))


def gyroscopic_pair(vehicle: Vehicle) -> dict[str, Vehicle]:
    """Returns the car with gyroscopic moments of all its wheels, and without."""
    return {
        word: vehicle.with_axles(lambda path, axle, on=on: replace(axle, gyroscopic=on))  # type: ignore[misc]
        for word, on in (("with", True), ("without", False))
    }


def _measured(vehicle: Vehicle, car: CarModel, run: Result, without: Result) -> Mapping[str, float]:
    values: dict[str, float] = {}
    for word, (channel, _) in COMPARED.items():
        difference = largest(run.time, run[channel] - without[channel])
        values |= {f"{word}_difference": difference, f"{word}_share": difference / largest(run.time, run[channel])}
    momentum = np.zeros(len(run.time))
    for name, axle in vehicle.axles.items():
        inertia: Any = axle.bodies["wheel"].inertia
        for corner in car.axles[name]:
            momentum = momentum + float(inertia[1]) * run[f"{corner.wheel}_rate"]
    return values | {"roll_moment": largest(run.time, momentum * run["vehicle.yaw_rate"])}
