"""A law that only pushes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, less, select
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.laws import Law
from jounce.parts.laws.bilinear import Bilinear
from jounce.parts.laws.linear import Linear
from jounce.parts.laws.own import OwnLaw
from jounce.parts.laws.points import Points
from jounce.parts.laws.stop import Stop
from jounce.units import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushing:
    """F = -push(-x) for x < 0, nothing for x > 0: tension over extension of a stop that is pressed by -x."""

    push: Annotated[OwnLaw, Axes("m", "N")]  # over compression

    source = BY_DEFINITION
    has_kink = True  # at zero

    def value(self, x: Scalar) -> Scalar:
        # pressed by nothing where it is not touched: the push may not be defined beyond
        return select(less(x, 0.0), -self.push.value(-select(less(x, 0.0), x, 0.0)), 0.0)


BEYOND = 0.01  # m past contact where a stop's curve is still written out: flat from there on


def pushing_only(law: Law) -> Law:
    """Tension over extension from push over compression: nothing while it is not touched."""
    if isinstance(law, Linear):
        return Bilinear(compression=law.slope, extension=0.0)
    if not isinstance(law, Points):
        return Pushing(push=law)
    x = (*(0.0 - x for x in reversed(law.x)), BEYOND)
    y = (*(0.0 - y for y in reversed(law.y)), 0.0)
    return Stop(
        x=x,
        y=y,
        interpolation=law.interpolation,
        x_factor=law.x_factor,
        x_offset=0.0 - law.x_offset,
        y_factor=law.y_factor,
        y_offset=0.0 - law.y_offset,
    )
