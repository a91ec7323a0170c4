"""Stability and traction control of a car as parts: controllers that act on its brakes and on its drive."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar
from jounce.model.assembly.brakes import brake_demand, brake_traction, free_rolling_radius
from jounce.model.assembly.names import SIDES
from jounce.model.assembly.powertrain import REDUCTION as ENGINE_REDUCTION
from jounce.parts import Input
from jounce.parts.controls import StabilityControl, TractionControl
from jounce.parts.signals import External, input_of_signal

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

REDUCTION = "drive.reduction"
ESC_WORDS = (
    *("characteristic_speed", "lag", "friction", "reserve", "dead_band", "band_speed", "band_steering", "band_time"),
    *("exit_share", "least_time", "gain", "sideslip_gain", "most_pressure", "least_speed", "rate"),
)
TRACTION_WORDS = (
    *("slip", "margin", "brake_gain", "most_pressure", "reduction_gain", "reduction_rate", "recovery"),
    *("most_reduction", "rate"),
)


def car_control_parts(vehicle: Vehicle, wheelbase: Scalar) -> list[Any]:
    """Stability and traction control, as far as the car has them and they are on."""
    found: list[Any] = []
    if vehicle.esc is not None and vehicle.esc.on:
        found.append(_stability_control(vehicle, wheelbase))
    if vehicle.traction_control is not None and vehicle.traction_control.on:
        found.append(_traction_control(vehicle))
    return found


def reduce_car_drive(vehicle: Vehicle, parts: Sequence[Any], drives: Collection[str]) -> list[Any]:
    """Parts of a driveline with motors of which traction control takes torque away, and the input for that.

    An engine has an input of its own for it.
    """
    if vehicle.traction_control is None or not vehicle.traction_control.on:
        return list(parts)
    given = Input(name=REDUCTION, unit="1", definition="share of the drive torque that traction control takes away")
    return [given, *(_reduced(part) if _drives(part, drives) else part for part in parts)]


def _drives(part: Any, drives: Collection[str]) -> bool:
    return hasattr(part, "reduction") and input_of_signal(part.signal) in drives


def _reduced(motor: Any) -> Any:
    return replace(motor, reduction=External(input=REDUCTION))


def _stability_control(vehicle: Vehicle, wheelbase: Scalar) -> StabilityControl:
    names = list(vehicle.axles)
    steered = next(name for name, axle in vehicle.axles.items() if axle.steered)
    demands = tuple(brake_demand(f"{axle}_{side}") for axle in (names[0], names[-1]) for side in SIDES)
    given = {word: getattr(vehicle.esc, word) for word in ESC_WORDS}
    return StabilityControl(
        name="esc",
        wheelbase=wheelbase,
        demands=demands,
        steer=tuple(f"{steered}_{side}.steer" for side in SIDES),
        **{word: value for word, value in given.items() if value is not None},  # the part has usual ones
    )


def _traction_control(vehicle: Vehicle) -> TractionControl:
    drive: Any = vehicle.drive
    wheels = tuple(f"{axle}_{side}" for axle in drive.axles for side in SIDES)
    braked = vehicle.brakes is not None and vehicle.brakes.by_pressure()
    return TractionControl(
        name="traction_control",
        radius=free_rolling_radius(vehicle.axles[drive.axles[0]]),
        spins=tuple(f"{wheel}.wheel_bearing.angle_rate" for wheel in wheels),
        demands=tuple(map(brake_traction, wheels)) if braked else None,
        reduction=REDUCTION if vehicle.engine is None else ENGINE_REDUCTION,
        **{word: getattr(vehicle.traction_control, word) for word in TRACTION_WORDS},
    )
