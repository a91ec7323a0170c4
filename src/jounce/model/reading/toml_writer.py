"""Write a model as TOML: SI, ISO 8855 axes, floats as `repr`, so that reading gives the same bits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError, Problem
from jounce.model.fields import TYPE_OF, fields_of, path_of
from jounce.model.own_laws import own_word, unsaved_laws
from jounce.parts import COMPUTED, SECTIONS

if TYPE_CHECKING:
    from jounce.model.model import Model

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(model: Model) -> str:
    """The text of a model file; parts keep their order within a section."""
    computed = tuple(kind for kinds in COMPUTED.values() for kind in kinds.values())
    what, hint = "was computed from a linkage and cannot stand in a file", "keep the linkage, and make it again"
    problems = [Problem(path_of(part), what, hint) for part in model.parts if isinstance(part, computed)]
    if problems := problems + [problem for part in model.parts for problem in unsaved_laws(part)]:
        raise ModelError(model.name, problems)
    lines = ["format = 1", 'kind = "mechanism"', f"name = {_value(model.name)}"]
    lines.append(f"gravity = {_value(model.gravity)}")
    for section in SECTIONS:
        for part in model.section(section):
            lines.append(_section(section, _Itself(part)))
    if model.sources:
        lines += ["", "[sources]"]
        lines += [f"{_key(path)} = {_table(source)}" for path, source in model.sources.items()]
    return "\n".join(lines) + "\n"


class _Itself:
    """A part as a key: two are the same only if they are one, because -0.0 equals 0.0 and is still another number."""

    __slots__ = ("part",)

    def __init__(self, part: Any):
        self.part = part

    def __hash__(self) -> int:
        return id(self.part)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.part is other.part


@lru_cache(maxsize=4096)
def _section(section: str, itself: _Itself) -> str:
    """The table of one part; models that differ in a few numbers share most of their parts."""
    part = itself.part
    entries = [f"{key} = {value}" for key, value in _entries(part) if key != "name"]
    return "\n".join(["", f"[{section}.{_key(part.name)}]", *entries])


def _entries(part: Any) -> Iterator[tuple[str, str]]:
    """Keys and values of what differs from the default."""
    kind = TYPE_OF.get(type(part)) or own_word(part)
    if kind is not None:
        yield "type", _text(kind)
    for name, form, default in _defaults(type(part)):
        value = getattr(part, name)
        if repr(value) != default:  # by their text: -0.0 equals 0.0 and is still another number
            yield name, _table(value) if form == "choice" else _value(value)


@cache
def _defaults(kind: type) -> list[tuple[str, str, str]]:
    """Name, form and default, as text, of each field that a user may write."""
    defaults = {f.name: f.default for f in fields(kind)}
    return [(field.name, field.form, repr(defaults[field.name])) for field in fields_of(kind)]


def _table(part: Any) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in _entries(part)) + " }"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        if {*map(type, value)} == {float}:
            return repr(list(value))
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


@lru_cache(maxsize=4096)
def _text(value: str) -> str:
    """JSON escapes what TOML asks for, except the one control character DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)
