"""The wishbone quarter car over its bump in Exudyn: heights of car body and wheel centre.

Generalised-alpha has order two, so two steps give an error estimate and Richardson's extrapolation
a better curve: z = z_h/2 + (z_h/2 - z_h) / 3. The road's kinks lie on steps of both runs; where the
tyre lets go and lands again does not, which costs the extrapolation an order and asks for smaller
steps. Largest differences from Pinocchio with DOP853 at rtol 1e-12, over 3 s:

    tyre           step     half the step    extrapolated
    keeps contact  1 ms     1.2e-5 m         1.9e-8 m
    lifts off      0.2 ms   3.6e-7 m         4.6e-8 m
"""

from __future__ import annotations

from math import pi, sin
from typing import NamedTuple

import numpy as np
from exudyn.utilities import ObjectConnectorCartesianSpringDamper

from jounce_benchmarks import wishbone_car_data as data
from jounce_peers.exudyn_car import Assembly, add_corner, solver_settings

ALL_BUT_HEAVE = [1, 1, 0, 1, 1, 1]  # locked axes of the slider that carries the car body
STEPS = {False: 1e-3, True: 2e-4}  # lift_off -> coarse step, s


class Heights(NamedTuple):
    """Every 10 ms: time, height of the car body's centre, height of the wheel centre."""

    time: np.ndarray
    car_body: np.ndarray
    wheel: np.ndarray


def road(time: float) -> float:
    """One half-sine under the wheel."""
    s = (time - data.BUMP_START) / data.BUMP_DURATION
    return data.BUMP_HEIGHT * sin(pi * s) if 0.0 < s < 1.0 else 0.0


def run(step: float, lift_off: bool, duration: float = 3.0) -> Heights:
    """One run of Exudyn with a fixed step."""
    car = Assembly()
    body, wheel_centre = data.QUARTER_BODY, data.HARDPOINTS["wheel_centre"]
    car.add("car_body", body, body.centre)
    car.joint("ground", "car_body", body.centre, np.eye(3), ALL_BUT_HEAVE)
    add_corner(car, data.QUARTER_CORNER)

    def tyre(mbs, time, number, displacement, velocity, stiffness, damping, offset):
        pull = data.TYRE_STIFFNESS * (displacement[2] - road(time))
        return [0, 0, min(pull, 0.0) if lift_off else pull]

    relaxed = (wheel_centre[0], wheel_centre[1], data.TYRE_RADIUS)  # wheel centre without load
    car.system.AddObject(
        ObjectConnectorCartesianSpringDamper(
            markerNumbers=[car.marker("ground", relaxed), car.marker("wheel", wheel_centre)],
            stiffness=[0, 0, data.TYRE_STIFFNESS],
            springForceUserFunction=tyre,
        )
    )
    sensors = car.watch("car_body", body.centre), car.watch("wheel", wheel_centre)
    car.system.Assemble()
    car.system.SolveDynamic(solver_settings(step, duration, tolerance=1e-10))
    tracks = [car.system.GetSensorStoredData(sensor) for sensor in sensors]
    return Heights(tracks[0][:, 0], tracks[0][:, 3], tracks[1][:, 3])


def extrapolated(lift_off: bool, duration: float = 3.0) -> Heights:
    """Richardson's curve from a step and half of it."""
    step = STEPS[lift_off]
    coarse, fine = run(step, lift_off, duration), run(step / 2, lift_off, duration)
    body, wheel = (b + (b - a) / 3 for a, b in zip(coarse[1:], fine[1:], strict=True))
    return Heights(fine.time, body, wheel)
