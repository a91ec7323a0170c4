"""A torsion bar between coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.laws import Law
from jounce.parts.limits import factor_limit
from jounce.units import Axes, Quantity, Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class TorsionBar:
    """Resists a twist between joint coordinates: sum of factor times coordinate.

    One spring-damper element between two rigid finite elements of a shaft [Szczotka 2007, eq. 37], or an anti-roll
    bar between two arms. Each coordinate feels -factor (stiffness twist + damping twist' + law(twist)).
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...]
    stiffness: Annotated[Scalar, Quantity("N m/rad or N/m", "not negative")]
    damping: Annotated[Scalar, Quantity("N m s/rad or N s/m", "not negative")] = 0.0
    law: Annotated[Law, Axes("rad or m", "N m or N")] | None = None  # of the twist, besides its stiffness

    source = Citation("Szczotka 2007", "eq. 37")
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts between joints, which are drawn")

    def twist(self) -> dict[str, Scalar]:
        """Tells what it resists: factor of each coordinate."""
        return dict(zip(self.coordinates, self.factors, strict=True))

    def limits(self) -> Iterator[Problem]:
        return factor_limit(self)

    def loads(self, view: View) -> Loads:
        twist, rate = torsion_bar_sum(self.coordinates, self.factors, view)
        torque = self.stiffness * twist + self.damping * rate
        torque = torque if self.law is None else torque + self.law.value(twist)
        return Loads(
            efforts=tuple(
                (name, -(factor * torque)) for name, factor in zip(self.coordinates, self.factors, strict=True)
            ),
            channels={
                "twist": Channel(twist, "rad", "sum of factor times coordinate (m between sliders)"),
                "torque": Channel(torque, "N m", "resists a positive twist (N between sliders)"),
            },
        )


def torsion_bar_sum(coordinates: tuple[str, ...], factors: tuple[Scalar, ...], view: View) -> tuple[Scalar, Scalar]:
    """Sum of factor times coordinate, and of factor times rate."""
    value: Scalar = 0.0
    rate: Scalar = 0.0
    for name, factor in zip(coordinates, factors, strict=True):
        q, s = view.coordinate(name)
        value, rate = value + factor * q, rate + factor * s
    return value, rate
