"""Columns over one rising variable: tables that share their knots, read on floats and on symbols alike."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from math import perm

import numpy as np

from jounce.graph import Expression, Scalar, lookup
from jounce.graph.tables import Table, table_size


@dataclass(frozen=True, eq=False, slots=True)
class TableColumns:
    """Some piecewise polynomials over the same knots, each in the layout of `jounce.graph.tables`.

    Before its place is known it is read on floats only; with a place it is read by LOOKUP, and one search serves all
    columns. Beyond its ends a column goes on straight.
    """

    columns: tuple[np.ndarray, ...]
    knots: int
    degree: int
    place: Table | None = None  # of the first column, set when equations are written

    @property
    def size(self) -> int:
        return len(self.columns) * table_size(self.knots, self.degree)

    def flat(self) -> np.ndarray:
        """The numbers that a LOOKUP reads, column after column."""
        return np.concatenate(self.columns)

    def placed(self, offset: int, shared: bool = False) -> TableColumns:
        """Returns the same with its numbers in the tables array from `offset`, lane after lane; `shared`: one for all
        lanes.
        """
        stride = 0 if shared else self.size
        return replace(self, place=Table(offset, self.knots, self.degree, stride, guide=offset))

    def read(self, column: int, x: Scalar, order: int = 0) -> Scalar:
        """A column at x, or its derivative of the given order."""
        if isinstance(x, Expression):
            if self.place is None:
                raise TypeError("columns need a place in the tables array before symbols can read them")
            first = self.place.offset + column * table_size(self.knots, self.degree)
            return lookup(replace(self.place, offset=first), x, order)
        return self._read_numbers(self.columns[column], float(x), order)

    def _read_numbers(self, data: np.ndarray, x: float, order: int) -> float:
        n, powers = self.knots, self.degree + 1
        piece = bisect_right(data, x, 0, n)
        first = 2 * n + 1 + piece * powers
        coefficients = [c * perm(k, order) for k, c in enumerate(data[first : first + powers].tolist())][order:]
        d, total = x - float(data[n + piece]), 0.0
        for c in reversed(coefficients):
            total = total * d + c
        return total
