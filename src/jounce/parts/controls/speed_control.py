"""Speed control: a driver's foot on throttle and brake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, maximum, minimum
from jounce.parts.citation import Citation
from jounce.parts.controls.controller import Command, Hold, Internal
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.parts.signals import Signal
from jounce.units import Axes, Quantity, TickRate

Gain = Annotated[Scalar, Quantity("N s", "not negative")]  # N m of torque for each m/s
IntegralGain = Annotated[Scalar, Quantity("N", "not negative")]  # N m of torque for each m that the car is behind
MostTorque = Annotated[Scalar, Quantity("N m", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedControl:
    """Holds a speed, or follows one over time, by proportional and integral action on drive torque and brake pedal.

    With e = speed - vx, the torque that is asked for, and what is given of it, are

        demand = proportional e + I
        torque = demand within -brake_torque and most_torque
        I'     = integral e + (torque - demand) / T,   T = proportional / integral

    so that I does not wind up while the torque is at its limit. What is positive drives, in equal parts at all inputs
    of `drives`; what is negative presses the brake pedal, full at `brake_torque`. The integral starts with the torque
    that holds the start, so nothing jumps. Of a car with an engine `drives` is its throttle, and torques are shares of
    what full throttle gives.
    """

    name: str
    speed: Annotated[Signal, Axes("s", "m/s")]  # of the car's reference point, along the car
    proportional: Gain
    integral: IntegralGain
    most_torque: MostTorque  # of all drives together, as their inputs have it
    brake_torque: MostTorque = 1000.0  # as if it came from the drives: the deceleration that full brakes give
    rate: TickRate = 100.0
    drives: tuple[str, ...] = ("drive.torque",)  # inputs of the car
    brake: str = "brakes.pedal"  # input of the car; empty: it does not brake
    channel: str = "vehicle.vx"  # the speed that it reads

    source = Citation("Astrom, Hagglund 1995", "sections 3.2 and 3.5")
    ends = NOWHERE
    drawing = Unseen("a controller has no place")
    internals = (
        Internal("integral", "N m", "torque by integral action"),
        Internal("demand", "N m", "torque that is asked for, before limits"),
    )

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.channel,)

    @property
    def sets(self) -> tuple[str, ...]:
        return (*self.drives, *((self.brake,) if self.brake else ()))

    def limits(self) -> Iterator[Problem]:
        if not self.drives:
            yield Problem("drives", "drives nothing", 'inputs such as "drive.torque"')
        if hasattr(self.speed, "input"):
            yield Problem("speed", "cannot come from an input", "a number, or a history over time")

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        held = sum(inputs[name] for name in self.drives)
        pressed = inputs[self.brake] * float(self.brake_torque) if self.brake else 0.0  # type: ignore[arg-type]
        return (held - pressed, held - pressed)

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        integral, _ = memory
        error = self.speed.at(time) - reading[self.channel]
        demand = self.proportional * error + integral
        lowest = -self.brake_torque if self.brake else 0.0
        torque = minimum(maximum(demand, lowest), self.most_torque)
        spare = 1e-9  # N s: a pure integrator has no time of its own to unwind in
        unwinding = (torque - demand) * self.integral / maximum(self.proportional, spare)
        after = integral + (self.integral * error + unwinding) / self.rate
        share = maximum(torque, 0.0) / len(self.drives)
        commands: dict[str, Command] = {name: Hold(share) for name in self.drives}
        if self.brake:
            commands[self.brake] = Hold(maximum(-torque, 0.0) / self.brake_torque)
        return commands, (after, demand)
