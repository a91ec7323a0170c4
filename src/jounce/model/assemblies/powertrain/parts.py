"""The powertrain of a car as parts: crankshaft, converter and turbine, gearbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jounce.graph import Scalar
from jounce.model.assemblies.assembly import Built, Site, bodies_among
from jounce.model.assemblies.powertrain.data import SHIFT_TIME, largest_torque
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.rotors import AXES, rotor
from jounce.parts import Input
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.signals import External

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
        """Returns angles of crankshaft and turbine."""
        return (CRANK,) if self.turbine is None else (CRANK, TURBINE)


def powertrain_model(unit: Any, outputs: Mapping[str, Scalar]) -> PowertrainModel:
    """Returns what a study needs to know of engine and gearbox."""
    engine, gearbox = unit.engine, unit.gearbox
    return PowertrainModel(
        input=CRANK if unit.converter is None else TURBINE,
        turbine=None if unit.converter is None else TURBINE,
        outputs=outputs,
        ratios=gearbox.ratios,
        reverse=gearbox.reverse,
        efficiency=gearbox.efficiency,
        torque=largest_torque(engine),
        idle_speed=engine.idle_speed,
        limit_speed=engine.limit_speed,
        limit_band=engine.limit_band,
        lock_speed=0.0 if unit.converter is None else unit.converter.lock_speed,
        shifts=gearbox.shifts,
    )


def build_powertrain(site: Site) -> Built:
    """Builds all from the throttle to the gears, which turn the input shaft of the drive."""
    unit, outputs = site.unit, site.ports["input_shaft"]
    parts = _powertrain_parts(unit, site.ports["wheels"], outputs)
    ports = {
        "drive": (THROTTLE,),
        "reduction": REDUCTION,
        "gears": powertrain_model(unit, outputs),
        "rotors": bodies_among(parts),
    }
    return Built(parts=tuple(parts), ports=ports)


def _powertrain_parts(unit: Any, corners: Mapping[str, CornerModel], outputs: Mapping[str, Scalar]) -> list[Any]:
    engine, converter = unit.engine, unit.converter
    x, _, z = corners[f"{unit.drive.axles[0]}_left"].wheel_centre
    place = (x, 0.0, z)  # rotors are taken from the car body, so any place in it will do
    axis = AXES[engine.lies]
    parts: list[Any] = [
        Input(name=THROTTLE, unit="1", definition="throttle, 0 closed to 1 full"),
        Input(name=REDUCTION, unit="1", definition="share of the throttle that control systems take back, 0 to 1"),
        *rotor("crank", "crankshaft", engine.inertia, place, axis),
        _engine(unit),
    ]
    if converter is not None:
        parts += rotor("turbine_rotor", "turbine", converter.turbine_inertia, place, axis)
        parts.append(_converter(unit))
    return [*parts, *_gearbox(unit, outputs)]


def _engine(unit: Any) -> Engine:
    data: Any = unit.engine
    gearbox: Any = unit.gearbox
    time = _shift_time(unit)
    cut: Any = gearbox.shift_reduction if unit.converter is not None else 1.0
    words = ("full_load", "drag", "torque_map", "idle_speed", "idle_band", "limit_speed", "limit_band")
    return Engine(
        name=ENGINE,
        coordinate=CRANK,
        throttle=External(input=THROTTLE),
        reduction=External(input=REDUCTION),
        **{word: getattr(data, word) for word in words},
        efficiency=gearbox.efficiency,
        converter=CONVERTER if unit.converter is not None else "",
        gearbox=GEARBOX if time is not None else "",
        shift_time=time,
        shift_reduction=cut if time is not None else None,
    )


def _shift_time(unit: Any) -> Any:
    """Returns the shift time of a gearbox that shifts by itself, if its shifts take any."""
    gearbox: Any = unit.gearbox
    if gearbox.shifts != "automatic":
        return None
    return SHIFT_TIME if gearbox.shift_time is None and unit.converter is not None else gearbox.shift_time


def _converter(unit: Any) -> Converter:
    data: Any = unit.converter
    gearbox: Any = unit.gearbox
    words = ("torque_ratio", "lock_torque", "lock_ratio", "lock_speed", "unlock_speed")
    return Converter(
        name=CONVERTER,
        coordinates=(CRANK, TURBINE),
        capacity=data.capacity_factor,
        efficiency=gearbox.efficiency,
        **{word: getattr(data, word) for word in words},
    )


def _gearbox(unit: Any, outputs: Mapping[str, Scalar]) -> list[Any]:
    data: Any = unit.gearbox
    clutch: Any = unit.clutch
    first = CRANK if unit.converter is None else TURBINE
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
    same["shift_time"] = _shift_time(unit)
    if unit.converter is not None:
        row |= {"hold": largest_torque(unit.engine), "reduction": External(input=REDUCTION)}  # type: ignore[arg-type]
    if clutch is not None:
        row |= {"pedal": External(input=PEDAL), "open_speed": clutch.open_speed, "closed_speed": clutch.closed_speed}
    return [*foot, AutomaticGearbox(engine=CRANK, throttle=External(input=THROTTLE), **row, **lines, **same)]
