"""A part of the road with its own friction."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.roads.layout import PATCH, Range, record
from jounce.parts.roads.quantities import Length, PositiveNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class FrictionPatch:
    """A rectangle with its own friction; a side that is left out is open. A later patch lies on an earlier one."""

    friction: PositiveNumber  # relative to the road on which the tyre was measured; at most 3
    x_min: Length | None = None  # belongs to the patch
    x_max: Length | None = None  # belongs to what follows
    y_min: Length | None = None  # belongs to the patch
    y_max: Length | None = None  # belongs to what follows

    source = BY_DEFINITION
    drawing = Unseen("friction has no shape")

    def ranges(self) -> tuple[Range, Range]:
        """x and y from where to where."""
        return _range(self.x_min, self.x_max), _range(self.y_min, self.y_max)

    def data(self) -> np.ndarray:
        return record(PATCH, [self.friction], *self.ranges())

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return []


def _range(low: float | None, high: float | None) -> Range:
    return (-inf if low is None else low, inf if high is None else high)
