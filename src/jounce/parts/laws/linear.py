"""A straight line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.citation import BY_DEFINITION
from jounce.units import Slope


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """F = slope x."""

    slope: Slope

    source = BY_DEFINITION

    def falling(self) -> Iterator[tuple[str, str]]:
        """Numbers that make it fall: field and what is wrong with it."""
        if self.slope < 0:  # type: ignore[operator]
            yield "slope", f"{self.slope:g} is negative"

    def geared(self, ratio: float) -> Linear:
        """r F(r x): the law seen through a lever."""
        return Linear(slope=ratio * ratio * self.slope)

    def value(self, x: Scalar) -> Scalar:
        return self.slope * x
