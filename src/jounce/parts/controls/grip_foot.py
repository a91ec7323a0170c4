"""A foot on the throttle that eases it where driven wheels slip too much."""

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
from jounce.units import Axes, OneOf, Quantity, TickRate

Gain = Annotated[Scalar, Quantity("1", "not negative")]
IntegralGain = Annotated[Scalar, Quantity("1/s", "not negative")]


@dataclass(frozen=True, slots=True, kw_only=True)
class GripFoot:
    """Opens the drive as far as `opening` says, and less where the largest slip of the driven wheels passes `slip`.

    With e = slip - largest slip of all channels, the share that is asked for and what is given of it are

        demand = proportional e + I
        share  = demand within 0 and 1
        I'     = integral e + (share - demand) / T,   T = proportional / integral

    so that I does not wind up. The inputs get share times opening; or 1 - share, where they are
    reductions of what is asked for elsewhere.
    """

    name: str
    opening: Annotated[Signal, Axes("s", "1")]  # over time, of a foot that need not care
    slips: tuple[str, ...]  # channels: slip of the driven wheels
    drives: tuple[str, ...] = ("engine.throttle",)  # inputs of the car
    gives: Annotated[str, OneOf("opening", "reduction")] = "opening"  # what these inputs are
    slip: Annotated[Scalar, Quantity("1", "positive")] = 0.1
    proportional: Gain = 4.0
    integral: IntegralGain = 10.0
    first: Annotated[Scalar, Quantity("1", "not negative")] = 0.4  # share by integral action with which it begins
    rate: TickRate = 200.0

    source = Citation("Astrom, Hagglund 1995", "sections 3.2 and 3.5")
    ends = NOWHERE
    drawing = Unseen("a controller has no place")
    internals = (
        Internal("integral", "1", "share by integral action"),
        Internal("demand", "1", "share that is asked for, before limits"),
    )

    @property
    def reads(self) -> tuple[str, ...]:
        return self.slips

    @property
    def sets(self) -> tuple[str, ...]:
        return self.drives

    def limits(self) -> Iterator[Problem]:
        if not self.slips:
            yield Problem("slips", "watches no wheel", 'channels such as "rear_left.tyre.slip"')
        if not self.drives:
            yield Problem("drives", "drives nothing", 'inputs such as "engine.throttle"')
        if hasattr(self.opening, "input"):
            yield Problem("opening", "cannot come from an input", "a number, or a history over time")

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return (float(self.first), float(self.first))  # type: ignore[arg-type]

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        integral, _ = memory
        largest = reading[self.slips[0]]
        for name in self.slips[1:]:
            largest = maximum(largest, reading[name])
        error = self.slip - largest
        demand = self.proportional * error + integral
        share = minimum(maximum(demand, 0.0), 1.0)
        spare = 1e-9  # a pure integrator has no time of its own to unwind in
        unwinding = (share - demand) * self.integral / maximum(self.proportional, spare)
        after = integral + (self.integral * error + unwinding) / self.rate
        given = 1.0 - share if self.gives == "reduction" else share * self.opening.at(time)
        return {name: Hold(given) for name in self.drives}, (after, demand)
