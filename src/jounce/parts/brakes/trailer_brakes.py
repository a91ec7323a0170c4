"""Brakes of trailers and lorries: by air or current that takes its time, and by the push of an overrun coupling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar, maximum
from jounce.parts.brakes.brake_tables import brake_table_limit
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE, Along
from jounce.parts.forces.friction import FRICTION, StaticRatio, friction_static_limit
from jounce.parts.forces.loads import Channel, DryContact, Loads, View
from jounce.parts.laws import Law
from jounce.parts.signals import Signal
from jounce.units import Axes, Quantity

THREE_QUARTERS = log(4.0)  # lags of first order until three quarters of a step have come


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayedBrake:
    """A brake on a wheel's bearing that follows its pedal late, as air in long lines or an electric actuator makes it.

        s' = (signal - s) / T        T = response_time / ln 4
        limit of dry friction = torque max(s, 0)

    After a sudden full pedal three quarters of the torque are there after the response time, the way in which rules
    for brakes of commercial vehicles measure it.
    """

    name: str
    coordinate: str  # "joint.coordinate"
    torque: Annotated[Scalar, Quantity("N m", "not negative")]  # at full pedal
    signal: Annotated[Signal, Axes("s", "1")]
    response_time: Annotated[Scalar, Quantity("s", "positive")]  # until three quarters of a sudden full pedal act
    static_ratio: StaticRatio = 1.0  # of the torque at rest to that while it slides

    source = (Citation("UN R13", "annex 6"), *FRICTION)
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")
    states = (("share", "1"),)
    lags = ("share",)
    signal_range = (0.0, 1.0)
    has_phases = True
    group = "brake"

    def stiffness(self) -> Any:
        """Of the spring that it is at rest: it sticks."""
        return 0.0

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return {self.coordinate: 1.0}

    def limits(self) -> Iterator[Problem]:
        return friction_static_limit(self.static_ratio)

    def loads(self, view: View) -> Loads:
        share = view.state("share")
        limit = self.torque * maximum(share, 0.0)
        return Loads(
            contact=DryContact(self.terms(), limit, self.static_ratio),
            channels={"limit": Channel(limit, "N m", "torque that the brake takes while the wheel turns")},
            rates={"share": (view.signal(self.signal) - share) * (THREE_QUARTERS / self.response_time)},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrunBrake:
    """A brake on a wheel's bearing that an overrun coupling works: its torque follows how far this is pushed in.

    The limit of dry friction between wheel and carrier is the law at the coordinate `push`, and never negative.
    """

    name: str
    coordinate: str  # "joint.coordinate"
    push: str  # "joint.coordinate" of the coupling's slide, positive pushed in
    torque: Annotated[Law, Axes("m", "N m")]  # of this wheel, over the push
    static_ratio: StaticRatio = 1.0  # of the torque at rest to that while it slides

    source = FRICTION
    ends = (Along("coordinate"), Along("push", acts=False))
    drawing = Unseen("it acts inside a joint, which is drawn")
    has_phases = True
    group = "brake"

    def stiffness(self) -> Any:
        """Of the spring that it is at rest: it sticks."""
        return 0.0

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return {self.coordinate: 1.0}

    def limits(self) -> Iterator[Problem]:
        yield from friction_static_limit(self.static_ratio)
        yield from brake_table_limit(self.torque, "torque")

    def loads(self, view: View) -> Loads:
        limit = maximum(self.torque.value(view.coordinate(self.push)[0]), 0.0)
        return Loads(
            contact=DryContact(self.terms(), limit, self.static_ratio),
            channels={"limit": Channel(limit, "N m", "torque that the brake takes while the wheel turns")},
        )
