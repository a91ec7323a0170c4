"""Parts of a subsystem with symbols in place of their numbers, which stand for the numbers of every lane."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Expression
from jounce.graph.tables import Table, table_size
from jounce.mechanism import inputs_of
from jounce.model.fields import map_numbers, path_of
from jounce.native.program import Place
from jounce.parts.joints.tabulated import Tabulated
from jounce.parts.laws import Points
from jounce.parts.signals import History

if TYPE_CHECKING:
    from jounce.equations.recursive.subsystem import Subsystem


def twins_of(lists: list[list[Any]]) -> dict[str, tuple[str, ...]]:
    """For each part and input of the first lane, its twin in every lane, by path or name; a list for each lane."""
    twins = {path_of(parts[0]): tuple(map(path_of, parts)) for parts in zip(*lists, strict=True)}
    for names in zip(*map(inputs_of, lists), strict=True):
        twins[names[0]] = names
    return twins


def in_symbols(sub: Subsystem, part: Any) -> Any:
    """The part with a symbol in place of each number, and its tables placed."""
    path = path_of(part)
    twins = sub.twins[path]

    def symbol(where: str, value: float, unit: str) -> Expression:
        rest = where[len(path) :]
        offsets = tuple(sub.layout.values[twin + rest] for twin in twins)
        return sub.place(("value", where), Place("values", offsets))

    whole = map_numbers(part, symbol)
    for name in ("law", "signal", "road"):
        record = getattr(whole, name, None)
        if isinstance(record, Points | History):
            offset, knots = sub.layout.tables[f"{path}.{name}"]
            table = Table(offset, knots, 3, lane_stride=table_size(knots, 3))
            whole = replace(whole, **{name: replace(record, table=table)})
    if isinstance(whole, Tabulated) and whole.tables is not None:
        offset, _ = sub.layout.tables[f"{path}.tables"]
        whole = replace(whole, places=whole.tables.places(offset))
    return whole
