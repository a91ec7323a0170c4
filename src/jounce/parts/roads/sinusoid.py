"""Waves of a road."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, inf, pi, sin
from typing import Annotated

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Ground
from jounce.parts.roads.layout import EVERYWHERE, SINUSOID, Range, record, road_layout_looking_distance
from jounce.parts.roads.quantities import Angle, Length, PositiveLength
from jounce.units import OneOf

SIDES: dict[str, Range] = {"both": EVERYWHERE, "left": (0.0, inf), "right": (-inf, 0.0)}
WAVES = 20  # of a sinusoid without end that count as where it lies
ALONG = 0.1  # cosine of the direction: waves nearly along the road hardly count
STEEPEST, MOST_CURVED = 1.875, 10 / 3**0.5  # of the fade: its largest first and second derivative


@dataclass(frozen=True, slots=True, kw_only=True)
class Sinusoid:
    """z = amplitude sin(2 pi s/wavelength) of the way s behind the start, growing over the length `fade` (2)."""

    amplitude: Length
    wavelength: PositiveLength
    start: Length = 0.0  # along the direction; level before it
    fade: PositiveLength | None = None  # one wavelength where left out
    direction: Angle = 0.0  # in which the waves follow each other, from x to the left
    side: Annotated[str, OneOf(*SIDES)] = "both"  # of the road, y > 0 is left, on which they lie

    source = BY_DEFINITION
    drawing = Ground()

    def data(self) -> np.ndarray:
        k, fade = 2 * pi / self.wavelength, self.fade or self.wavelength
        curvature = abs(self.amplitude) * (k * k + 2 * k * STEEPEST / fade + MOST_CURVED / fade**2)
        shape = [self.amplitude, k, self.start, fade, cos(self.direction), sin(self.direction)]
        return record(
            SINUSOID, [curvature, road_layout_looking_distance(min(self.wavelength, fade)), *shape], y=SIDES[self.side]
        )

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel; of waves without end the first."""
        forward = max(abs(cos(self.direction)), ALONG)
        length = (self.fade or self.wavelength) + WAVES * self.wavelength
        return [(self.start / forward, (self.start + length) / forward)]
