"""Two slopes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.graph import Scalar, less, select
from jounce.parts.citation import Citation
from jounce.units import Slope


@dataclass(frozen=True, slots=True, kw_only=True)
class Bilinear:
    """F = compression x for x < 0, extension x for x > 0; continuous at zero."""

    compression: Slope
    extension: Slope

    source = Citation("Ciglaric", "eq. 18")
    has_kink = True  # at zero

    def falling(self) -> Iterator[tuple[str, str]]:
        for name, slope in (("compression", self.compression), ("extension", self.extension)):
            if slope < 0:  # type: ignore[operator]
                yield name, f"{slope:g} is negative"

    def value(self, x: Scalar) -> Scalar:
        return select(less(x, 0.0), self.compression, self.extension) * x
