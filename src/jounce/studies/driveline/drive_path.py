"""Path of a car with rigid and with flexible half shafts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.studies.driveline.shaft_runs import shaft_run_progress, shaft_runs_side_by_side
from jounce.studies.driving.drive import Drive, Manoeuvre, drive, drive_energy_error
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import sine, step_history
from jounce.studies.settings import (
    ANGLE,
    DURATION,
    FREQUENCY,
    RISE,
    SHAFT_ELEMENTS,
    SPEED,
    STEP,
    TORQUE,
    setting_too_short,
)
from jounce.studies.study import Progress

BEGIN = 0.5  # s


class DrivePath(Drive):
    """Path of a car with rigid and with flexible half shafts. [Szczotka 2007, Fig. 15b]

    A step of torque and one sine of the steering wheel, once with elements in the half shafts and once without.
    Channels carry the name of their run, `rigid.vehicle.x` and `flexible.vehicle.x`.
    """

    name = "drive-path"
    speed = SPEED
    torque = TORQUE
    rise = replace(RISE, default="10 ms", meaning="time in which the torque rises")
    angle = replace(ANGLE, default="45 deg", meaning="amplitude of the sine at the steering wheel")
    frequency = FREQUENCY
    duration = replace(DURATION, default="4 s")
    elements = SHAFT_ELEMENTS
    step = STEP
    panels = (
        Panel("path of the front axle", ("{shafts}.vehicle.y",), "{shafts}.vehicle.x"),
        Panel("yaw velocity", ("{shafts}.vehicle.yaw_rate",)),
        Panel("speed of the left wheel", ("{shafts}.{driven}.wheel_bearing.angle_rate",)),
    )
    metrics = {
        "path_distance": ("m", "largest distance of the two cars at the same time"),
        "{shafts}_energy_error": ("1", "energy_error, as in other studies, of the run with {shafts} shafts"),
    }

    def contradictions(self) -> Iterator[Problem]:
        needed = BEGIN + max(self.rise, 1.0 / self.frequency)
        why = "straight ahead, the rise of torque, and one sine of the wheel"
        yield from setting_too_short(self.duration, needed, why)

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.require_torque(self.build_car(vehicle))
        start, wheel = start_straight(car, self.speed), self.steering(car)
        inputs = {
            name: step_history(start.inputs[name], self.torque, BEGIN, self.rise, self.duration) for name in car.drive
        } | {wheel: sine(start.inputs[wheel], self.angle, self.frequency, BEGIN, self.duration)}
        return Manoeuvre(vehicle=vehicle, start=start, duration=self.duration, inputs=inputs)

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        self.require_shafts(vehicle)
        runs, driven = {}, list[str]()
        for part, (word, count) in enumerate({"rigid": 0, "flexible": self.elements}.items()):
            done = self.manoeuvre(vehicle.with_values({"half_shafts.elements": count}))
            run = drive(done, self, shaft_run_progress(on_progress, part, 2))
            runs[word] = self.judged(run, done, run)
            driven = [done.car.axles[vehicle.drive.axles[0]][0].prefix]
        apart = [runs["rigid"][f"vehicle.{axis}"] - runs["flexible"][f"vehicle.{axis}"] for axis in "xy"]
        values = {"path_distance": np.hypot(*apart).max()}
        values |= {f"{word}_energy_error": drive_energy_error(run) for word, run in runs.items()}
        return self.outcome(shaft_runs_side_by_side(runs), values, {"shafts": list(runs), "driven": driven}, {})
