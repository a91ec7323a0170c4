"""Read the spread of a varied number: a list of values, a range of them, or a distribution with its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from math import isfinite
from typing import Any

import numpy as np

from jounce.errors import Problem, did_you_mean, shown_in_message
from jounce.studies.many.designs.spread import DISTRIBUTIONS, Choice, Levels, Spread
from jounce.studies.many.designs.varied_number import VariedNumber
from jounce.units import UnitError, bare_number_readings, to_si

MOST_VARIANTS = 10_000_000
OF_RANGE = ("least", "most", "count")
PLAIN = ("log_deviation", "weights")  # numbers of a distribution that have no unit
FORMS = 'a list of values, {"least", "most", "count"}, or {"distribution": ...} with its numbers'


def read_spread(number: VariedNumber, entry: Any, problems: list[Problem], units_needed: bool) -> Spread | None:
    """What a number may be; None where the entry is wrong. With `relative`, values multiply the number as it is."""
    reader = _SpreadReader(number, problems, units_needed)
    before = len(problems)
    found = reader.from_table(entry) if isinstance(entry, Mapping) else reader.levels(entry)
    return found if len(problems) == before else None


class _SpreadReader:
    """The entry of one path."""

    def __init__(self, number: VariedNumber, problems: list[Problem], units_needed: bool):
        self.number, self.problems, self.units_needed = number, problems, units_needed
        self.scale = 1.0  # by which what is read is multiplied

    def refuse(self, where: str, what: str, help: str = "") -> Any:
        """Notes one problem more; returns None, in place of what was to be read."""
        place = f"{self.number.path}.{where}" if where else self.number.path
        self.problems.append(Problem(place, what, help))
        return None

    def from_table(self, table: Mapping[str, Any]) -> Spread | None:
        relative = table.get("relative", False)
        if not isinstance(relative, bool):
            return self.refuse("relative", shown_in_message(relative), "true or false")
        if relative and not isfinite(self.number.nominal):
            return self.refuse("relative", "there is no number to multiply", "values with their units")
        if relative:
            self.scale, self.number = self.number.nominal, replace(self.number, unit="1", read=_read_plain)
        given = {key: value for key, value in table.items() if key != "relative"}
        if "distribution" in given:
            return self.distribution(given)
        if set(given) == {"values"}:
            return self.levels(given["values"])
        if set(given) == set(OF_RANGE):
            return self.evenly(given)
        return self.refuse("", f"has the keys {', '.join(given) or 'none'}", FORMS)

    def levels(self, entry: Any) -> Levels | None:
        entries = entry.tolist() if isinstance(entry, np.ndarray) else entry
        if isinstance(entries, str) or not isinstance(entries, Sequence) or not entries:
            return self.refuse("", f"{shown_in_message(entry)} is no list of values", FORMS)
        return Levels(tuple(self.scale * self.one(str(k), value) for k, value in enumerate(entries)))

    def evenly(self, given: Mapping[str, Any]) -> Levels | None:
        """Returns as many values as are counted, from end to end."""
        least, most, count = self.one("least", given["least"]), self.one("most", given["most"]), given["count"]
        if isinstance(count, bool) or not isinstance(count, int) or not 2 <= count <= MOST_VARIANTS:
            return self.refuse("count", shown_in_message(count), f"a whole number from 2 to {MOST_VARIANTS}")
        return Levels(tuple((self.scale * np.linspace(least, most, count)).tolist()))

    def distribution(self, table: Mapping[str, Any]) -> Spread | None:
        word = table["distribution"]
        kind = DISTRIBUTIONS.get(word) if isinstance(word, str) else None
        if kind is None:
            what = f"{shown_in_message(word)} is not known.{did_you_mean(str(word), DISTRIBUTIONS)}"
            return self.refuse("distribution", what, f"one of {', '.join(DISTRIBUTIONS)}")
        names = [field.name for field in fields(kind)]
        given = {key: value for key, value in table.items() if key != "distribution"}
        if kind is Choice and "weights" not in given and isinstance(given.get("values"), list | tuple):
            given["weights"] = [1.0] * len(given["values"])
        for key in (key for key in given if key not in names):
            self.refuse(key, f"{word} has no '{key}'.{did_you_mean(key, names)}", f"needs {', '.join(names)}")
        for key in (key for key in names if key not in given):
            self.refuse(key, "is missing", f"{word} needs {', '.join(names)}")
        before = len(self.problems)
        read = {key: self.of_distribution(key, given[key]) for key in names if key in given}
        if len(self.problems) > before or len(read) < len(names):
            return None
        if self.scale < 0.0 and "least" in read:
            read["least"], read["most"] = read["most"], read["least"]
        found: Any = kind(**read)
        for problem in found.contradictions():
            self.refuse(problem.where, problem.what, problem.help)
        return found

    def of_distribution(self, key: str, value: Any) -> Any:
        """Returns a number of a distribution, or several."""
        scale = 1.0 if key in PLAIN else abs(self.scale) if key == "deviation" else self.scale
        if key not in ("values", "weights"):
            return scale * self.one(key, value, plain=key in PLAIN)
        if isinstance(value, str) or not isinstance(value, Sequence) or not value:
            return self.refuse(key, f"{shown_in_message(value)} is no list", "a list of numbers")
        return tuple(scale * self.one(f"{key}.{k}", entry, plain=key in PLAIN) for k, entry in enumerate(value))

    def one(self, where: str, value: Any, plain: bool = False) -> float:
        """Returns a number as it is written, SI; 0 in place of a wrong one."""
        unit, read = ("1", _read_plain) if plain else (self.number.unit, self.number.read)
        if self.units_needed and not self.number.flag and (bare := bare_number_readings(value, unit)):
            self.refuse(where, bare.what, bare.help)
            return 0.0
        try:
            found = float(read(value))
        except UnitError as error:
            self.refuse(where, error.what, error.help)
            return 0.0
        if not isfinite(found):
            self.refuse(where, f"{shown_in_message(value)} is not finite", "a finite number")
        return found


def _read_plain(value: Any) -> float:
    return to_si(value, "1")
