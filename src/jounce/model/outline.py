"""The outline of a model and of its road: what a picture of a run needs, as data that a result can carry."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model.fields import SECTION_OF, TYPE_OF
from jounce.model.model import Model
from jounce.model.own_laws import NO_FORCE, without_own_laws
from jounce.model.reading.document import read_document
from jounce.model.reading.records import chosen_record_kind, named_tables_of_records, read_record
from jounce.parts import SECTIONS
from jounce.parts.drawing import Coil, Unseen
from jounce.parts.ends import places_of_ends
from jounce.parts.forces import Damper, Spring
from jounce.parts.own_kinds import OWN_KINDS
from jounce.parts.roads import ELEMENTS, Road
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre

DRAWN = ("bodies", "inputs", "joints", "forces")
ANY_TYRE = DugoffTyre(radius=0.3, stiffness=2e5, slip_stiffness=1e5, cornering_stiffness=1e5, friction=1.0)


def outline(model: Model) -> str:
    """The model's bodies, joints, forces and inputs in TOML; empty where tables stand for a linkage."""
    drawn = Model(model.name)
    for part in model.parts:
        if SECTION_OF[type(part)] in DRAWN:
            if TYPE_OF[type(part)] not in SECTIONS[SECTION_OF[type(part)]]:
                return ""  # computed parts cannot stand in a text
            drawn._parts += _drawn_without_own_kinds(part)
    return drawn.to_toml()


def _drawn_without_own_kinds(part: Any) -> list[Any]:
    """The part as it is drawn, by kinds that everybody has: a run can be shown without the user's own code."""
    if type(part) in OWN_KINDS:
        ends = [place for place in places_of_ends(part) if place.mounted and place.point is not None]
        if len(ends) != 2 or isinstance(part.drawing, Unseen):
            return []
        kind: Any = Spring if isinstance(part.drawing, Coil) else Damper
        line = {"parent": ends[0].body, "child": ends[1].body, "point": ends[0].point, "child_point": ends[1].point}
        return [kind(name=part.name, law=NO_FORCE, **line, **({"free_length": 1.0} if kind is Spring else {}))]
    if type(getattr(part, "law", None)) in OWN_KINDS:  # of a tyre
        return [replace(part, law=replace(ANY_TYRE, radius=part.radius))]
    return [without_own_laws(part)]


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
