"""A recorded signal."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, lookup
from jounce.graph.tables import Table
from jounce.parts.citation import Citation
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

    def at(self, time: Scalar) -> Scalar:
        return lookup(self.table, time)

    def corners(self) -> tuple[float, ...]:
        return () if self.interpolation == "spline" else self.time
