"""Traction control: a driven wheel that spins is braked, and the drive gives way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, less, maximum, minimum, select
from jounce.parts.citation import Citation
from jounce.parts.controls.controller import Command, Hold, Internal
from jounce.parts.controls.first_action import FIRST_ACTION, NEVER, first_action
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.units import PositiveLength, Pressure, Quantity, Speed, TickRate

DRIVEN = ("front_left", "front_right")
NotNegativeSlip = Annotated[Scalar, Quantity("1", "not negative")]
BrakeGain = Annotated[Scalar, Quantity("Pa s/m", "not negative")]
ReductionGain = Annotated[Scalar, Quantity("s/m", "not negative")]
ReductionRate = Annotated[Scalar, Quantity("1/m", "not negative")]
Recovery = Annotated[Scalar, Quantity("1/s", "positive")]
Share = Annotated[Scalar, Quantity("1", "not negative")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TractionControl:
    """Brakes driven wheels that spin, and takes drive torque away.

    A driven wheel's rim may be faster than the car by a share `slip` of its speed and by `margin`; what is beyond,

        e = max(omega R - (1 + slip) v - margin, 0)

    brakes that wheel with the pressure brake_gain e, at most most_pressure: so a differential drives the other wheel.
    The drive is reduced by what brakes do not do, by the smallest e or by what the largest e is beyond the strongest
    brake (by the largest e where there are no brakes): with that e,

        u = reduction_gain e + I,   I' = reduction_rate e, or -recovery where e = 0,   both from 0 to most_reduction

    and the drive gives 1 - u of what the driver asks for. `reduction` names that input of the car; empty: the wheels
    are only braked. The car's speed is known without error.
    """

    name: str
    radius: PositiveLength  # R, of the driven wheels
    slip: NotNegativeSlip = 0.1
    margin: Speed = 0.5
    brake_gain: BrakeGain = 1.5e6
    most_pressure: Pressure = 6e6
    reduction_gain: ReductionGain = 0.1
    reduction_rate: ReductionRate = 1.0
    recovery: Recovery = 0.5  # how fast the drive comes back
    most_reduction: Share = 0.95
    rate: TickRate = 100.0
    spins: tuple[str, ...] = tuple(f"{corner}.wheel_bearing.angle_rate" for corner in DRIVEN)  # channels
    demands: tuple[str, ...] | None = None  # inputs of the brakes of these wheels; none: it does not brake
    reduction: str = "drive.reduction"  # input
    channel: str = "vehicle.vx"  # the speed that it reads

    source = Citation("Rajamani 2012", "chapter 4")
    ends = NOWHERE
    drawing = Unseen("a controller has no place")
    internals = (
        Internal("integral", "1", "reduction of the drive by integral action"),
        Internal("excess", "m/s", "speed of driven rims beyond what they may have that is left to the drive"),
        FIRST_ACTION,
        Internal("impulse", "Pa s", "pressure asked of all wheels together, integrated over time"),
        Internal("reduced", "s", "share taken away from the drive, integrated over time"),
    )

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.channel, *self.spins)

    @property
    def sets(self) -> tuple[str, ...]:
        return (*(self.demands or ()), *((self.reduction,) if self.reduction else ()))

    def limits(self) -> Iterator[Problem]:
        if not self.spins:
            yield Problem("spins", "no wheel", 'speeds of driven wheels, such as "front_left.wheel_bearing.angle_rate"')
        if self.demands and len(self.demands) != len(self.spins):
            what = f"{len(self.demands)} inputs for {len(self.spins)} wheels"
            yield Problem("demands", what, "one for each wheel, or none")
        if self.most_reduction > 1.0:  # type: ignore[operator]
            yield Problem("most_reduction", f"{self.most_reduction:g}", "a share from 0 to 1")
        if not self.demands and not self.reduction:
            yield Problem("demands", "it acts on nothing", "inputs of brakes, or a reduction of the drive")

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return (0.0, 0.0, NEVER, 0.0, 0.0)

    def spinning(self, speed: Scalar, rate: Scalar) -> Scalar:
        """e: how much faster the rim of a wheel is than it may be."""
        return maximum(rate * self.radius - (1.0 + self.slip) * maximum(speed, 0.0) - self.margin, 0.0)

    def left_to_drive(self, excess: Sequence[Scalar]) -> Scalar:
        """Tells what brakes do not do about wheels that spin."""
        smallest = largest = excess[0]
        for each in excess[1:]:
            smallest, largest = minimum(smallest, each), maximum(largest, each)
        if not self.demands:
            return largest
        return maximum(smallest, largest - self.most_pressure / maximum(self.brake_gain, 1e-9))

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        speed, (integral, _, first, impulse, reduced) = reading[self.channel], memory
        excess = [self.spinning(speed, reading[name]) for name in self.spins]
        left = self.left_to_drive(excess)
        change = select(less(0.0, left), self.reduction_rate * left, 0.0 - self.recovery)
        integral = minimum(maximum(integral + change / self.rate, 0.0), self.most_reduction)
        commands = {
            name: Hold(minimum(self.brake_gain * each, self.most_pressure))
            for name, each in zip(self.demands or (), excess, strict=False)
        }
        total = sum((command.value for command in commands.values()), 0.0)
        u: Scalar = 0.0
        if self.reduction:
            u = minimum(self.reduction_gain * left + integral, self.most_reduction)
            commands[self.reduction] = Hold(u)
        first = first_action(first, maximum(total, u), time)
        return commands, (integral, left, first, impulse + total / self.rate, reduced + u / self.rate)
