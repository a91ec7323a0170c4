"""A recorded signal."""

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
from jounce.units import Interpolation, Ordinates, Times


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Through the points (time, value), time rising; goes on with its end slope.

    `interpolation` is "spline" (C2), "monotone" (C1) or "linear".
    """

    time: Times
    value: Ordinates
    interpolation: Interpolation = "spline"
    table: Table | None = None  # its place in the tables array, set when equations are written

    source = Citation("Fritsch, Butland 1984")

    __repr__ = short_text

    def limits(self) -> Iterator[Problem]:
        return rising_table_limit(self, "time", "value")

    def extent(self) -> tuple[float, float]:
        return min(self.value, default=0.0), max(self.value, default=0.0)

    def flat(self) -> np.ndarray:
        """The numbers that a LOOKUP reads."""
        return table_data(np.array(self.time), np.array(self.value), self.interpolation)

    @property
    def size(self) -> int:
        """Tells how many numbers those are."""
        return table_size(len(self.time), 3)

    def placed(self, offset: int, shared: bool = False) -> History:
        """Returns the same with its numbers in the tables array from `offset`, lane after lane; `shared`: one for all
        lanes.
        """
        return replace(self, table=Table(offset, len(self.time), 3, lane_stride=0 if shared else self.size))

    def at(self, time: Scalar) -> Scalar:
        return lookup(self.table, time)

    def corners(self) -> tuple[float, ...]:
        return () if self.interpolation == "spline" else self.time
