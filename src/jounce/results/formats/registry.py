"""Formats of results by the endings of their files: what each holds, how it is written and read.

A new format is a file in this folder, and its entry here; `save`, `read`, commands and jobs know it from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.results.formats import hdf5
from jounce.results.formats.csv_text import write_csv
from jounce.results.formats.parquet import read_parquet, write_parquet
from jounce.results.measured import read_measured
from jounce.results.result import Result


@dataclass(frozen=True)
class Format:
    """A format of result files."""

    endings: tuple[str, ...]
    holds: str
    write: Callable[..., Path]
    read: Callable[[Path], Result]
    compact: bool = False  # whether numbers can be rounded to ten digits


FORMATS = (
    Format(hdf5.ENDINGS, "everything", hdf5.write_hdf5, hdf5.read_hdf5, compact=True),
    Format((".parquet",), "channels, metrics and words, without the picture", write_parquet, read_parquet),
    Format((".csv",), "channels as text", write_csv, read_measured),
)
BY_ENDING = {ending: found for found in FORMATS for ending in found.endings}


def format_of_file(path: Path) -> Format:
    """Returns the format that an ending names; an unknown one is refused with those that there are."""
    ending = path.suffix.lower()
    if ending in BY_ENDING:
        return BY_ENDING[ending]
    what = f"'{path.suffix}' is the ending of no format of results." if ending else "the name has no ending."
    right = ", ".join(f"{' or '.join(each.endings)} for {each.holds}" for each in FORMATS)
    meant = did_you_mean(ending, BY_ENDING)
    raise ModelError(str(path), [Problem("file", what + meant, f"{right}; view and report write pages, plot pictures")])


def save_result(result: Result, path: Path, compact: bool = False) -> Path:
    """Writes the format that the ending of a name says."""
    found = format_of_file(path)
    if compact and not found.compact:
        of = next(each.endings[0] for each in FORMATS if each.compact)
        raise ModelError(str(path), [Problem("compact", f"is of {of} alone", "leave it out")])
    options: dict[str, Any] = {"compact": True} if compact else {}
    return found.write(result, path, **options)
