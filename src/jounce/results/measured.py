"""Measured histories from a CSV file with a header of names and units: Time (s),yaw_rate [deg/s],..."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.channel import Channel
from jounce.results.csv_table import CLOCKS, csv_headings, find_csv_column, read_csv_table
from jounce.results.kinds import kind_of_factor
from jounce.results.result import Result


def read_measured(
    file: str | Path, base: str = "time", column: str = "", wanted: Sequence[str] | None = None
) -> Result:
    """Returns columns in SI over one of them, time or the travel of a rig. All that is wrong with the file at once.

    `column` is what the file calls that one, where it is not its own name. Without `wanted` all others are read; with
    it only those, and what else the file holds does not matter. Where a heading has no unit, these words say it:
    `yaw_rate [deg/s]`.
    """
    names = csv_headings(file)
    at = find_csv_column(base, names, names)
    if at is None and not column:
        what = f"columns are {', '.join(names) or 'none'}"
        own, other = ("time [s]", "yaw_rate [deg/s]") if base == "time" else (f"{base} [mm]", "front_left.toe [deg]")
        hint = f"one column {own}, with a header row {own},{other}"
        raise ModelError(str(file), [Problem(base, what, hint, 1)])
    over = column or names[at or 0]
    if wanted is None and not column:
        table = read_csv_table(file, runs_over=over)
    else:
        others = [name for name in names if name != over] if wanted is None else list(dict.fromkeys(wanted))
        table, at = read_csv_table(file, [over, *others], runs_over=over), 0
    if late := table.late_rows(at or 0):
        raise table.refuse(*late)
    timed = base in CLOCKS
    kept = [k for k in range(len(table.columns)) if not timed or k != at]
    own_names = [base if k == at and column else found.name for k, found in enumerate(table.columns)]
    about = {"model": Path(file).name, "status": "measured"} | ({} if timed else {"abscissa": own_names[at or 0]})
    return Result(
        time=table.values[:, at or 0] if timed else np.arange(len(table.values), dtype=float),
        channels=tuple(
            Channel(own_names[k], c.unit, "measured", kind_of_factor(c.unit, c.factor))
            for k, c in enumerate(table.columns)
            if k in kept
        ),
        numbers=table.values[:, kept],
        metadata=about,
    )
