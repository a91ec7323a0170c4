"""A straight line."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.citation import BY_DEFINITION
from jounce.units import Slope


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """F = slope x."""

    slope: Slope

    source = BY_DEFINITION

    def value(self, x: Scalar) -> Scalar:
        return self.slope * x
