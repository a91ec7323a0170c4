"""Brake to standstill, and stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.characteristics import crossing
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import DURATION, PEDAL, RISE, SPEED, STEP, setting_too_slow

BEGIN = 0.5  # s of straight running before
STANDING = 0.01  # m/s
WET = 6.0  # m/s^2
SHORTEST, LONGEST, STAND = 6.0, 60.0, 1.5  # s of a run, of braking, of standing afterwards


class BrakeToStandstill(Drive):
    """Brake to standstill, and stand. [ISO 21994 for the mean deceleration]

    The car runs straight, forward or in reverse. Then the drive is cut and the brake pedal goes down. The steering
    wheel is held. Distances and decelerations count along the direction of travel. A car that still rolls at the end
    has no stopping distance.
    """

    name = "brake-to-standstill"
    speed = SPEED
    pedal = PEDAL
    rise = replace(RISE, meaning="time in which the pedal goes down")
    duration = replace(DURATION, default="auto", auto="long enough for brakes of this strength, at least 6 s")
    step = STEP
    panels = (
        Panel("speed", ("vehicle.speed",)),
        Panel("deceleration", ("vehicle.ax",)),
        Panel("slip", ("{corner}.tyre.slip",)),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
    )
    metrics = {
        "stopping_time": ("s", f"from the first movement of the pedal until the car is slower than {STANDING} m/s"),
        "stopping_distance": ("m", "from the first movement of the pedal to standstill"),
        "mean_deceleration": (
            "m/s^2",
            "mean fully developed deceleration: from 0.8 to 0.1 of the initial speed, over distance",
        ),
        "largest_deceleration": ("m/s^2", "largest deceleration of the reference point"),
        "lowest_slip": ("1", "lowest slip of any tyre, with the sign of forward driving; -1 is a locked wheel"),
        "recoil": ("m/s", "largest speed against the direction of travel, when the tyre carcasses spring back"),
        "creep": ("m", "distance between the foremost and the rearmost position after standstill"),
        "lateral_offset": ("m", "lateral offset of the front axle at the end"),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from setting_too_slow(self.speed, "a standing car need not be stopped")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        brake = self.brake(car)
        duration = self.duration or self._long_enough(vehicle, car)
        start = start_straight(car, self.speed)
        changes = {brake: self.pedal} | {name: -start.inputs[name] for name in car.drive}
        inputs = {
            name: step_history(start.inputs.get(name, 0.0), change, BEGIN, self.rise, duration)
            for name, change in changes.items()
        }
        return Manoeuvre(vehicle=vehicle, start=start, duration=duration, inputs=inputs)

    def _long_enough(self, vehicle: Vehicle, car: CarModel) -> float:
        """Seconds to stop by the brakes' torque, or by the grip of a wet road where that is less, and some to stand."""
        radius: float = np.mean([corner.tyre_radius for corner in car.corners.values()])  # type: ignore[assignment]
        torque = vehicle.brakes.whole_torque(self.pedal, len(vehicle.axles))  # type: ignore[union-attr]
        braking = torque / (radius * float(car.mass))  # type: ignore[arg-type]
        stopping = abs(self.speed) / max(min(braking, WET), abs(self.speed) / LONGEST)
        return max(SHORTEST, BEGIN + self.rise + 1.2 * stopping + STAND)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        v = np.copysign(1.0, self.speed) * run["vehicle.vx"]
        if np.isfinite(crossing(run.time, -v, -STANDING)):
            return []
        return [f"still rolling at {v[-1]:.3g} m/s after {done.duration:g} s: give a longer --duration"]

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        way, t = np.copysign(1.0, self.speed), run.time
        v, x = way * run["vehicle.vx"], way * run["vehicle.x"]
        stopped, late = (crossing(t, -v, -limit) for limit in (STANDING, 0.1 * v[0]))
        found: Values = {}
        if np.isfinite(stopped):
            distance = np.interp(stopped, t, x) - np.interp(BEGIN, t, x)
            found |= {"stopping_time": stopped - BEGIN, "stopping_distance": distance}
        if np.isfinite(late):
            braked = np.interp(late, t, x) - np.interp(crossing(t, -v, -0.8 * v[0]), t, x)
            found["mean_deceleration"] = v[0] ** 2 * (0.8**2 - 0.1**2) / (2 * braked)
        found["largest_deceleration"] = -(way * run["vehicle.ax"]).min()
        found["lowest_slip"] = min((way * run[f"{corner}.tyre.slip"]).min() for corner in done.car.corners)
        if np.isfinite(stopped):
            found |= {"recoil": max(-v.min(), 0.0), "creep": np.ptp(x[t >= stopped])}
        return found | {"lateral_offset": run["vehicle.y"][-1]}
