"""An electric motor: what it can give at each speed, what it draws for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar, less, maximum, minimum, select
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.forces.torsion_bar import torsion_bar_sum
from jounce.parts.laws import Law, RateLaw
from jounce.parts.limits import factor_limit
from jounce.parts.signals import Signal
from jounce.units import Axes, Quantity, Ratio

FADE = 0.02  # of the top speed: over the last of it the torque that drives falls to zero
BLEND = 1.0  # rad/s either way: where braking becomes driving backwards, the limits pass into each other
LEAST_EFFICIENCY = 0.01  # a table may be wrong, but nothing divides by zero


@dataclass(frozen=True, slots=True, kw_only=True)
class ElectricMotor:
    """A torque that a signal asks for, as far as the motor can give it at its speed; and the power that it draws.

    The motor's speed is the sum of factor times rate of its coordinates, and each of these feels factor times the
    torque T. Driving, T is at most

        T_most(w) = peak_power / max(|w|, peak_power/peak_torque)

    which is the peak torque up to a corner speed and the peak power beyond, or `limit`, a table over |w|; over the last
    2 % of `top_speed` it falls to zero. Braking, |T| is at most `regeneration` times T_most. With a `lag`, T follows
    the demand by lag T' = demand - T. Electrical power and energy, with the efficiency e:

        P = T w / e  while T w > 0,      P = e T w  while it brakes,      energy_drawn' = P
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...] = (1.0,)  # turns of the motor for one of each coordinate
    signal: Annotated[Signal, Axes("s", "N m")]  # the torque that is asked for, at the motor
    peak_torque: Annotated[Scalar, Quantity("N m", "positive")] | None = None  # with peak_power
    peak_power: Annotated[Scalar, Quantity("W", "positive")] | None = None  # at the shaft
    limit: Annotated[Law, Axes("rad/s", "N m")] | None = None  # largest torque over speed, in place of both
    top_speed: Annotated[Scalar, Quantity("rad/s", "positive")] | None = None  # where it drives no more
    regeneration: Annotated[Scalar, Quantity("1", "not negative")] = 1.0  # share of the limit with which it brakes
    efficiency: Annotated[Scalar, Quantity("1", "positive")] = 1.0  # of motor and inverter, both ways
    efficiency_map: Annotated[RateLaw, Axes("rad/s", "1", "N m")] | None = None  # in its place: over speed and torque
    lag: Annotated[Scalar, Quantity("s", "positive")] | None = None  # time constant of the torque
    reduction: Annotated[Signal, Axes("s", "1")] | None = None  # share that control systems take away of the signal

    source = BY_DEFINITION
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts inside joints, which are drawn")
    sums = ("electrical_energy",)  # states that only add up: they never settle, and nothing depends on them

    @property
    def states(self) -> tuple[tuple[str, str], ...]:
        """The energy it has drawn; and its torque, where that lags."""
        return (("electrical_energy", "J"),) if self.lag is None else (("electrical_energy", "J"), ("torque", "N m"))

    @property
    def lags(self) -> tuple[str, ...]:
        """States that follow what is asked for: in a steady motion they are what it asks for."""
        return () if self.lag is None else ("torque",)

    def terms(self) -> dict[str, Scalar]:
        """Tells what it turns: factor of each coordinate."""
        return dict(zip(self.coordinates, self.factors, strict=True))

    def limits(self) -> Iterator[Problem]:
        yield from factor_limit(self)
        yield from wrong_motor_limit(self)
        yield from wrong_motor_efficiency(self)

    def loads(self, view: View) -> Loads:
        _, speed = torsion_bar_sum(self.coordinates, self.factors, view)
        demand, rates = self._asked(view), {}
        if self.lag is not None:
            lagging = view.state("torque")
            rates["torque"] = (self._clipped(demand, speed) - lagging) / self.lag
            demand = lagging
        torque = self._clipped(demand, speed)
        power = self._drawn(torque, speed)
        channels = {
            "torque": Channel(torque, "N m", "of the motor at its own shaft, positive forward"),
            "speed": Channel(speed, "rad/s", "speed of the motor, positive forward", "shaft speed"),
            "electrical_power": Channel(power, "W", "electrical power that it draws; negative while it brakes"),
            "electrical_energy": Channel(
                view.state("electrical_energy"), "J", "electrical energy that it has drawn since the start"
            ),
        }
        if self._is_limited():
            channels["most"] = Channel(self._most(speed), "N m", "largest torque with which it drives at its speed")
        return Loads(
            efforts=tuple((name, factor * torque) for name, factor in self.terms().items()),
            channels=channels,
            rates={"electrical_energy": power, **rates},
        )

    def _asked(self, view: View) -> Scalar:
        """Tells what the signal asks for, less what is taken away of it."""
        asked: Scalar = view.signal(self.signal)
        return asked if self.reduction is None else asked * (1.0 - view.signal(self.reduction))

    def _is_limited(self) -> bool:
        return any(word is not None for word in (self.peak_torque, self.limit, self.top_speed))

    def _most(self, speed: Any) -> Any:
        """The largest torque that drives at a speed."""
        most = self._torque_curve(speed)
        if self.top_speed is None:
            return most
        share = (self.top_speed - abs(speed)) / (FADE * self.top_speed)
        return maximum(minimum(share, 1.0), 0.0) * most

    def _torque_curve(self, speed: Any) -> Any:
        """Tells what coils and battery allow, whether it drives or brakes."""
        if self.limit is not None:
            return maximum(self.limit.value(abs(speed)), 0.0)
        if self.peak_torque is None or self.peak_power is None:
            return 1e9  # N m: only its speed is limited
        return self.peak_power / maximum(abs(speed), self.peak_power / self.peak_torque)

    def _clipped(self, demand: Scalar, speed: Any) -> Scalar:
        """The torque asked for, within what the motor can give."""
        if not self._is_limited():
            return demand
        drives, brakes = self._most(speed), self.regeneration * self._torque_curve(speed)
        forward: Any = maximum(minimum(0.5 + speed * (0.5 / BLEND), 1.0), 0.0)  # 1: it turns forward, 0: backward
        highest = forward * drives + (1.0 - forward) * brakes
        lowest = forward * brakes + (1.0 - forward) * drives
        return minimum(maximum(demand, 0.0 - lowest), highest)

    def _drawn(self, torque: Any, speed: Any) -> Scalar:
        """Electrical power for a torque at a speed."""
        efficiency: Any = self.efficiency
        if self.efficiency_map is not None:
            efficiency = maximum(self.efficiency_map.value(abs(speed), abs(torque)), LEAST_EFFICIENCY)
        power = torque * speed
        return select(less(power, 0.0), power * efficiency, power / efficiency)


def wrong_motor_limit(motor: Any) -> Iterator[Problem]:
    """What is wrong with the torque that a motor can give: said twice, by halves, or as a table that cannot be."""
    pair = ("peak_torque", "peak_power")
    given = [word for word in pair if getattr(motor, word) is not None]
    if len(given) == 1:
        missing = next(word for word in pair if word not in given)
        yield Problem(missing, f"'{missing}' is missing beside {given[0]}", "give both, or limit: a table over speed")
    if motor.limit is None:
        return
    if given:
        yield Problem("limit", f"is given, and so is {given[0]}", "keep one: the table, or peak_torque and peak_power")
    speeds, torques = getattr(motor.limit, "x", ()), getattr(motor.limit, "y", ())
    if speeds and speeds[0] < 0.0:
        yield Problem("limit.x.0", f"{speeds[0]:g} rad/s", "speeds from 0 on: the limit is the same both ways")
    for k, torque in enumerate(torques):
        if torque < 0.0:
            yield Problem(f"limit.y.{k}", f"{torque:g} N m", "a largest torque: not negative")
            break


def wrong_motor_efficiency(motor: Any) -> Iterator[Problem]:
    """Finds what is wrong with an efficiency, in one number or as a map; and with the share of braking."""
    if motor.efficiency > 1.0 or motor.efficiency <= 0.0:
        yield Problem("efficiency", f"{motor.efficiency:g}", "above 0 and at most 1, or 100 %: no motor gains energy")
    if motor.regeneration > 1.0:
        yield Problem("regeneration", f"{motor.regeneration:g}", "a share of the limit from 0 (never brakes) to 1")
    if motor.efficiency_map is None:
        return
    for k, entry in enumerate(getattr(motor.efficiency_map, "y", ())):
        if not 0.0 < entry <= 1.0:
            yield Problem(f"efficiency_map.y.{k}", f"{entry:g}", "above 0 and at most 1: no motor gains energy")
            break
