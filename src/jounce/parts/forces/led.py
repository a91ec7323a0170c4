"""Springs, dampers and bars of corners that are led by tables: lengths and twists are tabulated too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Expression, Scalar, derivative
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE, ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.laws import Law
from jounce.units import Axes, PositiveLength, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class LedSpring:
    """Tension as a law of (length - free_length), the length a table of the corner's travel."""

    name: str
    coordinate: str  # the corner's travel, "joint.travel"
    length: str  # name of the length in the tables
    free_length: PositiveLength
    law: Annotated[Law, Axes("m", "N")]

    source = Citation("Kim", "eq. 10-13")
    ends = ALONG_COORDINATE
    drawing = Unseen("its linkage is replaced by tables")

    def loads(self, view: View) -> Loads:
        names, (length, *slopes), rates = view.led_length(self.coordinate, self.length)
        return _pull(names, length, slopes, rates, self.law.value(length - self.free_length))


@dataclass(frozen=True, slots=True, kw_only=True)
class LedDamper:
    """Tension as a law of the rate of length, the length a table of the corner's travel."""

    name: str
    coordinate: str  # the corner's travel, "joint.travel"
    length: str  # name of the length in the tables
    law: Annotated[Law, Axes("m/s", "N")]

    source = Citation("Kim", "eq. 10-13")
    ends = ALONG_COORDINATE
    drawing = Unseen("its linkage is replaced by tables")

    def loads(self, view: View) -> Loads:
        names, (length, *slopes), rates = view.led_length(self.coordinate, self.length)
        return _pull(names, length, slopes, rates, self.law.value(_rate(slopes, rates)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LedBar:
    """An anti-roll bar between two corners led by tables: it resists left(travel) + right(travel), its twist."""

    name: str
    coordinates: tuple[str, str]  # travel of the left and of the right corner, "joint.travel"
    left: Annotated[Law, Axes("m", "rad")]  # share of the twist over the travel
    right: Annotated[Law, Axes("m", "rad")]
    stiffness: Annotated[Scalar, Quantity("N m/rad", "not negative")]
    law: Annotated[Law, Axes("rad", "N m")] | None = None  # of the twist, besides its stiffness

    source = Citation("Kim", "eq. 10-13")
    ends = ALONG_COORDINATES
    drawing = Unseen("its linkage is replaced by tables")

    def loads(self, view: View) -> Loads:
        twist: Scalar = 0.0
        slopes: list[Scalar] = []
        for name, share in zip(self.coordinates, (self.left, self.right), strict=True):
            q, _ = view.coordinate(name)
            turned = share.value(q)
            slopes.append(derivative([turned], q)[0] if isinstance(q, Expression) else 0.0)
            twist = twist + turned
        torque = self.stiffness * twist
        torque = torque if self.law is None else torque + self.law.value(twist)
        return Loads(
            efforts=tuple((name, -(slope * torque)) for name, slope in zip(self.coordinates, slopes, strict=True)),
            channels={
                "twist": Channel(twist, "rad", "sum of factor times coordinate (m between sliders)"),
                "torque": Channel(torque, "N m", "resists a positive twist (N between sliders)"),
            },
        )


def _rate(slopes: list[Scalar], rates: list[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for slope, rate in zip(slopes, rates, strict=True):
        total = total + slope * rate
    return total


def _pull(names: list[str], length: Scalar, slopes: list[Scalar], rates: list[Scalar], tension: Scalar) -> Loads:
    """Virtual work: a tension takes -tension dl for a change dl of the length."""
    return Loads(
        efforts=tuple((name, -(tension * slope)) for name, slope in zip(names, slopes, strict=True)),
        channels={
            "length": Channel(length, "m", "distance of its two points", "length"),
            "rate": Channel(_rate(slopes, rates), "m/s", "rate of length, positive when it extends"),
            "force": Channel(tension, "N", "force along the line, positive in tension"),
        },
    )
