"""Notes on what controls the brakes of a car, and on what it takes for granted."""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.model.assembly.car import car_wheelbase
from jounce.studies.driving.wanted_car import SPEED, left_to_linear_car


def brake_notes(vehicle: Vehicle) -> list[str]:
    """What anti-lock brakes and stability control know of the car, where it has them and they are on."""
    found = []
    if vehicle.abs is not None and vehicle.abs.on:
        found.append("anti-lock brakes: slip is measured against the true speed of the car")
    if vehicle.esc is not None and vehicle.esc.on:
        esc, wheelbase = vehicle.esc, float(car_wheelbase(vehicle))  # type: ignore[arg-type]
        left = left_to_linear_car(vehicle)
        found.append(
            f"stability control: wants the yaw rate of a car with a wheelbase of {wheelbase:.4g} m, "
            f"{_wanted('a characteristic speed of', esc.characteristic_speed, 'm/s')} and "
            f"{_wanted('a lag of', esc.lag, 's')}, on a road of friction {esc.friction:g}"
            + (f"; what the file leaves out was found from its linear car at {3.6 * SPEED:g} km/h" if left else "")
        )
    return found


def _wanted(words: str, value: float | None, unit: str) -> str:
    """Returns a number of the wanted car in words."""
    return f"{words} {value:.4g} {unit}" if value is not None else f"{words} its own"
