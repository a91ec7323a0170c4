"""Slowly increasing steer: the steering-wheel angle at 0.3 g, by which other tests measure theirs. [49 CFR 571.126]"""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.simulation.inputs import Source
from jounce.studies.driving.drive import Drive, Manoeuvre, drive
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circles
from jounce.studies.driving.histories import ramp_history

G0 = 9.80665  # m/s^2
SPEED = 80.0 / 3.6  # m/s
RATE = np.radians(13.5)  # rad/s
BEGIN, TAKE_UP, REST = 0.2, 0.2, 0.5  # s before the ramp, until it has its rate, and after its last angle
CIRCLES = 6  # between which the drive torque is interpolated
RAMP_TO, FITTED_FROM, FITTED_TO, READ_AT = 0.4 * G0, 0.1 * G0, 0.375 * G0, 0.3 * G0  # m/s^2
ROUNDED_TO = np.radians(0.1)
TURNS = {"left": 1.0, "right": -1.0}  # sign of the steering wheel


def angle_at_0_3_g(study: Drive, vehicle: Vehicle, start: SteadyMotionStart, speed: float, side: str) -> float:
    """Returns a in rad: by a regression of angle over lateral acceleration from 0.1 to 0.375 g, rounded to 0.1 deg."""
    run = drive(_slow_turn(study, vehicle, start, speed, TURNS[side]), study)
    turned = TURNS[side] * (run["steering.wheel.angle"] - run["steering.wheel.angle"][0])
    aside = TURNS[side] * run["vehicle.cg.ay"]
    fitted = (aside >= FITTED_FROM) & (aside <= FITTED_TO)
    slope, level = np.polyfit(aside[fitted], turned[fitted], 1)
    return float(ROUNDED_TO * round((slope * READ_AT + level) / ROUNDED_TO))


def _slow_turn(study: Drive, vehicle: Vehicle, start: SteadyMotionStart, speed: float, sign: float) -> Manoeuvre:
    """Turns the wheel to 0.4 g, beyond what is fitted; the drive torque follows as steady circles need it."""
    car = start.car
    wheel = study.steering(car)
    rates = (sign * np.linspace(0.0, RAMP_TO, CIRCLES)[1:] / speed).tolist()
    starts = [start, *start_in_circles(car, speed, rates, at=start)]
    angles = np.array([each.inputs[wheel] for each in starts])
    if sign * (angles[-1] - angles[0]) <= 0.0:
        what = f"{speed:g} m/s is beyond the critical speed: a slow turn follows no circles"
        raise study.refuse("speed", what, "a lower speed")
    duration = BEGIN + TAKE_UP + float(abs(angles[-1] - angles[0])) / RATE + REST
    t, angle, kind = ramp_history(angles[0], sign * RATE, BEGIN, TAKE_UP, duration)
    order = np.argsort(angles)
    inputs: dict[str, Source] = {wheel: (t, angle, kind)}
    for motor in car.drive:
        torques = np.array([each.inputs[motor] for each in starts])
        inputs[motor] = (t, np.interp(angle, angles[order], torques[order]), kind)
    return Manoeuvre(vehicle=vehicle, start=start, duration=duration, inputs=inputs)
