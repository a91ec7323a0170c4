"""Values of a vehicle set by their paths: what is put where, and why a path cannot be set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem
from jounce.model.axle_data import AXLE_FLAGS
from jounce.model.fields import structural_field_paths
from jounce.model.reading.by_path import no_number_by_path, set_flag_values, split_flag_values, spread_values_by_path

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle


def vehicle_with_values(vehicle: Vehicle, values: Mapping[str, Any]) -> tuple[Vehicle, list[Problem]]:
    """Returns the vehicle with other values, and what is wrong with them by themselves."""
    flags, values = split_flag_values(vehicle, values)
    if flags:
        vehicle = set_flag_values(vehicle, flags)
    blueprint = vehicle.blueprint()
    wanted, problems = spread_values_by_path(values, lambda: blueprint.unit)
    asked = blueprint.read(wanted, vehicle.style, problems)
    problems += [_refusal(vehicle, path) for path in wanted if path not in blueprint.unit]
    changed = vehicle.with_vector(blueprint.with_numbers(vehicle.vector(), asked))
    problems += blueprint.wrong_laws(changed, asked)
    # with another count come other equations
    return (changed if blueprint.counts.isdisjoint(asked) else replace(changed)), problems


def _refusal(vehicle: Vehicle, path: str) -> Problem:
    """Why a path cannot be set: the file leaves it out, it is structure, holds several numbers, or is not there."""
    table, _, word = path.rpartition(".")
    if getattr(vehicle.records().get(table), word, "") is None:
        hint = f"write {word} into the table [{table}] of the vehicle file, or use with_tables in Python"
        return Problem(path, "the file does not give it, so there is nothing to change", hint)
    axles = [f"{unit.path}axles.{name}" for unit in vehicle.units.values() for name in unit.axles]
    words = {f"{axle}.{word}" for axle in axles for word in ("template", *AXLE_FLAGS)}
    if path in words or any(path in structural_field_paths(data, at) for at, data in vehicle.records().items()):
        hint = "it decides which equations there are: change the file, or use with_tables in Python"
        return Problem(path, "is structure, not a number", hint)
    hint = "paths look like axles.front.hardpoints.NAME.z; values() lists all; with_tables changes words"
    return no_number_by_path(path, vehicle.values(), hint)
