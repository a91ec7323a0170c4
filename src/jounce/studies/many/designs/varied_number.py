"""A varied number, found by its path in the car or in the study's settings: unit, value as it is, how text is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import nan
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model import Vehicle
from jounce.model.fields import each_number
from jounce.model.reading.by_path import FLAGS, split_flag_values
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.studies.many.designs.design import SETTINGS
from jounce.studies.settings import Amount, Amounts, Count
from jounce.studies.study import Study
from jounce.units import UnitError, to_si


@dataclass(frozen=True, slots=True)
class VariedNumber:
    """What a path leads to."""

    path: str
    unit: str
    nominal: float  # nan where the study chooses
    read: Callable[[Any], float]  # an SI number or a text with its unit, or UnitError
    flag: bool = False


class VariedNumbers:
    """All numbers of a car and of a study that can be varied, by path."""

    def __init__(self, subject: Any, study: Study):
        self.subject, self.study = subject, study
        self._units, self._values, self._to_si = _numbers_of(subject)

    def find(self, path: str, problems: list[Problem]) -> VariedNumber | None:
        """Returns the number at a path; where there is none, why, in the words of the car."""
        if path.startswith(SETTINGS):
            return self._setting(path, problems)
        if path in self._units:
            unit = self._units[path]
            return VariedNumber(path, unit, self._values.get(path, nan), partial(self._to_si, unit=unit))
        if isinstance(self.subject, Vehicle) and split_flag_values(self.subject, {path: 0.0})[0]:
            table, _, word = path.partition(".")
            return VariedNumber(path, "1", float(getattr(getattr(self.subject, table), word)), _read_flag, True)
        problems += self._refusal(path)
        return None

    def _setting(self, path: str, problems: list[Problem]) -> VariedNumber | None:
        name = path.removeprefix(SETTINGS)
        known = {n: s for n, s in self.study.settings.items() if _is_number(s)}
        if name not in known:
            what = f"{self.study.name} has no such number among its settings.{did_you_mean(name, known)}"
            problems.append(Problem(path, what, f"settings that are numbers: {', '.join(known)}"))
            return None
        unit = getattr(known[name], "unit", "1")
        nominal = self.study.values[name]
        return VariedNumber(path, unit, nan if nominal is None else float(nominal), partial(to_si, unit=unit))

    def _refusal(self, path: str) -> list[Problem]:
        try:
            self.subject.with_values({path: 1.0})
        except ModelError as error:
            return [problem for problem in error.problems if problem.where == path] or list(error.problems)
        return [Problem(path, "is not a number", "one number by its path; jounce info CAR --values all lists them")]


def _is_number(setting: Any) -> bool:
    return isinstance(setting, Amount | Count) and not isinstance(setting, Amounts)


def _numbers_of(subject: Any) -> tuple[dict[str, str], dict[str, float], Callable[..., float]]:
    """Returns units and values by path, and how a value is read."""
    if isinstance(subject, Vehicle):
        return subject.blueprint().unit, subject.values(), subject.style.to_si
    if isinstance(subject, LoneTyre):
        numbers = [(path.removeprefix("law."), value, unit) for path, value, unit in each_number(subject.tyre, "law")]
        return {path: unit for path, _, unit in numbers}, {path: float(value) for path, value, _ in numbers}, to_si
    word = type(subject).__name__
    raise ModelError("vary", [Problem("car", f"a {word} has no values by path", "a vehicle or a tyre")])


def _read_flag(value: Any) -> float:
    found = FLAGS.get(str(value).lower()) if not isinstance(value, float) else {0.0: False, 1.0: True}.get(value)
    if found is None:
        raise UnitError(f"{value!r}", "needs true or false")
    return float(found)
