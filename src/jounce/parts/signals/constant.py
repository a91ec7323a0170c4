"""A number that does not change."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.citation import BY_DEFINITION
from jounce.units import Ordinate


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """The same value at all times."""

    value: Ordinate

    source = BY_DEFINITION

    def extent(self) -> tuple[float, float]:
        """The least and the largest value."""
        return self.value, self.value  # type: ignore[return-value]

    def at(self, time: Scalar) -> Scalar:
        return self.value

    def corners(self) -> tuple[float, ...]:
        return ()
