"""How far three points are from lying on one line."""

from __future__ import annotations

import numpy as np

from jounce.model.axle_data import Place


def off_line(a: Place, b: Place, c: Place) -> float:
    """Distance of c from the line through a and b, which are two points."""
    along, across = np.subtract(b, a), np.subtract(c, a)
    return float(np.linalg.norm(np.cross(along, across)) / np.linalg.norm(along))
