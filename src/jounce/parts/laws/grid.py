"""A law of two variables on a measured grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from jounce.errors import Problem
from jounce.graph import Scalar, lookup2
from jounce.graph.tables import Surface, grid_table_data
from jounce.parts.citation import Citation
from jounce.parts.limits import reach_limit, rising_limit
from jounce.parts.part_text import short_text
from jounce.units import Abscissae, Interpolation, OneOf, Ordinates, Rates


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """F at each x and v of a grid, both rising: `y` has a row for each x, with an entry for each v.

    `interpolation` is "monotone" (C1, does not overshoot along the lines of the grid), "linear" (between the lines as
    well) or "spline" (C2). `beyond` the grid the law goes on with the slope of its edge ("linear") or stays as it is
    there ("clamped").
    """

    x: Abscissae  # deflection
    v: Rates  # its rate
    y: Ordinates  # row by row, as a list of rows or as one list
    interpolation: Interpolation = "monotone"
    beyond: Annotated[str, OneOf("linear", "clamped")] = "linear"
    table: Surface | None = None  # its place in the tables array, set when equations are written

    source = Citation("Fritsch, Butland 1984")

    __repr__ = short_text

    def limits(self) -> Iterator[Problem]:
        rows, columns, entries = len(self.x), len(self.v), len(self.y)
        if entries != rows * columns:
            what = f"{entries} entries, but {rows} in x and {columns} in v"
            yield Problem("y", what, f"a row for each x with an entry for each v: {rows * columns} in all")
        for name in ("x", "v", "y"):
            yield from reach_limit(getattr(self, name), name)
        for name in ("x", "v"):
            yield from rising_limit(getattr(self, name), name)

    def flat(self) -> np.ndarray:
        """The numbers that a LOOKUP reads."""
        x, v = np.array(self.x, float), np.array(self.v, float)
        return grid_table_data(x, v, np.array(self.y, float).reshape(len(x), len(v)), self.interpolation, self.beyond)

    @property
    def size(self) -> int:
        """Tells how many numbers those are."""
        return Surface(0, len(self.x), len(self.v), 3).size

    def placed(self, offset: int, shared: bool = False) -> Grid:
        """Returns the same with its numbers in the tables array from `offset`, lane after lane; `shared`: one for all
        lanes.
        """
        stride = 0 if shared else self.size
        return replace(self, table=Surface(offset, len(self.x), len(self.v), 3, lane_stride=stride))

    def value(self, x: Scalar, v: Scalar) -> Scalar:
        return lookup2(self.table, x, v)
