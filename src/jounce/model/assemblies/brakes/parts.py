"""The brakes of a car: a pedal, and a brake on the bearing of each wheel, by its torque or by its pressure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from jounce.graph import Scalar
from jounce.model.assemblies.assembly import Built, Site
from jounce.model.assemblies.brakes.data import BrakeData
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import SIDES
from jounce.model.axle_data import Axle
from jounce.model.templates.virtual_tyre import virtual_tyre_law
from jounce.parts import Input
from jounce.parts.brakes import AbsBrake, DelayedBrake, OverrunBrake, PressureBrake
from jounce.parts.brakes.pressure_brake import SAME
from jounce.parts.forces import Brake
from jounce.parts.signals import External

PEDAL = "brakes.pedal"
ABS_WORDS = (
    *("release_slip", "reapply_slip", "controlled_slip", "release_deceleration", "recovery_acceleration"),
    *("build_rate", "release_rate", "line_lag", "filter_time", "cut_out_speed"),
    *("delay_begin", "delay_rate", "delay_difference", "delay_speed", "delay_cornering", "delay_steer"),
)


def build_brakes(site: Site) -> Built:
    """Builds the pedal, unless another unit has it, and the brakes of all wheels."""
    unit, data = site.unit, site.unit.brakes
    pedal = Input(name=PEDAL, unit="1", definition="brake pedal, 0 released to 1 full")
    has_pedal = "pedal" not in site.ports and data.overrun is None
    parts: list[Any] = [pedal] if has_pedal else []
    demands: dict[str, str] = {}
    traction: dict[str, str] = {}
    for number, name in enumerate(unit.axles):
        for side in SIDES:
            corner = site.ports["wheels"][f"{name}_{side}"]
            if not data.by_pressure():
                parts.append(_torque_brake(site, data, corner, number))
                continue
            demands[f"{name}_{side}"] = f"brakes.{corner.prefix}.demand"
            if _is_held_by_traction_control(unit, name):
                traction[f"{name}_{side}"] = f"brakes.{corner.prefix}.traction"
            asked = demands[f"{name}_{side}"], traction.get(f"{name}_{side}")
            parts += _brake_inputs(corner.prefix, *asked)
            brake = _pressure_brake(data, corner, number == 0, *asked)
            if unit.abs is not None and unit.abs.on:
                brake = _modulated(site, brake, corner, name, number)
            parts.append(brake)
    ports: dict[str, Any] = {"demands": demands, "traction": traction}
    return Built(parts=tuple(parts), ports=ports | {"pedal": PEDAL} if has_pedal else ports)


def _modulated(site: Site, brake: PressureBrake, corner: CornerModel, axle: str, number: int) -> AbsBrake:
    """Returns the same brake behind an anti-lock modulator, which may wait for the wheel of the other side."""
    data, wheels = site.unit.abs, site.ports["wheels"]
    pair = [wheels[f"{axle}_{side}"] for side in SIDES]
    low = number > 0 and data.rear == "select low"
    found = _with_modulator(site, brake, corner, pair if low else [corner], free_rolling_radius(site.unit.axles[axle]))
    if number > 0 or data.front != "delayed":
        return found
    (other,) = (wheel for wheel in pair if wheel is not corner)
    steer = site.ports.get("steering_wheel")
    return replace(found, opposite=f"{other.prefix}.brake", side=float(corner.side.sign), steer=steer)


def _is_held_by_traction_control(unit: Any, axle: str) -> bool:
    given, drive = unit.traction_control, unit.drive
    return given is not None and given.on and drive is not None and axle in drive.axles


def _torque_brake(site: Site, data: BrakeData, corner: CornerModel, number: int) -> Any:
    """Makes a brake by its torque: at once, late, or by the push of the coupling."""
    ends: dict[str, Any] = {"name": f"{corner.prefix}.brake", "coordinate": corner.wheel}
    if data.overrun is not None:
        return OverrunBrake(**ends, push=site.ports["push"], torque=data.overrun)
    share, pedal = data.axle_share(number == 0, len(site.unit.axles)), External(input=PEDAL)
    torque = 0.5 * share * data.torque  # type: ignore[operator]
    if data.response_time is not None:
        return DelayedBrake(**ends, torque=torque, signal=pedal, response_time=data.response_time)
    return Brake(**ends, torque=torque, signal=pedal, law=data.friction_law, slip=data.slip)


def _brake_inputs(corner: str, demand: str, traction: str | None) -> list[Input]:
    """Returns the inputs by which controllers reach the brake of a wheel."""
    asked = f"asks of the {corner.replace('_', ' ')} wheel besides the driver"
    found = [Input(name=demand, unit="Pa", definition=f"pressure that a controller {asked}")]
    if traction:
        found.append(Input(name=traction, unit="Pa", definition=f"pressure that traction control {asked}"))
    return found


def _pressure_brake(
    data: BrakeData, corner: CornerModel, front: bool, demand: str, traction: str | None
) -> PressureBrake:
    return PressureBrake(
        name=f"{corner.prefix}.brake",
        coordinate=corner.wheel,
        signal=External(input=PEDAL),
        line=data.pressure,  # type: ignore[arg-type]
        share=SAME if front else data.rear_law(),
        torque=data.front_torque if front else data.rear_torque,  # type: ignore[arg-type]
        demand=External(input=demand),
        traction=External(input=traction) if traction else None,
        law=data.friction_law,
        slip=data.slip,
    )


def _with_modulator(
    site: Site, brake: PressureBrake, corner: CornerModel, watched: Sequence[CornerModel], radius: Scalar
) -> AbsBrake:
    """Wheels of an axle that go together see the middle of the car."""
    x, y, z = corner.wheel_centre
    return AbsBrake(
        **{field.name: getattr(brake, field.name) for field in fields(brake)},
        body=site.body,
        point=(x, 0.0 if len(watched) > 1 else y, z),
        radius=radius,
        watched=tuple(wheel.wheel for wheel in watched),
        **{word: getattr(site.unit.abs, word) for word in ABS_WORDS},
    )


def free_rolling_radius(axle: Axle) -> Scalar:
    """Way of a wheel that rolls without slip, per rad, at the load with which it stands in the design position."""
    tyre: Any = axle.tyre
    if tyre.law is None:
        return tyre.radius  # type: ignore[no-any-return]
    load = tyre.law.load(tyre.law.free_radius(0.0) - tyre.radius, 0.0, 0.0)
    law: Any = virtual_tyre_law(axle.elements.get("carcass"), tyre.law)
    return law.effective_radius(load, 0.0)  # type: ignore[no-any-return]
