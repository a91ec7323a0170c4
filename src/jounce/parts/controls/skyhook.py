"""A skyhook: actuators that damp the car body as if it hung on dampers from the sky."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, exp, maximum, minimum
from jounce.parts.citation import Citation
from jounce.parts.controls.controller import Command, Hold, Internal
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.units import Damping, PositiveForce, Quantity, TickRate

CORNERS = ("front_left", "front_right", "rear_left", "rear_right")
FadingTime = Annotated[Scalar, Quantity("s", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skyhook:
    """Each actuator pulls the body down with `damping` times the speed at which the body rises above it.

    The speed is not measured: it is the integral of an acceleration that fades with the time tau, so that an offset
    of a sensor does no harm. Over a tick with the acceleration a held,

        v(T) = v e + a tau (1 - e),   e = exp(-T / tau)

        force = damping v, within -most_force and most_force
    """

    name: str
    damping: Damping  # of each corner
    most_force: PositiveForce  # of each actuator
    fading: FadingTime = 1.0  # tau: motions much slower than 1 / (2 pi tau) Hz are not damped
    rate: TickRate = 200.0
    sensors: tuple[str, ...] = tuple(f"{corner}.mount.az" for corner in CORNERS)  # upward accelerations of the body
    actuators: tuple[str, ...] = tuple(f"{corner}.actuator.force" for corner in CORNERS)  # inputs, tension positive

    source = Citation("Karnopp, Crosby, Harwood 1974")
    ends = NOWHERE
    drawing = Unseen("a controller has no place")

    @property
    def reads(self) -> tuple[str, ...]:
        return self.sensors

    @property
    def sets(self) -> tuple[str, ...]:
        return self.actuators

    @property
    def internals(self) -> tuple[Internal, ...]:
        what = "speed at which the body rises, from the acceleration"
        return tuple(Internal(f"{name}.speed", "m/s", f"{what} {name}") for name in self.sensors)

    def limits(self) -> Iterator[Problem]:
        if len(self.sensors) != len(self.actuators) or not self.sensors:
            what = f"{len(self.sensors)} sensors for {len(self.actuators)} actuators"
            yield Problem("sensors", what, "one for each actuator")

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return (0.0,) * len(self.sensors)

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        kept = exp(-1.0 / (self.rate * self.fading))
        speeds = [v * kept + reading[a] * self.fading * (1.0 - kept) for v, a in zip(memory, self.sensors, strict=True)]
        forces = [minimum(maximum(self.damping * v, -self.most_force), self.most_force) for v in speeds]
        return {name: Hold(force) for name, force in zip(self.actuators, forces, strict=True)}, tuple(speeds)
