"""Notes on what controls the brakes of a car, and on what it takes for granted."""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.model.assembly.car import car_wheelbase


def brake_notes(vehicle: Vehicle) -> list[str]:
    """What anti-lock brakes and stability control know of the car, where it has them and they are on."""
    found = []
    if vehicle.abs is not None and vehicle.abs.on:
        found.append("anti-lock brakes: slip is measured against the true speed of the car")
    if vehicle.esc is not None and vehicle.esc.on:
        esc, wheelbase = vehicle.esc, float(car_wheelbase(vehicle))  # type: ignore[arg-type]
        found.append(
            f"stability control: wants the yaw rate of a car with a wheelbase of {wheelbase:.4g} m and a "
            f"characteristic speed of {esc.characteristic_speed:.4g} m/s, on a road of friction {esc.friction:g}"
        )
    return found
