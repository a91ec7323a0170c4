"""Stability control: single wheels are braked where a car yaws more or less than its driver asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from jounce.errors import Problem
from jounce.graph import Scalar, atan, less, maximum, minimum, select
from jounce.parts.citation import Citation
from jounce.parts.controls.controller import Command, Hold, Internal
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.units import PositiveLength, PositiveNumber, Pressure, Quantity, Speed, TickRate

GRAVITY = 9.81  # m/s^2
YAW_SHARE = 0.85  # of the yaw rate at which the tyres are at their limit
SIDESLIP_PER_GRIP = 0.02  # s^2/m: limit of the sideslip angle, tan of it by friction times gravity
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")

DeadBand = Annotated[Scalar, Quantity("rad/s", "not negative")]
YawGain = Annotated[Scalar, Quantity("Pa s/rad", "not negative")]
SideslipGain = Annotated[Scalar, Quantity("1/s", "not negative")]


class YawReference(NamedTuple):
    """What a driver asks for, and how far the car is from it."""

    yaw_rate: Scalar  # rad/s, wanted
    error: Scalar  # rad/s, yaw rate less the wanted one, beyond the dead band, with that of the sideslip


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilityControl:
    """Brakes one wheel by a pressure: the outer front one against oversteer, the inner rear one against understeer.

    With the mean steer angle delta of the front wheels, the speed v and L = `wheelbase`:

        r_ref = v delta / (L + K v^2)   within 0.85 mu g / v either way,   K = L / characteristic_speed^2
        b_lim = atan(0.02 mu g)                                            g in m/s^2
        e     = (r - r_ref beyond dead_band) - sideslip_gain (beta beyond b_lim)
        p     = gain |e|, at most most_pressure

    A positive error asks for a moment to the right: a wheel on the right is braked. It is the front one where the car
    turns to the left, and so turns too much, else the rear one. Below `least_speed` nothing is asked for. mu is the
    friction that the controller assumes; speed, sideslip and steer angles are those of the car, without error.
    """

    name: str
    wheelbase: PositiveLength
    characteristic_speed: Speed = 25.0  # at which r/delta of the wanted car is largest
    friction: PositiveNumber = 0.9  # mu
    dead_band: DeadBand = 0.05  # of the yaw rate
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
        Internal("wanted_yaw_rate", "rad/s", "yaw rate that the driver asks for, within its limit"),
        Internal("error", "rad/s", "yaw rate less the wanted one beyond the dead band, with that of the sideslip"),
    )

    @property
    def reads(self) -> tuple[str, ...]:
        return (*self.steer, *(f"{self.vehicle}.{word}" for word in ("vx", "yaw_rate", "sideslip")))

    @property
    def sets(self) -> tuple[str, ...]:
        return self.demands

    def limits(self) -> Iterator[Problem]:
        if len(self.demands) != len(CORNERS):
            hint = "front left, front right, rear left, rear right"
            yield Problem("demands", f"{len(self.demands)} inputs", hint)
        if not self.steer:
            yield Problem("steer", "no channel", 'steer angles of road wheels, such as "front_left.steer"')

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return (0.0, 0.0)

    def yaw_reference(self, speed: Scalar, steer: Scalar, yaw_rate: Scalar, sideslip: Scalar) -> YawReference:
        """The wanted yaw rate, and the error from it."""
        v = maximum(speed, self.least_speed)
        K = self.wheelbase / (self.characteristic_speed * self.characteristic_speed)
        grip = self.friction * GRAVITY
        wanted = clamp_control(v * steer / (self.wheelbase + K * v * v), YAW_SHARE * grip / v)
        error = beyond_band(yaw_rate - wanted, self.dead_band)
        slipping = beyond_band(sideslip, atan(SIDESLIP_PER_GRIP * grip))
        return YawReference(wanted, error - self.sideslip_gain * slipping)

    def pressures(self, error: Scalar, yaw_rate: Scalar) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        """What is asked of the wheels: front left, front right, rear left, rear right."""
        p = minimum(self.gain * maximum(error, 0.0 - error), self.most_pressure)
        right, oversteer = less(0.0, error), less(0.0, error * yaw_rate)
        front, rear = select(oversteer, p, 0.0), select(oversteer, 0.0, p)
        return select(right, 0.0, front), select(right, front, 0.0), select(right, 0.0, rear), select(right, rear, 0.0)

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        steer: Scalar = 0.0
        for name in self.steer:
            steer = steer + reading[name] * (1.0 / len(self.steer))
        speed, yaw_rate, sideslip = (reading[f"{self.vehicle}.{word}"] for word in ("vx", "yaw_rate", "sideslip"))
        wanted, error = self.yaw_reference(speed, steer, yaw_rate, sideslip)
        moving = less(self.least_speed, speed)
        asked = [select(moving, p, 0.0) for p in self.pressures(error, yaw_rate)]
        return {name: Hold(p) for name, p in zip(self.demands, asked, strict=True)}, (wanted, error)


def clamp_control(x: Scalar, most: Scalar) -> Scalar:
    """x within -most and most."""
    return minimum(maximum(x, 0.0 - most), most)


def beyond_band(x: Scalar, band: Scalar) -> Scalar:
    """How far x lies outside of -band to band, with its sign."""
    return x - clamp_control(x, band)
