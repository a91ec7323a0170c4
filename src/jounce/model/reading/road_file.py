"""Road files: one table an element, in the order in which friction patches lie on each other.

format = 1
kind = "road"
name = "three planks"
units = { length = "mm" }                # of bare numbers in this file; default SI

[elements.surface]
type = "flat"
friction = 0.9
[elements.boards]
type = "plank"
height = 25
length = 100
start = "10 m"
side = "left"
count = 3
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model.fields import map_numbers
from jounce.model.reading import records
from jounce.model.reading.by_path import Value
from jounce.model.reading.document import Document, unknown_document_keys
from jounce.model.sources import read_sources
from jounce.parts.roads import ELEMENTS, Road
from jounce.parts.roads.rules import road_problems
from jounce.units import UnitError, to_si

KEYS = ("format", "kind", "name", "units", "elements", "sources")


def read_road(document: Document) -> Road:
    """Reads the road that a document describes, or every problem it has."""
    tables = document.tables
    problems = unknown_document_keys(tables, KEYS, "")
    header = records.read_record_units(tables.get("units", {}), problems)
    name = records.read_record_word(tables.get("name"), "name", problems) or "road"
    unread: set[str] = set()
    elements = {}
    for word, table in records.named_tables_of_records(tables.get("elements", {}), "elements", unread, problems):
        path = f"elements.{word}"
        records.check_record_name(word, path, problems)
        kind = records.chosen_record_kind(table, ELEMENTS, path, problems)
        keys = {key: value for key, value in table.items() if key != "type"}
        element = kind and records.read_record(kind, keys, path, problems, header)
        if element is None:
            unread.add(word)
        else:
            elements[word] = element
    road = Road(name=name, elements=elements)
    problems += road_problems(elements)
    sources = read_sources(tables.get("sources", {}), road.values(), unread, problems)
    if problems:
        document.refuse(problems)
    return replace(road, sources=sources)


def with_values(road: Road, values: Mapping[str, Value]) -> Road:
    """Returns the road with numbers changed by path: `elements.board.height`."""
    problems: list[Problem] = []
    unused = dict(values)

    def change(path: str, value: float, unit: str) -> float:
        if path not in unused:
            return value
        try:
            return to_si(unused.pop(path), unit)
        except UnitError as error:
            problems.append(Problem(path, error.what, error.help))
            return value

    elements = {word: map_numbers(e, change, f"elements.{word}") for word, e in road.elements.items()}
    known, hint = (
        road.values(),
        "paths look like elements.NAME.height; values() lists all; words are changed in the file",
    )
    problems += [Problem(path, f"there is no such value.{did_you_mean(path, known)}", hint) for path in unused]
    changed = replace(road, elements=elements)
    problems = problems or check_road_as_file(changed)
    if problems:
        raise ModelError(road.name, problems)
    return changed


def check_road_as_file(road: Road) -> list[Problem]:
    """Finds every problem of a road made in Python, as if it came from a file."""
    problems: list[Problem] = []
    for word, element in road.elements.items():
        records.check_record_name(word, f"elements.{word}", problems)
        records.read_record(type(element), records.table_of_record(element), f"elements.{word}", problems)
    return problems or road_problems(road.elements)
