"""Rows of numbers in texts that programs of finite elements write: commas or blanks between them, D or E exponents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import read_bytes, refuse_file

Array = np.ndarray
LONGEST = 10000  # characters of a line


def read_text(path: Path) -> str:
    """Returns a text; bytes that are none are refused, not guessed."""
    data = read_bytes(path)
    if b"\0" in data[:4096]:
        refuse_file(path, "is no text", "the binary form of this file is not read: write it as text")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("latin-1").replace("\r\n", "\n")  # comments in the writer's own language


def read_number_rows(lines: Sequence[str], width: int, path: Path, first: int = 1) -> Array:
    """Returns rows of `width` numbers; the line of what is no number, or of another width, is named."""
    text = "\n".join(lines)
    cleaned = text.translate(str.maketrans(",;Dd", "  Ee"))
    try:
        numbers = np.array(cleaned.split(), dtype=float)
        if len(numbers) == width * len(lines):
            return _finite(numbers.reshape(-1, width), path, first)
    except ValueError:
        pass
    rows = []
    for k, line in enumerate(lines):
        words = line.translate(str.maketrans(",;Dd", "  Ee")).split()
        try:
            row = [float(word) for word in words]
        except ValueError:
            row = []
        if words and len(row) != width:
            refuse_file(path, f"'{_shown(line)}' is not {width} numbers", "", first + k)
        if words:
            rows.append(row)
    return _finite(np.array(rows, float).reshape(-1, width), path, first)


def read_whole_numbers(column: Array, path: Path, what: str) -> Array:
    """Returns a column of numbers that count something."""
    whole = np.rint(column)
    if (whole != column).any() or np.abs(whole).max(initial=0.0) > 2**31:
        broken = column[(whole != column) | (np.abs(whole) > 2**31)]
        refuse_file(path, f"{broken[0]:g} is no whole number of use", f"{what} are whole numbers")
    return whole.astype(int)


def _finite(rows: Array, path: Path, first: int) -> Array:
    wrong = ~np.isfinite(rows).all(axis=1)
    if wrong.any():
        refuse_file(path, "has a number that is not finite", "", first + int(np.argmax(wrong)))
    return rows


def _shown(line: str) -> str:
    text = "".join(c if c.isprintable() else "?" for c in line.strip())
    return text if len(text) <= 60 else f"{text[:57]}..."
