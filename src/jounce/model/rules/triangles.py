"""How far points are from lying on one line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.model.axle_data import Place

NEAREST = 1e-3  # m: nobody builds an arm shorter than this, but metres read as millimetres look so


def off_line(a: Place, b: Place, c: Place) -> float:
    """Distance of c from the line through a and b, which are two points."""
    along, across = np.subtract(b, a), np.subtract(c, a)
    with np.errstate(over="ignore", invalid="ignore"):  # points a world away are refused elsewhere
        return float(np.linalg.norm(np.cross(along, across)) / np.linalg.norm(along))


def spread_about_line(points: Sequence[Place]) -> float:
    """Distance of the farthest point from the line that fits all of them best."""
    centred = np.subtract(points, np.mean(points, axis=0))
    along = np.linalg.svd(centred)[2][0]
    return float(np.linalg.norm(centred - np.outer(centred @ along, along), axis=1).max())
