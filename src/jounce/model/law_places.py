"""Put other laws into the records of a model or of a vehicle, by path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.fields import fields_of, ours_of
from jounce.model.reading.records import read_part, table_of


def laws_of(records: Mapping[str, Any]) -> dict[str, Any]:
    """The law of each place that may hold any, None where there is none."""
    return {place: getattr(records[path], field) for place, (path, field) in _places(records).items()}


def with_laws(records: Mapping[str, Any], laws: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """The records whose laws are replaced, by path. A law is written as in a file or is a record in Python."""
    places = _places(records)
    changed: dict[str, Any] = {}
    for place, law in laws.items():
        if place not in places:
            what = f"no law stands here.{did_you_mean(place, places)}"
            problems.append(Problem(place, what, f"laws: {', '.join(places) or 'none'}"))
            continue
        path, field = places[place]
        record = changed.get(path, records[path])
        table = {**table_of(record), field: law}
        table.pop("stiffness" if _either(record) else "", None)
        read = read_part(type(record), table, path, problems, dotted=True)
        changed[path] = record if read is None else replace(read, **ours_of(record))
    return changed


def _places(records: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Paths of laws, each with the path of its owner and the field."""
    return {
        f"{path}.{field.name}": (path, field.name)
        for path, record in records.items()
        for field in fields_of(type(record))
        if field.own
    }


def _either(record: Any) -> bool:
    """Whether a law takes the place of a stiffness, as in an anti-roll bar."""
    return any(field.name == "stiffness" and field.optional for field in fields_of(type(record)))
