"""Measured histories from a CSV file with a header of names and units: Time (s),yaw_rate [deg/s],..."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.channel import Channel
from jounce.results.csv_table import CLOCKS, csv_headings, find_csv_column, read_csv_table
from jounce.results.result import Result


def read_measured(file: str | Path, base: str = "time") -> Result:
    """All columns in SI over one of them, time or the travel of a rig. All that is wrong with the file at once."""
    names = csv_headings(file)
    at = find_csv_column(base, names, names)
    if at is None:
        what = f"columns are {', '.join(names) or 'none'}"
        column, other = ("time [s]", "yaw_rate [deg/s]") if base == "time" else (f"{base} [mm]", "front_left.toe [deg]")
        hint = f"one column {column}, with a header row {column},{other}"
        raise ModelError(str(file), [Problem(base, what, hint, 1)])
    table = read_csv_table(file, runs_over=names[at])
    if late := table.late_rows(at):
        raise table.refuse(*late)
    timed = base in CLOCKS
    kept = [k for k in range(len(names)) if not timed or k != at]
    about = {"model": Path(file).name, "status": "measured"} | ({} if timed else {"abscissa": names[at]})
    return Result(
        time=table.values[:, at] if timed else np.arange(len(table.values), dtype=float),
        channels=tuple(Channel(table.columns[k].name, table.columns[k].unit, "measured") for k in kept),
        values=table.values[:, kept],
        metadata=about,
    )
