"""Whether the tyres of an axle are rigid rings: a word that may be set like a number, `axles.front.tyre.model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError, Problem
from jounce.model.axle_data import RIGID_RING, TYRE_MODELS, Axle
from jounce.model.belt_data import completed_belt
from jounce.model.reading.records import read_record_word

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

END = ".tyre.model"


def split_tyre_models(vehicle: Vehicle, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the models of tyres among some values, by the paths of their axles, and all others."""
    axles = [path for path, _ in vehicle.axles_by_path()] if any(path.endswith(END) for path in values) else []
    models = {axle: values[f"{axle}{END}"] for axle in axles if f"{axle}{END}" in values}
    return models, {path: value for path, value in values.items() if path.removesuffix(END) not in models}


def set_tyre_models(vehicle: Vehicle, models: Mapping[str, Any]) -> Vehicle:
    """Returns the vehicle with other models of tyres; a belt is made as it is where a file is read."""
    problems: list[Problem] = []
    words = {path: read_record_word(word, f"{path}{END}", problems, TYRE_MODELS) for path, word in models.items()}
    if problems:
        raise ModelError(vehicle.name, problems)

    def change(path: str, axle: Axle) -> Axle:
        if words.get(path, axle.tyre.model) == axle.tyre.model:
            return axle
        tyre = replace(axle.tyre, model=words[path])  # type: ignore[arg-type]
        elements = {word: data for word, data in axle.elements.items() if word != "belt"}
        if tyre.model == RIGID_RING and tyre.law is not None:
            elements["belt"] = completed_belt(None, tyre.law, tyre.belt_keys or {})
        return replace(axle, tyre=tyre, elements=elements)

    return vehicle.with_axles(change)
