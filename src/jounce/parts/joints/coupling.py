"""Coordinates tied together."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.units import Coordinate, Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """Coordinates tied together: the sum of factor times coordinate stays at `offset`.

    A gear pair, a rack and pinion (factor in m/rad), a differential (three coordinates).
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...]
    offset: Coordinate = 0.0
