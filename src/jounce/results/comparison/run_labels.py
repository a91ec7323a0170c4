"""What runs were made from and where they differ: values of the model, settings, study; and short labels made of it."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal

from jounce.results.kinds import shown_number, shown_unit_of_value
from jounce.results.shown_units import shows_si_units
from jounce.units import pretty_unit

if TYPE_CHECKING:
    from jounce.results.result import Result

MOST_IN_LABEL = 2  # differences that a label names; of more it says how many
MOST_VALUES = 60  # in which two models differ that are still listed: with more they are different models
SILENT = ("axles", "hardpoints", "law", "bodies")  # words of a path that say nothing to a reader
SHORT_LENGTH = 2.0  # m: below it a length is read in millimetres
NOT_THERE = "none"


DifferenceSort = Literal["model", "study", "value", "setting", "found"]  # found: a setting that the study chose itself


@dataclass(frozen=True, slots=True)
class RunDifference:
    """One thing that runs were made from and in which they differ."""

    name: str  # path of a value, name of a setting, "model" or "study"
    sort: DifferenceSort
    values: tuple[Any, ...]  # one for each run, numbers in SI; None where a run has none
    unit: str = ""  # SI; "" for words and counts
    shown: str = ""  # unit in which people read it; without one, the usual one

    def texts(self) -> list[str]:
        """Returns the values as people read them, one for each run."""
        return [run_value_text(value, self.unit, self.shown) for value in self.values]


def is_measured_run(result: Result) -> bool:
    """Tells whether a run was measured, not computed."""
    return result.metadata.get("status") == "measured"


def find_run_differences(results: Sequence[Result]) -> list[RunDifference]:
    """Finds where computed runs differ in what they were made from; of measured ones nothing is known."""
    known = [None if is_measured_run(result) else result for result in results]
    words: list[tuple[DifferenceSort, str]] = [("model", "model"), ("study", "study_name")]
    found = [
        RunDifference(word, word, values)
        for word, key in words
        if _differ(values := tuple(None if r is None else r.metadata.get(key) for r in known), known)
    ]
    numbers = _without_consequences(_differing([_values(r) for r in known], known, "value"))
    if len(numbers) > MOST_VALUES and any(each.sort == "model" for each in found):
        numbers = []
    found_by_all = set.intersection(*(_found_settings(r) for r in known if r is not None)) if any(known) else set()
    settings = _differing([_settings(r) for r in known], known, "setting")
    given = [each for each in settings if each.name not in found_by_all]
    chosen = [replace(each, sort="found") for each in settings if each.name in found_by_all]
    return [*found, *numbers, *given, *chosen]


def _without_consequences(found: list[RunDifference]) -> list[RunDifference]:
    """Keeps of another tyre file or another suspension the word alone: all its numbers are others."""
    whole = {each.name.removesuffix(".file") + ".law." for each in found if each.name.endswith(".tyre.file")}
    whole |= {each.name.removesuffix("template") for each in found if each.name.endswith(".template")}
    return [each for each in found if not each.unit or not each.name.startswith(tuple(whole) or ("\0",))]


def label_runs(results: Sequence[Result], differences: Sequence[RunDifference], files: Sequence[str]) -> list[str]:
    """Returns a short label for each run, no two alike: what differs; else its file; else its number.

    Values of another model, and what a study finds by itself, follow from what was chosen: they are not named.
    """
    models = any(each.sort == "model" for each in differences)
    named = [each for each in differences if each.sort != "found" and not (models and each.sort == "value")]
    short = _short_names([each.name for each in named])
    labels = []
    for k, (result, file) in enumerate(zip(results, files, strict=True)):
        told = [
            text if each.sort in ("model", "study") else f"{short[each.name]} {text}"
            for each in named
            if (text := each.texts()[k])
        ]
        more = f" and {len(told) - MOST_IN_LABEL} more" if len(told) > MOST_IN_LABEL else ""
        own = file or str(result.metadata.get("model", "")) or "run"
        labels.append(own if is_measured_run(result) or not told else ", ".join(told[:MOST_IN_LABEL]) + more)
    if len(set(labels)) < len(labels) and len(set(files)) == len(files) and all(files):
        again = {label for label, count in Counter(labels).items() if count > 1}
        labels = [file if label in again else label for label, file in zip(labels, files, strict=True)]
    return _numbered(labels)


def run_value_text(value: Any, unit: str = "", shown: str = "") -> str:
    """Returns a value or a setting as people read it: numbers in their usual unit, lengths of parts in millimetres."""
    if value is None:
        return NOT_THERE
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        between = " to " if len(value) == 2 else " / "
        return between.join(run_value_text(item, unit, shown) for item in value) or NOT_THERE
    if not isinstance(value, int | float):
        return str(value)
    usual = unit if unit == "m" and abs(value) >= SHORT_LENGTH else shown_unit_of_value(unit)
    shown = shown or usual
    text = "" if shown in ("", "1") else f" {pretty_unit(shown)}"
    return f"{shown_number(float(value), unit, shown) if unit else float(value):.5g}{text}"


def _differ(values: Sequence[Any], known: Sequence[Result | None]) -> bool:
    there = [value for value, result in zip(values, known, strict=True) if result is not None]
    return any(value != there[0] for value in there[1:])


def _differing(
    tables: Sequence[dict[str, tuple[Any, str, str]]], known: Sequence[Result | None], sort: DifferenceSort
) -> list[RunDifference]:
    names = dict.fromkeys(name for table in tables for name in table)
    found = []
    for name in names:
        values = tuple(table.get(name, (None,))[0] for table in tables)
        if _differ(values, known):
            _, unit, shown = next(table[name] for table in tables if name in table)
            found.append(RunDifference(name, sort, values, unit, shown))
    return found


def _values(result: Result | None) -> dict[str, tuple[Any, str, str]]:
    """Returns words and values of the model, with their units and those in which they are shown."""
    if result is None:
        return {}
    words: Any = result.metadata.get("words", {})
    rows = csv.DictReader(StringIO(str(result.metadata.get("echo", ""))))
    si = shows_si_units(result)
    found: dict[str, tuple[Any, str, str]] = {path: (word, "", "") for path, word in words.items()}
    found |= {row["path"]: (float(row["value"]), row["unit"], row["unit"] if si else "") for row in rows}
    return found | {c.path: (c.new, c.unit, c.unit if si else "") for c in result.record.changes}


def _settings(result: Result | None) -> dict[str, tuple[Any, str, str]]:
    """Returns settings as the run used them."""
    if result is None:
        return {}
    if result.record.settings:
        return {s.name: (_plain(s.value), s.unit, s.shown) for s in result.record.settings}
    given: Any = result.metadata.get("settings", {})
    return {name: (_plain(value), "", "") for name, value in given.items()}


def _found_settings(result: Result) -> set[str]:
    """Names of settings that the study or the run found; nobody gave them."""
    return {setting.name for setting in result.record.settings if setting.is_found}


def _plain(value: Any) -> Any:
    """Returns a setting as it comes back from a file: JSON has lists where Python has tuples."""
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _short_names(names: Iterable[str]) -> dict[str, str]:
    """Gives for each dotted name its last two telling words, or as many more as it takes to tell it from the others."""
    words = {name: [word for word in name.split(".") if word not in SILENT] or [name] for name in names}
    short = {}
    for name, parts in words.items():
        length = 2
        while length < len(parts) and any(p[-length:] == parts[-length:] for n, p in words.items() if n != name):
            length += 1
        short[name] = " ".join(parts[-length:]).replace("_", " ")
    return short


def _numbered(labels: Sequence[str]) -> list[str]:
    again = Counter(labels)
    return [f"{label} ({k})" if again[label] > 1 else label for k, label in enumerate(labels, 1)]
