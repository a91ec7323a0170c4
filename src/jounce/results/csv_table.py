"""Tables of numbers in CSV files: a header of names and units as loggers and people write them, then rows.

    Time (s),AccY [g],yaw_rate (deg/s),Speed km/h

The unit stands in brackets or behind the last space; `g` is the acceleration of gravity. Cells are apart by commas, by
tabs, or by semicolons as German and French spreadsheets write them: a comma in a number is then its decimal point. A
cell that is empty or `nan` is a gap of the logger, and nan in the column. A column of clocks, as 12:03:04.5 or
2026-05-01T12:03:04.5, is in seconds from its first row, and needs no unit. Lines before the header that begin with #
are remarks. Where a heading has no unit, who asks for the column says it:
`yaw_rate [rad/s]`.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from pathlib import Path

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.input_files import read_input_file
from jounce.units import UnitError, parse_unit

LARGEST = 200_000_000  # bytes
MOST_PROBLEMS = 10  # listed
LENGTHS_AND_ANGLES = ("m", "m^2", "1/m", "m/s", "m/s^2", "rad", "rad/s", "rad/s^2", "rad/m", "m/rad")
SI = ("1", *LENGTHS_AND_ANGLES, "s", "Hz", "kg", "N", "N m", "N/m", "N s/m", "N m/rad", "Pa", "W")
USUAL = {parse_unit(unit).powers: unit for unit in SI}
NO_UNIT = ("", "1", "-")
BRACKETED = re.compile(r"(.*?)\s*(?:\[\s*([^\[\]]*?)\s*\]|\(\s*([^()]*?)\s*\))")
DAY = 86_400.0  # s
EPOCH = date(2000, 1, 1).toordinal()  # near enough that seconds keep a tenth of a microsecond
DECIMALS = 6  # of a second: what a cell can say
CLOCK_EXAMPLES = "times as 12:34:56.789 or 2026-05-01T12:34:56.789"
CLOCKS = ("time", "t")  # how a column of time may be called, in small letters


@dataclass(frozen=True, slots=True)
class CsvColumn:
    """A column: its name, and what turns its numbers into SI."""

    name: str
    factor: float
    unit: str  # SI


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The columns that were asked for, in SI; nan where the file has a gap."""

    source: str
    columns: tuple[CsvColumn, ...]
    values: np.ndarray  # a row for each line of numbers
    lines: np.ndarray  # of the file, for each row
    empty: tuple[int, ...] = ()  # lines of the file with cells of which none is filled, or blank between rows

    def refuse(self, *problems: Problem) -> ModelError:
        return ModelError(self.source, problems[:MOST_PROBLEMS])

    def late_rows(self, column: int) -> list[Problem]:
        """Finds where a column does not rise from row to row, by lines of the file."""
        x, name = self.values[:, column], self.columns[column].name
        rule = "sort the rows, drop repeats"
        return [
            Problem(name, f"does not rise: {x[k + 1]:g} follows {x[k]:g}", rule, int(self.lines[k + 1]))
            for k in np.flatnonzero(np.diff(x) <= 0.0)[:MOST_PROBLEMS]
        ]


def read_csv_table(file: str | Path, wanted: Sequence[str] | None = None, runs_over: str = "") -> CsvTable:
    """Returns the wanted columns of a file, or all; what others hold does not matter. All that is wrong with it at
    once.

    A column is wanted by its name, or by its whole heading; time also by `t`, in small or capital letters; one whose
    heading has no unit, by its name and unit. The column that the others run over has no gaps.
    """
    path = Path(file)
    lines, head = _csv_lines(path)
    apart = _delimiter(lines[0])
    headings = [cell.strip() for cell in next(csv.reader(lines[:1], delimiter=apart), [])]
    names = [csv_name_and_unit(heading)[0] for heading in headings]
    problems: list[Problem] = []
    found = [(k, None) for k in range(len(names))] if wanted is None else _places(wanted, names, headings, problems)
    places = [k for k, _ in found]
    if wanted is None:
        problems += _twice(names)
    columns, first = [], _first_cells(lines[1:], apart)
    clocks = {k for k, cell in enumerate(first) if _is_clock(cell)}
    for k, said in found:
        if k < len(first) and ":" in first[k] and k not in clocks:
            problems.append(Problem(names[k], f"'{first[k]}' is no clock that can be read", CLOCK_EXAMPLES, 2))
            continue
        try:
            unit = "s" if k in clocks else said or csv_name_and_unit(headings[k])[1]
            columns.append(CsvColumn(names[k], *_scale(unit)))
        except UnitError as error:
            problems.append(Problem(names[k], error.what, f"{error.help}, for example yaw_rate [deg/s]", 1))
    base = _place_and_unit(runs_over, names, headings)[0] if runs_over else None
    rows, numbers, empty = ([], [], []) if problems else _rows(lines[1:], apart, len(names), places, base, problems)
    if problems:
        problems = [replace(p, line=p.line + head - 1) if p.line else p for p in problems]  # counted from the header
        raise ModelError(str(path), problems[:MOST_PROBLEMS])
    values = np.array(rows) * np.array([column.factor for column in columns])
    for column, k in enumerate(places):
        if k in clocks:
            values[:, column] = _from_first_clock(values[:, column])
    gaps = tuple(number + head - 1 for number in empty)
    return CsvTable(str(path), tuple(columns), values, np.array(numbers) + head - 1, gaps)


def csv_headings(file: str | Path) -> list[str]:
    """Returns the names of a file's columns."""
    if not isinstance(file, str | Path):
        raise ModelError("file", [Problem("file", f"{shown_in_message(file)} is no file", "the path of a .csv file")])
    lines, _ = _csv_lines(Path(file))
    cells = next(csv.reader(lines[:1], delimiter=_delimiter(lines[0])), [])
    return [csv_name_and_unit(cell.strip())[0] for cell in cells]


def csv_name_and_unit(heading: str) -> tuple[str, str | None]:
    """Splits "AccY [g]", "AccY (g)" and "AccY g" into "AccY" and "g"; no unit where none is written."""
    heading = heading.strip().removeprefix("'")  # which keeps a spreadsheet from taking it for a formula
    if found := BRACKETED.fullmatch(heading):
        return found[1], found[2] if found[2] is not None else found[3]
    name, _, last = heading.rpartition(" ")
    try:
        if name.strip():
            parse_unit(last)
            return name.strip(), last
    except UnitError:
        pass
    return heading, None


def find_csv_column(word: str, names: Sequence[str], headings: Sequence[str]) -> int | None:
    """Tells which column is meant by a name or a heading: as written, else in small letters; time also as `t`."""
    for known, meant in ((headings, word), (names, word), ([n.lower() for n in names], word.lower())):
        if known.count(meant) == 1:
            return known.index(meant)
    clocks = [k for k, name in enumerate(names) if name.lower() in CLOCKS]
    return clocks[0] if word.lower() in CLOCKS and len(clocks) == 1 else None


def _csv_lines(path: Path) -> tuple[list[str], int]:
    """Returns the lines from the header on, and the number of the header in the file."""
    try:
        data = read_input_file(path, LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ModelError(str(path), [Problem("file", f"cannot be read: {reason}", "the path of a .csv file")]) from None
    if len(data) > LARGEST or b"\0" in data[:10_000]:
        what = f"has more than {LARGEST} bytes" if len(data) > LARGEST else "is not text"
        raise ModelError(str(path), [Problem("file", what, "a .csv file of rows of numbers")])
    lines = data.decode("utf-8-sig", "replace").splitlines()
    remarks = next((k for k, line in enumerate(lines) if not line.startswith("#")), len(lines))
    if not any(map(str.strip, lines[remarks:])):
        raise ModelError(
            str(path), [Problem("file", "the file is empty", "a header such as Time (s),SWA (deg), and rows")]
        )
    return lines[remarks:], remarks + 1


def _delimiter(header: str) -> str:
    return ";" if ";" in header else "\t" if "\t" in header else ","


def _places(
    wanted: Sequence[str], names: list[str], headings: list[str], problems: list[Problem]
) -> list[tuple[int, str | None]]:
    """Tells which columns are meant, and the unit of those whose heading has none."""
    found: list[tuple[int, str | None]] = []
    for word in wanted:
        place, said = _place_and_unit(word, names, headings)
        written = csv_name_and_unit(headings[place])[1] if place is not None else None
        if place is None:
            again = names.count(word) + headings.count(word) > 1
            hint = did_you_mean(word, [*names, *headings])
            what = "stands there twice" if again else f"there is no such column.{hint}"
            problems.append(Problem(word, what, f"columns: {', '.join(headings) or 'none'}", 1))
        elif said is not None and written is not None:
            problems.append(Problem(word, f"the file says '{headings[place]}'", "leave the unit out, or as there", 1))
        else:
            found.append((place, said))
    return found


def _place_and_unit(word: str, names: list[str], headings: list[str]) -> tuple[int | None, str | None]:
    """Tells which column is meant, and its unit where only the word says it."""
    place = find_csv_column(word, names, headings)
    if place is not None:
        return place, None
    name, said = csv_name_and_unit(word)
    return (find_csv_column(name, names, headings), said) if said is not None else (None, None)


def _twice(names: list[str]) -> list[Problem]:
    again = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    return [Problem(name, "stands there twice", "keep one column", 1) for name in again]


def _scale(unit: str | None) -> tuple[float, str]:
    """Returns the factor to SI, and the SI unit in words."""
    if unit is None:
        raise UnitError("has no unit", "write it in brackets")
    if unit in NO_UNIT:
        return 1.0, "1"
    if unit == "J":  # of the same powers as a torque, and another thing
        return 1.0, unit
    found = parse_unit(unit, of_weight=True)  # a history is of no grams and no pounds of mass
    if found.powers in USUAL:  # as the channels of a run are called: views know these
        return float(found.factor), USUAL[found.powers]
    parts = [
        f"{word}^{power}" if power != 1 else word
        for word, power in zip(("m", "kg", "s", "rad"), found.powers, strict=True)
        if power
    ]
    return float(found.factor), " ".join(parts) or "1"


def _first_cells(lines: list[str], apart: str) -> list[str]:
    """Returns the cells of the first row that is not empty, with decimal points."""
    first = next((row for row in csv.reader(lines, delimiter=apart) if any(map(str.strip, row))), [])
    return first if apart == "," else [cell.replace(",", ".") for cell in first]


def _rows(
    lines: list[str], apart: str, width: int, places: Sequence[int], base: int | None, problems: list[Problem]
) -> tuple[list[list[float]], list[int], list[int]]:
    """Numbers of the places in each line that is not empty, its number in the file; and the lines that are empty."""
    rows, numbers, blank, hint = [], [], [], f"{width} numbers"
    if apart == ",":
        hint += "; a decimal comma needs semicolons between the cells"
    for number, cells in enumerate(csv.reader(lines, delimiter=apart), 2):
        if not any(map(str.strip, cells)):
            blank.append((number, len(cells) > 1))
            continue
        try:
            read = cells if apart == "," else [cell.replace(",", ".") for cell in cells]
            row = [_number(read[k]) for k in places] if len(cells) == width else []
        except ValueError:
            row = []
        if len(row) != len(places) or any(map(math.isinf, row)):
            clocks = f"; {CLOCK_EXAMPLES}" if any(":" in cell for cell in cells) else ""
            problems.append(Problem("row", f"{apart.join(cells)[:40]}", hint + clocks, number))
        elif base is not None and math.isnan(_number(read[base])):
            problems.append(Problem("row", f"{apart.join(cells)[:40]}", "a number in the column it runs over", number))
        else:
            rows.append(row)
            numbers.append(number)
        if len(problems) == MOST_PROBLEMS:
            break
    if len(rows) < 2 and not problems:
        problems.append(Problem("file", f"has {len(rows)} rows of numbers", "at least two"))
    return rows, numbers, [k for k, has_cells in blank if has_cells or k < max(numbers, default=0)]


def _number(cell: str) -> float:
    """Returns a number; a clock in seconds; nan where the cell is empty."""
    if ":" in cell:
        return _clock(cell)
    return float(cell) if cell.strip() else math.nan


def _is_clock(cell: str) -> bool:
    """Tells whether a cell holds a time of day or a date with one."""
    try:
        _clock(cell)
    except ValueError:
        return False
    return True


def _clock(cell: str) -> float:
    """Seconds of "12:34:56.789" since midnight, of "2026-05-01T12:34:56.789Z" since the year 2000, as in ISO 8601."""
    text = cell.strip()
    if text.count(":") < 2:
        raise ValueError(f"{cell} is no time of day")
    if "-" not in text[:10]:
        hours, minutes, seconds = text.split(":")
        whole = time(int(hours), int(minutes))  # refuses what no clock shows
        rest = float(seconds)
        if not 0.0 <= rest < 61.0:
            raise ValueError(f"{cell} is no time of day")
        return 3600.0 * whole.hour + 60.0 * whole.minute + rest
    found = datetime.fromisoformat(text)
    found = found.astimezone(UTC) if found.tzinfo else found
    days = found.toordinal() - EPOCH
    return DAY * days + 3600.0 * found.hour + 60.0 * found.minute + found.second + 1e-6 * found.microsecond


def _from_first_clock(seconds: np.ndarray) -> np.ndarray:
    """Returns a column of clocks from its first row on; one that passes midnight goes on."""
    if np.nanmax(seconds) < DAY and not np.isnan(seconds).any():
        seconds = np.unwrap(seconds, period=DAY)
    return np.round(seconds - seconds[0], DECIMALS)
