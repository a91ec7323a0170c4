"""The brakes of a car: a pedal, and a brake on the bearing of each wheel, by its torque or by its pressure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.model.axle_data import SIDES
from jounce.model.brake_data import BrakeData
from jounce.parts import Input
from jounce.parts.brakes import PressureBrake
from jounce.parts.brakes.pressure_brake import SAME
from jounce.parts.forces import Brake
from jounce.parts.signals import External

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

PEDAL = "brakes.pedal"


def brake_parts(vehicle: Vehicle) -> list[Any]:
    """The pedal and the brakes of all wheels, as far as the car has them."""
    data = vehicle.brakes
    if data is None:
        return []
    parts: list[Any] = [Input(name=PEDAL, unit="1", definition="brake pedal, 0 released to 1 full")]
    for number, name in enumerate(vehicle.axles):
        for side in SIDES:
            if data.by_pressure():
                parts += _pressure_brake(data, f"{name}_{side}", number == 0, has_traction_control(vehicle, name))
            else:
                parts.append(_torque_brake(data, f"{name}_{side}", number, len(vehicle.axles)))
    return parts


def brake_demand(corner: str) -> str:
    """The input by which a controller asks for a pressure at a wheel."""
    return f"brakes.{corner}.demand"


def brake_traction(corner: str) -> str:
    """The same for traction control."""
    return f"brakes.{corner}.traction"


def has_traction_control(vehicle: Vehicle, axle: str) -> bool:
    """Whether the wheels of an axle are driven and held by traction control."""
    given, drive = vehicle.traction_control, vehicle.drive
    return given is not None and given.on and drive is not None and axle in drive.axles


def _torque_brake(data: Any, corner: str, number: int, axles: int) -> Brake:
    share = data.front_share if number == 0 else (1.0 - data.front_share) / (axles - 1)
    return Brake(
        name=f"{corner}.brake",
        coordinate=f"{corner}.wheel_bearing.angle",
        torque=0.5 * share * data.torque,
        signal=External(input=PEDAL),
        law=data.friction_law,
        slip=data.slip,
    )


def _pressure_brake(data: BrakeData, corner: str, front: bool, traction: bool) -> list[Any]:
    """The brake of a wheel, and the inputs by which controllers reach it."""
    asked = f"asks of the {corner.replace('_', ' ')} wheel besides the driver"
    inputs = [Input(name=brake_demand(corner), unit="Pa", definition=f"pressure that a controller {asked}")]
    if traction:
        inputs.append(Input(name=brake_traction(corner), unit="Pa", definition=f"pressure that traction control {asked}"))
    return [
        *inputs,
        PressureBrake(
            name=f"{corner}.brake",
            coordinate=f"{corner}.wheel_bearing.angle",
            signal=External(input=PEDAL),
            line=data.pressure,
            share=SAME if front else data.rear_law(),
            torque=data.front_torque if front else data.rear_torque,
            demand=External(input=brake_demand(corner)),
            traction=External(input=brake_traction(corner)) if traction else None,
            law=data.friction_law,
            slip=data.slip,
        ),
    ]
