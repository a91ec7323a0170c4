"""The powertrain of a car as parts: crankshaft, converter and turbine, gearbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.driveline import driveline_outputs
from jounce.model.assembly.rotors import AXES, rotor
from jounce.model.powertrain_data import SHIFT_TIME, largest_torque
from jounce.parts import Input
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.signals import External

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

THROTTLE, REDUCTION, PEDAL, GEAR = "engine.throttle", "engine.reduction", "clutch.pedal", "gearbox.gear"
CRANK, TURBINE = "crankshaft.angle", "turbine.angle"  # coordinates
ENGINE, CONVERTER, GEARBOX = "engine", "converter", "gearbox"  # force elements


@dataclass(frozen=True, slots=True, kw_only=True)
class PowertrainModel:
    """What a study needs to know of engine and gearbox."""

    input: str  # coordinate that the gears turn: of crankshaft or turbine
    turbine: str | None  # of a converter
    outputs: Mapping[str, Scalar]  # coordinates behind the gears: turns of the gearbox's output for one of each
    ratios: tuple[Scalar, ...]
    reverse: Scalar | None
    efficiency: Scalar
    torque: Scalar  # N m, about the largest of the engine
    idle_speed: Scalar  # rad/s
    limit_speed: Scalar  # rad/s
    limit_band: Scalar  # rad/s, over which the limiter closes the throttle
    lock_speed: Scalar  # rad/s, of the turbine, above which a lock-up clutch may close
    shifts: str  # "automatic", or by the "driver"

    def coordinates(self) -> tuple[str, ...]:
        """Angles of crankshaft and turbine."""
        return (CRANK,) if self.turbine is None else (CRANK, TURBINE)


def powertrain_model(vehicle: Vehicle) -> PowertrainModel | None:
    """Of a car with an engine."""
    engine, gearbox = vehicle.engine, vehicle.gearbox
    if engine is None or gearbox is None or vehicle.drive is None:
        return None
    return PowertrainModel(
        input=CRANK if vehicle.converter is None else TURBINE,
        turbine=None if vehicle.converter is None else TURBINE,
        outputs=driveline_outputs(vehicle.drive),
        ratios=gearbox.ratios,
        reverse=gearbox.reverse,
        efficiency=gearbox.efficiency,
        torque=largest_torque(engine),
        idle_speed=engine.idle_speed,
        limit_speed=engine.limit_speed,
        limit_band=engine.limit_band,
        lock_speed=0.0 if vehicle.converter is None else vehicle.converter.lock_speed,
        shifts=gearbox.shifts,
    )


def powertrain_parts(vehicle: Vehicle, corners: Mapping[str, CornerModel]) -> list[Any]:
    """All from the throttle to the gears, which turn the outputs of the driveline."""
    engine, converter, gearbox = vehicle.engine, vehicle.converter, vehicle.gearbox
    if engine is None or gearbox is None or vehicle.drive is None:
        return []
    x, _, z = corners[f"{vehicle.drive.axles[0]}_left"].wheel_centre
    place = (x, 0.0, z)  # rotors are taken from the car body, so any place in it will do
    axis = AXES[engine.lies]
    parts: list[Any] = [
        Input(name=THROTTLE, unit="1", definition="throttle, 0 closed to 1 full"),
        Input(name=REDUCTION, unit="1", definition="share of the throttle that control systems take back, 0 to 1"),
        *rotor("crank", "crankshaft", engine.inertia, place, axis),
        _engine(vehicle),
    ]
    if converter is not None:
        parts += rotor("turbine_rotor", "turbine", converter.turbine_inertia, place, axis)
        parts.append(_converter(vehicle))
    return [*parts, *_gearbox(vehicle, driveline_outputs(vehicle.drive))]


def _engine(vehicle: Vehicle) -> Engine:
    data: Any = vehicle.engine
    gearbox: Any = vehicle.gearbox
    time = _shift_time(vehicle)
    cut: Any = gearbox.shift_reduction if vehicle.converter is not None else 1.0
    words = ("full_load", "drag", "torque_map", "idle_speed", "idle_band", "limit_speed", "limit_band")
    return Engine(
        name=ENGINE,
        coordinate=CRANK,
        throttle=External(input=THROTTLE),
        reduction=External(input=REDUCTION),
        **{word: getattr(data, word) for word in words},
        efficiency=gearbox.efficiency,
        converter=CONVERTER if vehicle.converter is not None else "",
        gearbox=GEARBOX if time is not None else "",
        shift_time=time,
        shift_reduction=cut if time is not None else None,
    )


def _shift_time(vehicle: Vehicle) -> Any:
    """Of a gearbox that shifts by itself, if its shifts take any."""
    gearbox: Any = vehicle.gearbox
    if gearbox.shifts != "automatic":
        return None
    return SHIFT_TIME if gearbox.shift_time is None and vehicle.converter is not None else gearbox.shift_time


def _converter(vehicle: Vehicle) -> Converter:
    data: Any = vehicle.converter
    gearbox: Any = vehicle.gearbox
    words = ("torque_ratio", "lock_torque", "lock_ratio", "lock_speed", "unlock_speed")
    return Converter(
        name=CONVERTER,
        coordinates=(CRANK, TURBINE),
        capacity=data.capacity_factor,
        efficiency=gearbox.efficiency,
        **{word: getattr(data, word) for word in words},
    )


def _gearbox(vehicle: Vehicle, outputs: Mapping[str, Scalar]) -> list[Any]:
    data: Any = vehicle.gearbox
    clutch: Any = vehicle.clutch
    first = CRANK if vehicle.converter is None else TURBINE
    row: dict[str, Any] = {
        "name": GEARBOX,
        "coordinates": (first, *outputs),
        "shares": tuple(outputs.values()),
        "ratios": data.ratios,
        "reverse": data.reverse,
        "torque": data.torque if clutch is None else clutch.torque,
    }
    pedal = Input(name=PEDAL, unit="1", definition="clutch pedal, 0 closed to 1 open")
    foot = [] if clutch is None else [pedal]
    if data.shifts == "driver":
        gear = Input(name=GEAR, unit="1", default=1.0, definition="gear: 1, 2, ... forward, 0 neutral, -1 reverse")
        return [gear, *foot, ManualGearbox(gear=External(input=GEAR), pedal=External(input=PEDAL), **row)]
    lines = {word: data.lines(word) for word in ("up", "down")}
    same: dict[str, Any] = {word: getattr(data, word) for word in ("throttles", "shift_by", "dwell")}
    same["shift_time"] = _shift_time(vehicle)
    if vehicle.converter is not None:
        row |= {"hold": largest_torque(vehicle.engine), "reduction": External(input=REDUCTION)}  # type: ignore[arg-type]
    if clutch is not None:
        row |= {"pedal": External(input=PEDAL), "open_speed": clutch.open_speed, "closed_speed": clutch.closed_speed}
    return [*foot, AutomaticGearbox(engine=CRANK, throttle=External(input=THROTTLE), **row, **lines, **same)]


def powertrain_inputs() -> tuple[str, ...]:
    """What drives a car with an engine."""
    return (THROTTLE,)
