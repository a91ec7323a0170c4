"""Stability control: single wheels are braked where a car yaws more or less than its driver asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from jounce.errors import Problem
from jounce.graph import Scalar, atan, exp, less, maximum, minimum, select
from jounce.parts.citation import Citation
from jounce.parts.controls.controller import Command, Hold, Internal
from jounce.parts.controls.first_action import FIRST_ACTION, NEVER, first_action
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.units import PositiveLength, PositiveNumber, PositiveTime, Pressure, Quantity, Speed, TickRate

GRAVITY = 9.81  # m/s^2
YAW_SHARE = 0.85  # of the yaw rate at which the tyres are at their limit
SIDESLIP_PER_GRIP = 0.02  # s^2/m: limit of the sideslip angle, tan of it by friction times gravity
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")

SHORTEST = 1e-6  # s: a shorter lag is none

DeadBand = Annotated[Scalar, Quantity("rad/s", "not negative")]
YawGain = Annotated[Scalar, Quantity("Pa s/rad", "not negative")]
SideslipGain = Annotated[Scalar, Quantity("1/s", "not negative")]
NotNegativeTime = Annotated[Scalar, Quantity("s", "not negative")]
Reserve = Annotated[Scalar, Quantity("m/s^2", "not negative")]
Share = Annotated[Scalar, Quantity("1", "not negative")]


class YawError(NamedTuple):
    """How far the car is from what its driver asks for, beyond two dead bands."""

    entry: Scalar  # rad/s beyond the whole band: control begins where it is not zero
    exit: Scalar  # rad/s beyond the part of it at which control ends


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilityControl:
    """Brakes one wheel by a pressure: the outer front one against oversteer, the inner rear one against understeer.

    With the mean steer angle delta of the front wheels, the speed v, the lateral acceleration a_y and L = `wheelbase`,
    the driver asks for the yaw rate

        r_ss   = v delta / (L + K v^2)    K = L / characteristic_speed^2
        |r_ss| <= min(0.85 mu g, |a_y| + reserve) / v
        r_ref' = (r_ss - r_ref) / lag

    The car may differ from it by a band that grows with the speed and with the rate of steering, whose peaks fade with
    `band_time`:

        band = dead_band (1 + v / band_speed) + band_steering |delta'|
        e    = (r - r_ref beyond the band) - sideslip_gain (beta beyond atan(0.02 mu g))        g in m/s^2

    Control begins where e is not zero. From there on exit_share times the band counts in its place, and control ends
    where e is zero then and `least_time` is over. It asks for the pressure

        p = gain |e|, at most most_pressure

    A positive error asks for a moment to the right: a wheel on the right is braked. It is the front one where the car
    turns to the left, and so turns too much, else the rear one. Below `least_speed` nothing is asked for. mu is the
    friction that the controller assumes; speed, sideslip and steer angles are those of the car, without error.
    """

    name: str
    wheelbase: PositiveLength
    characteristic_speed: Speed = 25.0  # at which r/delta of the wanted car is largest
    lag: NotNegativeTime = 0.1  # of the yaw rate of the wanted car behind its steady value
    friction: PositiveNumber = 0.9  # mu
    reserve: Reserve = 3.0  # that a car may still have beyond its lateral acceleration
    dead_band: DeadBand = 0.06  # of the yaw rate, of a car that stands
    band_speed: Speed = 30.0  # at which that is twice as much
    band_steering: Share = 0.2  # rad/s of yaw rate for each rad/s at which the front wheels are steered
    band_time: PositiveTime = 0.3  # in which peaks of that rate fade
    exit_share: Share = 0.5  # of the band, at which control ends
    least_time: NotNegativeTime = 0.1  # of control that has begun
    gain: YawGain = 4e7  # pressure for each rad/s of error
    sideslip_gain: SideslipGain = 2.0  # rad/s of error for each rad of sideslip beyond its limit
    most_pressure: Pressure = 1.5e7
    least_speed: Speed = 5.0
    rate: TickRate = 100.0
    demands: tuple[str, ...] = tuple(
        f"brakes.{corner}.demand" for corner in CORNERS
    )  # inputs; front, rear: left, right
    steer: tuple[str, ...] = ("front_left.steer", "front_right.steer")  # channels
    vehicle: str = "vehicle.cg"  # whose motion it reads

    source = Citation("Rajamani 2012", "chapter 8")
    ends = NOWHERE
    drawing = Unseen("a controller has no place")
    internals = (
        Internal("wanted_yaw_rate", "rad/s", "yaw rate that the driver asks for, within its limit, behind a lag"),
        Internal("error", "rad/s", "yaw rate less the wanted one beyond the band, with that of the sideslip"),
        Internal("band", "rad/s", "difference of yaw rates at which control begins"),
        Internal("acts", "1", "1 while control acts, else 0"),
        FIRST_ACTION,
        Internal("impulse", "Pa s", "pressure asked of all wheels together, integrated over time"),
    )

    @property
    def reads(self) -> tuple[str, ...]:
        return (*self.steer, *map(self._seen, ("vx", "yaw_rate", "sideslip", "ay")))

    @property
    def sets(self) -> tuple[str, ...]:
        return self.demands

    def limits(self) -> Iterator[Problem]:
        if len(self.demands) != len(CORNERS):
            hint = "front left, front right, rear left, rear right"
            yield Problem("demands", f"{len(self.demands)} inputs", hint)
        yield from exit_share_limit(self.exit_share)
        if not self.steer:
            yield Problem("steer", "no channel", 'steer angles of road wheels, such as "front_left.steer"')

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        steer, speed, side = self._mean_steer(reading), reading[self._seen("vx")], reading[self._seen("ay")]
        return (float(self.yaw_target(speed, steer, side)), 0.0, 0.0, 0.0, NEVER, 0.0, float(steer), 0.0, 0.0)  # type: ignore[arg-type]

    def yaw_target(self, speed: Scalar, steer: Scalar, side: Scalar) -> Scalar:
        """Returns the yaw rate that the driver asks for, without its lag; `side` is the lateral acceleration."""
        v = maximum(speed, self.least_speed)
        K = self.wheelbase / (self.characteristic_speed * self.characteristic_speed)
        grip = minimum(YAW_SHARE * self.friction * GRAVITY, maximum(side, 0.0 - side) + self.reserve)
        return clamp_control(v * steer / (self.wheelbase + K * v * v), grip / v)

    def yaw_band(self, speed: Scalar, turning: Scalar) -> Scalar:
        """Returns by how much the yaw rate may differ before control begins; `turning` is the rate of steering."""
        return self.dead_band * (1.0 + maximum(speed, 0.0) / self.band_speed) + self.band_steering * turning

    def yaw_error(self, yaw_rate: Scalar, wanted: Scalar, band: Scalar, sideslip: Scalar) -> YawError:
        """Returns the error of the yaw rate beyond the band, and beyond the part of it at which control ends."""
        slipping = self.sideslip_gain * beyond_band(sideslip, atan(SIDESLIP_PER_GRIP * self.friction * GRAVITY))
        entry, exit = (beyond_band(yaw_rate - wanted, share * band) for share in (1.0, self.exit_share))
        return YawError(entry - slipping, exit - slipping)

    def pressures(self, error: Scalar, yaw_rate: Scalar) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        """Tells what is asked of the wheels: front left, front right, rear left, rear right."""
        p = minimum(self.gain * maximum(error, 0.0 - error), self.most_pressure)
        right, oversteer = less(0.0, error), less(0.0, error * yaw_rate)
        front, rear = select(oversteer, p, 0.0), select(oversteer, 0.0, p)
        return select(right, 0.0, front), select(right, front, 0.0), select(right, 0.0, rear), select(right, rear, 0.0)

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        wanted, _, _, acted, first, impulse, steer_before, turning, since = memory
        speed, yaw_rate, sideslip, side = (reading[self._seen(word)] for word in ("vx", "yaw_rate", "sideslip", "ay"))
        steer, period = self._mean_steer(reading), 1.0 / self.rate
        target = self.yaw_target(speed, steer, side)
        wanted = target + exp(0.0 - period / maximum(self.lag, SHORTEST)) * (wanted - target)
        change = (steer - steer_before) * self.rate
        turning = maximum(maximum(change, 0.0 - change), turning * exp(0.0 - period / self.band_time))
        band = self.yaw_band(speed, turning)
        error = self.yaw_error(yaw_rate, wanted, band, sideslip)
        goes_on = minimum(acted, maximum(_unless_zero(error.exit), less(time - since, self.least_time - 0.5 * period)))
        acts = less(self.least_speed, speed) * maximum(_unless_zero(error.entry), goes_on)
        left = select(less(0.5, acts), error.exit, 0.0)
        asked = self.pressures(left, yaw_rate)
        total = asked[0] + asked[1] + asked[2] + asked[3]
        kept = (
            *(wanted, left, band, acts),
            first_action(first, total, time),
            impulse + total * period,
            *(steer, turning, select(less(acted, acts), time, since)),
        )
        return {name: Hold(p) for name, p in zip(self.demands, asked, strict=True)}, kept

    def _seen(self, word: str) -> str:
        return f"{self.vehicle}.{word}"

    def _mean_steer(self, reading: Mapping[str, Scalar]) -> Scalar:
        steer: Scalar = 0.0
        for name in self.steer:
            steer = steer + reading[name] * (1.0 / len(self.steer))
        return steer


def _unless_zero(x: Scalar) -> Scalar:
    """1 where a number is not zero, else 0."""
    return less(0.0, x * x)


def exit_share_limit(share: Any) -> Iterator[Problem]:
    """Control ends at less than it begins at, else it chatters."""
    if share > 1.0:
        yield Problem("exit_share", f"{share:g}", "at most 1: control ends at a part of the band at which it begins")


def clamp_control(x: Scalar, most: Scalar) -> Scalar:
    """x within -most and most."""
    return minimum(maximum(x, 0.0 - most), most)


def beyond_band(x: Scalar, band: Scalar) -> Scalar:
    """Tells how far x lies outside of -band to band, with its sign."""
    return x - clamp_control(x, band)
