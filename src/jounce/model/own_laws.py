"""Laws that a user writes in Python: what they must be, where they may stand, and that no file can hold them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from jounce.errors import Problem
from jounce.model.fields import TYPE_OF, argument_count_of_field, fields_of, formula_of
from jounce.parts.laws import OWN_LAWS
from jounce.parts.tables import is_table_of_part
from jounce.units import Axes

HOW = "a frozen dataclass of numbers with a method value(self, {})"
FUNCTIONS = "use + - * / ** and functions of jounce.graph (sin, tanh, exp, select, less, ...), not math, numpy or if"
UNIT = 'say its unit: Annotated[float, Quantity("N/m^3")], with Quantity of jounce.units'


def is_own_law(law: Any) -> bool:
    """Tells whether a law is none of those that files know."""
    return law is not None and type(law) not in TYPE_OF


def is_own_law_record(raw: Any) -> bool:
    """Tells whether something given for a law is meant as one."""
    return is_dataclass(raw) and not isinstance(raw, type)


def wrong_own_law_record(law: Any, path: str, axes: Axes) -> Iterator[Problem]:
    """A law is a frozen record with a formula of x, or of x and its rate, and its fields are known by their units."""
    name, arguments = type(law).__name__, ("x", "v") if axes.v else ("x",)
    how = HOW.format(", ".join(arguments))
    if not callable(getattr(law, "value", None)):
        yield Problem(path, f"{name} has no method value", how)
    elif (count := argument_count_of_field(law)) != len(arguments):
        yield Problem(path, f"{name}.value takes {count} argument{'s' if count != 1 else ''}", f"here {how}")
    if not type(law).__dataclass_params__.frozen:
        yield Problem(path, f"{name} can be changed after it was made", "write @dataclass(frozen=True)")
    try:
        known = {field.name for field in fields_of(type(law))}
    except NameError as error:
        yield Problem(path, f"an annotation of {name} cannot be read: {error}", "define it beside the class")
        return
    for field in fields(law):
        if field.name not in known:
            yield Problem(f"{path}.{field.name}", "is not known as a number", UNIT)
        elif is_table_of_part(getattr(law, field.name)):
            yield Problem(f"{path}.{field.name}", "points cannot stand inside a law", 'use type = "points" by itself')


def wrong_own_law_formula(law: Any, path: str) -> list[Problem]:
    """The formula can be written down, and is a finite number at rest."""
    name = type(law).__name__
    try:
        formula_of(law)
        at_rest = law.value(*[0.0] * argument_count_of_field(law))
    except Exception as error:  # whatever the user's own code raises
        return [Problem(path, f"{name}.value: {error}", FUNCTIONS)]
    if isinstance(at_rest, int | float) and math.isfinite(at_rest):
        return []
    return [Problem(path, f"{name}.value at rest is {at_rest!r}", "a law gives a finite number")]


def own_law_places(records: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the law of each place of some records that may hold any, by its path; None where there is none."""
    return {
        f"{path}.{field.name}": getattr(record, field.name)
        for path, record in records.items()
        for field in fields_of(type(record))
        if field.own
    }


def own_law_word(law: Any) -> str | None:
    """Returns the `type` under which a file may name an own law."""
    return next((word for word, kind in OWN_LAWS.items() if kind is type(law)), None)


def unsaved_own_laws(part: Any, path: str) -> Iterator[Problem]:
    """Yields own laws of a part that no file can hold."""
    for field in fields_of(type(part)):
        law = getattr(part, field.name)
        if field.own and is_own_law(law) and own_law_word(law) is None:
            what = f"{type(law).__name__} is a formula in Python, and a file holds numbers"
            points = 'type = "grid", x = [...], v = [...], ' if field.axes.v else 'type = "points", x = [...], '
            hint = f"save its points instead: law = {{ {points}y = [...] }}; or name it in OWN_LAWS"
            yield Problem(f"{path}.{field.name}", what, hint)
