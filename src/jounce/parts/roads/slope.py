"""A constant grade along the road and across it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Ground
from jounce.parts.roads.layout import SLOPE, Range, record
from jounce.parts.roads.quantities import Length, Number, PositiveLength


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """z = grade x + bank y everywhere, or from `start` on, where both grow over the length `transition` (1)."""

    grade: Number = 0.0  # dz/dx, positive uphill; at most 1 either way
    bank: Number = 0.0  # dz/dy, positive where the left side is higher; at most 1 either way
    start: Length | None = None  # level before it; everywhere and through the origin where left out
    transition: PositiveLength = 10.0  # behind the start, with continuous curvature

    source = BY_DEFINITION
    drawing = Ground()

    def data(self) -> np.ndarray:
        begins = (0.0, 0.0) if self.start is None else (self.start, self.transition)
        return record(SLOPE, [self.grade, self.bank, *begins])

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return [] if self.start is None else [(self.start, self.start + self.transition)]
