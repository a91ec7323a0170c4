"""How far points are from lying on one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.model.axle_data import Place
from jounce.spatial.vector import cross, difference, distance, norm

NEAREST = 1e-3  # m: nobody builds an arm shorter than this, but metres read as millimetres look so


def off_line(a: Place, b: Place, c: Place) -> Any:
    """Distance of c from the line through a and b, which are two points."""
    along = difference(b, a)
    return norm(cross(along, difference(c, a))) / norm(along)


def spread_about_line(points: Sequence[Place]) -> Any:
    """How far the points lie off the line through the first of them and the one that is farthest from it."""
    first, *others = points
    farthest = max(others, key=lambda point: distance(first, point))
    return max(off_line(first, farthest, point) for point in others) if distance(first, farthest) > 0 else 0.0
