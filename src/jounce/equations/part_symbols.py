"""Parts with symbols in place of their numbers; the symbols stand for the numbers of every lane."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Expression
from jounce.mechanism import lane_inputs
from jounce.model.fields import map_numbers, path_of_part_fields
from jounce.native.program import Place
from jounce.parts.tables import tables_of_part

if TYPE_CHECKING:
    from jounce.equations.recursive.subsystem import SubsystemEquations


def part_twins_for_symbols(lists: list[list[Any]]) -> dict[str, tuple[str, ...]]:
    """For each part and input of the first lane, its twin in every lane, by path or name; a list for each lane."""
    twins = {
        path_of_part_fields(parts[0]): tuple(map(path_of_part_fields, parts)) for parts in zip(*lists, strict=True)
    }
    for names in zip(*map(lane_inputs, lists), strict=True):
        twins[names[0]] = names
    return twins


def part_in_symbols(sub: SubsystemEquations, part: Any) -> Any:
    """The part with a symbol in place of each number, and its tables placed."""
    path = path_of_part_fields(part)
    twins = sub.twins[path]

    def symbol(where: str, value: float, unit: str) -> Expression:
        rest = where[len(path) :]
        offsets = tuple(sub.layout.values[twin + rest] for twin in twins)
        return sub.place(("value", where), Place("values", offsets))

    whole = map_numbers(part, symbol)
    shared = len(twins) == 1  # whatever lanes a program gives these formulas, they all read this table
    placed: dict[str, Any] = {
        name: table.placed(sub.layout.tables[f"{path}.{name}"][0], shared)
        for name, table in tables_of_part(whole).items()
    }
    return replace(whole, **placed) if placed else whole
