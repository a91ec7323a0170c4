"""A level road."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.roads.layout import Range
from jounce.parts.roads.quantities import PositiveNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Flat:
    """The road where nothing else lies: level, with a friction; without it friction is 1."""

    friction: PositiveNumber = 1.0  # relative to the road on which the tyre was measured; at most 3

    source = BY_DEFINITION
    drawing = Unseen("level ground")

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return []
