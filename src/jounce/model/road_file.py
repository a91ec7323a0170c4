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

from dataclasses import replace

from jounce.errors import Problem
from jounce.model.document import Document
from jounce.model.reading import check_name, chosen_kind, read_header, read_part, read_word, table_of
from jounce.model.sources import named_tables, read_sources
from jounce.model.vehicle_file import unknown_keys
from jounce.parts.roads import ELEMENTS, Road
from jounce.parts.roads.rules import road_problems

KEYS = ("format", "kind", "name", "units", "elements", "sources")


def read_road(document: Document) -> Road:
    """The road that a document describes, or every problem it has."""
    tables = document.tables
    problems = unknown_keys(tables, KEYS, "")
    header = read_header(tables.get("units", {}), problems)
    name = read_word(tables.get("name"), "name", problems) or "road"
    unread: set[str] = set()
    elements = {}
    for word, table in named_tables(tables.get("elements", {}), "elements", unread, problems):
        path = f"elements.{word}"
        check_name(word, path, problems)
        kind = chosen_kind(table, ELEMENTS, path, problems)
        keys = {key: value for key, value in table.items() if key != "type"}
        element = kind and read_part(kind, keys, path, problems, header)
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


def check_road(road: Road) -> list[Problem]:
    """Every problem of a road made in Python, as if it came from a file."""
    problems: list[Problem] = []
    for word, element in road.elements.items():
        check_name(word, f"elements.{word}", problems)
        read_part(type(element), table_of(element), f"elements.{word}", problems)
    return problems or road_problems(road.elements)
