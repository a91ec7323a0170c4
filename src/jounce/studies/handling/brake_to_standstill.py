"""Brake to standstill, and stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.characteristics import crossing
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import DURATION, PEDAL, RISE, SPEED, STEP

BEGIN = 0.5  # s of straight running before
STANDING = 0.01  # m/s
ROLLING = 1.0  # m/s: slower, slip is the deflection of a tyre that stands, and may lie below -1
WET = 6.0  # m/s^2
SHORTEST, LONGEST, STAND = 6.0, 60.0, 1.5  # s of a run, of braking, of standing afterwards


class BrakeToStandstill(Drive):
    """Brake to standstill, and stand. [ISO 21994 for the mean deceleration]

    From straight running the drive is cut and the brake pedal goes down; the steering wheel is held. A car that still
    rolls at the end has no stopping distance.
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
        "stopping_time": ("s", f"from the pedal's start until the car is slower than {STANDING} m/s"),
        "stopping_distance": ("m", "from the pedal's start to standstill"),
        "mean_deceleration": ("m/s^2", "fully developed: from 0.8 to 0.1 of the initial speed, by distance"),
        "largest_deceleration": ("m/s^2", "of the reference point"),
        "lowest_slip": (
            "1",
            f"of any tyre while the car is faster than {ROLLING:g} m/s; -1 is a locked wheel, "
            "a tenth below it while the load falls faster than the tyre relaxes",
        ),
        "creep": ("m", "between the foremost and the rearmost place after standstill"),
        "lateral_offset": ("m", "of the front axle at the end"),
    }

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = vehicle.car_model(steering="angle")
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
        braking = self.pedal * vehicle.brakes.torque / (radius * car.mass)  # type: ignore[union-attr]
        stopping = self.speed / max(min(braking, WET), self.speed / LONGEST)
        return max(SHORTEST, BEGIN + self.rise + 1.2 * stopping + STAND)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        v = run["vehicle.vx"]
        if np.isfinite(crossing(run.time, -v, -STANDING)):
            return []
        return [f"still rolling at {v[-1]:.3g} m/s after {done.duration:g} s: give a longer --duration"]

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        v, x, t = run["vehicle.vx"], run["vehicle.x"], run.time
        stopped, late = (crossing(t, -v, -limit) for limit in (STANDING, 0.1 * v[0]))
        found: Values = {}
        if np.isfinite(stopped):
            way = np.interp(stopped, t, x) - np.interp(BEGIN, t, x)
            found |= {"stopping_time": stopped - BEGIN, "stopping_distance": way}
        if np.isfinite(late):
            braked = np.interp(late, t, x) - np.interp(crossing(t, -v, -0.8 * v[0]), t, x)
            found["mean_deceleration"] = v[0] ** 2 * (0.8**2 - 0.1**2) / (2 * braked)
        slips = [run[f"{corner}.tyre.slip"][v > ROLLING] for corner in done.car.corners]
        found["largest_deceleration"] = -run["vehicle.ax"].min()
        found["lowest_slip"] = min(slip.min(initial=0.0) for slip in slips)
        if np.isfinite(stopped):
            found["creep"] = np.ptp(x[t >= stopped])
        return found | {"lateral_offset": run["vehicle.y"][-1]}
