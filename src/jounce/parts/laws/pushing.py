"""A law that only pushes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, less, select
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.laws.own import OwnLaw
from jounce.units import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushing:
    """F = -push(-x) for x < 0, nothing for x > 0: tension over extension of a stop that is pressed by -x."""

    push: Annotated[OwnLaw, Axes("m", "N")]  # over compression

    source = BY_DEFINITION

    def value(self, x: Scalar) -> Scalar:
        # pressed by nothing where it is not touched: the push may not be defined beyond
        return select(less(x, 0.0), -self.push.value(-select(less(x, 0.0), x, 0.0)), 0.0)
