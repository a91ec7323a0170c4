"""A rounded bump."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Hump
from jounce.parts.roads.layout import BUMP, looking_distance, record
from jounce.parts.roads.obstacles import Side, places
from jounce.parts.roads.quantities import Length, PositiveLength, PositiveNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """z = height (1 - cos(2 pi s/length))/2 of the way s behind the start (3), or a row of such bumps."""

    height: PositiveLength
    length: PositiveLength  # along x
    start: Length  # x where it begins
    side: Side = "both"  # "left": y > 0, "right": y < 0
    y_min: Length | None = None  # where it ends on the right
    y_max: Length | None = None  # where it ends on the left
    count: PositiveNumber = 1
    spacing: PositiveLength = 1.0  # from begin to begin

    source = BY_DEFINITION
    drawing = Hump()

    def data(self) -> np.ndarray:
        curvature = 0.5 * self.height * (2 * pi / self.length) ** 2
        looks = looking_distance(self.length)
        return np.concatenate(
            [record(BUMP, [curvature, looks, self.height, x[0], self.length], x, y) for x, y in places(self)]
        )
