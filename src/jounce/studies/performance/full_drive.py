"""Full drive: what a driver with the pedal on the floor asks of a car, of its engine or of its motors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jounce.model import Vehicle
from jounce.model.assemblies.drive.motors import motors_of_drive
from jounce.model.assemblies.powertrain.parts import REDUCTION, THROTTLE
from jounce.model.assembly.car import CarModel
from jounce.parts.laws import law_at_number
from jounce.parts.signals import History


@dataclass(frozen=True, kw_only=True)
class FullDrive:
    """Inputs at their largest values, the wheels that they turn, and what takes them back while these spin."""

    most: Mapping[str, float]  # input -> value with the pedal on the floor
    corners: tuple[str, ...]  # whose wheels are driven
    motors: tuple[str, ...] = ()  # electric ones; none where an engine drives
    eased_by: tuple[str, ...] = ()  # inputs by which control systems take back the throttle
    eases_itself: bool = False  # the car has traction control of its own


def find_full_drive(vehicle: Vehicle, car: CarModel) -> FullDrive | None:
    """Finds the full drive of an engine, or of motors whose torques have limits; of others no torque is the largest."""
    if vehicle.drive is None:
        return None
    axles = car.axles
    corners = tuple(corner.prefix for axle in vehicle.drive.axles for corner in axles[axle])
    acted_on = {REDUCTION, *car.drive}
    own = any(acted_on & set(part.sets) for part in car.model.controllers)
    if car.powertrain is not None:
        return FullDrive(most={THROTTLE: 1.0}, corners=corners, eased_by=(REDUCTION,), eases_itself=own)
    motor = vehicle.motor
    if motor is None or (motor.peak_torque is None and motor.limit is None):
        return None
    most = float(motor.peak_torque) if motor.peak_torque is not None else law_at_number(motor.limit, 0.0)
    names = tuple(f"{driven}.motor" for driven in motors_of_drive(vehicle.drive))
    return FullDrive(most=dict.fromkeys(car.drive, most), corners=corners, motors=names, eases_itself=own)


def full_drive_history(before: float, most: float, begin: float, rise: float, end: float) -> History:
    """Moves an input from what it is at the start to its largest value, in a straight line."""
    times = (0.0, begin, begin + rise, end + 1.0)
    return History(time=times, value=(before, before, most, most), interpolation="linear")
