"""The brakes of a car: a pedal, and a brake on the bearing of each wheel, by its torque or by its pressure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import SIDES, Side
from jounce.model.assembly.rotors import CAR
from jounce.model.assembly.steering import WHEEL_COORDINATE
from jounce.model.axle_data import Axle
from jounce.model.brake_data import AbsData, BrakeData
from jounce.model.templates.virtual_tyre import virtual_tyre_law
from jounce.parts import Input
from jounce.parts.brakes import AbsBrake, PressureBrake
from jounce.parts.brakes.pressure_brake import SAME
from jounce.parts.forces import Brake
from jounce.parts.signals import External

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

PEDAL = "brakes.pedal"
ABS_WORDS = (
    *("release_slip", "reapply_slip", "controlled_slip", "release_deceleration", "recovery_acceleration"),
    *("build_rate", "release_rate", "line_lag", "filter_time", "cut_out_speed"),
    *("delay_begin", "delay_rate", "delay_difference", "delay_speed", "delay_cornering", "delay_steer"),
)


def brake_parts(vehicle: Vehicle, corners: Mapping[str, CornerModel]) -> list[Any]:
    """The pedal and the brakes of all wheels, as far as the car has them."""
    data = vehicle.brakes
    if data is None:
        return []
    parts: list[Any] = [Input(name=PEDAL, unit="1", definition="brake pedal, 0 released to 1 full")]
    for number, (name, axle) in enumerate(vehicle.axles.items()):
        for side in SIDES:
            corner = f"{name}_{side}"
            if not data.by_pressure():
                parts.append(_torque_brake(data, corner, number, len(vehicle.axles)))
                continue
            traction = has_traction_control(vehicle, name)
            parts += _brake_inputs(corner, traction)
            brake = _pressure_brake(data, corner, number == 0, traction)
            if vehicle.abs is not None and vehicle.abs.on:
                low = number > 0 and vehicle.abs.rear == "select low"
                brake = _with_modulator(brake, vehicle.abs, corners[corner], name, low, free_rolling_radius(axle))
                if number == 0 and vehicle.abs.front == "delayed":
                    brake = _delayed(brake, vehicle, f"{name}_{side.other}.brake", corners[corner].side)
            parts.append(brake)
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
        coordinate=_wheel(corner),
        torque=0.5 * share * data.torque,
        signal=External(input=PEDAL),
        law=data.friction_law,
        slip=data.slip,
    )


def _brake_inputs(corner: str, traction: bool) -> list[Input]:
    """The inputs by which controllers reach the brake of a wheel."""
    asked = f"asks of the {corner.replace('_', ' ')} wheel besides the driver"
    found = [Input(name=brake_demand(corner), unit="Pa", definition=f"pressure that a controller {asked}")]
    if traction:
        meaning = f"pressure that traction control {asked}"
        found.append(Input(name=brake_traction(corner), unit="Pa", definition=meaning))
    return found


def _pressure_brake(data: BrakeData, corner: str, front: bool, traction: bool) -> PressureBrake:
    return PressureBrake(
        name=f"{corner}.brake",
        coordinate=_wheel(corner),
        signal=External(input=PEDAL),
        line=data.pressure,  # type: ignore[arg-type]
        share=SAME if front else data.rear_law(),
        torque=data.front_torque if front else data.rear_torque,  # type: ignore[arg-type]
        demand=External(input=brake_demand(corner)),
        traction=External(input=brake_traction(corner)) if traction else None,
        law=data.friction_law,
        slip=data.slip,
    )


def _with_modulator(
    brake: PressureBrake, data: AbsData, corner: CornerModel, axle: str, low: bool, radius: Scalar
) -> AbsBrake:
    """The same brake behind an anti-lock modulator. Wheels of an axle that go together see the middle of the car."""
    x, y, z = corner.wheel_centre
    both = tuple(_wheel(f"{axle}_{side}") for side in SIDES)
    return AbsBrake(
        **{field.name: getattr(brake, field.name) for field in fields(brake)},
        body=CAR,
        point=(x, 0.0 if low else y, z),
        radius=radius,
        watched=both if low else (_wheel(corner.prefix),),
        **{word: getattr(data, word) for word in ABS_WORDS},
    )


def _delayed(brake: AbsBrake, vehicle: Vehicle, opposite: str, side: Side) -> AbsBrake:
    """The same brake whose pressure builds up slowly while the opposite one is at its limit."""
    steer = WHEEL_COORDINATE if vehicle.steers() else None
    return replace(brake, opposite=opposite, side=float(side.sign), steer=steer)


def free_rolling_radius(axle: Axle) -> Scalar:
    """Way of a wheel that rolls without slip, per rad, at the load with which it stands in the design position."""
    tyre: Any = axle.tyre
    if tyre.law is None:
        return tyre.radius  # type: ignore[no-any-return]
    load = tyre.law.load(tyre.law.free_radius(0.0) - tyre.radius, 0.0, 0.0)
    law: Any = virtual_tyre_law(axle.elements.get("carcass"), tyre.law)
    return law.effective_radius(load, 0.0)  # type: ignore[no-any-return]


def _wheel(corner: str) -> str:
    return f"{corner}.wheel_bearing.angle"
