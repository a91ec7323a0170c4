"""A brake by pressure: pedal, line, wheel and torque, each after the other by a law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from jounce.errors import Problem
from jounce.graph import Scalar, maximum
from jounce.parts.brakes.brake_tables import brake_table_limit
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE, Ends
from jounce.parts.forces.friction import (
    FRICTION,
    DryOrSmooth,
    FrictionLaw,
    Slip,
    StaticRatio,
    friction_static_limit,
    smooth_friction_loads,
)
from jounce.parts.forces.loads import Channel, DryContact, Loads, View
from jounce.parts.laws import Law, Linear, law_at_number
from jounce.parts.signals import Signal
from jounce.units import Axes

SAME = Linear(slope=1.0)  # the wheel has the pressure of the line


@dataclass(frozen=True, slots=True, kw_only=True)
class PressureBrake(DryOrSmooth):
    """A brake on a wheel's bearing whose torque follows a hydraulic pressure by a table.

        p_line = line(signal)                  of the master cylinder, by the pedal's travel from 0 to 1
        p      = max(share(p_line), demand, traction)    at this wheel: what driver or controllers ask for
        torque = torque(p), not negative       the limit of dry friction between wheel and carrier

    The wheel rolls against that torque, or it is locked and stays so as long as less would turn it.
    """

    name: str
    coordinate: str  # "joint.coordinate"
    signal: Annotated[Signal, Axes("s", "1")]  # travel of the pedal, 0 to 1
    line: Annotated[Law, Axes("1", "Pa")]  # line pressure over travel of the pedal
    share: Annotated[Law, Axes("Pa", "Pa")] = SAME  # pressure at this wheel over line pressure
    torque: Annotated[Law, Axes("Pa", "N m")]  # over pressure at this wheel
    demand: Annotated[Signal, Axes("s", "Pa")] | None = None  # pressure that a controller asks of this wheel
    traction: Annotated[Signal, Axes("s", "Pa")] | None = None  # the same of another one
    static_ratio: StaticRatio = 1.0  # of the torque at rest to that while it slides; dry law
    law: FrictionLaw = "dry"
    slip: Slip = 2e-3  # of the smooth law: the turn in which it builds up

    source: ClassVar[tuple[Citation, ...]] = (Citation("Ciglaric", "section 3.1"), *FRICTION)
    ends: ClassVar[Ends] = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")
    signal_range = (0.0, 1.0)  # a pedal goes no further, and less than none would drive
    group = "brake"  # of its channels

    def stiffness(self) -> Any:
        """Of the spring that the smooth law is at rest, at full pedal."""
        pressure = law_at_number(self.share, law_at_number(self.line, 1.0))
        return law_at_number(self.torque, pressure) / self.slip

    def terms(self) -> dict[str, Scalar]:
        """Tells what it acts against: factor of each coordinate."""
        return {self.coordinate: 1.0}

    def limits(self) -> Iterator[Problem]:
        yield from friction_static_limit(self.static_ratio)
        for word in ("line", "share", "torque"):
            yield from brake_table_limit(getattr(self, word), word)

    def asked_pressures(self, view: View) -> tuple[Scalar, Scalar]:
        """Pressure of the line, and what is asked of this wheel by driver and controllers."""
        line = maximum(self.line.value(view.signal(self.signal)), 0.0)
        wheel = self.driver_pressure(view, line)
        for asked in (self.demand, self.traction):
            wheel = wheel if asked is None else maximum(wheel, view.signal(asked))
        return line, wheel

    def driver_pressure(self, view: View, line: Scalar) -> Scalar:
        """Tells what the driver asks of this wheel through the line."""
        return maximum(self.share.value(line), 0.0)

    def loads(self, view: View) -> Loads:
        line, pressure = self.asked_pressures(view)
        return self.loads_by_pressure(view, line, pressure)

    def loads_by_pressure(self, view: View, line: Scalar, pressure: Scalar) -> Loads:
        """Tells what the brake does at a pressure of its wheel."""
        limit = maximum(self.torque.value(pressure), 0.0)
        channels = {
            "line_pressure": Channel(line, "Pa", "pressure that the pedal makes in the line"),
            "pressure": Channel(pressure, "Pa", "pressure at the wheel's brake"),
            "limit": Channel(limit, "N m", "torque that the brake takes while the wheel turns"),
        }
        if self.law == "dry":
            return Loads(contact=DryContact(self.terms(), limit, self.static_ratio), channels=channels)
        meaning = "against the motion of the wheel, positive where it rolls forward"
        smooth = smooth_friction_loads(self, view, limit, meaning)
        return Loads(efforts=smooth.efforts, channels=smooth.channels | channels, rates=smooth.rates)
