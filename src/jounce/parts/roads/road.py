"""A road: elements by name, and the numbers that its evaluation needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.parts.roads.evaluate import evaluate_road
from jounce.parts.roads.flat import Flat
from jounce.parts.roads.friction_patch import FrictionPatch
from jounce.parts.roads.iso_8608 import Iso8608
from jounce.parts.roads.layout import FIRST
from jounce.parts.roads.obstacles import Bump, Plank
from jounce.parts.roads.rules import road_problems
from jounce.parts.roads.sinusoid import Sinusoid
from jounce.parts.roads.slope import Slope
from jounce.parts.roads.spline_surface import SplineSurface

Ground = tuple[float, float, float, float]
RoadFunction = Callable[..., Ground]
Element = Flat | Slope | Sinusoid | Bump | Plank | Iso8608 | SplineSurface | FrictionPatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Road:
    """Elements in any order: elevations add, of obstacles the highest counts, of friction patches the last.

    Axes are those of the ground: x where the road leads, y to the left, z up.
    """

    name: str = "flat"
    elements: Mapping[str, Element] = field(default_factory=dict)
    sources: Mapping[str, Any] = field(default_factory=dict, compare=False)  # by path of what they vouch for

    def data(self) -> np.ndarray:
        """The road as one array of numbers, for `evaluate_road`; refused with every reason if it cannot be."""
        if problems := road_problems(self.elements):
            raise ModelError(self.name, problems)
        friction = next((e.friction for e in self.elements.values() if isinstance(e, Flat)), 1.0)
        records = [e.data() for e in self.elements.values() if not isinstance(e, Flat)]
        head = [FIRST + sum(map(len, records)), friction]
        return np.concatenate([np.array(head, float), *records])

    def function(self) -> RoadFunction:
        """z, z_x, z_y and mu of (x, y, t, a, b, p), in plain Python; see `evaluate_road`."""
        data = self.data()

        def at(x: float, y: float, t: float = 0.0, a: float = 0.0, b: float = 1.0, p: float = 2.0) -> Ground:
            out = [0.0] * 4
            evaluate_road(data, x, y, t, a, b, p, out)
            return out[0], out[1], out[2], out[3]

        return at

    def at(self, x: float, y: float) -> Ground:
        """z, z_x, z_y and mu under a point; for many points take `function`."""
        return self.function()(x, y)

    def values(self) -> dict[str, float]:
        """Every number by its path: `elements.board.height`, `elements.field.heights.7`."""
        found: dict[str, float] = {}
        for name, element in self.elements.items():
            for f in fields(element):
                value, path = getattr(element, f.name), f"elements.{name}.{f.name}"
                if isinstance(value, tuple):
                    found |= {f"{path}.{k}": number for k, number in enumerate(value)}
                elif isinstance(value, int | float):
                    found[path] = value
        return found

    def with_values(self, values: Mapping[str, Any]) -> Road:
        """A new road with some numbers changed, SI or text with a unit, checked like a loaded file."""
        from jounce.model.reading.road_file import with_values

        return with_values(self, values)

    def summary(self) -> str:
        """The elements, one a line."""
        lines = [f"{self.name}: road of {len(self.elements)} element{'s' if len(self.elements) != 1 else ''}", ""]
        for name, element in self.elements.items():
            given = {f.name: getattr(element, f.name) for f in fields(element)}
            told = [
                f"{key} {value}" for key, value in given.items() if value is not None and not isinstance(value, tuple)
            ]
            lines.append(f"{name:12} {type(element).__name__}: {', '.join(told)}".rstrip(": "))
        return "\n".join(lines)
