"""Tyre property files (.tir): sections of KEY = value, numbers in the file's own units, problems with their lines.

[UNITS]
LENGTH = 'mm'                    $ begins a comment; so do !, #, % and //
[VERTICAL]
FNOMIN = 4000
[SHAPE]
{radial width}                   a heading, in braces, bare or absent; below it, rows of numbers
1.0 0.0

Numbers that have a unit are turned into SI; unknown keys and sections are kept. What the formula does not need never
stops a file; what is passed over, completed or read in another sign is told in notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from jounce.errors import ModelError, Problem
from jounce.input_files import read_input_file
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tir_parts import tir_parts_maybe_cut
from jounce.model.tyre_files.tir_reader import TirContent, read_tir_content

LARGEST = 1_000_000  # bytes; real files have some ten thousand


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TirFile(LoneTyre):
    """What a tyre property file says, in SI; unknown keys are kept."""

    values: dict[str, dict[str, float | str]] = field(default_factory=dict)  # by section and key, both in capitals
    tables: dict[str, tuple[tuple[float, ...], ...]] = field(default_factory=dict)  # by section
    lines: dict[str, int] = field(default_factory=dict)  # of each "SECTION.KEY"

    @property
    def sources(self) -> Mapping[str, float | str]:
        """Returns where the numbers come from, if the file has a section for it."""
        return self.values.get("SOURCES", {})

    @property
    def numbers(self) -> Mapping[str, float]:
        """Returns every number of the file by its key, in SI."""
        return {key: v for keys in self.values.values() for key, v in keys.items() if isinstance(v, float)}

    @property
    def notes(self) -> tuple[str, ...]:
        """What was read in another way than it stands there, what is left out, and whether the file may be cut."""
        return *LoneTyre.notes.fget(self), *tir_parts_maybe_cut(self.tyre, self.lines)  # type: ignore[attr-defined]


def read_tir(file: str | Path) -> TirFile:
    """Reads the tyre in a property file; all its problems at once."""
    text, digest = _text_and_digest(Path(file))
    return replace(read_tir_text(text, str(file)), digest=digest)


def read_tir_text(text: str, source: str) -> TirFile:
    """Reads the tyre in the text of a property file."""
    found = read_tir_content(text, source)
    return TirFile(source=source, **{name: getattr(found, name) for name in TirContent.__slots__})


def _text_and_digest(path: Path) -> tuple[str, str]:
    def refuse(what: str, hint: str) -> ModelError:
        return ModelError(str(path), [Problem("file", what, hint)])

    try:
        data = read_input_file(path, LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse(f"cannot be read: {reason}", "give the path of a .tir file") from None
    if path.suffix.lower() == ".toml":
        raise refuse("is a model file and no tyre property file", 'write its law out: law = { type = "dugoff", ... }')
    if len(data) > LARGEST:
        raise refuse(f"has more than {LARGEST} bytes", "a tyre property file has some ten thousand")
    if strange := sum(byte < 32 and byte not in b"\t\n\r\f\x1a" for byte in data):
        raise refuse(f"is not text: it has {strange} control characters", "a .tir file is plain text")
    if not data.strip():
        raise refuse("is empty", "a .tir file has sections, such as [UNITS] and [VERTICAL]")
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return text, sha256(data).hexdigest()
