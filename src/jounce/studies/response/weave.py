"""On-centre weave: how a car feels about straight ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import largest
from jounce.simulation.judging.car_checks import history_for_check
from jounce.simulation.judging.drive_checks import Asked
from jounce.studies.driving.drive import Added, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.driving.histories import SAMPLE, smooth
from jounce.studies.response.loops import Loop, mean_loop
from jounce.studies.settings import ANGLE, FORWARD_SPEED, FREQUENCY, LATERAL_ACCELERATION, STEP, Count

BEGIN = 0.5  # s
SETTLING = 1  # periods that are left out
WHEEL, ASIDE, YAW, TORQUE = "steering.wheel.angle", "vehicle.cg.ay", "vehicle.yaw_rate", "steering_torque"
READ_AT = 1.0  # m/s^2, where slopes beside the centre are read
AT_READ = "at a_y of 1 m/s^2 either side, mean of both"
CENTRE = "mean of both branches of the loop"
PER_ACCELERATION = "moment per acceleration"


class Weave(Drive):
    """On-centre weave: how a car feels about straight ahead. [ISO 13674-1:2023]

    The steering wheel moves through slow sines whose amplitude holds a steady circle of the lateral acceleration. Loops
    of one quantity over another, averaged over all periods but the first, give slopes and widths: a slope is that of
    the middle of both branches, a width the distance between them. Dry friction in the rack shows as width. The text
    of the standard was not at hand; definitions stand with the figures.
    """

    name = "weave"
    needs_wheels = True
    speed = replace(FORWARD_SPEED, default="100 km/h")
    frequency = replace(FREQUENCY, default="0.2 Hz", most=2.0)
    lateral_acceleration = replace(
        LATERAL_ACCELERATION, default="2 m/s^2", least=1.2, most=6.0, meaning="lateral acceleration of the amplitude"
    )
    angle = replace(ANGLE, least=1e-3, auto="the angle that holds a steady circle at lateral_acceleration")
    periods = Count(default=4, least=2, most=50, meaning="periods of the sine, of which the first is not read")
    step = STEP
    holds_speed = True
    panels = (
        Panel("lateral acceleration over steering wheel", (ASIDE,), WHEEL),
        Panel("yaw velocity over steering wheel", (YAW,), WHEEL),
        Panel("torque at the steering wheel over lateral acceleration", (TORQUE,), ASIDE),
        Panel("torque over angle of the steering wheel", (TORQUE,), WHEEL),
    )
    metrics = {
        "steering_angle": ("rad", "amplitude at the steering wheel"),
        "steering_sensitivity": ("m/s^2/rad", f"slope of a_y over steering-wheel angle at angle 0, {CENTRE}"),
        "steering_sensitivity_at_1": ("m/s^2/rad", f"the same {AT_READ}"),
        "angle_hysteresis": ("rad", "width of the loop of a_y over angle, along the angle, at a_y of 0"),
        "acceleration_dead_band": ("m/s^2", "width of that loop along a_y, at angle 0"),
        "yaw_gain": ("1/s", f"slope of yaw rate over steering-wheel angle at angle 0, {CENTRE}"),
        "yaw_hysteresis": ("rad", "width of the loop of yaw rate over angle, along the angle, at yaw rate 0"),
        "torque_at_0": (
            "N m",
            "half the width of the loop of torque over a_y, along the torque, at a_y of 0; positive where "
            "the torque is ahead, as friction makes it",
        ),
        "torque_at_1": ("N m", f"torque {AT_READ}, while the car turns in"),
        "torque_gradient": ("N s^2", f"slope of torque over a_y at a_y of 0, {CENTRE}", PER_ACCELERATION),
        "torque_gradient_at_1": ("N s^2", f"the same {AT_READ}", PER_ACCELERATION),
        "returnability": ("m/s^2", "half the width of that loop along a_y, at torque 0"),
        "steering_stiffness": ("N m/rad", f"slope of torque over angle at angle 0, {CENTRE}"),
        "steering_friction": (
            "N m",
            "half the width of the loop of torque over angle, along the torque, at angle 0; positive where the torque "
            "is ahead",
        ),
        "angle_at_no_torque": ("rad", "half the width of that loop along the angle, at torque 0"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.angle is None and self.lateral_acceleration <= READ_AT:
            yield Problem(
                "lateral_acceleration", f"{self.lateral_acceleration:g} m/s^2", "above 1 m/s^2, where slopes are read"
            )

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        start = start_straight(car, self.speed)
        angle = self.angle
        if angle is None:
            circle = start_in_circle(car, self.speed, self.lateral_acceleration / self.speed, at=start)
            angle = abs(circle.inputs[wheel] - start.inputs[wheel])
        duration = BEGIN + self.periods / self.frequency
        t = np.arange(0.0, duration + SAMPLE, SAMPLE)
        s = np.maximum(t - BEGIN, 0.0)
        turned = angle * np.sin(2.0 * np.pi * self.frequency * s) * smooth(2.0 * s * self.frequency)
        inputs = {wheel: (t, start.inputs[wheel] + turned, "spline")}
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=duration,
            inputs=inputs,
            found={"angle": angle},
            measuring_step=min(0.01, 0.002 / self.frequency),
        )

    def asked(self, run: Result, done: Manoeuvre) -> Iterator[Asked]:
        """Yields the lateral acceleration, where it says how far the steering wheel turns."""
        if self.angle is None:
            most = largest(run.time, history_for_check(run, "vehicle.cg.ay"))
            yield Asked("lateral acceleration", self.lateral_acceleration, most, "m/s^2")

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        torque = run["steering.driver.effort"]
        return {TORQUE: (torque, "N m", "of the driver's hands on the steering wheel, positive to the left")}

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        begin, period = BEGIN + SETTLING / self.frequency, 1.0 / self.frequency

        def loop(over: str, channel: str) -> Loop:
            return mean_loop(run.time, run[over], run[channel], begin, period)

        aside, yaw, felt, stiff = loop(WHEEL, ASIDE), loop(WHEEL, YAW), loop(ASIDE, TORQUE), loop(WHEEL, TORQUE)
        found: Values = {
            "steering_angle": done.found["angle"],
            "steering_sensitivity": aside.slope_at(0.0),
            "steering_sensitivity_at_1": aside.slope_where(READ_AT),
            "angle_hysteresis": aside.width_at_level(0.0),
            "acceleration_dead_band": aside.width_at(0.0),
            "yaw_gain": yaw.slope_at(0.0),
            "yaw_hysteresis": yaw.width_at_level(0.0),
            "torque_at_0": -0.5 * felt.width_at(0.0),
            "torque_gradient": felt.slope_at(0.0),
            "returnability": -0.5 * felt.width_at_level(0.0),
            "steering_stiffness": stiff.slope_at(0.0),
            "steering_friction": -0.5 * stiff.width_at(0.0),
            "angle_at_no_torque": -0.5 * stiff.width_at_level(0.0),
        }
        if felt.reaches(READ_AT):
            found["torque_at_1"] = felt.outward_at(READ_AT)
            found["torque_gradient_at_1"] = 0.5 * (felt.slope_at(READ_AT) + felt.slope_at(-READ_AT))
        return found
