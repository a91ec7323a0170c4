"""An input replayed from a log: a column of a CSV file over its time, from the begin of the phase on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.csv_table import CsvTable, read_csv_table
from jounce.studies.scripts.phase import Points
from jounce.units import parse_unit, pretty_unit

if TYPE_CHECKING:
    from jounce.studies.scripts.read_actions import TableReader

USUAL_GAP = 20.0  # of the middle one of the steps: what is longer was not recorded
MOST_POINTS = 2_000_000


def read_replayed_input(reader: TableReader, table: Mapping[str, Any], unit: str, where: str) -> Points | None:
    """Returns times from zero and values in SI, of `{ file = "log.csv", column = "SWA [deg]", time = "Time (s)" }`."""
    words = {key: table.get(key) for key in ("file", "column", "time")} | {"time": table.get("time", "time")}
    for key, word in words.items():
        if not isinstance(word, str):
            help = '{ file = "log.csv", column = "SWA [deg]", time = "Time (s)" }'
            return reader.refuse(f"{where}.{key}", f"{word!r} is no name", help)
    longest = None
    if "longest_gap" in table:
        longest = reader.number(table["longest_gap"], "s", f"{where}.longest_gap", 0.0)
    path = reader.folder / Path(str(words["file"]))
    try:
        found = read_csv_table(path, [str(words["time"]), str(words["column"])], runs_over=str(words["time"]))
        late = found.late_rows(0)
        problems = [*_wrong_units(found, unit), *late, *_missing(found), *([] if late else _gaps(found, longest))]
        if problems:
            raise found.refuse(*problems)
    except ModelError as error:
        for problem in error.problems:
            line = f":{problem.line}" if problem.line else ""
            reader.refuse(where, f"{path}{line}: {problem.where}: {problem.what}", problem.help)
        return None
    times, values = found.values.T
    return tuple((times - times[0]).tolist()), tuple(values.tolist())


def _wrong_units(table: CsvTable, unit: str) -> list[Problem]:
    time, column = table.columns
    found = []
    for given, needed in ((time, "s"), (column, unit)):
        if parse_unit(given.unit).powers != parse_unit(needed).powers:
            what = f"is in {pretty_unit(given.unit) if given.unit != '1' else 'no unit'}"
            found.append(Problem(given.name, what, f"a column in {pretty_unit(needed)}, or in a unit of its kind", 1))
    if len(table.values) > MOST_POINTS:
        found.append(Problem("file", f"has {len(table.values)} rows", f"at most {MOST_POINTS}"))
    return found


def _missing(table: CsvTable) -> list[Problem]:
    """Returns cells without a number."""
    empty = np.flatnonzero(np.isnan(table.values[:, 1]))[:10]
    name, help = table.columns[1].name, "fill it in, or drop the row"
    return [Problem(name, "has no number", help, int(table.lines[k])) for k in empty]


def _gaps(table: CsvTable, longest: float | None) -> list[Problem]:
    """Returns times without rows."""
    found, lines = [], table.lines
    steps = np.diff(table.values[:, 0])
    limit = USUAL_GAP * float(np.median(steps)) if longest is None else longest
    for k in np.flatnonzero(steps > limit)[:10]:
        what = f"no row for {steps[k]:.3g} s after line {lines[k]}, where steps are {np.median(steps):.3g} s"
        help = f'fill the gap, or allow it: longest_gap = "{np.ceil(steps[k]):g} s"'
        found.append(Problem(table.columns[0].name, what, help, int(lines[k + 1])))
    return found
