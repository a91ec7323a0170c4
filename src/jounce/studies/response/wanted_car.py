"""The car that stability control wants, found from the linear car where the file does not say it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import JounceError, ModelError, Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.response.linear_response import frictionless_start, linear_steer_response

SPEED = 80.0 / 3.6  # m/s at which the car is looked at
STEADY, LAGGING = 1e-3, 0.5  # Hz of slow sines of the steering wheel: one for the gain, one for the lag
FASTEST = 1000.0  # m/s: stands for a car that is neutral or oversteers, which is wanted to be neutral
WORDS = ("characteristic_speed", "lag")  # keys of [esc]


def left_to_linear_car(vehicle: Vehicle) -> tuple[str, ...]:
    """Returns the keys of [esc] that are left out and that a car with stability control needs."""
    if vehicle.esc is None or not vehicle.esc.on:
        return ()
    return tuple(word for word in WORDS if getattr(vehicle.esc, word) is None)


def with_wanted_car(vehicle: Vehicle) -> Vehicle:
    """Returns the car with the numbers of the wanted car in [esc], found where they are left out."""
    missing = left_to_linear_car(vehicle)
    car = vehicle.car_model("angle") if missing else None
    if car is None or not any(hasattr(one, WORDS[0]) for one in car.model.controllers):
        return vehicle  # nothing is left out, or its depth has no brakes to control
    try:
        found = find_wanted_car(vehicle, car)
    except JounceError as error:
        problems = [Problem(f"esc.{word}", f"cannot be found: {error}", "a number in [esc]") for word in missing]
        raise ModelError(vehicle.name, problems) from error
    own: Any = vehicle.esc
    return vehicle.with_leading_tables(esc=replace(own, **{word: found[word] for word in missing}))


def find_wanted_car(vehicle: Vehicle, car: CarModel) -> dict[str, float]:
    """Finds characteristic speed and lag of the linear car at 80 km/h, against the mean angle of its front wheels.

    With the yaw rate r and that angle delta, r/delta = v/(L + K v^2) for a steady angle, and the characteristic speed
    is root(L/K). The lag is that of the first order with the phase of r/delta at 0.5 Hz. Dry friction is left out.
    """
    from jounce.simulation.linear.linearise import linearise  # with SciPy, which takes as long to import as a run

    steered = next(name for name, axle in vehicle.axles.items() if axle.steered)
    ready, wheel = frictionless_start(start_straight(car, SPEED)), str(car.steering)
    shown = ["vehicle.yaw_rate", *(f"{corner.prefix}.steer" for corner in car.axles[steered])]
    orders = (wheel, f"{wheel}.rate", f"{wheel}.second_rate")
    linear = linearise(ready, ready.state, {}, outputs=shown, inputs_of=orders)
    yaw_rate, *wheels = linear_steer_response(linear, np.array([STEADY, LAGGING]))
    gain, lagging = yaw_rate / np.mean(wheels, axis=0)
    wheelbase = float(car.leading.wheelbase)  # type: ignore[arg-type]
    K = (SPEED / abs(gain) - wheelbase) / SPEED**2
    slowest = wheelbase / FASTEST**2
    lag = np.tan(-np.angle(lagging)) / (2.0 * np.pi * LAGGING)
    return {"characteristic_speed": float(np.sqrt(wheelbase / max(K, slowest))), "lag": max(float(lag), 0.0)}
