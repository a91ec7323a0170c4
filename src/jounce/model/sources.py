"""Where numbers come from: the [sources] table of a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.model import Source
from jounce.model.reading.records import named_tables_of_records, read_record
from jounce.units import UnitError, parse_quantity


def read_sources(table: Any, paths: Iterable[str], unread: set[str], problems: list[Problem]) -> dict[str, Source]:
    """Reads sources by path of what they vouch for; a path that leads nowhere would vouch for nothing."""
    known = {prefix: None for path in paths for prefix in _prefixes(path)}
    sources = {}
    for path, entry in named_tables_of_records(table, "sources", unread, problems):
        where = f"sources.{path}"
        source = read_record(Source, entry, where, problems)
        if source is not None and source.spread:
            try:
                parse_quantity(source.spread)
            except UnitError as error:
                problems.append(Problem(f"{where}.spread", error.what, error.help))
        if path not in known and not unread.intersection(path.split(".")):
            what = f"there is no '{path}' in this model.{did_you_mean(path, known)}"
            problems.append(Problem(where, what, 'paths look like "bodies.NAME" or "joints.NAME.point.x"'))
        sources[path] = source
    return sources


def _prefixes(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
