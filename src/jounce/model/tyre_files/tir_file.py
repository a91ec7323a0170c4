"""Tyre property files (.tir): sections of KEY = value, numbers in the file's own units, problems with their lines.

[UNITS]
LENGTH = 'mm'                    $ or ! begins a comment
[VERTICAL]
FNOMIN = 4000
[SHAPE]
{radial width}                   a heading in braces begins a table: rows of numbers
1.0 0.0

Numbers that have a unit are turned into SI; unknown keys and sections are kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model.fields import NO_AXES, fields_of
from jounce.model.tyre_files.tir_parts import LAST_SECTION, missing_tir_parts, tir_parts_maybe_cut
from jounce.model.tyre_files.tir_rules import CHOICES, RANGES, SIDES, USED_WORDS, contradictions
from jounce.model.tyre_files.tir_units import UNITS_OF, WORDS, number, tir_unit_factor, tir_unit_scale
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.units import UnitError, to_si, unit_of_number

LARGEST = 1_000_000  # bytes; real files have some ten thousand
MOST_PROBLEMS = 20  # listed; a file that is something else altogether would have thousands

FITTYP = {"6": MagicFormula52, "52": MagicFormula52, "61": MagicFormula61}
FORMATS = {"PAC2002": MagicFormula52, "MF52": MagicFormula52, "MF61": MagicFormula61}
MODEL_HINT = "FITTYP = 6 or 52 (MF 5.2), FITTYP = 61 (MF 6.1), or PROPERTY_FILE_FORMAT = 'PAC2002'"

USUAL = {"FZ": (0.05, 2.0), "KPU": (-1.0, 1.0), "ALP": (-1.5, 1.5), "CAM": (-0.2, 0.2)}  # loads by the nominal one
# keys that have a number, in whatever section
NUMBERS = {f.name for kind in (MagicFormula52, MagicFormula61) for f in fields(kind)} | UNITS_OF.keys()
NUMBERS |= {name + end for name in RANGES for end in ("MIN", "MAX")}
NUMBERS -= {key.lower() for key in CHOICES}

_SECTION = re.compile(r"\[\s*([\w .-]{1,60})\s*\]", re.ASCII)
_ENTRY = re.compile(r"([A-Za-z]\w{0,60})\s*=\s*(.*)", re.ASCII)
_BEFORE_COMMENT = re.compile(r"""((?:'[^']*'|"[^"]*"|[^$!'"]+)*)""")


@dataclass(frozen=True, slots=True)
class TirFile:
    """What a tyre property file says, in SI; unknown keys are kept."""

    source: str
    tyre: MagicFormula52 | MagicFormula61
    side: str  # of the car the tyre was measured for: "LEFT" (if the file does not say), "RIGHT" or "SYMMETRIC"
    values: dict[str, dict[str, float | str]]  # by section and key, both in capitals
    tables: dict[str, tuple[tuple[float, ...], ...]]  # by section
    lines: dict[str, int] = field(repr=False)  # of each "SECTION.KEY"

    @property
    def name(self) -> str:
        return Path(self.source).stem

    @property
    def sources(self) -> dict[str, float | str]:
        """Where the numbers come from, if the file has a section for it."""
        return self.values.get("SOURCES", {})

    @property
    def notes(self) -> tuple[str, ...]:
        """What the file leaves out and the tyre therefore does not do, and whether it may have been cut."""
        return *missing_tir_parts(self.tyre), *tir_parts_maybe_cut(self.tyre, self.lines)

    def limits(self, name: str) -> tuple[float, float]:
        """The range that the file is valid for, "FZ", "KPU", "ALP" or "CAM"; a usual one if it does not say."""
        low, high = USUAL[name]
        scale = float(self.tyre.FNOMIN) if name == "FZ" else 1.0  # type: ignore[arg-type]
        given = {key: value for section in self.values.values() for key, value in section.items()}
        return float(given.get(f"{name}MIN", low * scale)), float(given.get(f"{name}MAX", high * scale))

    def with_values(self, values: Mapping[str, float | str]) -> TirFile:
        """The same file with some coefficients changed: SI numbers, or text with a unit."""
        units = {f.name: unit_of_number(f.quantity, NO_AXES) for f in fields_of(type(self.tyre)) if f.form == "number"}
        changed: dict[str, Any] = {}
        problems = []
        for name, value in values.items():
            try:
                if name not in units:
                    raise UnitError(f"the tyre has no such number.{did_you_mean(name, units)}", "for example PKY1")
                changed[name] = to_si(value, units[name])
            except UnitError as error:
                problems.append(Problem(name, error.what, error.help))
        flat = {f.name: getattr(self.tyre, f.name) for f in fields(self.tyre)} | changed
        problems += [Problem(*found) for found in contradictions(flat)]
        if problems:
            raise ModelError(self.name, problems)
        return replace(self, tyre=replace(self.tyre, **changed))

    def summary(self) -> str:
        """What the file says of the tyre, in one screen."""
        p: Any = self.tyre
        ranges = ", ".join(f"{name} {self.limits(name)[0]:g} to {self.limits(name)[1]:g}" for name in USUAL)
        return (
            f"{self.name}: {p.title}, side {self.side}\n"
            f"  nominal load {p.FNOMIN:g} N, free radius {1e3 * p.UNLOADED_RADIUS:g} mm, "
            f"vertical stiffness {1e-3 * p.VERTICAL_STIFFNESS:g} kN/m\n"
            f"  valid for {ranges} (N, rad)" + "".join(f"\n  note: {note}" for note in self.notes)
        )


def read_tir(file: str | Path) -> TirFile:
    """The tyre in a property file; all its problems at once."""
    return _Reader(str(file)).read(_text(Path(file)))


def read_tir_text(text: str, source: str) -> TirFile:
    """The tyre in the text of a property file."""
    return _Reader(source).read(text)


def _text(path: Path) -> str:
    def refuse(what: str, hint: str) -> ModelError:
        return ModelError(str(path), [Problem("file", what, hint)])

    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse(f"cannot be read: {reason}", "give the path of a .tir file") from None
    if len(data) > LARGEST:
        raise refuse(f"has more than {LARGEST} bytes", "a tyre property file has some ten thousand")
    if strange := sum(byte < 32 and byte not in b"\t\n\r\f\x1a" for byte in data):
        raise refuse(f"is not text: it has {strange} control characters", "a .tir file is plain text")
    if not data.strip():
        raise refuse("is empty", "a .tir file has sections, such as [UNITS] and [VERTICAL]")
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """One file: what has been read so far and what is wrong with it."""

    def __init__(self, source: str):
        self.source = source
        self.problems: list[Problem] = []
        self.raw: dict[str, dict[str, str]] = {}
        self.tables: dict[str, list[tuple[float, ...]]] = {}
        self.lines: dict[str, int] = {}

    def read(self, text: str) -> TirFile:
        self._scan(text)
        values = self._in_si()
        self._stop_at_problems()  # what follows would only repeat them
        flat = {key: value for name, section in values.items() if name != "UNITS" for key, value in section.items()}
        self._whole(flat, values)
        kind = self._kind(flat)
        self._check(flat, kind)
        self._stop_at_problems()
        side = str(flat.get("TYRESIDE", SIDES[0])).upper()
        chosen = {key.lower(): str(flat[key]).lower() for key in CHOICES if key in flat}
        names = {f.name for f in fields(kind)}
        tyre = kind(**{key: value for key, value in flat.items() if key in names}, **chosen)
        if side == "SYMMETRIC":
            tyre = tyre.symmetric()
        tables = {name: tuple(rows) for name, rows in self.tables.items()}
        return TirFile(self.source, tyre, side, values, tables, self.lines)

    def _refuse(self, where: str, what: str, hint: str, line: int | None = None) -> None:
        self.problems.append(Problem(where, what, hint, line))

    def _stop_at_problems(self) -> None:
        more = len(self.problems) - MOST_PROBLEMS
        if more > 0:
            self.problems[MOST_PROBLEMS:] = [Problem("file", f"and {more} more", "is this a .tir file?")]
        if self.problems:
            raise ModelError(self.source, self.problems)

    def _scan(self, text: str) -> None:
        """Sections, keys, tables and their lines; values stay text."""
        section, in_table = "", False
        lines = text.split("\n")
        for line, written in enumerate(lines, 1):
            content = _BEFORE_COMMENT.match(written)[1].strip(" \t\f\x1a")  # type: ignore[index]
            if not content:
                continue
            if found := _SECTION.fullmatch(content):
                section, in_table = found[1].strip().upper(), False
                self.raw.setdefault(section, {})
            elif not section:
                self._refuse(
                    "file", f"{shown_in_message(content)} stands before any section", "begin with [MDI_HEADER]", line
                )
            elif content.startswith("{"):
                in_table = True
                self.tables.setdefault(section, [])
            elif found := _ENTRY.fullmatch(content):
                self._note(section, found[1].upper(), found[2].strip(), line)
                if line == len(lines) and number(found[2]) is not None:
                    what = f"the file ends behind {shown_in_message(found[2])}, inside the line"
                    self._refuse(f"[{section}] {found[1]}", what, "was it cut off? If not, end the line", line)
            elif in_table:
                row = [number(word) for word in content.split()]
                if None in row:
                    hint = "a row of a table has numbers only"
                    self._refuse(f"[{section}]", f"{shown_in_message(content)} is not a row of numbers", hint, line)
                self.tables[section].append(tuple(x for x in row if x is not None))
            else:
                self._refuse(
                    f"[{section}]", f"{shown_in_message(content)} is not KEY = value", "was the file cut off?", line
                )

    def _note(self, section: str, key: str, value: str, line: int) -> None:
        before = self.raw[section].get(key)
        if before is not None and not _same(before, value):
            first = self.lines[f"{section}.{key}"]
            what = f"is {shown_in_message(value)} here and {shown_in_message(before)} in line {first}"
            self._refuse(f"[{section}] {key}", what, "keep one of them", line)
        self.raw[section][key] = value
        self.lines[f"{section}.{key}"] = line

    def _factors(self) -> dict[str, Fraction]:
        """Factors to SI, by the words of [UNITS]."""
        factors = {}
        for kind, word in self.raw.get("UNITS", {}).items():
            if kind in WORDS:
                found = tir_unit_factor(kind, word)
                if found is None:
                    what, hint = (
                        f"{shown_in_message(word)} is not a known unit of {kind.lower()}",
                        ", ".join(WORDS[kind]),
                    )
                    self._refuse(f"[UNITS] {kind}", what, f"one of: {hint}", self.lines[f"UNITS.{kind}"])
                factors[kind] = found or Fraction(1)
        return factors

    def _in_si(self) -> dict[str, dict[str, float | str]]:
        factors = self._factors()
        values: dict[str, dict[str, float | str]] = {"UNITS": dict(self.raw.pop("UNITS", {}))}
        first: dict[str, str] = {}  # section where a known key stands
        for section, entries in self.raw.items():
            values[section] = {}
            for key, text in entries.items():
                line, value = self.lines[f"{section}.{key}"], number(text, tir_unit_scale(key, factors))
                if value is None and (key in NUMBERS or not text):
                    what = f"{shown_in_message(text)} is not a finite number" if text else "has no value"
                    self._refuse(f"[{section}] {key}", what, "needs a number, for example 1.3E+00", line)
                values[section][key] = text.strip("'\" ") if value is None else value
                there = first.setdefault(key, section) if key in NUMBERS or key in USED_WORDS else section
                if not _same(self.raw[there][key], text):
                    what = f"is {shown_in_message(text)} here and {shown_in_message(self.raw[there][key])} in [{there}]"
                    what += f", line {self.lines[f'{there}.{key}']}"
                    self._refuse(f"[{section}] {key}", what, "keep one of them", line)
        return values

    def _whole(self, flat: dict[str, Any], sections: Mapping[str, Any]) -> None:
        """A file that names its last section has it."""
        named = str(flat.get(LAST_SECTION, "")).strip().upper()
        if named and named not in sections:
            path, line = max(self.lines.items(), key=lambda item: item[1])
            what = (
                f"[{named}], its last section by {LAST_SECTION}, is missing: it ends behind {path.rpartition('.')[2]}"
            )
            self._refuse("file", what, "it was cut off; take the whole file", line)
            self._stop_at_problems()  # what else is missing lay behind

    def _kind(self, flat: dict[str, Any]) -> type:
        """Which formula the file is for."""
        fittyp, written = flat.get("FITTYP"), str(flat.get("PROPERTY_FILE_FORMAT", "")).upper()
        by_number = FITTYP.get(f"{fittyp:g}") if isinstance(fittyp, float) else None
        by_format = FORMATS.get(written)
        if fittyp is not None and by_number is None:
            what = f"{shown_in_message(fittyp)} is a formula that is not known here"
            self._refuse("FITTYP", what, MODEL_HINT, self._line("FITTYP"))
        elif by_number and by_format and by_number is not by_format:
            what = f"FITTYP {fittyp:g} contradicts PROPERTY_FILE_FORMAT {written}"
            self._refuse("FITTYP", what, MODEL_HINT, self._line("FITTYP"))
        elif not (by_number or by_format):
            what = (
                f"{shown_in_message(written)} is not known.{did_you_mean(written, FORMATS)}"
                if written
                else "is missing"
            )
            self._refuse("PROPERTY_FILE_FORMAT", what, MODEL_HINT, self._line("PROPERTY_FILE_FORMAT"))
        return by_number or by_format or MagicFormula52

    def _check(self, flat: dict[str, Any], kind: type) -> None:
        needed = [f.name for f in fields(kind) if f.default is MISSING]
        if missing := [key for key in needed if key not in flat]:
            what = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            self._refuse("file", what, "was the file cut off?")
        for where, what, hint in contradictions(flat):
            self._refuse(where, what, hint, self._line(where))

    def _line(self, key: str) -> int | None:
        return next((line for path, line in self.lines.items() if path.endswith(f".{key}")), None)


def _same(a: str, b: str) -> bool:
    return a == b or (number(a) is not None and number(a) == number(b))
