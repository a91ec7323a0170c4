"""Measured histories from a CSV file with a header of names and units: time [s],yaw_rate [deg/s],...

Cells are apart by commas, or by semicolons as German and French spreadsheets write them: a comma in a number is then
its decimal point. A cell that is empty or `nan` is a gap of the logger, and nan in the history.
"""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.channel import Channel
from jounce.results.result import Result
from jounce.units import UnitError, parse_unit

LARGEST = 200_000_000  # bytes
MOST_PROBLEMS = 10  # listed
LENGTHS_AND_ANGLES = ("m", "m^2", "1/m", "m/s", "m/s^2", "rad", "rad/s", "rad/s^2", "rad/m", "m/rad")
SI = ("1", *LENGTHS_AND_ANGLES, "s", "Hz", "kg", "N", "N m", "N/m", "N s/m", "N m/rad", "Pa", "W")
USUAL = {parse_unit(unit).powers: unit for unit in SI}
HEADING = re.compile(r"\s*'?(.*?)\s*(?:\[\s*([^\]]*?)\s*\])?\s*")


def read_measured(file: str | Path, base: str = "time") -> Result:
    """All columns in SI over one of them, time or the travel of a rig. All that is wrong with the file at once."""
    path = Path(file)
    lines = _lines(path)
    apart = ";" if lines and ";" in lines[0] else ","
    headings = [HEADING.fullmatch(cell) for cell in next(csv.reader(lines[:1], delimiter=apart), [])]
    names = [found[1] if found else "" for found in headings]
    problems = _wrong_names(names, base)
    scales = []
    for name, found in zip(names, headings, strict=True):
        try:
            scales.append(_scale(found[2] if found else None))
        except UnitError as error:
            problems.append(Problem(name, error.what, f"{error.help}, for example yaw_rate [deg/s]", 1))
    at = names.index(base) if base in names else 0
    rows = [] if problems else _rows(lines[1:], apart, len(names), at, problems)
    if problems:
        raise ModelError(str(path), problems[:MOST_PROBLEMS])
    values = np.array(rows) * np.array([factor for factor, _ in scales])
    if np.any(np.diff(values[:, at]) <= 0.0):
        raise ModelError(str(path), [Problem(base, "does not rise from row to row", "sort the rows, drop repeats")])
    timed = base == "time"
    kept = [k for k in range(len(names)) if not timed or k != at]
    about = {"model": path.name, "status": "measured"} | ({} if timed else {"abscissa": base})
    return Result(
        time=values[:, at] if timed else np.arange(len(values), dtype=float),
        channels=tuple(Channel(names[k], scales[k][1], "measured") for k in kept),
        values=values[:, kept],
        metadata=about,
    )


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ModelError(str(path), [Problem("file", f"cannot be read: {reason}", "the path of a .csv file")]) from None
    if len(data) > LARGEST or b"\0" in data[:10_000]:
        what = f"has more than {LARGEST} bytes" if len(data) > LARGEST else "is not text"
        raise ModelError(str(path), [Problem("file", what, "a .csv file of rows of numbers")])
    return data.decode("utf-8-sig", "replace").splitlines()


def _wrong_names(names: list[str], base: str) -> list[Problem]:
    if names.count(base) != 1:
        what = f"columns are {', '.join(names) or 'none'}"
        column, other = ("time [s]", "yaw_rate [deg/s]") if base == "time" else (f"{base} [mm]", "front_left.toe [deg]")
        return [Problem(base, what, f"one column {column}, with a header row {column},{other}", 1)]
    return [Problem(name, "stands there twice", "keep one column", 1) for name in set(names) if names.count(name) > 1]


def _scale(unit: str | None) -> tuple[float, str]:
    """Factor to SI, and the SI unit in words."""
    if unit is None:
        raise UnitError("has no unit", "write it in brackets")
    if unit in ("", "1", "-"):
        return 1.0, "1"
    if unit == "J":  # of the same powers as a torque, and another thing
        return 1.0, unit
    found = parse_unit(unit)
    if found.powers in USUAL:  # as the channels of a run are called: views know these
        return float(found.factor), USUAL[found.powers]
    parts = [
        f"{word}^{power}" if power != 1 else word
        for word, power in zip(("m", "kg", "s", "rad"), found.powers, strict=True)
        if power
    ]
    return float(found.factor), " ".join(parts) or "1"


def _rows(lines: list[str], apart: str, width: int, base: int, problems: list[Problem]) -> list[list[float]]:
    rows, hint = [], f"{width} numbers"
    if apart == ",":
        hint += "; a decimal comma needs semicolons between the cells"
    for number, cells in enumerate(csv.reader(lines, delimiter=apart), 2):
        if not any(map(str.strip, cells)):
            continue
        try:
            row = [_number(cell.replace(",", ".") if apart == ";" else cell) for cell in cells]
        except ValueError:
            row = []
        if len(row) != width or any(map(math.isinf, row)):
            problems.append(Problem("row", f"{apart.join(cells)[:40]}", hint, number))
        elif math.isnan(row[base]):
            problems.append(Problem("row", f"{apart.join(cells)[:40]}", "a number in the column it runs over", number))
        else:
            rows.append(row)
    if len(rows) < 2 and not problems:
        problems.append(Problem("file", f"has {len(rows)} rows of numbers", "at least two"))
    return rows


def _number(cell: str) -> float:
    return float(cell) if cell.strip() else math.nan
