"""A file as a user writes it, with kinds of each sort; some repeat kinds of ours, so that tests can compare."""

from dataclasses import dataclass, replace
from typing import Annotated

import jounce
from jounce.graph import Scalar, maximum, tanh
from jounce.model.templates import TEMPLATES
from jounce.parts.controls import Hold
from jounce.parts.drawing import Coil
from jounce.parts.forces.loads import Channel, Guard, Held, Loads, View
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Drive, Manoeuvre
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.settings import DURATION, SPEED, STEP
from jounce.units import Angle, Damping, Number, Point, PositiveLength, Quantity, Slope, Stiffness, TickRate


@jounce.register("rubber_band")
@dataclass(frozen=True, kw_only=True)
class RubberBand:
    """T = k (l - l0) + c l', and nothing where that pushes."""

    name: str
    parent: str
    child: str
    point: Point
    child_point: Point
    free_length: PositiveLength
    stiffness: Stiffness
    damping: Damping = 0.0

    drawing = Coil()

    def tension(self, length: Scalar, rate: Scalar) -> Scalar:
        return maximum(self.stiffness * (length - self.free_length) + self.damping * rate, 0.0)


@jounce.register("pendulum_motor")
@dataclass(frozen=True, kw_only=True)
class PendulumMotor:
    """A torque on a hinge that pulls it to an angle."""

    name: str
    coordinate: str
    angle: Angle = 0.0
    torque: Annotated[Scalar, Quantity("N m")]

    def effort(self, value: Scalar, rate: Scalar) -> Scalar:
        return self.torque * tanh(self.angle - value)


@jounce.register("leaky_damper")
@dataclass(frozen=True, kw_only=True)
class LeakyDamper:
    """A spring in series with a damper: its one state is the stretch of the spring, s' = q' - (k/c) s."""

    name: str
    coordinate: str
    stiffness: Annotated[Scalar, Quantity("N m/rad")]
    leak: Annotated[Scalar, Quantity("1/s")]

    states = (("stretch", "rad"),)

    def loads(self, view: View) -> Loads:
        _, rate = view.coordinate(self.coordinate)
        stretch = view.state("stretch")
        torque = -self.stiffness * stretch
        return Loads(
            efforts=((self.coordinate, torque),),
            rates={"stretch": rate - self.leak * stretch},
            channels={"torque": Channel(torque, "N m", "torque on the child")},
        )


@jounce.register("ratchet")
@dataclass(frozen=True, kw_only=True)
class Ratchet:
    """A spring on a hinge that lets go at an angle, and takes hold again where that is."""

    name: str
    coordinate: str
    stiffness: Annotated[Scalar, Quantity("N m/rad")]
    reach: Annotated[Angle, Quantity("rad", "positive")]

    held = (Held("tooth", "rad", "angle at which it has taken hold", 0.0),)

    def loads(self, view: View) -> Loads:
        angle, _ = view.coordinate(self.coordinate)
        stretch = angle - view.held("tooth")
        slips = Guard(self.reach - abs(stretch), sets={"tooth": angle}, falls="slips")
        return Loads(efforts=((self.coordinate, -self.stiffness * stretch),), guards={"reach": slips})


@jounce.register("foam")
@dataclass(frozen=True)
class Foam:
    """F = k x, and stiffer by F1 tanh(x k / F1)."""

    k: Slope
    share: Number

    def value(self, x: Scalar) -> Scalar:
        return self.k * x * (1.0 + self.share * tanh(x))


@jounce.register("pull_up")
@dataclass(frozen=True, kw_only=True)
class PullUp:
    """A force proportional to how far a slider is below its level, held between ticks."""

    name: str
    rate: TickRate
    gain: Annotated[Scalar, Quantity("N/m")]
    level: Annotated[Scalar, Quantity("m")] = 0.0

    reads = ("guide.displacement",)
    sets = ("push",)

    def begin(self, reading, inputs):
        return ()

    def tick(self, time, reading, memory):
        return {"push": Hold(self.gain * (self.level - reading["guide.displacement"]))}, ()


@jounce.register("my_dugoff")
@dataclass(frozen=True, kw_only=True)
class MyDugoff(DugoffTyre):
    """The tyre of Dugoff under another name."""


def wishbones(corner):
    """Two wishbones, as ours."""
    return TEMPLATES["double_wishbone"].corner(corner)


jounce.register("my_wishbones", replace(TEMPLATES["double_wishbone"], corner=wishbones))


@jounce.register("roll-on")
class RollOn(Drive):
    """The car rolls straight on. [ISO 7401:2011]"""

    speed = SPEED
    duration = DURATION
    step = STEP
    panels = (Panel("speed", ("vehicle.speed",)),)
    metrics = {"distance": ("m", "way of the reference point")}

    def manoeuvre(self, vehicle):
        car = self.build_car(vehicle)
        return Manoeuvre(vehicle=vehicle, start=start_straight(car, self.speed), duration=self.duration)

    def measure(self, run, done):
        return {"distance": run["vehicle.x"][-1] - run["vehicle.x"][0]}
