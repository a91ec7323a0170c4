"""Models written as TOML tables and text: SI, floats as `repr`, so that the same bits are read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError, Problem
from jounce.model.fields import TYPE_OF, fields_of, path_of_part_fields
from jounce.model.own_laws import own_law_word, unsaved_own_laws
from jounce.parts import COMPUTED, SECTIONS

if TYPE_CHECKING:
    from jounce.model.model import Model
    from jounce.model.tyre_files.lone_tyre import LoneTyre
    from jounce.model.vehicle import Vehicle

Tables = dict[str, Any]
_BARE = re.compile(r"[A-Za-z0-9_-]+")
# keys of a table that say the same, so that one takes the place of the other
EXCLUSIVE = {"spring": ("free_length", "preload"), "anti_roll_bar": ("stiffness", "law"), "tyre": ("file", "law")}
EXCLUSIVE |= {"twist_beam": ("stiffness", "law")}


def with_toml_entries(tables: Tables, entries: Mapping[str, Any]) -> Tables:
    """Returns tables with other entries by path, each as a file would hold it; None takes an entry out.

    A source vouches for what it was given for: it goes with that.
    """
    for path, entry in entries.items():
        kept = tables.get("sources", {}).items()
        tables["sources"] = {s: source for s, source in kept if s != path and not s.startswith(f"{path}.")}
        *way, key = path.split(".")
        table = tables
        for word in way:
            inner = table.get(word)
            table[word] = table = dict(inner) if isinstance(inner, Mapping) else {}
        for other in EXCLUSIVE.get(way[-1] if way else "", ()):
            if key in EXCLUSIVE[way[-1]] and other != key and f"{path.rpartition('.')[0]}.{other}" not in entries:
                table.pop(other, None)
        if entry is None:
            table.pop(key, None)
        else:
            table[key] = entry
    return tables


def toml_tables_of_model(model: Model) -> Tables:
    """Returns a mechanism; parts keep their order within a section."""
    sections = {section: {part.name: toml_entries(part) for part in model.section(section)} for section in SECTIONS}
    return {**_head(model), **filled_toml_tables(sections), **filled_toml_tables({"sources": toml_sources(model)})}


def _head(model: Model) -> Tables:
    return {"format": 1, "kind": "mechanism", "name": model.name, "gravity": model.gravity}


def toml_sources(model: Model | Vehicle) -> Tables:
    from jounce.model.provenance import provenance_sources  # it needs models, which are written here

    return {path: toml_entries(source) for path, source in provenance_sources(model).items()}


def filled_toml_tables(tables: Tables) -> Tables:
    return {name: table for name, table in tables.items() if table}


def toml_entries(part: Any) -> Tables:
    """Returns keys and values of what differs from the default."""
    made_as: Any = type(part)
    kind = TYPE_OF.get(made_as) or own_law_word(part)
    found = {} if kind is None else {"type": kind}
    for name, form, default in _defaults(made_as):
        value = getattr(part, name)
        if repr(value) != default:  # by their text: -0.0 equals 0.0 and is still another number
            law = form == "choice" and (type(value) in TYPE_OF or own_law_word(value))
            found[name] = toml_entries(value) if law else value
    return found


@cache
def _defaults(kind: Any) -> list[tuple[str, str, str]]:
    """Returns name, form and default, as text, of each field that a user may write; the name of a part is its key."""
    defaults = {f.name: f.default for f in fields(kind)}
    named = [field for field in fields_of(kind) if field.name != "name"]
    return [(field.name, field.form, repr(defaults[field.name])) for field in named]


def toml_text_of_model(model: Model) -> str:
    """Returns the text of a model file."""
    computed = tuple(kind for kinds in COMPUTED.values() for kind in kinds.values())
    what, hint = "was computed from a linkage and cannot stand in a file", "keep the linkage, and make it again"
    problems = [Problem(path_of_part_fields(part), what, hint) for part in model.parts if isinstance(part, computed)]
    problems += [problem for part in model.parts for problem in unsaved_own_laws(part, path_of_part_fields(part))]
    if problems:
        raise ModelError(model.name, problems)
    parts = [_part_text(section, _Itself(part)) for section in SECTIONS for part in model.section(section)]
    return (
        "\n".join(
            [
                *toml_lines(_head(model), ""),
                *parts,
                *toml_lines(filled_toml_tables({"sources": toml_sources(model)}), ""),
            ]
        )
        + "\n"
    )


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
def _part_text(section: str, itself: _Itself) -> str:
    """Returns the table of one part; models that differ in a few numbers share most of their parts."""
    return "\n".join(toml_lines(toml_entries(itself.part), f"{section}.{_key(itself.part.name)}"))


def toml_text_of_lone_tyre(tyre: LoneTyre) -> str:
    """Returns the text of the file of a tyre alone."""
    if problems := list(unsaved_own_laws(tyre.tyre, "law")):
        raise ModelError(tyre.name, problems)
    head: Tables = {"format": 1, "kind": "tyre", "name": tyre.name, "measured_on": tyre.side.lower()}
    head |= {"nominal_load": tyre.rated_load} if tyre.rated_load else {}
    return "\n".join(toml_lines(head | {"law": toml_entries(tyre.tyre)}, "")) + "\n"


def toml_lines(table: Tables, path: str) -> Iterator[str]:
    """Yields keys of a table, then the tables in it; laws and sources in one line each."""
    inside = {key: value for key, value in table.items() if isinstance(value, dict) and not _in_line(value, path)}
    keys = {key: value for key, value in table.items() if key not in inside}
    if path and (keys or not inside):
        yield from ("", f"[{path}]")
    yield from (f"{_key(key)} = {_value(value)}" for key, value in keys.items())
    for key, value in inside.items():
        yield from toml_lines(value, f"{path}.{_key(key)}" if path else _key(key))


def _in_line(table: Tables, path: str) -> bool:
    return path == "sources" or ("type" in table and "." in path)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
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
