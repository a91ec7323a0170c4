"""Write a model as TOML: SI, ISO 8855 axes, floats as `repr`, so that reading gives the same bits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
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
            lines += ["", f"[{section}.{_key(part.name)}]"]
            lines += [f"{key} = {value}" for key, value in _entries(part) if key != "name"]
    if model.sources:
        lines += ["", "[sources]"]
        lines += [f"{_key(path)} = {_table(source)}" for path, source in model.sources.items()]
    return "\n".join(lines) + "\n"


def _entries(part: Any) -> Iterator[tuple[str, str]]:
    """Keys and values of what differs from the default."""
    kind = TYPE_OF.get(type(part)) or own_word(part)
    if kind is not None:
        yield "type", _value(kind)
    defaults = {f.name: f.default for f in fields(part)}
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        # by their text: -0.0 equals 0.0 and is still another number
        if repr(value) != repr(defaults[field.name]):
            yield field.name, _table(value) if field.form == "choice" else _value(value)


def _table(part: Any) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in _entries(part)) + " }"


def _value(value: Any) -> str:
    if isinstance(value, str):
        # JSON escapes what TOML asks for, except the one control character DEL
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)
