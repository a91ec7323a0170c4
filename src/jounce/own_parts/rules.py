"""Rules for kinds of the user's own: what each must say about itself, as every kind of ours does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from inspect import signature, unwrap
from typing import Any, get_args

from jounce.errors import Problem
from jounce.model.fields import fields_of
from jounce.model.own_laws import UNIT
from jounce.model.templates.corner import Template
from jounce.own_parts.trial import (
    wrong_answers_of_controller,
    wrong_answers_of_force,
    wrong_answers_of_law,
    wrong_answers_of_tyre,
)
from jounce.parts.drawing import Drawing
from jounce.parts.ends import At
from jounce.studies.driving.drive import Drive
from jounce.studies.study import Study, define_metric
from jounce.units import UnitError, parse_unit

OF_OWNER = re.compile(r"\b[xyv]\b")  # a law's unit such as y/x: the part that has the law says what they are
FROZEN = "write @dataclass(frozen=True, kw_only=True) above the class"


def check_own_record(kind: type, where: str) -> Iterator[Problem]:
    """A frozen dataclass, whose fields have units."""
    if not is_dataclass(kind):
        yield Problem(where, f"{kind.__name__} is not a dataclass", FROZEN)
        return
    if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield Problem(where, f"{kind.__name__} can be changed after it was made", FROZEN)
    try:
        read = fields_of(kind)
    except NameError as error:
        yield Problem(where, f"an annotation cannot be read: {error}", "import or define it in your file")
        return
    known = [field.name for field in read]
    for name in (field.name for field in fields(kind) if field.name not in known):
        yield Problem(f"{where}.{name}", "is not known as a number", UNIT)
    for field in read:
        for unit in (*field.quantity.unit.split(" or "), field.axes.x, field.axes.y):
            yield from _wrong_unit(OF_OWNER.sub("m", unit), f"{where}.{field.name}")


def check_own_description(kind: Any, where: str) -> Iterator[Problem]:
    """A class says in words what it is; what a dataclass says of itself is none."""
    said = (kind.__doc__ or "").strip()
    if isinstance(kind, type) and (not said or said.startswith(f"{kind.__name__}(")):
        yield Problem(where, f"{kind.__name__} has no description", "a docstring: what it is, and its formula")


def check_own_law(kind: type, where: str) -> Iterator[Problem]:
    yield from check_own_record(kind, where)
    count = len(signature(kind.value).parameters) - 1  # type: ignore[attr-defined]
    if count not in (1, 2):
        yield Problem(where, f"value takes {count} arguments", "value(self, x), or value(self, x, v) of a rate as well")


def check_own_force(kind: type, where: str) -> Iterator[Problem]:
    """It has a name, it says what it acts on, and how it is drawn."""
    yield from check_own_record(kind, where)
    names = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    if "name" not in names:
        yield Problem(where, f"{kind.__name__} has no field name", "write name: str as its first field")
    ends = getattr(kind, "ends", None)
    if ends is None:
        help = "fields parent, child, point, child_point; or body and point; or coordinate; or `ends` that names them"
        yield Problem(where, "does not say what it acts on", help)
    for end in ends or ():
        for field in (end.body, end.point, end.default) if isinstance(end, At) else (end.field,):
            if field and field not in names:
                yield Problem(f"{where}.ends", f"names a field '{field}', which is not there", ", ".join(sorted(names)))
    if not isinstance(getattr(kind, "drawing", None), Drawing):
        words = ", ".join(shape.__name__ for shape in get_args(Drawing))
        yield Problem(f"{where}.drawing", "is no drawing", f"of jounce.parts.drawing: {words}")


check_own_force_answers, check_own_tyre_answers = wrong_answers_of_force, wrong_answers_of_tyre
check_own_law_answers, check_own_controller_answers = wrong_answers_of_law, wrong_answers_of_controller


def check_own_template(template: Template, where: str) -> Iterator[Problem]:
    """Its function has a description, its seats are bodies that it makes, and every point has a meaning."""
    made = [function for function in (template.corner, template.axle) if function is not None]
    if len(made) != 1:
        what = "has both corner and axle" if made else "has neither corner nor axle"
        yield Problem(where, what, "give one: corner where wheels hang apart, axle where they share bodies")
    for function in made:
        if not (function.__doc__ or "").strip():
            yield Problem(where, "its function has no description", "a docstring: what holds the wheel")
    for seat, role in template.seats.items():
        if role not in template.roles:
            yield Problem(f"{where}.seats.{seat}", f"'{role}' is no body of it", f"roles: {', '.join(template.roles)}")
    if "wheel_centre" not in template.hardpoints:
        yield Problem(f"{where}.hardpoints", "has no wheel_centre", "take **WHEEL of jounce.model.templates.corner")


def check_own_study(study: type[Study], where: str) -> Iterator[Problem]:
    """Tells what it does; units and meanings of settings and metrics."""
    if unwrap(study.run) is Study.run:
        yield Problem(
            where, f"{study.__name__} has no method run", "run(self, subject, on_progress=None), or be a Drive"
        )
    if issubclass(study, Drive) and unwrap(study.run) is Drive.run and study.manoeuvre is Drive.manoeuvre:
        yield Problem(where, f"{study.__name__} has no method manoeuvre", "manoeuvre(self, vehicle) gives a Manoeuvre")
    for name, setting in study.settings.items():
        if not setting.meaning:
            yield Problem(f"{where}.{name}", "has no meaning", 'meaning="speed at the start"')
        yield from _wrong_unit(getattr(setting, "unit", "1"), f"{where}.{name}")
    for name in study.metrics:
        try:
            unit, definition, *_ = define_metric(study.metrics, name)
        except (ValueError, TypeError):
            yield Problem(f"{where}.metrics.{name}", "is not a pair of unit and definition", '("m", "largest lift")')
            continue
        yield from _wrong_unit(unit, f"{where}.metrics.{name}")
        if not definition:
            yield Problem(f"{where}.metrics.{name}", "has no definition", "say what is measured, in words")


def check_own_controller(kind: type, where: str) -> Iterator[Problem]:
    """It has a name and a rate, and says what it reads and sets."""
    yield from check_own_record(kind, where)
    for word in ("name", "rate", "reads", "sets", "begin"):
        if word not in {f.name for f in fields(kind)} and not hasattr(kind, word):
            yield Problem(where, f"has no {word}", "a controller has name, rate, reads, sets, begin and tick")


def _wrong_unit(unit: Any, where: str) -> Iterator[Problem]:
    try:
        parse_unit(unit)
    except (UnitError, TypeError) as error:
        yield Problem(where, str(error), 'an SI unit, for example "m/s"; "1" for none')
