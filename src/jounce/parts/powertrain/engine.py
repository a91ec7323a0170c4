"""A combustion engine on its crankshaft: torque by throttle and speed, idle control, limiter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, maximum
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.laws import Law, RateLaw
from jounce.parts.powertrain.clip import clip
from jounce.parts.powertrain.gear_loss import loss_in_gears
from jounce.parts.signals import Signal
from jounce.units import Axes, Quantity

STILL = 20.0  # rad/s: below, drag goes with the speed; an engine fires from half of it on, fully above
LEAST_REACH = 1.0  # N m between drag and full load, so that their quotient stays finite between points of a table

EngineSpeed = Annotated[Scalar, Quantity("rad/s", "positive")]
Efficiency = Annotated[Scalar, Quantity("1", "positive")]
THROTTLE = Axes("s", "1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """Torque between drag and full load, both over engine speed w, by the opening u of the throttle.

        T = D(w) + u (F(w) - D(w))        u = L(w) max(u_d, u_i(w))        u_d = (1 - reduction) throttle

    Idle control opens the throttle by u_i = -D/(F - D) + (idle_speed - w)/idle_band, at least 0 and at most 1: without
    a load the torque vanishes at idle speed. The limiter L falls from 1 to 0 over the last `limit_band` below
    `limit_speed`. With a `torque_map` G over speed and throttle, (G(w, u_d) - D)/(F - D), from 0 to 1, stands in place
    of the driver's u_d: full load and drag are the ends of what the map may give. Where the engine turns the gears
    directly, what is lost in them is taken off here.
    """

    name: str
    coordinate: str  # angle of the crankshaft, "joint.coordinate"
    throttle: Annotated[Signal, THROTTLE]  # from 0 to 1
    reduction: Annotated[Signal, THROTTLE]  # share of the throttle that control systems take back
    full_load: Annotated[Law, Axes("rad/s", "N m")]  # F
    drag: Annotated[Law, Axes("rad/s", "N m")]  # D, negative
    idle_speed: EngineSpeed
    idle_band: EngineSpeed  # below idle speed, in which idle control opens the throttle fully
    limit_speed: EngineSpeed  # that the limiter does not let it pass
    limit_band: EngineSpeed
    torque_map: Annotated[RateLaw, Axes("rad/s", "N m", "1")] | None = None  # G, over speed and throttle
    efficiency: Efficiency = 1.0  # of gears that it turns directly
    converter: str = ""  # whose lock-up, while it is closed, makes that so; without a converter it always is
    gearbox: str = ""  # that takes throttle back for a shift
    shift_time: Annotated[Scalar, Quantity("s", "positive")] | None = None  # of that
    shift_reduction: Annotated[Scalar, Quantity("1", "not negative")] | None = None  # share of the throttle, or all

    source = Citation("Guzzella, Sciarretta 2013", "chapter 3")
    ends = ALONG_COORDINATE
    drawing = Unseen("an engine is a body of its own, which is drawn")

    def limits(self) -> Iterator[Problem]:
        if self.efficiency > 1.0:  # type: ignore[operator]
            yield Problem("efficiency", f"{self.efficiency:g}", "above 0 and at most 1: gears only lose")

    def loads(self, view: View) -> Loads:
        _, w = view.coordinate(self.coordinate)
        F, D = self.full_load.value(w), self.drag.value(w)
        reach = maximum(F - D, LEAST_REACH)
        idle = clip((self.idle_speed - w) * (1.0 / self.idle_band) - D * (1.0 / reach), 0.0, 1.0)
        limiter = clip((self.limit_speed - w) * (1.0 / self.limit_band), 0.0, 1.0)
        asked = self._asked(view)
        if self.torque_map is not None:
            asked = clip((self.torque_map.value(w, asked) - D) * (1.0 / reach), 0.0, 1.0)
        u = limiter * maximum(asked, idle)
        moving = clip(w * (1.0 / STILL), -1.0, 1.0)
        fires = clip(w * (2.0 / STILL) - 1.0, 0.0, 1.0)
        torque = moving * D + fires * (u * reach)
        direct = view.held("closed", self.converter) if self.converter else 1.0
        lost = direct * loss_in_gears(torque, w, self.efficiency)
        return Loads(
            efforts=((self.coordinate, torque - lost),),
            channels={
                "torque": Channel(torque, "N m", "torque of the engine at its crankshaft, positive forward"),
                "speed": Channel(w, "rad/s", "speed of the engine", "shaft speed"),
                "opening": Channel(u, "1", "of the throttle, with idle control and limiter"),
                "loss": Channel(lost, "N m", "lost in gears that the engine turns directly, at its crankshaft"),
            },
        )

    def _asked(self, view: View) -> Scalar:
        """Tells what driver and control systems ask for; less while the gearbox shifts."""
        asked: Scalar = view.signal(self.throttle) * (1.0 - view.signal(self.reduction))
        if self.gearbox and self.shift_time is not None:
            done = shift_done(view.time(), view.held("since", self.gearbox), self.shift_time)
            back: Scalar = 1.0 - done
            asked = (1.0 - (back if self.shift_reduction is None else self.shift_reduction * back)) * asked
        return asked


def shift_done(time: Scalar, since: Scalar, shift_time: Scalar) -> Scalar:
    """Tells how far clutch and throttle are back after a shift: open in its first half, then closing evenly."""
    return clip((time - since) * (2.0 / shift_time) - 1.0, 0.0, 1.0)
