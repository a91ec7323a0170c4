"""Measured points of a tyre, from a CSV file with a header of names and units.

slip_angle [deg],load [kN],inclination [deg],Fy [N],Mz [N m]
-4.0,2.0,0.0,2015.3,-21.4

ISO-W: a positive slip angle gives a negative side force. Columns are slip, slip_angle, inclination, load, Fx, Fy and
Mz in any order, others are left alone; slips and inclination that are not there are zero.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.input_files import read_input_file
from jounce.units import UnitError, parse_unit

LARGEST = 50_000_000  # bytes
LONGEST_LINE = 10_000  # characters
MOST_PROBLEMS = 10  # listed
UNITS = {"slip": "1", "slip_angle": "rad", "inclination": "rad", "load": "N", "Fx": "N", "Fy": "N", "Mz": "N m"}
FORCES = ("Fx", "Fy", "Mz")
OVER = {"Fx": "slip", "Fy": "slip_angle", "Mz": "slip_angle"}  # what each is measured over
EXAMPLE = {"slip": "%", "slip_angle": "deg", "inclination": "deg", "load": "N", "Fx": "N", "Fy": "N", "Mz": "N m"}

_HEADING = re.compile(r"\s*'?(\w+)\s*(?:\[\s*([^\]]*?)\s*\])?\s*")


@dataclass(frozen=True, slots=True)
class TyrePoints:
    """Columns in SI, one entry for each point; a force that was not measured is not there."""

    source: str
    columns: dict[str, np.ndarray]


def read_tyre_points(file: str | Path) -> TyrePoints:
    """Returns the points of a CSV file; all that is wrong with it at once."""
    path = Path(file)

    def refuse(*problems: Problem) -> ModelError:
        return ModelError(str(path), problems)

    try:
        data = read_input_file(path, LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse(Problem("file", f"cannot be read: {reason}", "give the path of a .csv file")) from None
    if len(data) > LARGEST:
        raise refuse(Problem("file", f"has more than {LARGEST} bytes", "leave points out"))
    if b"\0" in data[:10_000]:
        raise refuse(Problem("file", "is not text", "a .csv file is plain text"))
    lines = data.decode("utf-8-sig", "replace").splitlines()
    long = next((number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE), None)
    if long:
        what = f"the line has more than {LONGEST_LINE} characters"
        raise refuse(Problem("file", what, "one row of numbers for each point", long))
    scales, problems = _headings(lines[0] if lines else "")
    if problems:
        raise refuse(*problems)
    rows: list[list[float]] = []
    for found in _rows(lines[1:], scales):
        if isinstance(found, Problem):
            problems.append(found)
            if len(problems) == MOST_PROBLEMS:
                break
        else:
            rows.append(found)
    if not rows and not problems:
        problems.append(Problem("file", "has no points", "one row of numbers for each point, below the header"))
    if problems:
        raise refuse(*problems)
    values = np.array(rows)
    columns = {name: values[:, k] for k, (name, _) in enumerate(scales.values())}
    for name in ("slip", "slip_angle", "inclination"):
        columns.setdefault(name, np.zeros(len(rows)))
    if (columns["load"] < 0).all():
        raise refuse(Problem("load", "is negative throughout", "the load is positive here: change its sign"))
    return TyrePoints(str(path), columns)


def _headings(header: str) -> tuple[dict[int, tuple[str, float]], list[Problem]]:
    """Returns place of each known column, its name and its factor to SI."""
    scales: dict[int, tuple[str, float]] = {}
    problems: list[Problem] = []
    names: list[str] = []
    for place, cell in enumerate(_cells(header)):
        heading = _HEADING.fullmatch(cell)
        name, unit = (heading[1], heading[2]) if heading else (cell, None)
        names.append(name)
        if name not in UNITS:
            continue
        try:
            if not unit:
                raise UnitError("has no unit", f"write {name} [{EXAMPLE[name]}]")
            found = parse_unit(unit) if unit != "1" else None
            if (found.powers if found else parse_unit("%").powers) != parse_unit(_plain(name)).powers:
                raise UnitError(f"cannot be in {unit}", f"write {name} [{EXAMPLE[name]}]")
            if name in (known for known, _ in scales.values()):
                raise UnitError("stands there twice", "keep one of the columns")
            scales[place] = (name, float(found.factor) if found else 1.0)
        except UnitError as error:
            problems.append(Problem(name, error.what, error.help, 1))
    there = {name for name, _ in scales.values()}
    if not problems and "load" not in there:
        problems.append(_missing("load", names))
    if not problems and not any({force, slip} <= there for force, slip in OVER.items()):
        problems.append(_missing("slip_angle and Fy, or slip and Fx,", names))
    return scales, problems


def _cells(line: str) -> list[str]:
    """Returns the cells of one line, so that a quote that is not closed takes no other lines with it."""
    return next(csv.reader([line]), [])


def _plain(name: str) -> str:
    return "%" if UNITS[name] == "1" else UNITS[name]


def _missing(what: str, names: list[str]) -> Problem:
    guess = did_you_mean(what.split()[0], [name for name in names if name not in UNITS])
    hint = "the first line is a header, for example: slip_angle [deg],load [kN],Fy [N]"
    if len(names) == 1 and any(mark in names[0] for mark in ";\t|"):
        hint += "; commas between columns"
    return Problem("header", f"{what} missing.{guess}", hint, 1)


def _rows(lines: list[str], scales: dict[int, tuple[str, float]]) -> Iterator[list[float] | Problem]:
    for number, cells in enumerate(map(_cells, lines), 2):
        if not any(cell.strip() for cell in cells):
            continue
        row = []
        for place, (name, scale) in scales.items():
            text = cells[place].strip() if place < len(cells) else ""
            try:
                value = float(text) * scale
            except ValueError:
                value = math.nan
            if not math.isfinite(value):
                what = f"{shown_in_message(text)} is not a number" if text else "has no value"
                yield Problem(name, what, "every point has a finite number in each column", number)
                break
            row.append(value)
        else:
            yield row
