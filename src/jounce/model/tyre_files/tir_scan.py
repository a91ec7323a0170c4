"""Scan the text of a tyre property file: sections, keys, tables and their lines; every value stays text.

Makers write the format in their own ways, and none of these stops a file: comments that begin with $, !, #, % or //;
headings of tables in braces, bare or absent; blocks of comments as Adams writes them; a last line without an end.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from jounce.errors import Problem, shown_in_message
from jounce.model.tyre_files.tir_units import number

OTHER_NAMES = {"RLENX": "RELAX_LENGTH_X", "RLENY": "RELAX_LENGTH_Y"}  # as Altair writes them
MOST_NOTES = 5  # of lines that are passed over; a file that is something else altogether would have thousands

_SECTION = re.compile(r"\[\s*([\w .-]{1,60})\s*\]", re.ASCII)
_ENTRY = re.compile(r"([A-Za-z]\w{0,60})\s*=\s*(.*)", re.ASCII)
_BEFORE_COMMENT = re.compile(r"""((?:'[^']*'|"[^"]*"|/(?!/)|[^$!#%/'"]+)*)""")
_WORDS = re.compile(r"[A-Za-z][\w ,\t()\[\]/-]*", re.ASCII)
_BLOCK = re.compile(r"\(\s*\w+\s*\)", re.ASCII)  # (COMMENTS), as Adams writes it
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")


@dataclass(slots=True)
class TirScan:
    """What stands in a file: texts by section and key, both in capitals, and the lines of each "SECTION.KEY"."""

    raw: dict[str, dict[str, str]] = field(default_factory=dict)
    tables: dict[str, list[tuple[float, ...]]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    twice: list[tuple[str, str, str, int]] = field(default_factory=list)  # section, key, its first value, its line
    problems: list[Problem] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def scan_tir_text(text: str, known: Collection[str]) -> TirScan:
    """Takes the text apart. `known` are keys that count: a line that begins with one must be KEY = value."""
    found = TirScan()
    written = [(line, _content(one)) for line, one in enumerate(text.split("\n"), 1)]
    contents = [(line, content) for line, content in written if content]
    section, passed, early = "", [], []
    for place, (line, content) in enumerate(contents):
        after = contents[place + 1][1] if place + 1 < len(contents) else ""
        if heading := _SECTION.fullmatch(content):
            section = heading[1].strip().upper()
            found.raw.setdefault(section, {})
        elif not section:
            early.append((content, line))
        elif entry := _ENTRY.fullmatch(content):
            _add(found, section, entry[1].upper(), entry[2].strip(), line)
        elif not _scan_table_line(found, section, content, after, line):
            if content.split()[0].upper() in known:
                what = f"{shown_in_message(content)} is not KEY = value"
                found.problems.append(Problem(f"[{section}]", what, "was the file cut off?", line))
            else:
                passed.append(f"line {line}, {shown_in_message(content)}")
    if early:
        more = f" (and {len(early) - 1} more such lines)" if len(early) > 1 else ""
        what = f"{shown_in_message(early[0][0])} stands before any section{more}"
        found.problems.append(Problem("file", what, "begin with [MDI_HEADER]; is this a .tir file?", early[0][1]))
    if passed:
        more = f" and {len(passed) - MOST_NOTES} more" if len(passed) > MOST_NOTES else ""
        found.remarks.append(f"not KEY = value, passed over: {'; '.join(passed[:MOST_NOTES])}{more}")
    if contents and contents[-1][0] == written[-1][0] and (entry := _ENTRY.fullmatch(contents[-1][1])):
        found.remarks.append(f"the file ends behind {entry[1]} = {entry[2]}, without a line end: was it cut off?")
    return found


def _content(line: str) -> str:
    return _BEFORE_COMMENT.match(line)[1].strip(" \t\f\x1a")  # type: ignore[index]


def _add(found: TirScan, section: str, written: str, value: str, line: int) -> None:
    key = OTHER_NAMES.get(written, written)
    before = found.raw[section].get(key)
    if before is not None and not same_tir_value(before, value):
        found.twice.append((section, key, before, found.lines[f"{section}.{key}"]))
    found.raw[section][key] = value
    found.lines[f"{section}.{key}"] = line


def _scan_table_line(found: TirScan, section: str, content: str, after: str, line: int) -> bool:
    """Tells whether the line belongs to a table: a heading, a row of numbers, or a row of quoted texts."""
    if content.startswith("{") or _BLOCK.fullmatch(content):
        found.tables.setdefault(section, [])
        return True
    row = _row(content)
    if None not in row:
        found.tables.setdefault(section, []).append(tuple(x for x in row if x is not None))
        return True
    if _QUOTED.fullmatch(content):
        return True
    if _WORDS.fullmatch(content) and after and None not in _row(after):
        found.tables.setdefault(section, [])
        return True
    if found.tables.get(section) and row[0] is not None:
        what = f"{shown_in_message(content)} is not a row of numbers, and the table is not used"
        found.remarks.append(f"[{section}], line {line}: {what}")
        return True
    return False


def _row(content: str) -> list[float | None]:
    return [number(word) for word in re.split(r"[\s,]+", content.strip(" \t,"))]


def same_tir_value(a: str, b: str) -> bool:
    """Tells whether two texts are the same word or the same number."""
    return a == b or (number(a) is not None and number(a) == number(b))
