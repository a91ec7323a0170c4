"""A measured run beside a computed one: its file is read as far as the two have something to compare."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.errors import ModelError
from jounce.results.comparison.agreement import base_to_compare
from jounce.results.csv_table import csv_headings, csv_name_and_unit
from jounce.results.measured import read_measured

if TYPE_CHECKING:
    from jounce.results.result import Result


def read_measured_run(file: str | Path, ours: Result, names: Mapping[str, str]) -> tuple[Result, dict[str, str]]:
    """Returns measured histories over what `ours` runs over, and pairs ours = theirs of channels.

    `names` has such pairs as a user writes them. It may also name the column of time, or that of travel, and say units
    that the file's headings leave out: `{"time": "Stamp [s]", "vehicle.yaw_rate": "GyroZ [deg/s]"}`. Columns that are
    compared have to be in order: where others are not, with text in them or without units, they are left out.
    """
    base = base_to_compare(ours).name
    pairs = {mine: theirs for mine, theirs in names.items() if mine != base}
    there = csv_headings(file)
    if not names:
        return read_measured(file, base), {}
    if set(names.values()) <= set(there):
        with suppress(ModelError):
            return read_measured(file, base, names.get(base, "")), pairs
    alike = [name for name in there if name in ours and name != base and name not in pairs.values()]
    found = read_measured(file, base, names.get(base, ""), [*pairs.values(), *alike])
    return found, {mine: theirs if theirs in found else csv_name_and_unit(theirs)[0] for mine, theirs in pairs.items()}
