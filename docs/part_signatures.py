"""Constructors of parts for type checkers, generated from their fields: a number may be a text with its unit."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from jounce.model.fields import Field, fields_of

FOLDER = Path(__file__).parents[1] / "src" / "jounce" / "parts" / "signatures"
HOMES = ("laws", "signals", "controls", "drivers", "paths", "roads")  # next to the parts themselves
HEAD = '''# written by docs/tables.py
"""What {home} offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar
'''
FORMS = {
    "number": "Scalar | str",
    "vector": "abc.Sequence[Scalar | str]",
    "numbers": "abc.Sequence[Scalar | str]",
    "word": "str",
    "words": "str | abc.Sequence[str]",
    "flag": "bool",
    "choice": "Any",
}


def home_text(home: str) -> str:
    """The public names of a home: classes with their constructors, the rest as it is."""
    offered = import_module(home)
    lines = [HEAD.format(home=home)]
    for name in offered.__all__:
        thing = getattr(offered, name)
        if inspect.isclass(thing) and is_dataclass(thing):
            lines += [f"from {thing.__module__} import {name} as Real{name}"]
            lines += [f"class {name}(Real{name}):", f"    def __init__(self{constructor(thing)}) -> None: ...", ""]
        elif home == "jounce.parts":
            lines += [f"{name}: {'str' if isinstance(thing, str) else 'dict[Any, Any]'}"]
        else:
            module = getattr(thing, "__module__", home)
            lines += [f"from {module if module.startswith('jounce') else home} import {name} as {name}"]
    if home == "jounce.parts":
        lines += ["", *(f"from jounce.parts.signatures import {own} as {own}" for own in HOMES)]
        lines += ["from jounce.parts import tyres as tyres"]
    return "\n".join([*lines, ""])


def constructor(kind: Any) -> str:
    """The arguments of a class by name, each with what may be given."""
    known = {field.name: field for field in fields_of(kind)}
    arguments = []
    for own in fields(kind):
        if own.init:
            given = own.default is not MISSING or own.default_factory is not MISSING
            arguments.append(f"{own.name}: {type_text(known.get(own.name))}{' = ...' if given else ''}")
    star = "*, " if all(own.kw_only for own in fields(kind)) else ""
    return f", {star}{', '.join(arguments)}" if arguments else ""


def type_text(field: Field | None) -> str:
    """What may be given for a field; anything for those that are not of files."""
    if field is None:
        return "Any"
    text = FORMS[field.form]
    return f"{text} | None" if field.optional else text


PAGES: dict[str, Callable[[], str]] = {
    "../__init__.pyi": partial(home_text, "jounce.parts"),
    **{f"{own}.pyi": partial(home_text, f"jounce.parts.{own}") for own in HOMES},
}


def write_part_signatures() -> None:
    """Writes the stubs again."""
    for name, text in PAGES.items():
        (FOLDER / name).write_text(text(), "utf-8")
