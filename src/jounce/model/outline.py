"""The outline of a model and of its road: what a picture of a run needs, as data that a result can carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.graph import Expression
from jounce.model.assembly.names import SIDES, Side
from jounce.model.model import Model
from jounce.model.reading.document import read_document
from jounce.model.reading.file_style import copied_file_path
from jounce.model.reading.records import chosen_record_kind, named_tables_of_records, read_record
from jounce.parts import SECTIONS
from jounce.parts.roads import ELEMENTS, Road
from jounce.results.channel import ChannelOwner

DRAWN = ("bodies", "inputs", "joints", "forces")


def read_outline(text: str) -> Model:
    """Returns the model of an outline. Unlike in a file of a user, names may have dots: templates made them."""
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
    """Returns the elements of a road as plain data."""
    words = {kind: word for word, kind in ELEMENTS.items()}
    return [{"type": words[type(element)], **asdict(element)} for element in road.elements.values()]


def read_road_outline(told: list[dict[str, Any]]) -> Road:
    """Returns the road of an outline."""
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


@dataclass(frozen=True, slots=True)
class Hardpoint:
    """A point of a vehicle's file, on one side where its axle has two."""

    owner: ChannelOwner
    name: str  # "front_left.lower_ball_joint"
    path: str  # "axles.front.hardpoints.lower_ball_joint"


def file_hardpoints(model: Model) -> dict[str, Hardpoint]:
    """Returns the hardpoints of a vehicle, by the paths of points of its model that are copies or images of them."""
    if model.style.formulas is None:
        return {}
    found = {}
    formulas = model.style.formulas()
    for path, x in formulas.items():
        stem = path.removesuffix(".x")
        if stem != path and (y := formulas.get(f"{stem}.y")) is not None:
            file = [copied_file_path(formula) for formula in (x, y, formulas.get(f"{stem}.z"))]
            point = file[0].removesuffix(".x")
            words = point.split(".")
            if file == [f"{point}.{k}" for k in "xyz"] and words[0] == "axles" and "hardpoints" in words:
                is_left = words[2] == "hardpoints" and isinstance(y, Expression) and y.op == "symbol"
                owner = ChannelOwner(axle=words[1], side=Side.LEFT if is_left else Side.RIGHT)
                found[stem] = Hardpoint(owner, f"{owner.corner}.{words[-1]}", point)
    return found


def owners_of_axles(axles: Iterable[str]) -> dict[str, ChannelOwner]:
    """Returns whose the parts of a vehicle are, by the first words of their names, where only its axles are known."""
    found = {}
    for axle in axles:
        found[axle] = ChannelOwner(axle=axle)
        for side in SIDES:
            owner = ChannelOwner(axle=axle, side=side)
            found[owner.corner] = owner
    return found
