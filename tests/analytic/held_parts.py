"""Force elements with held numbers, as a user writes them: relays, clocks, gears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from jounce import Model
from jounce.graph import Scalar, less, select
from jounce.parts import GROUND, Body
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.forces.loads import DryContact, Guard, Held, Loads, View
from jounce.parts.joints import Prismatic, Revolute
from jounce.parts.signals import Signal
from jounce.units import Axes, Force, Number, Quantity, Stiffness, Time, Torque

X, O = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
LONG_AGO = -1e9  # s
Speed = Annotated[Scalar, Quantity("rad/s")]


@dataclass(frozen=True, kw_only=True)
class Thermostat:
    """A level that rises by one in a second to `high`, then falls to `low`, and so on."""

    name: str
    coordinate: str
    low: Number
    high: Number

    states = (("level", "1"),)
    held = (Held("way", "1", "1 while the level rises, -1 while it falls", 1.0),)

    def loads(self, view: View) -> Loads:
        level, way = view.state("level"), view.held("way")
        rises = less(0.0, way)
        return Loads(
            efforts=((self.coordinate, 0.0),),
            rates={"level": way},
            guards={
                "top": Guard(select(rises, self.high - level, 1.0), sets={"way": -1.0}, falls="turns down"),
                "bottom": Guard(select(rises, 1.0, level - self.low), sets={"way": 1.0}, falls="turns up"),
            },
        )


@dataclass(frozen=True, kw_only=True)
class PushOn:
    """A force of constant size in the direction of the motion, which changes where the motion turns round."""

    name: str
    coordinate: str
    force: Force

    held = (Held("side", "1", "direction of the force", 1.0),)

    def loads(self, view: View) -> Loads:
        side, (_, speed) = view.held("side"), view.coordinate(self.coordinate)
        return Loads(
            efforts=((self.coordinate, side * self.force),),
            guards={"turn": Guard(side * speed, sets={"side": -side}, falls="turns round")},
        )


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Counts every `period` since the last time, and pushes by as many times its force."""

    name: str
    coordinate: str
    period: Time
    force: Force = 0.0
    first: Number = 0.0

    @property
    def held(self) -> tuple[Held, ...]:
        return (Held("count", "1", "how often it struck", self.first), Held("since", "s", "when it struck", LONG_AGO))

    def loads(self, view: View) -> Loads:
        time, since, count = view.time(), view.held("since"), view.held("count")
        strikes = Guard(since + self.period - time, sets={"count": count + 1.0, "since": time}, falls="strikes")
        return Loads(efforts=((self.coordinate, self.force * count),), guards={"period": strikes})


@dataclass(frozen=True, kw_only=True)
class Steps:
    """A number that follows a coordinate by steps of one, from below."""

    name: str
    coordinate: str

    held = (Held("step", "1", "last whole number that was passed", 0.0),)

    def loads(self, view: View) -> Loads:
        step, (x, _) = view.held("step"), view.coordinate(self.coordinate)
        up = Guard(step + 1.0 - x, sets={"step": step + 1.0}, falls="steps up")
        return Loads(efforts=((self.coordinate, 0.0),), guards={"up": up})


@dataclass(frozen=True, kw_only=True)
class Swap:
    """Two numbers that each of two conditions writes into the place of the other, both at one instant."""

    name: str
    coordinate: str
    at: Time

    held = (
        Held("left", "1", "first number", 3.0),
        Held("right", "1", "second number", 5.0),
        Held("done", "1", "1 after the exchange", 0.0),
    )

    def loads(self, view: View) -> Loads:
        due = select(less(view.held("done"), 0.5), self.at - view.time(), 1.0)
        return Loads(
            efforts=((self.coordinate, 0.0),),
            guards={
                "one": Guard(due, sets={"left": view.held("right"), "done": 1.0}),
                "two": Guard(due, sets={"right": view.held("left")}),
            },
        )


@dataclass(frozen=True, kw_only=True)
class Restless:
    """A condition that its own event does not end, from a time on."""

    name: str
    coordinate: str
    at: Time

    held = (Held("count", "1", "how often", 0.0),)

    def loads(self, view: View) -> Loads:
        ever = Guard(self.at - view.time(), sets={"count": view.held("count") + 1.0})
        return Loads(efforts=((self.coordinate, 0.0),), guards={"ever": ever})


@dataclass(frozen=True, kw_only=True)
class TwoSprings:
    """A spring of two stiffnesses, by a held number that never changes."""

    name: str
    coordinate: str
    soft: Stiffness
    hard: Stiffness

    held = (Held("stage", "1", "1 soft, 2 hard", 1.0),)

    def loads(self, view: View) -> Loads:
        x, _ = view.coordinate(self.coordinate)
        stiffness = select(less(view.held("stage"), 1.5), self.soft, self.hard)
        return Loads(efforts=((self.coordinate, -(stiffness * x)),))


@dataclass(frozen=True, kw_only=True)
class TwoGears:
    """Two gears as one friction row, w1 - r w2, r that of the gear which is in; shifts up at a speed of the first."""

    name: str
    coordinates: tuple[str, ...]
    low: Number  # ratio of first gear
    high: Number
    limit: Torque
    shift_speed: Speed

    ends = ALONG_COORDINATES
    has_phases = True
    held = (Held("gear", "1", "gear that is in", 1.0), Held("since", "s", "when it was shifted", LONG_AGO))

    def loads(self, view: View) -> Loads:
        first, *driven = self.coordinates
        low = less(view.held("gear"), 1.5)
        due = select(low, self.shift_speed - view.coordinate(first)[1], 1.0)
        ratio: Any = select(low, self.low, self.high)
        return Loads(
            contact=DryContact({first: 1.0} | dict.fromkeys(driven, -ratio), self.limit, 1.0),
            guards={"up": Guard(due, sets={"gear": 2.0, "since": view.time()}, falls="shifts up")},
        )


@dataclass(frozen=True, kw_only=True)
class Variator:
    """Two shafts whose ratio follows a signal: friction that sticks, w1 - r(t) w2 = 0."""

    name: str
    coordinates: tuple[str, ...]
    limit: Torque
    signal: Annotated[Signal, Axes("s", "1")]

    ends = ALONG_COORDINATES
    has_phases = True

    def loads(self, view: View) -> Loads:
        first, *driven = self.coordinates
        ratio: Any = view.signal(self.signal)
        return Loads(contact=DryContact({first: 1.0} | dict.fromkeys(driven, -ratio * ratio), self.limit, 1.0))


HELD_PARTS: dict[str, type] = {
    "held_thermostat": Thermostat,
    "held_push": PushOn,
    "held_clock": Clock,
    "held_steps": Steps,
    "held_swap": Swap,
    "held_restless": Restless,
    "held_spring": TwoSprings,
    "held_gearbox": TwoGears,
    "held_variator": Variator,
}


def slider(*forces: Any, mass: float = 2.0) -> Model:
    """A mass that slides."""
    return Model("slider", gravity=O).add(
        Body(name="mass", mass=mass, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="mass", point=O, axis=X),
        *forces,
    )


def two_rotors(first: float, second: float, *forces: Any) -> Model:
    """Two rotors on hinges of their own, with these moments of inertia."""
    parts: list[Any] = []
    for name, inertia in (("one", first), ("two", second)):
        parts.append(Body(name=name, mass=1.0, inertia=(inertia, 1.0, 1.0)))
        parts.append(Revolute(name=f"axle {name}", parent=GROUND, child=name, point=O, axis=X))
    return Model("rotors", gravity=O).add(*parts, *forces)
