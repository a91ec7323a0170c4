"""A design: which variants there are. It is plain data, and gives the numbers of any of its variants on demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from jounce.studies.many.designs.sample import correlate_design_sample, draw_design_sample, latin_hypercube
from jounce.studies.many.designs.spread import Levels, Spread
from jounce.studies.many.variant import Variant

METHODS = {
    "list": "the first variant takes the first value of each path, the second the second, and so on",
    "one-at-a-time": "first the car as it is; then each value of each path alone, all else as it is",
    "grid": "every value of each path with every value of all others; the last path changes fastest",
    "latin-hypercube": "each range in as many equal shares as there are variants, one variant in each share",
    "sobol": "evenly spread by Sobol's sequence, scrambled; best with 2, 4, 8, 16 ... variants",
    "monte-carlo": "drawn at random; a variant's numbers follow from the seed and its own number alone",
}
DRAWN = ("latin-hypercube", "sobol", "monte-carlo")  # that take distributions, and a number of variants
SETTINGS = "settings."  # paths that begin so are settings of the study


@dataclass(frozen=True, kw_only=True)
class DesignColumn:
    """A number that is varied."""

    path: str
    unit: str  # SI
    spread: Spread
    nominal: float  # of the car or the study as it is
    flag: bool = False  # true or false, held as 1 or 0


@dataclass(frozen=True, kw_only=True)
class Design:
    """Columns, and how their values come together."""

    method: str
    columns: tuple[DesignColumn, ...]
    count: int  # of variants
    seed: int = 0
    correlations: tuple[tuple[float, ...], ...] | None = None  # of the normal scores, a row for each column
    _known: dict[str, np.ndarray] = field(default_factory=dict, compare=False, repr=False)

    def numbers(self, first: int, last: int) -> np.ndarray:
        """Returns the numbers of variants from `first` up to but not with `last`, a row each, SI."""
        k = np.arange(first, min(last, self.count))
        levels = self._levels()
        if self.method == "list":
            return np.column_stack([values[k] for values in levels])
        if self.method == "grid":
            places = np.unravel_index(k, [len(values) for values in levels])
            return np.column_stack([values[at] for values, at in zip(levels, places, strict=True)])
        if self.method == "one-at-a-time":
            return self._one_at_a_time(k, levels)
        u = self._drawn(first, min(last, self.count))
        return np.column_stack([column.spread.at(u[:, j]) for j, column in enumerate(self.columns)])

    def variants(self, first: int, last: int) -> list[Variant]:
        """Returns variants from `first` up to but not with `last`."""
        rows = self.numbers(first, last).tolist()
        return [self._variant(first + k, row) for k, row in enumerate(rows)]

    def _variant(self, number: int, row: list[float]) -> Variant:
        of: dict[bool, dict[str, float | bool]] = {True: {}, False: {}}
        for column, value in zip(self.columns, row, strict=True):
            is_setting = column.path.startswith(SETTINGS)
            of[is_setting][column.path.removeprefix(SETTINGS)] = bool(value) if column.flag else value
        return Variant(number, of[False], of[True])

    def _levels(self) -> list[np.ndarray]:
        """Returns values that are written down, column by column."""
        for column in self.columns:
            if isinstance(column.spread, Levels) and column.path not in self._known:
                self._known[column.path] = np.asarray(column.spread.values)
        return [self._known[column.path] for column in self.columns if isinstance(column.spread, Levels)]

    def _one_at_a_time(self, k: np.ndarray, levels: list[np.ndarray]) -> np.ndarray:
        rows = np.tile([column.nominal for column in self.columns], (len(k), 1))
        begin = 1
        for j, values in enumerate(levels):
            own = (k >= begin) & (k < begin + len(values))
            rows[own, j] = values[k[own] - begin]
            begin += len(values)
        return rows

    def _drawn(self, first: int, last: int) -> np.ndarray:
        """Evenly spread numbers of (0, 1). A Latin hypercube is only known as a whole, so it is drawn once and kept."""
        width = len(self.columns)
        if self.method == "latin-hypercube":
            if "" not in self._known:
                self._known[""] = latin_hypercube(self.count, width, self.seed)
            u = self._known[""][first:last]
        else:
            u = draw_design_sample(self.method, first, last, width, self.seed)
        if self.correlations is None:
            return u
        return correlate_design_sample(u, self.correlations)

    def units(self) -> Mapping[str, str]:
        """Returns units of the columns by path."""
        return {column.path: column.unit for column in self.columns}
