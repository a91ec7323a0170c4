"""Channels as text for spreadsheets and other programs: one header row, one row for each sample."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from jounce.results.decimal_text import decimal_text_of_rows
from jounce.results.files import replace_file
from jounce.results.result import Result

READS_AS_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # first characters that spreadsheets act upon


def write_csv(result: Result, path: Path) -> Path:
    """Writes one header row `time [s],name [unit],...`, then one row per sample, quoted as in RFC 4180, UTF-8.

    Samples that run over a channel (metadata `abscissa`) have no time. Numbers read back to the same bits. Quotes do
    not keep a spreadsheet from running a header that begins with = + - @ as a formula, so such a name, and only such,
    gets an apostrophe in front.
    """
    header = [_harmless(f"{c.name} [{c.unit}]") for c in result.channels]
    values = result.numbers
    if "abscissa" not in result.metadata:
        header, values = ["time [s]", *header], np.column_stack([result.time, values])
    top = io.StringIO(newline="")
    csv.writer(top).writerow(header)
    with replace_file(path) as temporary, temporary.open("xb") as file:
        file.write(top.getvalue().encode("utf-8"))
        file.write(decimal_text_of_rows(values))
    return path


def write_figures(result: Result, path: Path) -> Path:
    """One row `name,value,unit,definition,kind` per channel with its last sample: for studies that have only one."""
    with replace_file(path) as temporary, temporary.open("x", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "value", "unit", "definition", "kind"])
        for channel, value in zip(result.channels, result.numbers[-1].tolist(), strict=True):
            rows.writerow([_harmless(channel.name), value, channel.unit, _harmless(channel.definition), channel.kind])
    return path


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(READS_AS_FORMULA) else cell
