"""A road: elements by name, and the numbers that its evaluation needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.parts.roads.bump import Bump
from jounce.parts.roads.flat import Flat
from jounce.parts.roads.friction_patch import FrictionPatch
from jounce.parts.roads.iso_8608 import Iso8608
from jounce.parts.roads.layout import FIRST
from jounce.parts.roads.plank import Plank
from jounce.parts.roads.rules import road_problems
from jounce.parts.roads.sinusoid import Sinusoid
from jounce.parts.roads.slope import Slope
from jounce.parts.roads.spline_surface import SplineSurface

Element = Flat | Slope | Sinusoid | Bump | Plank | Iso8608 | SplineSurface | FrictionPatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Road:
    """Elements in any order: elevations add, of obstacles the highest counts, of friction patches the last.

    Axes are those of the ground: x where the road leads, y to the left, z up.
    """

    name: str = "flat"
    elements: Mapping[str, Element] = field(default_factory=dict)

    def data(self) -> np.ndarray:
        """The road as one array of numbers, for `road_at`; refused with every reason if it cannot be."""
        if problems := road_problems(self.elements):
            raise ModelError(self.name, problems)
        friction = next((e.friction for e in self.elements.values() if isinstance(e, Flat)), 1.0)
        records = [e.data() for e in self.elements.values() if not isinstance(e, Flat)]
        head = [FIRST + sum(map(len, records)), friction]
        return np.concatenate([np.array(head, float), *records])

    def values(self) -> dict[str, Any]:
        """Every number by its path: `elements.board.height`."""
        return {
            f"elements.{name}.{f.name}": getattr(element, f.name)
            for name, element in self.elements.items()
            for f in fields(element)
            if isinstance(getattr(element, f.name), int | float | tuple)
        }
