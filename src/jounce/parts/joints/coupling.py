"""Coordinates tied together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.laws import Law
from jounce.units import Axes, Coordinate, Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """Coordinates tied together: the sum of factor times coordinate stays at `offset`.

    A gear pair, a rack and pinion (factor in m/rad), a differential (three coordinates). With a law the last
    coordinate enters by it, as a cam or a rack of variable ratio does: law(coordinate) in its place.
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...]
    offset: Coordinate = 0.0
    law: Annotated[Law, Axes("rad or m", "rad or m")] | None = None

    source = BY_DEFINITION
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts between joints, which are drawn")
