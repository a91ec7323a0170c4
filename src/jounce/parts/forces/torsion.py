"""Springs, dampers and motors on a joint coordinate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, maximum, minimum
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.laws import Law
from jounce.parts.signals import Signal
from jounce.units import Axes, Coordinate, Number, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class TorsionSpring:
    """Resists a joint coordinate by a law of (coordinate - free); torque of the spring on the child."""

    name: str
    coordinate: str  # "joint.coordinate"
    law: Annotated[Law, Axes("rad or m", "N m or N")]
    free: Coordinate = 0.0

    source = BY_DEFINITION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")

    def loads(self, view: View) -> Loads:
        q, _ = view.coordinate(self.coordinate)
        return effort_along_coordinate(self.coordinate, -self.law.value(q - self.free))


@dataclass(frozen=True, slots=True, kw_only=True)
class TorsionDamper:
    """Resists a joint coordinate's rate by a law of the rate."""

    name: str
    coordinate: str  # "joint.coordinate"
    law: Annotated[Law, Axes("rad/s or m/s", "N m or N")]

    source = BY_DEFINITION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")

    def loads(self, view: View) -> Loads:
        _, rate = view.coordinate(self.coordinate)
        return effort_along_coordinate(self.coordinate, -self.law.value(rate))


@dataclass(frozen=True, slots=True, kw_only=True)
class TorsionStop:
    """Resists a joint coordinate q beyond `least` and `most` of its way, and does nothing between them.

    torque = -k (max(q - most, 0) + min(q - least, 0))
    """

    name: str
    coordinate: str  # "joint.coordinate"
    least: Coordinate
    most: Coordinate
    stiffness: Annotated[Scalar, Quantity("N m/rad or N/m", "positive")]

    source = BY_DEFINITION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")

    def limits(self) -> Iterator[Problem]:
        if self.least >= self.most:  # type: ignore[operator]
            yield Problem("least", f"{self.least:g} is not below {self.most:g}", "less than most")

    def loads(self, view: View) -> Loads:
        q, _ = view.coordinate(self.coordinate)
        beyond = maximum(q - self.most, 0.0) + minimum(q - self.least, 0.0)
        return effort_along_coordinate(self.coordinate, -(self.stiffness * beyond))


@dataclass(frozen=True, slots=True, kw_only=True)
class Motor:
    """A torque, or a force on a slider, between the joint's bodies along its coordinate."""

    name: str
    coordinate: str  # "joint.coordinate"
    signal: Annotated[Signal, Axes("s", "N m or N")]
    gain: Number = 1.0  # a gear between the motor and the coordinate
    reduction: Annotated[Signal, Axes("s", "1")] | None = None  # share that is taken away of the signal

    source = BY_DEFINITION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")

    def loads(self, view: View) -> Loads:
        amount = self.gain * view.signal(self.signal)
        if self.reduction is not None:
            amount = amount * (1.0 - view.signal(self.reduction))
        return effort_along_coordinate(self.coordinate, amount)


def effort_along_coordinate(coordinate: str, amount: Scalar) -> Loads:
    """A torque on the child of a hinge, or a force on that of a slider."""
    channel = Channel(amount, "N m", "torque on the child along the coordinate (force in N on a slider)")
    return Loads(efforts=((coordinate, amount),), channels={"torque": channel})
