"""Dry friction: it sticks, or it slides at its limit; as an option, a smooth law with one state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE, ALONG_COORDINATES, BETWEEN_POINTS
from jounce.parts.forces.loads import Channel, ContactLine, DryContact, Loads, View
from jounce.parts.forces.torsion_bar import torsion_bar_sum
from jounce.parts.limits import factor_limit, two_ends_limit
from jounce.parts.signals import Signal
from jounce.units import Axes, OneOf, Point, Quantity, Ratio

QUICK = 2e-3  # s: how soon smooth friction builds up at speed; a step of 1 ms resolves it
DAMPING = 1e-3  # s: of the spring that smooth friction is at rest; without it a stopped wheel would ring

DRY = Citation("Szczotka 2004", "eq. 2.20-2.24")
FRICTION = (
    DRY,
    Citation("Canudas de Wit, Olsson, Astrom, Lischinsky 1995", "the smooth law, with one level of friction"),
    Citation("Dahl 1968", "the smooth law"),
)
SMOOTH_STATES = (("share", "1"),)

Slip = Annotated[Scalar, Quantity("rad or m", "positive")]
Limit = Annotated[Scalar, Quantity("N m or N", "not negative")]
StaticRatio = Annotated[Scalar, Quantity("1", "positive")]
FrictionLaw = Annotated[str, OneOf("dry", "smooth")]


class DryOrSmooth:
    """Friction whose `law` is the dry or the smooth one."""

    __slots__ = ()
    law: FrictionLaw

    @property
    def has_phases(self) -> bool:
        return self.law == "dry"

    @property
    def states(self) -> tuple[tuple[str, str], ...]:
        """The smooth law carries one, the dry law none."""
        return SMOOTH_STATES if self.law == "smooth" else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DryFriction(DryOrSmooth):
    """Friction against the rate of a joint coordinate, or of a sum of factor times coordinate.

    With law = "dry" it has two phases. It sticks: the rate w is zero and the friction is a reaction of at most
    static_ratio times limit. Or it slides: the friction is limit, against w. The run finds the instants between them.
    With a `load_factor` the limit is `limit` + load_factor N, where N is the force that the coordinate's joint bears:
    across its way for a slider, whose factor is a coefficient of friction; all of it for a hinge, whose factor is a
    coefficient times a radius.

    With law = "smooth" the force is -limit (z + DAMPING z'), and the state z, the share of the limit, follows w:

        z' = (w - |w| z) / (slip + |w| QUICK)

    At rest that is a damped spring of stiffness limit/slip that stays where it is; sliding, z goes to the sign of w,
    over the distance `slip` when slow and in the time QUICK when fast. z' w is never negative, so damping takes
    energy.
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...] = (1.0,)
    limit: Limit  # while it slides
    static_ratio: StaticRatio = 1.0  # of the limit at rest to that while it slides; dry law
    load_factor: Annotated[Scalar, Quantity("1 or m", "not negative")] | None = None  # of the joint's reaction; dry law
    law: FrictionLaw = "dry"
    slip: Slip = 1e-3  # of the smooth law: the way in which it builds up

    source = FRICTION
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts inside joints, which are drawn")

    def stiffness(self) -> Any:
        """Of the spring that the smooth law is at rest."""
        return self.limit / self.slip

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return dict(zip(self.coordinates, self.factors, strict=True))

    def limits(self) -> Iterator[Problem]:
        yield from factor_limit(self)
        yield from friction_static_limit(self.static_ratio)
        if self.load_factor is not None and (len(self.coordinates) > 1 or self.law != "dry"):
            what = "friction by the reaction of a joint is dry, and acts in that joint alone"
            yield Problem("load_factor", what, 'one coordinate and law = "dry", or leave it out')

    def loads(self, view: View) -> Loads:
        if self.law == "dry":
            return Loads(contact=DryContact(self.terms(), self.limit, self.static_ratio, self.load_factor))
        return smooth_friction_loads(self, view, self.limit, "friction against the motion (N on a slider)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brake(DryOrSmooth):
    """A brake on a wheel's bearing: dry friction as above, its limit `torque` times a signal from 0 to 1."""

    name: str
    coordinate: str  # "joint.coordinate"
    torque: Annotated[Scalar, Quantity("N m", "not negative")]  # at full pedal
    signal: Annotated[Signal, Axes("s", "1")]
    static_ratio: StaticRatio = 1.0  # of the torque at rest to that while it slides; dry law
    law: FrictionLaw = "dry"
    slip: Slip = 2e-3  # of the smooth law: the turn in which it builds up

    source = FRICTION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")
    signal_range = (0.0, 1.0)  # more torque than its own it has not, and less than none would drive
    group = "brake"  # of its channels

    def stiffness(self) -> Any:
        """Of the spring that the smooth law is at rest, at full pedal."""
        return self.torque / self.slip

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return {self.coordinate: 1.0}

    def limits(self) -> Iterator[Problem]:
        return friction_static_limit(self.static_ratio)

    def loads(self, view: View) -> Loads:
        limit = self.torque * view.signal(self.signal)
        if self.law == "dry":
            return Loads(contact=DryContact(self.terms(), limit, self.static_ratio))
        return smooth_friction_loads(
            self, view, limit, "against the motion of the wheel, positive where it rolls forward"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Clutch:
    """A clutch between shafts: dry friction as above, its limit `torque` times a signal from 0 (open) to 1 (closed)."""

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...] = (1.0, -1.0)
    torque: Annotated[Scalar, Quantity("N m", "not negative")]  # that it bears when it is closed
    signal: Annotated[Signal, Axes("s", "1")]
    static_ratio: StaticRatio = 1.0  # of the torque at rest to that while it slides

    source = DRY
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts inside joints, which are drawn")
    signal_range = (0.0, 1.0)
    has_phases = True
    clutch = True

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return dict(zip(self.coordinates, self.factors, strict=True))

    def limits(self) -> Iterator[Problem]:
        yield from factor_limit(self)
        yield from friction_static_limit(self.static_ratio)

    def loads(self, view: View) -> Loads:
        return Loads(contact=DryContact(self.terms(), self.torque * view.signal(self.signal), self.static_ratio))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFriction:
    """Friction against a change of the distance of two points: the seals of a damper, a telescope.

    It sticks and slides as dry friction in a joint does; the force is along the line of both points.
    """

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    limit: Annotated[Scalar, Quantity("N", "not negative")]  # while it slides
    static_ratio: StaticRatio = 1.0  # of the limit at rest to that while it slides

    source = DRY
    ends = BETWEEN_POINTS
    drawing = Unseen("it acts along a strut, which is drawn")
    has_phases = True

    def limits(self) -> Iterator[Problem]:
        yield from two_ends_limit(self)
        yield from friction_static_limit(self.static_ratio)

    def along(self, coordinate: str, ratio: float) -> DryFriction:
        """Returns the same on a coordinate that changes the distance by `ratio` per unit."""
        limit: Any = self.limit
        return DryFriction(
            name=self.name, coordinates=(coordinate,), limit=abs(ratio) * limit, static_ratio=self.static_ratio
        )

    def loads(self, view: View) -> Loads:
        line = ContactLine(self.parent, self.child, self.point, self.child_point)
        return Loads(contact=DryContact(line, self.limit, self.static_ratio))


def friction_static_limit(ratio: Any) -> Iterator[Problem]:
    """Checks that what slides takes no more than what sticks: else no phase would fit between the two."""
    if ratio < 1.0:
        yield Problem("static_ratio", f"{ratio:g}", "at least 1: friction at rest is not less than while it slides")


def smooth_friction_loads(part: Any, view: View, limit: Scalar, meaning: str) -> Loads:
    """Friction as one state, see `DryFriction`."""
    names, factors = zip(*part.terms().items(), strict=True)
    _, rate = torsion_bar_sum(names, factors, view)
    z = view.state("share")
    speed: Any = abs(rate)
    change = (rate - speed * z) / (part.slip + QUICK * speed)
    torque = limit * (z + DAMPING * change)
    return Loads(
        efforts=tuple((name, -(factor * torque)) for name, factor in part.terms().items()),
        channels={"torque": Channel(torque, "N m", meaning)},
        rates={"share": change},
    )
