"""Small models and controllers for tests of controls at a rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from jounce import Model
from jounce.graph import Scalar
from jounce.parts import Body, Input, Prescribed, Prismatic
from jounce.parts.controls import Hold, Internal, Reach
from jounce.parts.controls.delay_line import push_on_delay_line, read_oldest_of_delay_line
from jounce.parts.forces import Damper, Motor, Spring
from jounce.parts.laws import Linear
from jounce.parts.signals import External
from jounce.units import Quantity, TickRate

MASS = 2.0  # kg
POSITION, SPEED = "rail.displacement", "rail.displacement_rate"


def block_on_rail(stiffness: float = 0.0, damping: float = 0.0) -> Model:
    """A mass on a rail, pushed by the input `force`; on request on a spring and a damper to a wall 1 m away."""
    model = Model("block", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="block", mass=MASS, centre=(0.0, 0.0, 0.0), inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="rail", parent="ground", child="block", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Input(name="force", unit="N"),
        Motor(name="push", coordinate="rail.displacement", signal=External(input="force")),
    )
    ends: dict[str, Any] = {"parent": "ground", "child": "block", "point": (-1.0, 0.0, 0.0)}
    ends["child_point"] = (0.0, 0.0, 0.0)
    if stiffness:
        model.add(Spring(name="spring", free_length=1.0, law=Linear(slope=stiffness), **ends))
    if damping:
        model.add(Damper(name="damper", law=Linear(slope=damping), **ends))
    return model


def led_block() -> Model:
    """A mass on a rail whose position follows the input `place`."""
    return Model("led block", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="block", mass=MASS, centre=(0.0, 0.0, 0.0), inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="rail", parent="ground", child="block", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Input(name="place", unit="m"),
        Prescribed(name="lead", coordinate="rail.displacement", signal=External(input="place")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """force = -stiffness x - damping v, held."""

    name: str = "hold"
    rate: TickRate = 10.0
    stiffness: Annotated[Scalar, Quantity("N/m")] = 8.0
    damping: Annotated[Scalar, Quantity("N s/m")] = 3.0
    divisor: Annotated[Scalar, Quantity("1", "positive")] = 1.0  # of the force

    reads = (POSITION, SPEED)
    sets = ("force",)
    internals = (Internal("spent", "N s", "impulse of all ticks so far"),)

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return (0.0,)

    def tick(self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]) -> Any:
        force = (-self.stiffness * reading[POSITION] - self.damping * reading[SPEED]) / self.divisor
        return {"force": Hold(force)}, (memory[0] + force / self.rate,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """The time of the tick that is `count` ticks ago, as a force."""

    name: str = "late"
    rate: TickRate = 50.0
    count: Annotated[float, Quantity("1", "count")] = 7.0

    reads = ()
    sets = ("force",)

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return (-1.0,) * int(self.count)

    def tick(self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]) -> Any:
        return {"force": Hold(read_oldest_of_delay_line(time, memory))}, push_on_delay_line(time, memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """The place t^2 (3 - t), reached with its rate at every tick: its own cubic, so there is no error at all."""

    name: str = "path"
    rate: TickRate = 20.0

    reads = ()
    sets = ("place",)

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        return ()

    def tick(self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]) -> Any:
        ahead = time + 1.0 / self.rate
        return {"place": Reach(ahead * ahead * (3.0 - ahead), 3.0 * ahead * (2.0 - ahead))}, ()
