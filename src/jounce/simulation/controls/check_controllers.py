"""What makes controllers impossible in a run, all at once and in words, before anything is computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from math import isfinite
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model import Model
from jounce.model.fields import fields_of
from jounce.model.own_laws import UNIT
from jounce.model.reading.records import read_record, table_of_record
from jounce.parts.controls import PythonController
from jounce.parts.controls.controller import InPython
from jounce.parts.limits import limits_of
from jounce.parts.tables import is_table_of_part
from jounce.simulation.controls.tick_times import MOST_TICKS
from jounce.units import UnitError, to_si

HOW = "a frozen dataclass with name, rate, reads, sets, begin and tick, or jounce.parts.controls.PythonController(...)"
NEEDED = ("name", "rate", "reads", "sets", "begin", "tick")


def check_controllers(
    model: Model, controllers: Sequence[Any], known: Mapping[str, Any], given: Mapping[str, Any], duration: float
) -> None:
    """Refuses controllers that cannot run: `known` are names of channels, `given` the inputs as a user gave them."""
    problems = [problem for one in controllers for problem in _wrong_numbers(one, duration)]
    problems += _wrong_names(controllers)
    problems += _wrong_inputs(model, controllers, given)
    problems += _wrong_readings(model, controllers, known)
    if problems:
        raise ModelError(model.name, problems)


def list_of_controllers(given: Any) -> Sequence[Any]:
    """Returns controllers as somebody gave them; one alone is a list of one."""
    if given is None or hasattr(given, "tick"):
        return () if given is None else (given,)
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise ModelError("settings", [Problem("controllers", shown_in_message(given), "a list of controllers")])
    return tuple(given)


def read_controllers(model: Model, controllers: Sequence[Any]) -> list[Any]:
    """Reads controllers that somebody made in Python as a file is: texts become numbers, numbers signals."""
    problems = [problem for one in controllers for problem in _wrong_form(one)]
    found = [] if problems else [_read_controller(one, problems) for one in controllers]
    if problems:
        raise ModelError(model.name, problems)
    return found


def _read_controller(controller: Any, problems: list[Problem]) -> Any:
    if isinstance(controller, InPython):
        return InPython(_read_controller(controller.controller, problems))
    kind, path = type(controller), f"controllers.{controller.name}"
    if isinstance(controller, PythonController):
        return _read_python_controller(controller, path, problems)
    if not is_dataclass(kind):
        return controller
    users = {field.name for field in fields_of(kind)}
    ours = [f for f in fields(kind) if f.name not in users]
    if any(f.default is MISSING and f.default_factory is MISSING for f in ours):
        return controller  # it has fields that no file could hold
    read = read_record(kind, table_of_record(controller), path, problems, dotted=True)
    if read is None:
        return controller
    whole = replace(read, **{f.name: getattr(controller, f.name) for f in ours if f.init})  # as a path from Python
    problems += limits_of(whole, path)
    return whole


def _read_python_controller(controller: PythonController, path: str, problems: list[Problem]) -> PythonController:
    """A rate may be a text with its unit, and a text is one name."""
    read: dict[str, Any] = {
        word: (names,) for word in ("reads", "sets") if isinstance(names := getattr(controller, word), str)
    }
    if isinstance(controller.rate, str):
        try:
            read["rate"] = to_si(controller.rate, "Hz")
        except UnitError as error:
            problems.append(Problem(f"{path}.rate", error.what, error.help))
    return replace(controller, **read) if read else controller


def _wrong_form(controller: Any) -> Iterator[Problem]:
    lacking = [word for word in NEEDED if not hasattr(controller, word)]
    if isinstance(controller, type):
        yield Problem(f"controllers {controller.__name__}", "is a class", f"make one: {controller.__name__}(...)")
    elif lacking:
        shown = getattr(controller, "name", type(controller).__name__)
        yield Problem(f"controllers {shown}", f"has no {', '.join(lacking)}", HOW)
    elif not isinstance(controller.name, str) or not controller.name:
        yield Problem("controllers", f"name {shown_in_message(controller.name)}", "a text")
    elif isinstance(controller, PythonController):
        if not callable(controller.function):
            what = f"{shown_in_message(controller.function)} is no function"
            yield Problem(f"controllers.{controller.name}.function", what, "function(time, reading)")
    elif texts := [word for word in ("reads", "sets") if isinstance(getattr(controller, word), str)]:
        for word in texts:
            name = getattr(controller, word)
            yield Problem(f"controllers.{controller.name}.{word}", f"'{name}' is a text", f"a tuple: ('{name}',)")
    elif not getattr(controller, "python", False):
        yield from _wrong_fields(controller)


def _wrong_fields(controller: Any) -> Iterator[Problem]:
    """Finds numbers that nobody knows by their units, of a controller that becomes machine code."""
    path = f"controllers.{controller.name}"
    if not is_dataclass(controller):
        yield Problem(path, f"{type(controller).__name__} is no dataclass", HOW)
        return
    try:
        known = {field.name for field in fields_of(type(controller))}
    except NameError as error:
        what = f"an annotation of {type(controller).__name__} cannot be read: {error}"
        yield Problem(path, what, "define it beside the class")
        return
    for field in fields(controller):
        value = getattr(controller, field.name)
        if field.name not in known and isinstance(value, int | float) and not is_table_of_part(value):
            yield Problem(f"{path}.{field.name}", "is not known as a number", UNIT)


def _wrong_numbers(controller: Any, duration: float) -> Iterator[Problem]:
    path, rate = f"controllers.{controller.name}.rate", controller.rate
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not isfinite(rate) or rate <= 0.0:
        yield Problem(path, f"{shown_in_message(rate)}", "a positive rate in Hz, for example 100.0")
    elif rate * duration > MOST_TICKS:
        yield Problem(path, f"{rate * duration:.0e} ticks in {duration:g} s", f"at most {MOST_TICKS:.0e}; a lower rate")


def _wrong_names(controllers: Sequence[Any]) -> Iterator[Problem]:
    names = [one.name for one in controllers]
    for name in {name for name in names if names.count(name) > 1}:
        yield Problem(f"controllers.{name}", f"{names.count(name)} controllers of this name", "give each its own")
    for one in controllers:
        shown = [str(name) for name, *_ in getattr(one, "internals", ())]
        for name in shown:
            if shown.count(name) > 1 or name in one.sets:
                yield Problem(f"controllers.{one.name}", f"two channels '{name}'", "rename the internal one")


def _wrong_inputs(model: Model, controllers: Sequence[Any], given: Mapping[str, Any]) -> Iterator[Problem]:
    known = [part.name for part in model.inputs]
    owner: dict[str, str] = {}
    for one in controllers:
        path = f"controllers.{one.name}"
        if not one.sets:
            yield Problem(f"{path}.sets", "sets no input", f"inputs of this model: {', '.join(known) or 'none'}")
        for name in one.sets:
            if name not in known:
                what = f"there is no input '{name}'.{did_you_mean(name, known)}"
                yield Problem(f"{path}.sets", what, f"inputs: {', '.join(known) or 'none'}")
            elif name in owner:
                what = f"'{name}' is set by '{owner[name]}' already"
                yield Problem(f"{path}.sets", what, "an input has one controller")
            elif isinstance(given.get(name), tuple) or callable(given.get(name)):
                what = f"'{name}' has a history of its own in `inputs`"
                yield Problem(f"{path}.sets", what, "give its value at the start only, as a number")
            owner.setdefault(name, one.name)


def _wrong_readings(model: Model, controllers: Sequence[Any], known: Mapping[str, Any]) -> Iterator[Problem]:
    names = {*known, *(f"inputs.{part.name}" for part in model.inputs)}
    for one in controllers:
        names |= {f"controls.{one.name}.{name}" for name in one.sets}
        names |= {f"controls.{one.name}.{shown[0]}" for shown in getattr(one, "internals", ())}
    for one in controllers:
        for name in one.reads:
            if name not in names:
                what = f"there is no channel '{name}'.{did_you_mean(name, names)}"
                yield Problem(
                    f"controllers.{one.name}.reads", what, "channels of the run, inputs.NAME, controls.NAME.*"
                )
