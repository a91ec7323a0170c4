"""A law that saturates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.graph import Scalar, tanh
from jounce.parts.citation import Citation
from jounce.units import Number, Ordinate, PerAbscissa


@dataclass(frozen=True, slots=True, kw_only=True)
class Tanh:
    """F = k1 (tanh(k2 x + k3) - tanh k3): zero at zero, saturating at k1 (+-1 - tanh k3).

    [Ciglaric, eq. 19], with the bracket closed where F(0) = 0 asks for it.
    """

    k1: Ordinate
    k2: PerAbscissa
    k3: Number = 0.0

    source = Citation("Ciglaric", "eq. 19")

    def falling(self) -> Iterator[tuple[str, str]]:
        slope = self.k1 * self.k2
        if slope < 0:  # type: ignore[operator]
            yield "k1", f"k1 k2 = {slope:g} is negative"

    def value(self, x: Scalar) -> Scalar:
        return self.k1 * (tanh(self.k2 * x + self.k3) - tanh(self.k3))
