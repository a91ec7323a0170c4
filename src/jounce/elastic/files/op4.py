"""Matrices of Nastran's OUTPUT4: text and binary, whole columns or strings of entries, of real numbers.

A matrix has a head (columns, rows, form, type, name), then records of columns: column, first row, number of words, and
the values from that row on. In sparse columns the first row is 0, and strings follow each other: with at most 65535
rows a word L + 1 and row packed into one, else (rows negative in the head: BIGMAT) one word each; L counts words of
values. A column past the last ends the matrix. Words are of 4 bytes, a double takes two; in files of 64-bit Nastran
they are of 8, and every number takes one. [Nastran QRG, OUTPUT4; pyYeti and pyNastran read the same layout]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import read_bytes, refuse_file
from jounce.elastic.files.raw_body import Entries

Array = np.ndarray
REAL = {1: "real, single", 2: "real, double"}
COMPLEX = {3: "complex, single", 4: "complex, double"}
HEADS = {24: 4, 48: 8}  # bytes of the first record: bytes of a word
PACKED = 65536  # rows and words of a string share a word by it
FORMAT = re.compile(r"(?:\d*P,?)?(\d*)[ED](\d+)\.\d+", re.IGNORECASE)  # 1P,5E16.9


@dataclass(eq=False, slots=True)
class Op4Matrix:
    """A matrix as it is read: strings of entries down a column."""

    name: str
    shape: tuple[int, int]
    symmetric: bool
    big: bool
    rows: list[Array] = field(default_factory=list)
    columns: list[Array] = field(default_factory=list)
    values: list[Array] = field(default_factory=list)

    def put(self, column: int, row: int, values: Array) -> None:
        """Adds entries from a row on, both counted from 1."""
        if not (1 <= column <= self.shape[1] and 1 <= row and row - 1 + len(values) <= self.shape[0]):
            raise ValueError(f"entries from row {row} of column {column} are outside of the matrix")
        if not np.isfinite(values).all():
            raise ValueError(f"column {column} has a number that is not finite")
        self.rows.append(np.arange(row - 1, row - 1 + len(values)))
        self.columns.append(np.full(len(values), column - 1))
        self.values.append(np.asarray(values, float))

    def entries(self) -> Entries:
        """Returns the entries that are not zero."""
        if not self.rows:
            return Entries(np.zeros(0, int), np.zeros(0, int), np.zeros(0), self.shape)
        rows, columns, values = (np.concatenate(pieces) for pieces in (self.rows, self.columns, self.values))
        some = values != 0
        return Entries(rows[some], columns[some], values[some], self.shape)


def read_op4(path: Path) -> dict[str, Entries]:
    """Returns the matrices of a file by name."""
    data = read_bytes(path)
    try:
        matrices = list(_binary(data) if b"\0" in data[:16] else _text(data))
    # struct, int and float say what is not there; IndexError comes from a file that ends too early
    except (ValueError, IndexError, OverflowError) as fault:
        refuse_file(
            path, f"not a whole OP4 file: {str(fault)[:120]}", "write it by OUTPUT4, text or binary, real numbers"
        )
        raise
    if not matrices:
        refuse_file(path, "has no matrix", "write it by OUTPUT4")
    names = [matrix.name for matrix in matrices]
    if len(set(names)) < len(names):
        refuse_file(path, f"has two matrices of one name: {', '.join(names)}", "write each once")
    return {matrix.name: matrix.entries() for matrix in matrices}


def _matrix(columns: int, rows: int, form: int, kind: int, name: str) -> Op4Matrix:
    if kind not in REAL:
        raise ValueError(f"matrix {name[:16]!r} is {COMPLEX.get(kind, f'of type {kind}')}, and real ones are read")
    if form not in (1, 2, 6):
        raise ValueError(
            f"matrix {name[:16]!r} has the form {form}; square, rectangular and symmetric are read: 1, 2, 6"
        )
    if columns < 1 or rows == 0 or abs(rows) > 10**8 or columns > 10**8:
        raise ValueError(f"matrix {name[:16]!r} has {rows} rows and {columns} columns")
    return Op4Matrix(name.strip(), (abs(rows), columns), form == 6, rows < 0)


def _unpacked(word: int) -> tuple[int, int]:
    """Returns row and number of words of a string whose head is one word."""
    return word % PACKED, word // PACKED - 1


def _binary(data: bytes) -> Iterator[Op4Matrix]:
    """Yields matrices of Fortran records, each between two counts of its bytes."""
    order = "<" if int.from_bytes(data[:4], "little") in HEADS else ">"
    word = HEADS.get(int.from_bytes(data[:4], "little" if order == "<" else "big"), 0)
    if not word:
        raise ValueError("its first record is no head of a matrix")
    records = _records(data, order)
    for record in records:
        head = np.frombuffer(record, f"{order}i{word}", 4)
        columns, rows, form, kind = head.tolist()
        name = "".join(c for c in record[4 * word :].decode("ascii", "replace") if c.isalnum() or c == "_")
        matrix = _matrix(columns, rows, form, kind, name)
        size = 8 if kind == 2 or word == 8 else 4
        for column in records:
            at, row, words = np.frombuffer(column, f"{order}i{word}", 3).tolist()
            if at > columns:
                break
            _put_column(matrix, column[3 * word :], at, row, words, word, f"{order}f{size}")
        else:
            raise ValueError(f"matrix {name!r} has no end")
        yield matrix


def _put_column(matrix: Op4Matrix, body: bytes, at: int, row: int, words: int, word: int, kind: str) -> None:
    """Adds a column: values from one row on, or strings with a head each."""
    if words < 0 or words * word > len(body):
        raise ValueError(f"column {at} has {words} words and {len(body)} bytes")
    body = body[: words * word]
    if row:
        matrix.put(at, row, np.frombuffer(body, kind))
        return
    place = 0
    while place < len(body):
        if matrix.big:
            length, first = np.frombuffer(body, f"{kind[0]}i{word}", 2, place).tolist()
            length, place = length - 1, place + 2 * word
        else:
            first, length = _unpacked(int(np.frombuffer(body, f"{kind[0]}i{word}", 1, place)[0]))
            place += word
        if length < 1 or place + length * word > len(body):
            raise ValueError(f"column {at} has a string of {length} words")
        matrix.put(at, first, np.frombuffer(body[place : place + length * word], kind))
        place += length * word


def _records(data: bytes, order: str) -> Iterator[bytes]:
    place = 0
    while place < len(data):
        size = int(np.frombuffer(data, f"{order}i4", 1, place)[0])
        end = place + 4 + size
        if size < 0 or end + 4 > len(data) or int(np.frombuffer(data, f"{order}i4", 1, end)[0]) != size:
            raise ValueError(f"the record at byte {place} is cut short")
        yield data[place + 4 : end]
        place = end + 4


def _text(data: bytes) -> Iterator[Op4Matrix]:
    """Yields matrices of lines: heads of whole numbers in fixed fields, then values in the format of the matrix."""
    lines = [line for line in data.decode("ascii", "replace").replace("\r\n", "\n").split("\n") if line.strip()]
    place = 0
    while place < len(lines):
        head = lines[place]
        width = 16 if re.match(r"[ -]{8}[ \d-]{8}[ -]{8}", head) else 8
        columns, rows, form, kind = (int(head[k * width : (k + 1) * width]) for k in range(4))
        name, written = head[4 * width : 4 * width + 8], FORMAT.search(head[4 * width + 8 :])
        matrix = _matrix(columns, rows, form, kind, name)
        field_width = int(written[2]) if written else 16
        place += 1
        while place < len(lines):
            at, row, words = (int(lines[place][k * width : (k + 1) * width]) for k in range(3))
            place += 1
            if at > columns:
                place += 1  # one value closes the matrix
                break
            place = _put_text_column(matrix, lines, place, at, row, words, kind, field_width)
        else:
            raise ValueError(f"matrix {matrix.name!r} has no end")
        yield matrix


def _put_text_column(
    matrix: Op4Matrix, lines: list[str], place: int, at: int, row: int, words: int, kind: int, width: int
) -> int:
    """Adds a column and returns the line behind it. Lines with a point hold values, others heads."""
    if row:
        values, place = _text_values(lines, place, width)
        if len(values) not in (words, words // kind):
            raise ValueError(f"column {at} has {len(values)} values and {words} words")
        matrix.put(at, row, values)
        return place
    used = 0
    while used < words:
        numbers = lines[place].split()
        if matrix.big:
            length, first = int(numbers[0]) - 1, int(numbers[1])
        else:
            first, length = _unpacked(int(numbers[0]))
        values, place = _text_values(lines, place + 1, width)
        if length < 1 or len(values) not in (length, length // kind):
            raise ValueError(f"column {at} has a string of {len(values)} values and {length} words")
        matrix.put(at, first, values)
        used += length + (2 if matrix.big else 1)
    return place


def _text_values(lines: list[str], place: int, width: int) -> tuple[Array, int]:
    found: list[str] = []
    while place < len(lines) and "." in lines[place]:
        line = lines[place].rstrip()
        found += [line[k : k + width].replace("D", "E") for k in range(0, len(line), width)]
        place += 1
    return np.array([float(word) for word in found]), place
