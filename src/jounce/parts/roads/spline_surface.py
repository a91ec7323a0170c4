"""A surface through measured points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.parts.citation import Citation
from jounce.parts.drawing import Ground
from jounce.parts.roads.layout import SURFACE, Range, record, road_layout_looking_distance
from jounce.parts.roads.quantities import Lengths

BETWEEN = 4 / 27  # largest share of a cubic's end slope, times its length, in its values


@dataclass(frozen=True, slots=True, kw_only=True)
class SplineSurface:
    """The bicubic spline through heights on a rectangular grid, with continuous curvature; level beyond its edge.

    Its ends are "not a knot".
    """

    x: Lengths  # rising, at least four
    y: Lengths  # rising, at least four
    heights: Lengths  # at the first x for every y, then at the next x

    source = Citation("De Boor 1962")
    drawing = Ground()

    def data(self) -> np.ndarray:
        from scipy.interpolate import CubicSpline  # slow to import

        x, y = np.array(self.x), np.array(self.y)
        z = np.reshape(self.heights, (len(x), len(y)))
        z_x, z_y = CubicSpline(x, z, axis=0)(x, 1), CubicSpline(y, z, axis=1)(y, 1)
        z_xy = CubicSpline(x, z_y, axis=0)(x, 1)
        z_xx = CubicSpline(x, z, axis=0)(x, 2)
        z_xxy = np.abs(CubicSpline(y, z_xx, axis=1)(y, 1))
        curvature = np.abs(z_xx).max() + (BETWEEN * np.diff(y) * (z_xxy[:, 1:] + z_xxy[:, :-1])).max()
        looks = road_layout_looking_distance(2 * np.diff(x).min())
        nodes = np.stack([z, z_x, z_y, z_xy], axis=-1)
        return record(SURFACE, np.concatenate([[curvature, looks, len(x), len(y)], x, y, nodes.ravel()]))

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return [(self.x[0], self.x[-1])]
