"""Matrices of Ansys: Harwell-Boeing text (HBMAT) and the file that maps its rows to nodes and directions.

A Harwell-Boeing file has four or five lines of head, then where columns begin, the rows of entries and their values,
each in lines of fixed fields. [Duff, Grimes, Lewis 1992]  A mapping has a row for each equation: its number, the node
and UX, UY, UZ, ROTX, ROTY or ROTZ.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import refuse_file
from jounce.elastic.files.raw_body import Entries
from jounce.elastic.files.text_rows import read_text

Array = np.ndarray
TURNED = ("UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ")
FIELDS = re.compile(r"\(?\s*(?:\d+P,?)?\s*(\d*)\s*[IEDFG](\d+)", re.IGNORECASE)  # (10I8), (1P,3D25.16)
READ = "HBMAT, Fname, Ext, , ASCII, STIFF, NO, YES"


def is_harwell_boeing(text: str) -> bool:
    """Tells whether the third line of a text names a type of matrix as Harwell-Boeing does."""
    lines = text.split("\n", 3)
    return len(lines) > 3 and bool(re.match(r"[RCP][SUHZR][AE]\b", lines[2][:14].strip().upper()))


def read_harwell_boeing(path: Path) -> Entries:
    """Returns the entries of a real assembled matrix."""
    lines = read_text(path).split("\n")
    try:
        counts = [int(word) for word in lines[1].split()]
        words = lines[2].split()
        kind, sizes = words[0].upper(), [int(word) for word in words[1:4]]
        formats = [(int(found[1] or 1), int(found[2])) for found in FIELDS.finditer(lines[3])]
    except (IndexError, ValueError):
        refuse_file(path, "does not begin as a Harwell-Boeing file", READ, 2)
        raise
    if kind not in ("RSA", "RUA"):
        refuse_file(path, f"a matrix of type {kind} is not read", "real, symmetric or not, assembled: RSA or RUA", 3)
    if len(counts) < 4 or len(sizes) < 3 or len(formats) < 3 or min(counts) < 0 or min(sizes) < 0:
        refuse_file(path, "does not begin as a Harwell-Boeing file", READ, 2)
    head = 5 if len(counts) > 4 and counts[4] else 4
    blocks, at = [], head
    for count, wanted, (each, width) in zip(counts[1:4], (sizes[1] + 1, sizes[2], sizes[2]), formats, strict=False):
        blocks.append(_fixed_fields(lines[at : at + count], each, width, wanted, path, at + 1))
        at += count
    starts, rows, values = blocks
    starts, rows = starts.astype(int) - 1, rows.astype(int) - 1
    if (
        starts[0]
        or starts[-1] != sizes[2]
        or (np.diff(starts) < 0).any()
        or (rows < 0).any()
        or (rows >= sizes[0]).any()
    ):
        refuse_file(path, "its columns do not add up to its entries", "it may be cut short or damaged")
    columns = np.repeat(np.arange(sizes[1]), np.diff(starts))
    return Entries(rows, columns, values, (sizes[0], sizes[1]))


def _fixed_fields(lines: list[str], each: int, width: int, wanted: int, path: Path, first: int) -> Array:
    words = " ".join(lines).split()  # some writers put blanks between, and count their fields wrongly
    if len(words) != wanted:
        words = [line[k * width : (k + 1) * width] for line in lines for k in range(each)]
        words = [word for word in words if word.strip()]
    if len(words) != wanted:
        refuse_file(path, f"has {len(words)} numbers where {wanted} belong", "it may be cut short", first)
    try:
        found = np.array([word.upper().replace("D", "E") for word in words]).astype(float)
    except ValueError:
        refuse_file(path, "has text where numbers belong", f"fields of {width} characters", first)
        raise
    if not np.isfinite(found).all() or np.abs(found).max(initial=0.0) > 1e300:
        refuse_file(path, "has a number that is not finite", "", first)
    return found


def read_ansys_mapping(path: Path) -> Array:
    """Returns node and direction of each row, in the order of the equations."""
    found: dict[int, tuple[int, int]] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        words = line.replace(",", " ").split()
        if len(words) < 3 or not all(re.fullmatch(r"[0-9]+", word) for word in words[:2]):
            continue
        if words[2].upper() not in TURNED:
            refuse_file(path, f"freedom {words[2][:20]} is not read", f"known: {', '.join(TURNED)}", number)
        if int(words[0]) in found:
            refuse_file(path, f"equation {words[0]} is there twice", "one row for each", number)
        found[int(words[0])] = int(words[1]), TURNED.index(words[2].upper())
    if sorted(found) != list(range(1, len(found) + 1)) or not found:
        refuse_file(
            path, f"has {len(found)} rows, not one for each equation", "equation, node, UX ... ROTZ; write it by HBMAT"
        )
    return np.array([found[k] for k in sorted(found)], int)
