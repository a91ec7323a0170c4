"""Torque on the wheel of one side: the car turns without steering."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.depths.car_masses import whole_car_mass
from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assemblies.drive.motors import motor_input, motor_ratio
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import mean, peak
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import DURATION, RISE, SIDE, SPEED, STEP, TORQUE, setting_too_short

BEGIN, SETTLED = 0.2, 0.1  # s, when the torque rises; after the rise, over which the yaw acceleration is read


class OneSidedTorque(Drive):
    """Torque on the wheel of one side: the car turns without steering. [Szczotka 2004, Fig. 11]

    The motors of one side give more torque, steering wheel held. More torque on the right turns the car to the left.
    For cars with a motor at each driven wheel.
    """

    name = "one-sided-torque"
    speed = SPEED
    torque = replace(TORQUE, default="200 N m")
    rise = replace(RISE, meaning="time in which the torque rises")
    side = replace(SIDE, meaning="side whose motors give more torque")
    duration = replace(DURATION, default="3 s")
    step = STEP
    panels = (
        Panel("torque of the motors", ("{driven}.motor.torque",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("slip of the driven tyres", ("{driven}.tyre.slip",)),
        Panel("path of the front axle", ("vehicle.y",), "vehicle.x"),
    )
    metrics = {
        "yaw_acceleration_initial": (
            "rad/s^2",
            "mean yaw acceleration over 0.1 s after the rise, less what side forces and aligning torques of the tyres "
            "have changed of it: what the torque gives before the car moves sideways, positive left",
        ),
        "yaw_acceleration_expected": (
            "rad/s^2",
            "change of the torque difference, times track, divided by twice the loaded radius and by the yaw inertia",
        ),
        "yaw_rate_largest": (
            "rad/s",
            "largest yaw rate in the direction in which the torque turns the car, positive left",
        ),
        "yaw_rate_largest_time": ("s", "after the torque begins to rise"),
        "yaw_at_end": ("rad", "heading at the end, positive to the left"),
        "lateral_offset": ("m", "lateral offset of the front axle at the end, positive to the left"),
        "speed_gained": ("m/s", "over the run", "driving speed"),
    }

    def contradictions(self) -> Iterator[Problem]:
        needed = BEGIN + self.rise + SETTLED
        yield from setting_too_short(self.duration, needed, "straight ahead, the rise of torque, and 0.1 s after it")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        driven = [corner for corner in car.corners.values() if motor_input(corner.prefix) in car.drive]
        motors = [motor_input(corner.prefix) for corner in driven if corner.side == self.side]
        if not motors:
            hint = 'layout = "motors", for example small_car_electric'
            raise self.refuse("drive.layout", "one engine drives both sides", hint)
        start = start_straight(car, self.speed)
        rising = {
            name: step_history(start.inputs[name], self.torque, BEGIN, self.rise, self.duration) for name in motors
        }
        places = {"driven": [corner.prefix for corner in driven]}
        return Manoeuvre(vehicle=vehicle, start=start, duration=self.duration, inputs=rising, places=places)

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        sign = math.copysign(1.0, self.torque if self.side == "right" else -self.torque)
        at, top = peak(run.time, sign * run["vehicle.yaw_rate"])
        return self._yaw_acceleration(run, done) | {
            "yaw_rate_largest": sign * top,
            "yaw_rate_largest_time": at - BEGIN,
            "yaw_at_end": run["vehicle.yaw"][-1],
            "lateral_offset": run["vehicle.y"][-1],
            "speed_gained": run["vehicle.speed"][-1] - run["vehicle.speed"][0],
        }

    def _yaw_acceleration(self, run: Result, done: Manoeuvre) -> Values:
        """Returns what the torque gives the car at first, and what it should by its lever arm; see the metrics."""
        car, whole = done.car, whole_car_mass(done.car)
        yaw_inertia = float(whole.inertia[2, 2])
        sideways, lever = np.zeros(len(run.time)), np.zeros(len(run.time))
        ratio = float(motor_ratio(done.vehicle.motor))
        for name, corner in car.corners.items():
            x, y, _ = (float(p) for p in corner.wheel_centre)  # type: ignore[arg-type]
            sideways += (x - whole.centre[0]) * run[f"{name}.tyre.Fy"] + run[f"{name}.tyre.Mz"]
            if name in done.places["driven"]:
                torque = run[f"{name}.motor.torque"] * ratio
                lever -= (y - whole.centre[1]) * torque / float(corner.tyre_radius)  # type: ignore[arg-type]
        after = (BEGIN + self.rise, BEGIN + self.rise + SETTLED)
        yaw_acceleration = np.gradient(run["vehicle.yaw_rate"], run.time) - (sideways - sideways[0]) / yaw_inertia
        return {
            "yaw_acceleration_initial": mean(run.time, yaw_acceleration, after),
            "yaw_acceleration_expected": mean(run.time, lever - lever[0], after) / yaw_inertia,
        }
