"""Read a design from plain data, as Python and job files write it, or say everything that is wrong with it.

values = {
    "axles.front.spring.law.slope": ["15 N/mm", "18 N/mm", "21 N/mm"],
    "axles.rear.spring.law.slope": {"least": "15 N/mm", "most": "25 N/mm", "count": 11},
    "body.mass": {"distribution": "normal", "mean": "700 kg", "deviation": "20 kg"},
    "settings.speed": {"values": [0.9, 1.0, 1.1], "relative": True},
}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, prod
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.results.csv_table import read_csv_table
from jounce.studies.many.designs.design import DRAWN, METHODS, Design, DesignColumn
from jounce.studies.many.designs.read_spread import FORMS, MOST_VARIANTS, read_spread
from jounce.studies.many.designs.spread import Levels, Spread
from jounce.studies.many.designs.varied_number import VariedNumber, VariedNumbers
from jounce.units import parse_unit

KEYS = {  # of a design, besides its values
    "method": "how values come together; list where all values are written down, else monte-carlo",
    "variants": "how many there are, where they are drawn",
    "seed": "whole number: another one, another draw; 0 where it is left out",
    "correlations": 'between drawn numbers: [["PATH", "PATH", 0.6], ...]',
}


def read_design(
    values: Mapping[str, Any] | str | Path,
    about: Mapping[str, Any],
    numbers: VariedNumbers,
    problems: list[Problem],
    units_needed: bool = False,
) -> Design | None:
    """Returns the design, or None where something is wrong; problems are told by path, or by key of `about`.

    `values` is a table of paths, or a CSV file with a column for each path and a row for each variant. With
    `units_needed`, a bare number of what has a unit is refused, as in job files.
    """
    return _DesignReader(numbers, problems, units_needed).design(values, about)


class _DesignReader:
    def __init__(self, numbers: VariedNumbers, problems: list[Problem], units_needed: bool):
        self.numbers, self.problems, self.units_needed = numbers, problems, units_needed

    def refuse(self, where: str, what: str, help: str = "") -> None:
        self.problems.append(Problem(where, what, help))

    def design(self, values: Any, about: Mapping[str, Any]) -> Design | None:
        before = len(self.problems)
        for key in (key for key in about if key not in KEYS):
            self.refuse(key, f"key '{key}' is not known.{did_you_mean(key, KEYS)}", f"keys: {', '.join(KEYS)}")
        columns = self._from_file(values) if isinstance(values, str | Path) else self._from_table(values)
        method = self._method(about, columns)
        seed = self._whole("seed", about.get("seed", 0), 0, 2**63 - 1)
        correlations = self._correlations(about.get("correlations", ()), columns, method)
        count = self._count(about, columns, method) if len(self.problems) == before else 0
        if len(self.problems) > before:
            return None
        return Design(method=method, columns=tuple(columns), count=count, seed=seed, correlations=correlations)

    # values

    def _from_table(self, values: Any) -> list[DesignColumn]:
        if not isinstance(values, Mapping) or not values:
            self.refuse("values", "names nothing that is varied", f'{{"axles.front.spring.law.slope": {FORMS}}}')
            return []
        found = [self._column(str(path), entry) for path, entry in values.items()]
        return [column for column in found if column is not None]

    def _column(self, path: str, entry: Any) -> DesignColumn | None:
        number = self.numbers.find(path, self.problems)
        if number is None:
            return None
        spread = read_spread(number, entry, self.problems, self.units_needed)
        return None if spread is None else design_column(number, spread)

    def _from_file(self, file: str | Path) -> list[DesignColumn]:
        try:
            table = read_csv_table(file)
        except ModelError as error:
            for problem in error.problems:
                place = f"{error.source}:{problem.line}" if problem.line else error.source
                self.refuse("file", f"{place}: {problem.where}: {problem.what}", problem.help)
            return []
        for line in table.empty:
            self.refuse("file", f"{file}:{line}: the row is empty", "a number in every column, or no such row")
        columns = []
        for k, column in enumerate(table.columns):
            number = self.numbers.find(column.name, self.problems)
            if number is None:
                continue
            wanted = [parse_unit(unit).powers for unit in number.unit.split(" or ")]
            if parse_unit(column.unit).powers not in wanted:
                self.refuse(column.name, f"the column of {file} is in {column.unit}", f"needs {number.unit}")
            gaps = table.lines[~np.isfinite(table.values[:, k])]
            if gaps.size:
                self.refuse(column.name, f"{file}:{gaps[0]}: there is no number", "a number in every row")
            columns.append(design_column(number, Levels(tuple(table.values[:, k].tolist()))))
        return columns

    # how they come together

    def _method(self, about: Mapping[str, Any], columns: Iterable[DesignColumn]) -> str:
        written = all(isinstance(column.spread, Levels) for column in columns)
        method = about.get("method") or ("list" if written and "variants" not in about else "monte-carlo")
        if method not in METHODS:
            what = f"{shown_in_message(method)} is not known.{did_you_mean(str(method), METHODS)}"
            self.refuse("method", what, f"one of {', '.join(METHODS)}")
        elif method not in DRAWN:
            for column in columns:
                if not isinstance(column.spread, Levels):
                    what = f"a design by {method} takes values, not a distribution"
                    self.refuse(column.path, what, f"a list of values; or method {', '.join(DRAWN)}")
                elif method == "one-at-a-time" and not isfinite(column.nominal):
                    self.refuse(column.path, "the study chooses it, so there is no value to come back to", "set it")
        return str(method)

    def _count(self, about: Mapping[str, Any], columns: Sequence[DesignColumn], method: str) -> int:
        if method in DRAWN:
            if "variants" not in about:
                self.refuse("variants", "is missing", f"how many are drawn by {method}")
                return 0
            return self._whole("variants", about["variants"], 1, MOST_VARIANTS)
        lengths = {column.path: len(column.spread.values) for column in columns}  # type: ignore[union-attr]
        if method == "list" and len(set(lengths.values())) > 1:
            told = ", ".join(f"{path} {count}" for path, count in lengths.items())
            self.refuse("values", f"lists of different lengths: {told}", "as many in each; or method grid")
        count = {"list": min(lengths.values(), default=0), "grid": prod(lengths.values())}.get(method)
        count = 1 + sum(lengths.values()) if count is None else count
        if about.get("variants", count) != count:
            self.refuse("variants", f"{shown_in_message(about['variants'])}", f"leave it out: the lists make {count}")
        if count > MOST_VARIANTS:
            self.refuse("values", f"make {count} variants", f"at most {MOST_VARIANTS}")
        return count

    def _whole(self, where: str, value: Any, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
            self.refuse(where, shown_in_message(value), f"a whole number from {least} to {most}")
            return least
        return int(value)

    def _correlations(self, given: Any, columns: Sequence[DesignColumn], method: str) -> Any:
        """Returns the matrix of correlations, or None where there are none."""
        if not given:
            return None
        place = {column.path: k for k, column in enumerate(columns)}
        matrix = np.eye(len(columns))
        before = len(self.problems)
        if method not in DRAWN:
            self.refuse("correlations", f"a design by {method} draws nothing", f"method {', '.join(DRAWN)}")
        for k, entry in enumerate(given if isinstance(given, Sequence) else [given]):
            right = isinstance(entry, Sequence) and len(entry) == 3 and isinstance(entry[2], int | float)
            if not right or entry[0] == entry[1] or not {*entry[:2]} <= set(place) or not -1.0 < entry[2] < 1.0:
                help = '["PATH", "PATH", 0.6]: two varied paths and a number between -1 and 1'
                self.refuse(f"correlations.{k}", shown_in_message(entry), help)
                continue
            a, b = place[entry[0]], place[entry[1]]
            matrix[a, b] = matrix[b, a] = float(entry[2])
        if len(self.problems) == before and np.linalg.eigvalsh(matrix)[0] <= 1e-12:
            self.refuse("correlations", "no numbers can have all of them at once", "weaker ones")
        return tuple(map(tuple, matrix.tolist())) if len(self.problems) == before else None


def design_column(number: VariedNumber, spread: Spread) -> DesignColumn:
    """Returns a column of a design for a varied number."""
    return DesignColumn(path=number.path, unit=number.unit, spread=spread, nominal=number.nominal, flag=number.flag)
