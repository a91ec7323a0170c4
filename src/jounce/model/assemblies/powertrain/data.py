"""The powertrain of a car as plain data: engine, clutch or converter, gearbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from jounce.graph import Scalar, maximum
from jounce.parts.laws import Law, RateLaw
from jounce.units import Axes, OneOf, Quantity

Inertia = Annotated[float, Quantity("kg m^2", "positive")]
Torque = Annotated[float, Quantity("N m", "positive")]
TorqueOrNone = Annotated[float, Quantity("N m", "not negative")]
ShaftSpeed = Annotated[float, Quantity("rad/s", "positive")]
Ratio = Annotated[float, Quantity("1", "positive")]
Ratios = Annotated[tuple[float, ...], Quantity("1", "positive")]
Shares = Annotated[tuple[float, ...], Quantity("1", "not negative")]
Speeds = Annotated[tuple[float, ...], Quantity("rad/s", "positive")]
Share = Annotated[float, Quantity("1", "not negative")]
Duration = Annotated[float, Quantity("s", "positive")]
SHIFT_TIME = 0.6  # s, behind a converter: passenger cars take 0.3 to 0.7 s
OVER_SPEED = Axes("rad/s", "N m")
OVER_SPEED_RATIO = Axes("1", "1")


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineData:
    """A combustion engine. With it the driver's input is `engine.throttle`, in place of `drive.torque`."""

    full_load: Annotated[Law, OVER_SPEED]  # torque at full throttle, over speed
    drag: Annotated[Law, OVER_SPEED]  # torque at closed throttle, negative, over speed
    torque_map: Annotated[RateLaw, Axes("rad/s", "N m", "1")] | None = None  # over speed and throttle, between both
    inertia: Inertia  # of crankshaft, flywheel, and clutch or pump
    idle_speed: ShaftSpeed  # that idle control holds without a load
    idle_band: ShaftSpeed = 20.0  # below idle speed, in which idle control opens the throttle fully
    limit_speed: ShaftSpeed  # that the limiter does not let it pass
    limit_band: ShaftSpeed = 10.0  # below that, over which the limiter closes the throttle
    lies: Annotated[str, OneOf("across", "along")] = "across"  # its crankshaft in the car; along, it turns about -x


@dataclass(frozen=True, slots=True, kw_only=True)
class ClutchData:
    """A friction clutch between engine and gearbox, opened by `clutch.pedal`.

    With both speeds the driver's foot is part of it: from rest the clutch closes as the engine speeds up from one to
    the other, and it opens before the engine would stall.
    """

    torque: Torque  # that it bears when it is closed
    open_speed: ShaftSpeed | None = None  # of the engine, below which it is open
    closed_speed: ShaftSpeed | None = None  # of the engine, above which it is closed


@dataclass(frozen=True, slots=True, kw_only=True)
class ConverterData:
    """A torque converter between engine and gearbox, with a lock-up clutch if that has a torque."""

    torque_ratio: Annotated[Law, OVER_SPEED_RATIO]  # of turbine by pump, over the speed ratio
    capacity_factor: Annotated[Law, OVER_SPEED_RATIO]  # K in T_pump = (w_pump/K)^2, rad/s and N m, over the speed ratio
    turbine_inertia: Inertia  # of turbine and input of the gearbox
    lock_torque: TorqueOrNone = 0.0  # of the closed lock-up clutch
    lock_ratio: Ratio = 0.9  # speed ratio above which it closes
    lock_speed: ShaftSpeed = 150.0  # of the turbine, above which it closes
    unlock_speed: ShaftSpeed = 120.0  # of the turbine, below which it opens


@dataclass(frozen=True, slots=True, kw_only=True)
class GearboxData:
    """Gears, and when they are shifted: by lines of engine speed over throttle, or by the input `gearbox.gear`."""

    ratios: Ratios  # turns of the input for one of the output, gear by gear, falling
    reverse: Ratio | None = None  # of the reverse gear, positive
    efficiency: Ratio = 1.0  # share of torque that is not lost, in gearbox and final drive together
    torque: Torque | None = None  # that the clutches of an automatic gearbox bear at its input
    shifts: Annotated[str, OneOf("automatic", "driver")] = "automatic"  # by its lines, or by the input gearbox.gear
    throttles: Shares | None = None  # of the points of all lines
    up: Speeds | None = None  # engine speeds of shifts up: a row for each gear but the last; or one for all
    down: Speeds | None = None  # of shifts down: a row for each gear but the first; or one for all
    shift_by: Annotated[str, OneOf("engine", "output")] = "engine"  # whose speed counts; output: times the gear's ratio
    dwell: Duration = 0.5  # after a shift, before the next: longer than the gears slip
    shift_time: Duration | None = None  # of a shift, in whose first half a clutch is open; behind a converter 0.6 s
    shift_reduction: Share = 0.5  # of the throttle, that is taken back in this half behind a converter

    def lines(self, word: str) -> tuple[float, ...]:
        """Returns a line for every shift, one after the other."""
        given = getattr(self, word) or ()
        several = len(given) == len(self.throttles or ()) and len(self.ratios) > 2
        return given * (len(self.ratios) - 1) if several else given


def points_of_curve(law: Any) -> list[tuple[Any, Any]]:
    """Places and values of a law that is a table, as it is stretched and moved; none of another."""
    if not hasattr(law, "placing"):
        return []
    x = [at * law.x_factor + law.x_offset for at in law.x]
    return list(zip(x, (y * law.y_factor + law.y_offset for y in law.y), strict=False))


def largest_torque(engine: EngineData) -> Scalar:
    """At full load: of the points of a table; of another law that at half of the highest speed."""
    law: Any = engine.full_load
    points = points_of_curve(law)
    found: Scalar = points[0][1] if points else law.value(0.5 * engine.limit_speed)
    for _, torque in points[1:]:
        found = maximum(found, torque)
    return found
