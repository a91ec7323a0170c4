"""The outline of a model and of its road: what a picture of a run needs, as data that a result can carry."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model.fields import SECTION_OF, TYPE_OF
from jounce.model.model import Model
from jounce.model.own_laws import without_own_laws
from jounce.model.reading.document import read_document
from jounce.model.reading.records import chosen_record_kind, named_tables_of_records, read_record
from jounce.parts import SECTIONS
from jounce.parts.roads import ELEMENTS, Road

DRAWN = ("bodies", "inputs", "joints", "forces")


def outline(model: Model) -> str:
    """The model's bodies, joints, forces and inputs in TOML; empty where tables stand for a linkage."""
    drawn = Model(model.name)
    for part in model.parts:
        if SECTION_OF[type(part)] in DRAWN:
            if TYPE_OF[type(part)] not in SECTIONS[SECTION_OF[type(part)]]:
                return ""  # computed parts cannot stand in a text
            drawn._parts.append(without_own_laws(part))
    return drawn.to_toml()


def read_outline(text: str) -> Model:
    """The model of an outline. Unlike in a file of a user, names may have dots: templates made them."""
    document = read_document(text)
    problems: list[Problem] = []
    model = Model(str(document.tables.get("name", "")) or "model")
    for section in DRAWN:
        kinds = SECTIONS[section]
        for name, table in named_tables_of_records(document.tables.get(section, {}), section, set(), problems):
            kind = kinds.get(None) or chosen_record_kind(table, kinds, f"{section}.{name}", problems)
            keys = {key: value for key, value in table.items() if key != "type" or None in kinds}
            part = kind and read_record(kind, {**keys, "name": name}, f"{section}.{name}", problems, dotted=True)
            if part:
                model._parts.append(part)
    if problems:
        document.refuse(problems)
    return model


def road_outline(road: Road) -> list[dict[str, Any]]:
    """The elements of a road as plain data."""
    words = {kind: word for word, kind in ELEMENTS.items()}
    return [{"type": words[type(element)], **asdict(element)} for element in road.elements.values()]


def read_road_outline(told: list[dict[str, Any]]) -> Road:
    """The road of an outline."""
    problems: list[Problem] = []
    elements = {}
    for number, entry in enumerate(told):
        path = f"road.{number}"
        kind = chosen_record_kind(entry, ELEMENTS, path, problems)  # type: ignore[arg-type]
        keys = {key: value for key, value in entry.items() if key != "type" and value is not None}
        element = kind and read_record(kind, keys, path, problems)
        if element:
            elements[str(number)] = element
    if problems:
        raise ModelError("result", problems)
    return Road(elements=elements)
