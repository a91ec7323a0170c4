"""A hydrodynamic torque converter with a lock-up clutch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar, less, maximum, minimum, select
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, DryContact, Guard, Held, Loads, View
from jounce.parts.laws import Law
from jounce.parts.powertrain.clip import clip
from jounce.parts.powertrain.engine import Efficiency
from jounce.parts.powertrain.gear_loss import loss_in_gears
from jounce.units import Axes, Quantity

SYNCHRONOUS = 0.02  # last share of slip, over which the torque falls to zero: beyond equal speeds it has to turn
SLOWEST = 1e-3  # rad/s: so that no speed is divided by zero

SpeedRatio = Annotated[Scalar, Quantity("1", "not negative")]
ShaftSpeed = Annotated[Scalar, Quantity("rad/s", "not negative")]
COUPLED = Axes("1", "1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Converter:
    """Pump on the crankshaft, turbine behind it; torques by the speed ratio v = w_turbine/w_pump.

        T_pump = s (w_pump/K(v))^2        T_turbine = R(v) T_pump        s = min((1 - v)/SYNCHRONOUS, 1)

    K is the capacity factor, R the torque ratio; speeds in rad/s. Below v = 0 both are those of v = 0. Where the
    turbine is faster (overrun), both change their places and R is 1. With s the torque goes through zero at equal
    speeds, so power is only ever lost. The lock-up clutch is dry friction between pump and turbine. It closes where
    both the speed ratio and the speed of the turbine rise above `lock_ratio` and `lock_speed`, and opens where the
    turbine falls below `unlock_speed`.
    """

    name: str
    coordinates: tuple[str, ...]  # angles of pump and turbine
    torque_ratio: Annotated[Law, COUPLED]  # R
    capacity: Annotated[Law, COUPLED]  # K in T = (w/K)^2, rad/s and N m
    efficiency: Efficiency = 1.0  # of the gears behind the turbine
    lock_torque: Annotated[Scalar, Quantity("N m", "not negative")] = 0.0  # of the closed lock-up clutch
    lock_ratio: SpeedRatio = 0.9
    lock_speed: Annotated[Scalar, Quantity("rad/s", "positive")] = 1e4  # of the turbine
    unlock_speed: ShaftSpeed = 0.0
    locked_at_start: Annotated[Scalar, Quantity("1", "not negative")] = 0.0  # 1: a run begins with a closed clutch

    source = Citation("Guzzella, Sciarretta 2013", "chapter 3")
    ends = ALONG_COORDINATES
    drawing = Unseen("pump and turbine are bodies of their own")
    has_phases = True
    clutch = True

    @property
    def held(self) -> tuple[Held, ...]:
        return (Held("closed", "1", "1 while the lock-up clutch is closed", self.locked_at_start),)

    def terms(self) -> dict[str, Scalar]:
        """Tells what the lock-up clutch acts against."""
        return dict(zip(self.coordinates, (1.0, -1.0), strict=True))

    def limits(self) -> Iterator[Problem]:
        if len(self.coordinates) != 2:
            yield Problem("coordinates", f"{len(self.coordinates)}", "two: angles of pump and turbine")
        if self.efficiency > 1.0:  # type: ignore[operator]
            yield Problem("efficiency", f"{self.efficiency:g}", "above 0 and at most 1: gears only lose")
        if not self.unlock_speed < self.lock_speed:  # type: ignore[operator]
            what = f"{self.unlock_speed:g} rad/s, and the clutch closes above {self.lock_speed:g} rad/s"
            yield Problem("unlock_speed", what, "below lock_speed: else the clutch would open and close at once")

    def loads(self, view: View) -> Loads:
        pump, turbine = self.coordinates
        w, v = view.coordinate(pump)[1], view.coordinate(turbine)[1]
        into, out = converter_torques(w, v, self.torque_ratio, self.capacity)
        closed = view.held("closed")
        lost = loss_in_gears(out, v, self.efficiency)
        ratio: Any = v * (1.0 / maximum(w, SLOWEST))
        is_closed = less(0.5, closed)
        waits = maximum(self.lock_ratio - ratio, (self.lock_speed - v) * (1.0 / self.lock_speed))
        stays = v * (1.0 / self.lock_speed) - self.unlock_speed * (1.0 / self.lock_speed)
        return Loads(
            efforts=((pump, 0.0 - into), (turbine, out - lost)),
            contact=DryContact(self.terms(), closed * self.lock_torque, 1.0),
            channels={
                "pump_torque": Channel(into, "N m", "that the pump takes from the engine"),
                "turbine_torque": Channel(out, "N m", "of the fluid on the turbine, positive forward"),
                "turbine_speed": Channel(v, "rad/s", "speed of the turbine", "shaft speed"),
                "speed_ratio": Channel(ratio, "1", "speed of the turbine divided by that of the pump"),
                "loss": Channel(lost, "N m", "lost of it in the gears behind the turbine, at the turbine"),
            },
            guards={
                "closes": Guard(select(is_closed, 1.0, waits), sets={"closed": 1.0}, falls="closes its lock-up clutch"),
                "opens": Guard(select(is_closed, stays, 1.0), sets={"closed": 0.0}, falls="opens its lock-up clutch"),
            },
        )


def converter_torques(w: Scalar, v: Scalar, torque_ratio: Any, capacity: Any) -> tuple[Scalar, Scalar]:
    """Tells what the pump takes and the turbine gets, by their speeds; see `Converter`."""
    driving, driven = maximum(w, v), minimum(w, v)
    fast = maximum(driving, 0.0)
    ratio = clip(driven * (1.0 / maximum(driving, SLOWEST)), 0.0, 1.0)
    turns: Any = fast * (1.0 / capacity.value(ratio))
    size = turns * turns * minimum((1.0 - ratio) * (1.0 / SYNCHRONOUS), 1.0)
    forward = less(v, w)
    out = select(forward, torque_ratio.value(ratio) * size, 0.0 - size)
    return select(forward, size, 0.0 - size), out
