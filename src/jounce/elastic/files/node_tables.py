"""Nodes of texts: tables of number, x, y, z; input files of Abaqus; bulk data of Nastran."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import refuse_file
from jounce.elastic.files.text_rows import read_number_rows, read_text, read_whole_numbers

Array = np.ndarray
NASTRAN = (".bdf", ".nas", ".dat", ".fem")  # endings
ABAQUS = (".inp",)
SHORT_EXPONENT = re.compile(r"(?<=[\d.])([+-]\d+)$")  # 1.5-3 for 1.5e-3
PER_LINE = 8  # fields of data in a line of small fields; half as many in one of large ones


@dataclass(eq=False, slots=True)
class NodeTable:
    """Numbers and places of nodes, and sets of them by name."""

    numbers: Array
    nodes: Array
    sets: dict[str, list[int]] = field(default_factory=dict)


def read_nodes(path: Path) -> NodeTable:
    """Returns the nodes of a file; its ending says how it is written."""
    ending = path.suffix.lower()
    found = (_abaqus if ending in ABAQUS else _nastran if ending in NASTRAN else _table)(path)
    if not len(found.numbers):
        refuse_file(path, "has no nodes", "Abaqus: *NODE in .inp; Nastran: GRID in .bdf; else rows: number x y z")
    return found


def _table(path: Path) -> NodeTable:
    """Reads rows of number, x, y, z; lines before the first that begins with a number are its head. Ansys adds three
    angles of the node's own axes: they must be zero."""
    lines = read_text(path).split("\n")
    starts = [k for k, line in enumerate(lines) if re.match(r"\s*\d+[\s,;]", line)]
    rows = [lines[k] for k in starts]
    widths = {len(line.replace(",", " ").replace(";", " ").split()) for line in rows}
    if not rows:
        return NodeTable(np.zeros(0, int), np.zeros((0, 3)))
    if len(widths) != 1 or not widths <= {4, 7}:
        refuse_file(
            path, f"has rows of {', '.join(map(str, sorted(widths)))} numbers", "number, x, y and z", starts[0] + 1
        )
    found = read_number_rows(rows, widths.pop(), path, starts[0] + 1)
    if found[:, 4:].any():
        refuse_file(path, "has nodes with axes of their own", "write matrices and nodes in the axes of the whole body")
    return NodeTable(read_whole_numbers(found[:, 0], path, "numbers of nodes"), found[:, 1:4])


def _abaqus(path: Path) -> NodeTable:
    """Reads *NODE and *NSET of an input file of one part."""
    parts, rows, sets = 0, [], {}  # type: int, list[tuple[int, str]], dict[str, list[int]]
    keyword, options = "", {}  # type: str, dict[str, str]
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.startswith("**") or not line.strip():
            continue
        if line.startswith("*"):
            words = [word.strip() for word in line[1:].split(",")]
            keyword = words[0].lower()
            options = {k.strip().lower(): v.strip() for k, _, v in (word.partition("=") for word in words[1:])}
            parts += keyword == "part"
            if keyword == "include" or (keyword == "node" and "input" in options):
                refuse_file(path, "names another file", "put its lines into this one", number)
            if keyword == "system" or "system" in options or parts > 1:
                what = "several parts" if parts > 1 else "nodes in axes of their own"
                refuse_file(path, f"{what} are not read", "write the body as one part, in its own axes", number)
        elif keyword == "instance":
            refuse_file(path, "moves a part by its *INSTANCE", "write the nodes where they are", number)
        elif keyword == "node":
            rows.append((number, line))
        elif keyword == "nset":
            sets.setdefault(options.get("nset", ""), []).extend(_set_members(line, options, path, number))
    if not rows:
        return NodeTable(np.zeros(0, int), np.zeros((0, 3)))
    found = read_number_rows([line for _, line in rows], 4, path, rows[0][0])
    return NodeTable(read_whole_numbers(found[:, 0], path, "numbers of nodes"), found[:, 1:], sets)


def _set_members(line: str, options: dict[str, str], path: Path, number: int) -> list[int]:
    words = [word for word in line.replace(",", " ").split() if word]
    if not all(re.fullmatch(r"[0-9]+", word) for word in words):
        refuse_file(path, f"'{line.strip()[:60]}' are not numbers of nodes", "sets of sets are not read", number)
    members = [int(word) for word in words]
    if "generate" not in options:
        return members
    first, last, step = (*members, 1)[:3] if len(members) >= 2 else (0, -1, 1)
    if step < 1 or not 0 <= (last - first) // step < 10**7:
        refuse_file(path, f"'{line.strip()[:60]}' generates no set", "first, last, step", number)
    return list(range(first, last + 1, step))


def _nastran(path: Path) -> NodeTable:
    """Reads GRID of bulk data, in the order of their numbers, which is that of the rows of matrices."""
    found: dict[int, tuple[float, ...]] = {}
    for number, fields in _bulk_cards(read_text(path)):
        if fields[0] in ("SPOINT", "EPOINT"):
            refuse_file(path, f"{fields[0]} has one freedom, and is not read", "write the matrices without it", number)
        if fields[0] != "GRID":
            continue
        name, cp, *place = [*fields[1:6], "", "", "", "", ""][:5]
        cd = fields[6] if len(fields) > 6 else ""
        if cp not in ("", "0") or cd not in ("", "0"):
            refuse_file(path, f"GRID {name} is in axes of its own", "write all grid points in the basic system", number)
        try:
            found[int(name)] = tuple(_bulk_number(word) for word in place)
        except ValueError:
            refuse_file(path, f"GRID {name[:20]} has no three coordinates", "x, y and z are numbers", number)
    numbers = np.array(sorted(found), int)
    nodes = np.array([found[k] for k in numbers.tolist()], float).reshape(-1, 3)
    if not np.isfinite(nodes).all():
        refuse_file(path, "has a coordinate that is not finite")
    return NodeTable(numbers, nodes)


def _bulk_number(word: str) -> float:
    return float(SHORT_EXPONENT.sub(r"e\1", word.replace("D", "E"))) if word else 0.0


def _bulk_cards(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yields line and fields of each card of bulk data: free, small or large fields, with one continued line."""
    lines = [(k, line.split("$")[0].rstrip().upper()) for k, line in enumerate(text.split("\n"), 1)]
    begin = next((k for k, (_, line) in enumerate(lines) if line.startswith("BEGIN")), -1)
    waiting: tuple[int, list[str]] | None = None
    for number, line in lines[begin + 1 :]:
        if not line or line.startswith("ENDDATA"):
            continue
        if waiting is not None and line[0] in "*+ ,":
            yield waiting[0], [*waiting[1], *_bulk_fields(line)[1:]]
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        fields = _bulk_fields(line)
        name = fields[0].rstrip("*")
        waiting = (number, [name, *fields[1:]]) if fields[0].endswith("*") else None
        if waiting is None:
            yield number, [name, *fields[1:]]
    if waiting is not None:
        yield waiting


def _bulk_fields(line: str) -> list[str]:
    """Returns the fields of a line, without the last one, which only points to the next line."""
    if "," in line:
        return [word.strip() for word in line.split(",")][: PER_LINE + 1]
    large = "*" in line[:8]
    width, count = (16, PER_LINE // 2) if large else (8, PER_LINE)
    whole = line.ljust(80)
    return [whole[:8].strip(), *(whole[8 + k * width : 8 + (k + 1) * width].strip() for k in range(count))]
