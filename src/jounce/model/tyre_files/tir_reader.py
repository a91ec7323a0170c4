"""The reader of tyre property files: from the texts of a file to a tyre law, with all problems at once."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from typing import Any

from jounce.errors import ModelError, Problem, shown_in_message
from jounce.model.tyre_files.tir_defaults import LEFT_OPEN, with_tir_defaults
from jounce.model.tyre_files.tir_formula import tir_formula
from jounce.model.tyre_files.tir_keys import (
    RANGE_KEYS,
    RANGES,
    known_tir_keys,
    lengths_of_tir_keys,
    needed_tir_keys,
    tir_keys,
)
from jounce.model.tyre_files.tir_older import older_contradictions, older_doubts
from jounce.model.tyre_files.tir_parts import LAST_SECTION, MOST_NAMES
from jounce.model.tyre_files.tir_ranges import out_of_tir_range
from jounce.model.tyre_files.tir_rules import CHOICES, SIDES, USED_WORDS, contradictions, tir_doubts
from jounce.model.tyre_files.tir_scan import TirScan, same_tir_value, scan_tir_text
from jounce.model.tyre_files.tir_signs import with_tir_signs_as_here
from jounce.model.tyre_files.tir_units import SI_WORDS, UNITS_OF, WORDS, number, tir_unit_factor, tir_unit_scale
from jounce.parts.tyres.magic_formula_data import MagicFormula61

QUOTES = "'\" "
NEUTRAL = {f.name: f.default for f in fields(MagicFormula61) if f.default is not MISSING}

_COEFFICIENT = re.compile(r"[PQRS]_?[A-Z]+\d+|[ABC]\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class TirContent:
    """What a file says: the tyre law, and all that stands beside it."""

    tyre: Any
    side: str
    rated_load: float
    ranges: dict[str, tuple[float, float]]
    remarks: tuple[str, ...]
    values: dict[str, dict[str, float | str]]
    tables: dict[str, tuple[tuple[float, ...], ...]]
    lines: dict[str, int]
    rim_radius: float  # m; 0 where the file does not say it


def read_tir_content(text: str, source: str) -> TirContent:
    """Reads the tyre in the text of a property file, or every problem it has."""
    return _Reader(source, scan_tir_text(text, known_tir_keys())).read()


class _Reader:
    """One file: what has been read so far, and what is wrong with it."""

    def __init__(self, source: str, scan: TirScan):
        self.source, self.scan = source, scan
        self.problems, self.remarks = scan.problems, scan.remarks
        self.words: dict[str, str] = {}  # texts of all sections but [UNITS]
        self.places: dict[str, str] = {}  # their sections
        for section, key, text in self._entries():
            if key not in self.words:
                self.words[key], self.places[key] = text, section

    def read(self) -> TirContent:
        self._check_end()
        formula = tir_formula(self.words, {key: self._line(key) for key in self.words})
        self.problems += [formula.problem] if formula.problem else []
        self.remarks += [formula.remark] if formula.remark else []
        kind = formula.kind
        self.lengths = lengths_of_tir_keys(kind) if kind else ()
        used = set(tir_keys(kind) if kind else known_tir_keys())
        self._refuse_two_values(used)
        flat, broken = self._numbers(used, set(needed_tir_keys(kind) if kind else ()) - set(LEFT_OPEN))
        if kind is None:
            self._stop_at_problems()
            raise AssertionError("a file without a formula has a problem")
        self._note_unused(used, flat, kind)
        ranges = self._ranges(flat)
        for complete in (with_tir_defaults, with_tir_signs_as_here):
            flat, more = complete(flat, kind)
            self.remarks += more
        self._check(flat, kind, broken)
        self._stop_at_problems()
        return self._content(flat, kind, ranges)

    def _content(self, flat: Mapping[str, Any], kind: Any, ranges: dict[str, tuple[float, float]]) -> TirContent:
        chosen = {key.lower(): str(flat[key]).lower() for key in CHOICES if key in flat}
        tyre = kind(**{name: flat[key] for key, name in tir_keys(kind).items() if key in flat}, **chosen)
        side = str(flat.get("TYRESIDE", SIDES[0])).upper() or "UNKNOWN"
        if side == "UNKNOWN":
            self.remarks.append("TYRESIDE is unknown: the tyre counts as measured on the left of the car")
            side = SIDES[0]
        if side == "SYMMETRIC" and hasattr(tyre, "symmetric"):
            if left_out := [key for key in tyre.asymmetric() if getattr(tyre, key)]:
                without = ", ".join(left_out)
                self.remarks.append(f"TYRESIDE is SYMMETRIC: without {without}, which change sign in the mirror")
            tyre = tyre.symmetric()
        tables = {name: tuple(rows) for name, rows in self.scan.tables.items()}
        load = float(flat["FNOMIN"]) if isinstance(flat.get("FNOMIN"), float) else 0.0
        rim, lines = float(flat.get("RIM_RADIUS", 0.0)), self.scan.lines
        return TirContent(tyre, side, load, ranges, tuple(self.remarks), self._values(), tables, lines, rim)

    def _entries(self) -> Iterable[tuple[str, str, str]]:
        for section, entries in self.scan.raw.items():
            for key, text in entries.items() if section != "UNITS" else ():
                yield section, key, text

    def _line(self, key: str) -> int | None:
        return self.scan.lines.get(f"{self.places.get(key)}.{key}")

    def _refuse(self, where: str, what: str, hint: str, line: int | None = None) -> None:
        self.problems.append(Problem(where, what, hint, line))

    def _stop_at_problems(self) -> None:
        self.problems.sort(key=lambda problem: problem.line or math.inf)
        if self.problems:
            raise ModelError(self.source, self.problems)

    def _check_end(self) -> None:
        """A file that names its last section has it."""
        named = self.words.get(LAST_SECTION, "").strip(QUOTES).upper()
        if named and named not in self.scan.raw:
            path, line = max(self.scan.lines.items(), key=lambda item: item[1])
            end = path.rpartition(".")[2]
            what = f"[{named}], its last section by {LAST_SECTION}, is missing: it ends behind {end}"
            self._refuse("file", what, "it was cut off; take the whole file", line)
            self._stop_at_problems()  # what else is missing lay behind

    def _refuse_two_values(self, used: set[str]) -> None:
        """A key that counts has one value, wherever it stands."""
        counts = used | set(USED_WORDS)
        for section, key, before, first in self.scan.twice:
            if key in counts or (section == "UNITS" and key in WORDS):
                self._refuse_other_value(section, key, before, f"line {first}")
        for section, key, text in self._entries():
            if key in counts and not same_tir_value(self.words[key], text):
                there = f"[{self.places[key]}], line {self._line(key)}"
                self._refuse_other_value(section, key, self.words[key], there)

    def _refuse_other_value(self, section: str, key: str, before: str, first: str) -> None:
        what = f"is {shown_in_message(self.scan.raw[section][key])} here and {shown_in_message(before)} in {first}"
        self._refuse(f"[{section}] {key}", what, "keep one of them", self.scan.lines[f"{section}.{key}"])

    def _factors(self, used: set[str]) -> tuple[dict[str, Fraction], set[str]]:
        """Returns factors to SI by the words of [UNITS], and the kinds whose word is not known."""
        factors, unknown = {}, set()
        counts = {unit for key in self.words if key in used for unit in self._powers(key)}
        for kind, word in self.scan.raw.get("UNITS", {}).items():
            factor, word = tir_unit_factor(kind, word) if kind in WORDS else None, word.strip(QUOTES)
            if factor is not None:
                factors[kind] = factor
            elif kind in counts:
                unknown.add(kind)
                what = f"{shown_in_message(word)} is not a known unit of {kind.lower()}"
                line = self.scan.lines[f"UNITS.{kind}"]
                self._refuse(f"[UNITS] {kind}", what, f"one of: {', '.join(WORDS[kind])}", line)
            elif kind in WORDS:
                self.remarks.append(f"[UNITS] {kind}: {shown_in_message(word)} is not known, and not needed")
        self._note_units_taken_as_si(counts)
        return factors, unknown

    def _note_units_taken_as_si(self, counts: set[str]) -> None:
        """Says which units the file does not name; a pressure follows force and length."""
        given = self.scan.raw.get("UNITS", {})
        silent = [kind for kind in SI_WORDS if kind in counts and kind not in given]
        if silent:
            words = ", ".join(f"{kind} {SI_WORDS[kind]}" for kind in silent)
            where = "does not say" if given else "is missing"
            self.remarks.append(f"[UNITS] {where}, taken as SI: {words}; other units would make another tyre")

    def _powers(self, key: str) -> Iterable[str]:
        """Returns the units that a key's number is made of."""
        return ("LENGTH",) if key in self.lengths else UNITS_OF.get(key, ())

    def _numbers(self, used: set[str], needed: set[str]) -> tuple[dict[str, Any], set[str]]:
        """Returns numbers in SI and words, by key; and the keys that count and cannot be read."""
        self.factors, unknown = self._factors(used)
        flat: dict[str, Any] = {}
        broken: set[str] = set()
        empty, unread = [], []
        for key, text in self.words.items():
            value = number(text, tir_unit_scale(key, self.factors, self.lengths))
            if key in used and unknown.intersection(self._powers(key)):
                broken.add(key)
            elif value is not None:
                flat[key] = value
            elif key in used and not text.strip(QUOTES) and key not in needed:
                empty.append(key)
            elif key in used:
                broken.add(key)
                what = f"{shown_in_message(text)} is not a finite number" if text else "has no value"
                comma = number(text.replace(",", "."))
                hint = "needs a number, for example 1.3E+00" if comma is None else f"write a point, no comma: {comma:g}"
                self._refuse(f"[{self.places[key]}] {key}", what, hint, self._line(key))
            elif key in UNITS_OF or key in known_tir_keys():
                unread += [key] if text.strip(QUOTES) else []
            else:
                flat[key] = text.strip(QUOTES)
        self.remarks += [f"without a value, as if missing: {tir_names(empty)}"] if empty else []
        self.remarks += [f"not a number, and not needed: {tir_names(unread)}"] if unread else []
        return flat, broken

    def _note_unused(self, used: set[str], flat: Mapping[str, Any], kind: Any) -> None:
        """Notes coefficients that another formula would use; a zero has no effect in any, nor have their defaults."""
        idle = [key for key, value in flat.items() if key not in used and _COEFFICIENT.fullmatch(key)]
        if idle := [key for key in idle if isinstance(flat[key], float) and flat[key] not in (0.0, NEUTRAL.get(key))]:
            self.remarks.append(f"{kind.title} does not use: {tir_names(idle)}")

    def _ranges(self, flat: dict[str, Any]) -> dict[str, tuple[float, float]]:
        """Returns ranges of validity that can be; no formula needs them, so one that cannot be is told and left out."""
        ranges = {}
        wrong = {key: f"{what}, where {hint} is possible" for key, what, hint in out_of_tir_range(flat)}
        for name in RANGES:
            ends = f"{name}MIN", f"{name}MAX"
            given = [flat.pop(key, None) for key in ends]
            if not all(isinstance(end, float) for end in given):
                continue
            low, high = given
            faults = [f"{key} {wrong[key]}" for key in ends if key in wrong]
            if not low < high:
                faults.append(f"{ends[0]} {low:g} is not below {ends[1]} {high:g}")
            if faults:
                self.remarks.append(f"the range of validity is not used: {'; '.join(faults)}")
            else:
                ranges[name] = (low, high)
        for key in RANGE_KEYS:
            flat.pop(key, None)
        return ranges

    def _check(self, flat: dict[str, Any], kind: Any, broken: set[str]) -> None:
        missing = [key for key in needed_tir_keys(kind) if key not in flat and key not in broken]
        if missing:
            what = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            self._refuse(
                "file", what, f"{kind.title} needs {'it' if len(missing) == 1 else 'them'}; was the file cut off?"
            )
        newer = "FNOMIN" in tir_keys(kind)
        counted = {key: value for key, value in flat.items() if key in tir_keys(kind) or key in USED_WORDS}
        for where, what, hint in contradictions(counted) if newer else older_contradictions(counted, kind):
            self._refuse(where, what, hint, self._line(where))
        self.remarks += tir_doubts(flat) if newer else older_doubts(counted, kind)

    def _values(self) -> dict[str, dict[str, float | str]]:
        """Returns all that the file says, by section: numbers in SI, as they stand there, and words."""
        values: dict[str, dict[str, float | str]] = {"UNITS": dict(self.scan.raw.get("UNITS", {}))}
        values |= {section: {} for section in self.scan.raw if section != "UNITS"}
        for section, key, text in self._entries():
            value = number(text, tir_unit_scale(key, self.factors, self.lengths))
            values[section][key] = text.strip(QUOTES) if value is None else value
        return values


def tir_names(names: list[str]) -> str:
    """Returns a list of keys that stays short."""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more
