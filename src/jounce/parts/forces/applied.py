"""Forces and torques from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar
from jounce.parts.body import GROUND, Frame
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY, At
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.signals import Signal
from jounce.spatial.rotation import turn
from jounce.spatial.vector import ZERO, Vec3, scale_vector, unit
from jounce.units import Axes, Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedForce:
    """A force at a point of a body, along a direction of the ground or of the body."""

    name: str
    body: str
    point: Point
    direction: Direction
    signal: Annotated[Signal, Axes("s", "N")]
    axes: Frame = "ground"  # or "body": the direction turns with the body

    source = BY_DEFINITION
    ends = ON_BODY
    drawing = Unseen("a force from outside")

    def loads(self, view: View) -> Loads:
        f = view.signal(self.signal)
        push = Push(self.body, view.point(self.body, self.point).r, _directed(self, view, f))
        return Loads(pushes=(push,), channels={"force": Channel(f, "N", "along its direction")})


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedTorque:
    """A torque on a body, about a direction of the ground or of the body."""

    name: str
    body: str
    direction: Direction
    signal: Annotated[Signal, Axes("s", "N m")]
    axes: Frame = "ground"  # or "body": the direction turns with the body

    source = BY_DEFINITION
    ends = (At("body"),)
    drawing = Unseen("a torque from outside")

    def loads(self, view: View) -> Loads:
        m = view.signal(self.signal)
        push = Push(self.body, ZERO, ZERO, _directed(self, view, m))
        return Loads(pushes=(push,), channels={"torque": Channel(m, "N m", "about its direction")})


def _directed(element: AppliedForce | AppliedTorque, view: View, amount: Scalar) -> Vec3:
    holder = GROUND if element.axes == "ground" else element.body
    return scale_vector(amount, turn(view.axes(holder), unit(element.direction)))
