"""Values of a model or vehicle by their paths, also several at once: a point by its three coordinates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model.axle_data import RIGID_RING, TYRE_MODELS, Axle
from jounce.model.belt_data import completed_belt
from jounce.model.fields import Change, fields_of
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.records import read_record_word
from jounce.units import UnitError

Value = bool | float | str  # a number in SI, a text with a unit, or whether something is on
# by path; a list, also as text "[0, 700, 195] mm", for what holds several
Values = Mapping[str, Value | Sequence[float | str]]
FLAGS = {"true": True, "false": False}
TYRE_MODEL = ".tyre.model"  # behind the path of an axle
_LIST = re.compile(r"\[(.*)\]\s*(.*)", re.DOTALL)  # entries, and a unit for those that have none


def spread_values_by_path(
    values: Mapping[str, Any], known: Callable[[], Mapping[str, Any]]
) -> tuple[dict[str, Any], list[Problem]]:
    """Returns the values with every list as its entries, {"p": "[0, 700, 195] mm"} as {"p.x": "0 mm", ...}; wrong
    lengths.

    One number for a law that is a straight line through zero is its slope, as in a file.
    """
    numbers, problems = known(), []
    lists = {path: entries for path, value in values.items() if (entries := _entries(value)) is not None}
    slopes = {path for path in values if f"{path}.slope" in numbers and f"{path}.slope" not in values}
    found = {f"{p}.slope" if p in slopes else p: value for p, value in values.items() if p not in lists}
    for path, entries in lists.items():
        inside = [p for p in numbers if p.rpartition(".")[0] == path]
        if not inside:
            found[path] = values[path]  # refused like any other path that is no number
        elif any(p in values for p in inside):
            problems.append(Problem(path, "is set as a whole and by its entries", "keep one of them"))
        elif len(inside) != len(entries):
            names = ", ".join(p.rpartition(".")[2] for p in inside)
            problems.append(Problem(path, f"has {len(entries)} entries", f"needs {len(inside)}: {names}"))
        else:
            found |= dict(zip(inside, entries, strict=True))
    return found, problems


def _entries(value: Any) -> list[Any] | None:
    if hasattr(value, "tolist"):  # an array of NumPy
        value = value.tolist()
    if isinstance(value, list | tuple):
        return list(value)
    text = _LIST.fullmatch(value.strip()) if isinstance(value, str) else None
    if text is None:
        return None
    entries = [entry.strip().strip("\"'") for entry in text[1].split(",")] if text[1].strip() else []
    return [f"{entry} {text[2]}" if text[2] and _is_bare(entry) else entry for entry in entries]


def _is_bare(entry: str) -> bool:
    try:
        float(entry)
    except ValueError:
        return False
    return True


def put_values_by_path(wanted: dict[str, Any], style: FileStyle, problems: list[Problem]) -> Change:
    """A change that puts each wanted value in its place and takes it out of `wanted`: what is left there has none."""

    def change(path: str, value: float, unit: str) -> Any:
        if path not in wanted:
            return value
        try:
            return style.to_si(wanted.pop(path), unit)
        except UnitError as error:
            problems.append(Problem(path, error.what, error.help))
            return value

    return change


def no_number_by_path(path: str, known: Mapping[str, float], hint: str) -> Problem:
    """Says why a path cannot be set: it holds several numbers, or there is nothing."""
    inside = [p for p in known if p.startswith(f"{path}.")]
    if inside:
        return Problem(path, "holds several numbers", f"set all of them as a list, or one: {', '.join(inside[:6])}")
    return Problem(path, f"there is no such value.{did_you_mean(path, known)}", hint)


def split_flag_values(vehicle: Any, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns values of flags of a vehicle's tables, such as `esc.on`, and all others."""
    tables = vehicle.equipment() if any("." in path for path in values) else {}
    known = {
        f"{word}.{field.name}"
        for word, data in tables.items()
        for field in fields_of(type(data))
        if field.form == "flag"
    }
    return {p: v for p, v in values.items() if p in known}, {p: v for p, v in values.items() if p not in known}


def set_flag_values(vehicle: Any, flags: Mapping[str, Any]) -> Any:
    """Returns the vehicle with some flags set: true, false, or these words."""
    read = {path: FLAGS.get(str(value).lower()) for path, value in flags.items()}
    if wrong := [path for path, flag in read.items() if flag is None]:
        problems = [Problem(path, shown_in_message(flags[path]), "needs true or false") for path in wrong]
        raise ModelError(vehicle.name, problems)
    changed: dict[str, dict[str, Any]] = {}
    for path, flag in read.items():
        table, _, word = path.partition(".")
        changed.setdefault(table, {})[word] = flag
    return replace(vehicle, **{table: replace(getattr(vehicle, table), **words) for table, words in changed.items()})


def split_tyre_models(vehicle: Any, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the models of tyres among some values, by the paths of their axles, and all others."""
    axles = [path for path, _ in vehicle.axles_by_path()] if any(path.endswith(TYRE_MODEL) for path in values) else []
    models = {axle: values[f"{axle}{TYRE_MODEL}"] for axle in axles if f"{axle}{TYRE_MODEL}" in values}
    return models, {path: value for path, value in values.items() if path.removesuffix(TYRE_MODEL) not in models}


def set_tyre_models(vehicle: Any, models: Mapping[str, Any]) -> Any:
    """Returns the vehicle with other models of tyres; a belt is made as it is where a file is read."""
    problems: list[Problem] = []
    words = {
        path: read_record_word(word, f"{path}{TYRE_MODEL}", problems, TYRE_MODELS) for path, word in models.items()
    }
    if problems:
        raise ModelError(vehicle.name, problems)

    def change(path: str, axle: Axle) -> Axle:
        if words.get(path, axle.tyre.model) == axle.tyre.model:
            return axle
        tyre = replace(axle.tyre, model=words[path])  # type: ignore[arg-type]
        elements = {word: data for word, data in axle.elements.items() if word != "belt"}
        if tyre.model == RIGID_RING and tyre.law is not None:
            elements["belt"] = completed_belt(None, tyre.law, tyre.belt_keys or {})
        return replace(axle, tyre=tyre, elements=elements)

    return vehicle.with_axles(change)
