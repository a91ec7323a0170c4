"""Read a TOML text with care: limits first, then tomllib, and the line of everything."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.input_files import read_input_file
from jounce.model.reading.positions import LONGEST_LINE, Positions, TooMuch, scan_positions
from jounce.parts import COMPOUNDS, SECTIONS

LARGEST = 5_000_000  # bytes
NAMED = (*SECTIONS, *COMPOUNDS, "axles")  # tables whose keys are names
TEXT = "text"  # how a model that comes from no file is called
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_PLAINLY = (
    ("Cannot overwrite a value", "is given twice", "keep one of them"),
    ("Cannot declare", "the table is opened twice", "put its keys under one heading"),
    ("Cannot mutate immutable", "is given twice, once in an inline table", "keep one of them"),
)


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a model was read from: how messages call it, and where each key stands."""

    source: str
    positions: Positions
    digest: str = ""  # sha256 of its bytes

    def placed(self, problems: Iterable[Problem]) -> list[Problem]:
        """Gives problems found after reading, in the order of the file; those of what it does not hold have no line."""
        found = [replace(p, line=self._line(p.where)) for p in problems]
        return sorted(found, key=lambda p: p.line or 0)

    def _line(self, path: str) -> int | None:
        """Of a path or of the part it belongs to, if the file has it: others may have been added since."""
        while path and path not in self.positions.lines:
            path = path.rpartition(".")[0]
        return None if path in NAMED else self.positions.lines.get(path)


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: its tables, where each key stands, and how to call the file in messages."""

    tables: dict[str, Any]
    positions: Positions
    source: str
    digest: str = ""  # sha256 of the bytes of the file

    @property
    def origin(self) -> Origin:
        return Origin(self.source, self.positions, self.digest)

    @property
    def folder(self) -> Path:
        """Tells where files that this one names are looked for: beside it, or here if it is a text."""
        return Path() if self.source == TEXT else Path(self.source).parent

    def refuse(self, problems: list[Problem]) -> NoReturn:
        """Raises what was found, each with its line."""
        lines = self.positions if self.positions.lines or not self.tables else None  # tables of Python have none
        placed = [p if p.line or not lines else replace(p, line=lines.line(p.where)) for p in problems]
        placed.sort(key=lambda p: p.line or 0)
        raise ModelError(self.source, map(_printed, placed))


def document_of(tables: dict[str, Any], origin: Origin | None) -> Document:
    """Makes a document of tables made in Python; files that they name are looked for beside the file they came from."""
    return Document(tables, Positions(), TEXT if origin is None else origin.source)


def read_document(file: str | Path) -> Document:
    """Reads a file by its path, or a text (a string with more than one line)."""
    if isinstance(file, str) and "\n" in file:
        source, data = TEXT, file.encode("utf-8", "surrogatepass")
    else:
        source, data = str(file), _bytes(Path(file))
    empty = Document({}, Positions(), source)
    if len(data) > LARGEST:
        what = f"the file has {len(data)} bytes"
        empty.refuse([Problem("file", what, f"a model file has at most {LARGEST}", 1)])
    try:
        text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"the file is not text: byte {data[error.start]:#04x} at {error.start}"
        empty.refuse([Problem("file", what, "save it as UTF-8", line)])
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > LONGEST_LINE:
            what = f"a line of {len(line_text)} characters"
            empty.refuse([Problem("file", what, f"lines have at most {LONGEST_LINE}: break the list", number)])
    if not text.strip():
        empty.refuse([Problem("file", "the file is empty", "a model file begins with format = 1", 1)])
    try:
        positions = scan_positions(text)
    except TooMuch as limit:
        empty.refuse([limit.problem])
    return Document(_parse(text, positions, source), positions, source, hashlib.sha256(data).hexdigest())


def _bytes(path: Path) -> bytes:
    try:
        return read_input_file(path, LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        what, hint = f"cannot be read: {reason}", "give the path of a .toml file"
        raise ModelError(_printable(str(path)), [Problem("file", what, hint)]) from None


def _parse(text: str, positions: Positions, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        message = str(error)
    place = _AT.search(message)
    line = int(place[1]) if place and place[1] else text.rstrip().count("\n") + 1
    what, hint = f"not TOML: {_AT.sub('', message)}", 'see toml.io; text stands in quotes: name = "arm"'
    for words, plainly, help in _PLAINLY:
        if message.startswith(words):
            what, hint = plainly, help
    Document({}, positions, source).refuse([Problem(positions.path_at(line), what, hint, line)])


def _printed(problem: Problem) -> Problem:
    where, what, help = map(_printable, (problem.where, problem.what, problem.help))
    return Problem(where, what, help, problem.line)


def _printable(text: str) -> str:
    """Returns text as a terminal may show it: what a file holds is not trusted."""
    cut = text if len(text) <= 500 else f"{text[:490]}..."
    return "".join(c if c.isprintable() else "?" for c in cut)


def unknown_document_keys(table: Mapping[str, Any], keys: tuple[str, ...], path: str) -> list[Problem]:
    """Finds keys of a table that nobody reads there."""
    dot = f"{path}." if path else ""
    return [
        Problem(f"{dot}{key}", f"'{key}' is not known here.{did_you_mean(key, keys)}", f"known: {', '.join(keys)}")
        for key in table
        if key not in keys
    ]
