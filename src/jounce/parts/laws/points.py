"""A law through measured points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jounce.errors import Problem
from jounce.graph import Scalar, lookup
from jounce.graph.tables import Table, table_data, table_size
from jounce.parts.citation import Citation
from jounce.parts.limits import rising_table_limit
from jounce.parts.part_text import short_text
from jounce.units import Abscissa, Abscissae, Interpolation, Number, Ordinate, Ordinates, PositiveNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """F through the points (x, y), x rising; beyond the ends it goes on with the end slope.

    `interpolation` is "monotone" (C1, does not overshoot), "linear" or "spline" (C2). The whole curve may be stretched
    and moved along both axes, T being the curve through the points:

        F(x) = y_factor T((x - x_offset) / x_factor) + y_offset
    """

    x: Abscissae
    y: Ordinates
    interpolation: Interpolation = "monotone"
    x_factor: PositiveNumber = 1.0
    x_offset: Abscissa = 0.0
    y_factor: Number = 1.0
    y_offset: Ordinate = 0.0
    table: Table | None = None  # its place in the tables array, set when equations are written

    placing = ("x_factor", "x_offset", "y_factor", "y_offset")  # fields that move the whole curve
    source = Citation("Fritsch, Butland 1984")

    __repr__ = short_text

    def limits(self) -> Iterator[Problem]:
        return rising_table_limit(self, "x", "y")

    def falling(self) -> Iterator[tuple[str, str]]:
        if self.y and (self.y[-1] - self.y[0]) * self.y_factor < 0:  # type: ignore[operator]
            yield "y", f"falls from {self.y[0]:g} to {self.y[-1]:g}, times {self.y_factor:g}"

    def geared(self, ratio: float) -> Points:
        """r F(r x): the law seen through a lever."""
        wide = 1.0 / ratio
        return replace(
            self,
            x_factor=wide * self.x_factor,
            x_offset=wide * self.x_offset,
            y_factor=ratio * self.y_factor,
            y_offset=ratio * self.y_offset,
        )

    def flat(self) -> np.ndarray:
        """The numbers that a LOOKUP reads."""
        return table_data(np.array(self.x), np.array(self.y), self.interpolation)

    @property
    def size(self) -> int:
        """Tells how many numbers those are."""
        return table_size(len(self.x), 3)

    def placed(self, offset: int, shared: bool = False) -> Points:
        """Returns the same with its numbers in the tables array from `offset`, lane after lane; `shared`: one for all
        lanes.
        """
        return replace(self, table=Table(offset, len(self.x), 3, lane_stride=0 if shared else self.size))

    def values(self, x: np.ndarray) -> np.ndarray:
        """The law at many places, in plain numbers."""
        n, data, move = len(self.x), self.flat(), {name: float(getattr(self, name)) for name in self.placing}
        x = (x - move["x_offset"]) / move["x_factor"]
        piece = np.searchsorted(data[:n], x, side="right")
        powers = (x - data[n : 2 * n + 1][piece])[:, None] ** np.arange(4)
        found: np.ndarray = (data[2 * n + 1 :].reshape(n + 1, 4)[piece] * powers).sum(axis=1)
        return move["y_offset"] + move["y_factor"] * found

    def value(self, x: Scalar) -> Scalar:
        return self.y_offset + self.y_factor * lookup(self.table, (x - self.x_offset) * (1.0 / self.x_factor))
