"""Where numbers come from: the [sources] table of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.model import Source
from jounce.model.reading.records import read_part
from jounce.units import UnitError, parse_quantity, shown


def named_tables(section: Any, path: str, unread: set[str], problems: list[Problem]) -> list[tuple[str, Any]]:
    """The named tables of a section."""
    if not isinstance(section, Mapping):
        what = f"{shown(section)} is not a table of named tables"
        problems.append(Problem(path, what, f"write [{path}.NAME] and its keys below"))
        unread.add(path)
        return []
    found = []
    for name, table in section.items():
        if isinstance(table, Mapping):
            found.append((name, table))
        else:
            unread.add(name)
            what = f"{shown(table)} is not a table"
            problems.append(Problem(f"{path}.{name}", what, f"write [{path}.{name}] and its keys below"))
    return found


def read_sources(table: Any, paths: Iterable[str], unread: set[str], problems: list[Problem]) -> dict[str, Source]:
    """Sources by path of what they vouch for; a path that leads nowhere would vouch for nothing."""
    known = {prefix: None for path in paths for prefix in _prefixes(path)}
    sources = {}
    for path, entry in named_tables(table, "sources", unread, problems):
        where = f"sources.{path}"
        source = read_part(Source, entry, where, problems)
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
