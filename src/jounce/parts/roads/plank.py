"""A board that lies on the road."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Block
from jounce.parts.roads.layout import PLANK, record
from jounce.parts.roads.obstacles import Side, places
from jounce.parts.roads.quantities import Length, PositiveLength, PositiveNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Plank:
    """A rectangular board with sharp edges across the road, or a row of them."""

    height: PositiveLength  # less than the wheel's radius; at most 0.3 m
    length: PositiveLength  # along x
    start: Length  # x of its first edge
    side: Side = "both"  # "left": y > 0, "right": y < 0
    y_min: Length | None = None  # where it ends on the right
    y_max: Length | None = None  # where it ends on the left
    count: PositiveNumber = 1
    spacing: PositiveLength = 1.0  # from first edge to first edge

    source = BY_DEFINITION
    drawing = Block()

    def data(self) -> np.ndarray:
        return np.concatenate([record(PLANK, [self.height], x, y) for x, y in places(self)])
