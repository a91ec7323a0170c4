"""A law through measured points."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, lookup
from jounce.graph.tables import Table
from jounce.parts.citation import Citation
from jounce.units import Abscissae, Interpolation, Ordinates


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """F through the points (x, y), x rising; beyond the ends it goes on with the end slope.

    `interpolation` is "monotone" (C1, does not overshoot), "linear" or "spline" (C2).
    """

    x: Abscissae
    y: Ordinates
    interpolation: Interpolation = "monotone"
    table: Table | None = None  # its place in the tables array, set when equations are written

    source = Citation("Fritsch, Butland 1984")

    def value(self, x: Scalar) -> Scalar:
        return lookup(self.table, x)
