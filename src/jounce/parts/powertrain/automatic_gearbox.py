"""A gearbox that shifts by itself: up and down by lines over the throttle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar, less, maximum, minimum, select
from jounce.parts.drawing import Unseen
from jounce.parts.ends import Along, Ends
from jounce.parts.forces.loads import Channel, Guard, Held, Loads, View
from jounce.parts.limits import rising_limit
from jounce.parts.powertrain.clip import clip
from jounce.parts.powertrain.engine import shift_done
from jounce.parts.powertrain.gear_row import gear_contact, gear_row_limits, ratio_of_gear
from jounce.parts.powertrain.manual_gearbox import DRIVER, GEAR_ROW, Capacity, GearRatio, GearRatios, Shares
from jounce.parts.powertrain.shift_lines import crossing_shift_lines, shift_line_of_gear
from jounce.parts.signals import Signal
from jounce.units import OneOf, Quantity

LONG_AGO = -1e6  # s: a run does not begin with a shift
COASTING = 0.2  # of a throttle, that clutches of the gears bear in a shift whatever the throttle is
SETTLED = 1.0  # what a condition is that cannot come about

Speeds = tuple[Annotated[Scalar, Quantity("rad/s", "not negative")], ...]
Throttles = tuple[Annotated[Scalar, Quantity("1", "not negative")], ...]
ENDS: Ends = (Along("coordinates"), Along("engine"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaticGearbox:
    """Dry friction between the input and what is driven, whose factor is the ratio of the gear that is held.

        w_input - r_gear sum(share w_output) = 0, with at most `torque` on the input

    It shifts up where the shift speed rises to the line `up` of its gear, and down where it falls to the line `down`;
    both are speeds over the throttle. The shift speed is that of the engine, or r_gear times that of the output. After
    a shift nothing happens for the time `dwell`. A shift lets the row slip until input and output fit again. With a
    `shift_time` a clutch is open in its first half and closes in the second. With `hold` as well there is no such
    clutch: in the first half those of the gears bear what the engine gave as the shift began, so that they hand over
    its torque and no more, and in the second they tighten. With `open_speed` and `closed_speed` the clutch closes as
    the engine speeds up from one to the other, as at a start from rest.
    """

    name: str
    coordinates: tuple[str, ...]  # angle of the input, then those that are driven
    engine: str  # angle of the crankshaft
    shares: Shares  # of the outputs: turns behind the gears for one of each; several share it
    ratios: GearRatios  # of the forward gears, falling
    reverse: GearRatio | None = None
    torque: Capacity  # that clutches of the gears bear
    throttle: Annotated[Signal, DRIVER]
    pedal: Annotated[Signal, DRIVER] | None = None  # of a clutch, 0 closed to 1 open
    throttles: Throttles  # of the points of all lines, rising
    up: Speeds  # line after line: from gear 1 to 2, from 2 to 3 ...
    down: Speeds  # likewise: from gear 2 to 1, from 3 to 2 ...
    shift_by: Annotated[str, OneOf("engine", "output")] = "engine"  # whose speed the lines are
    dwell: Annotated[Scalar, Quantity("s", "positive")] = 0.5  # longer than the row slips: till then the engine is fast
    shift_time: Annotated[Scalar, Quantity("s", "positive")] | None = None
    hold: Capacity | None = None  # that the clutches of the gears bear at full throttle while they shift
    reduction: Annotated[Signal, DRIVER] | None = None  # share of the throttle that control systems take back
    open_speed: Annotated[Scalar, Quantity("rad/s", "positive")] | None = None
    closed_speed: Annotated[Scalar, Quantity("rad/s", "positive")] | None = None
    first: Annotated[Scalar, Quantity("1")] = 1.0  # gear in which a run begins

    source = GEAR_ROW
    ends = ENDS
    drawing = Unseen("what it joins are bodies of their own")
    has_phases = True
    clutch = True

    @property
    def held(self) -> tuple[Held, ...]:
        handed = Held("handed", "1", "share of the full throttle that was there as the last shift began", 1.0)
        return (
            Held("gear", "1", "gear that is in: 1, 2, ... forward, 0 neutral, -1 reverse", self.first),
            Held("since", "s", "time of the last shift", LONG_AGO),
            *(() if self.hold is None else (handed,)),
        )

    def limits(self) -> Iterator[Problem]:
        yield from gear_row_limits(self)
        yield from rising_limit(self.throttles, "throttles")  # type: ignore[arg-type]
        wanted = (len(self.ratios) - 1) * len(self.throttles)
        for word in ("up", "down"):
            if len(getattr(self, word)) != wanted:
                what = f"{len(getattr(self, word))} speeds for {len(self.ratios)} gears"
                yield Problem(word, what, f"{len(self.ratios) - 1} lines of {len(self.throttles)} speeds")
        if len(self.up) == len(self.down) == wanted:
            yield from _hunting(self)

    def loads(self, view: View) -> Loads:
        gear, since, time = view.held("gear"), view.held("since"), view.time()
        ratio = ratio_of_gear(gear, self.ratios, self.reverse)
        names = self.coordinates[1:]
        turns: Any = sum(s * view.coordinate(name)[1] for name, s in zip(names, self.shares, strict=True))
        engine = view.coordinate(self.engine)[1]
        speed = engine if self.shift_by == "engine" else ratio * turns
        throttle, n = view.signal(self.throttle), len(self.ratios)
        up = shift_line_of_gear(gear, 1, self.throttles, self.up, throttle, 0.0)
        down = shift_line_of_gear(gear, 2, self.throttles, self.down, throttle, 0.0)
        rests = self.dwell - (time - since)
        forward = less(0.5, gear)
        rises = select(forward * less(gear, n - 0.5), maximum(up - speed, rests), SETTLED)
        falls = select(less(1.5, gear), maximum(speed - down, rests), SETTLED)
        shift = {"since": time} | ({} if self.hold is None else {"handed": self._throttle(view)})
        return Loads(
            contact=gear_contact(self.coordinates, self.shares, ratio, gear, self._limit(view, engine)),
            channels={
                "ratio": Channel(ratio, "1", "turns of the input for one of the output; 0 in neutral"),
                "output_speed": Channel(turns, "rad/s", "speed of the shaft behind the gears", "shaft speed"),
            },
            guards={
                "up": Guard(rises, sets={"gear": gear + 1.0, **shift}, falls="shifts up"),
                "down": Guard(falls, sets={"gear": gear - 1.0, **shift}, falls="shifts down"),
            },
        )

    def _limit(self, view: View, engine: Scalar) -> Scalar:
        """Tells what clutches bear now."""
        limit: Scalar = self.torque
        if self.pedal is not None:
            limit = limit * clip(1.0 - view.signal(self.pedal), 0.0, 1.0)
        if self.shift_time is not None:
            done = shift_done(view.time(), view.held("since"), self.shift_time)
            if self.hold is None:
                limit = limit * done
            else:  # gently: what is not yet in step when they tighten would push the car
                held = minimum(self.hold * view.held("handed"), limit)
                limit = held + (limit - held) * (done * done)
        if self.open_speed is not None and self.closed_speed is not None:
            reach: Any = self.closed_speed - self.open_speed
            limit = limit * clip((engine - self.open_speed) * (1.0 / reach), 0.0, 1.0)
        return limit

    def _throttle(self, view: View) -> Scalar:
        """Tells what is left of the throttle by control systems; closed, clutches still bring the input to its new
        speed.
        """
        left = 1.0 if self.reduction is None else 1.0 - view.signal(self.reduction)
        return maximum(view.signal(self.throttle) * left, COASTING)


def _hunting(part: AutomaticGearbox) -> Iterator[Problem]:
    """No shift back in the state that a shift leads to."""
    rows: Any = (part.ratios, part.throttles, part.up, part.down)
    for gear, throttle, after, low in crossing_shift_lines(*rows):
        what = f"gear {gear + 1} shifts down at {low:g} rad/s, but a shift up from gear {gear} leads to {after:g} rad/s"
        yield Problem("down", f"at throttle {throttle:g} {what}", "a lower line down, or a higher line up")
