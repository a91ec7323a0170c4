"""Values of a vehicle set by their paths: what is put where, and why a path cannot be set."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem
from jounce.model.axle_data import ADJUSTERS, AXLE_FLAGS, AdjusterData, Axle
from jounce.model.fields import structural_field_paths
from jounce.model.reading.by_path import no_number_by_path, set_flag_values, split_flag_values, spread_values_by_path

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle


def vehicle_with_values(vehicle: Vehicle, values: Mapping[str, Any]) -> tuple[Vehicle, list[Problem]]:
    """Returns the vehicle with other values, and what is wrong with them by themselves."""
    flags, values = split_flag_values(vehicle, values)
    if flags:
        vehicle = set_flag_values(vehicle, flags)
    vehicle = vehicle_with_adjusters(vehicle, [axle for axle, _, _ in map(_split_adjuster, values) if axle])
    blueprint = vehicle.blueprint()
    wanted, problems = spread_values_by_path(values, lambda: blueprint.unit)
    asked = blueprint.read(wanted, vehicle.style, problems)
    problems += [_refusal(vehicle, path) for path in wanted if path not in blueprint.unit]
    changed = vehicle.with_vector(blueprint.with_numbers(vehicle.vector(), asked))
    problems += blueprint.wrong_laws(changed, asked)
    # with another count come other equations
    return (changed if blueprint.counts.isdisjoint(asked) else replace(changed)), problems


def vehicle_with_adjusters(vehicle: Vehicle, axles: Collection[str]) -> Vehicle:
    """Returns the vehicle with a table of adjusters, all at zero, in the axles of these paths that have none."""
    if not any(path in axles and ADJUSTERS not in axle.elements for path, axle in _axles_by_path(vehicle)):
        return vehicle

    def change(path: str, axle: Axle) -> Axle:
        there = ADJUSTERS in axle.elements or path not in axles
        return axle if there else replace(axle, elements={**axle.elements, ADJUSTERS: AdjusterData()})

    return vehicle.with_units(lambda unit: unit.with_axles(change))


def _axles_by_path(vehicle: Vehicle) -> list[tuple[str, Axle]]:
    return [(f"{u.path}axles.{name}", axle) for u in vehicle.units.values() for name, axle in u.axles.items()]


def _split_adjuster(path: str) -> tuple[str, str, str]:
    """Axle and number of a path that names an adjuster; no axle where it does not."""
    axle, word, number = path.partition(f".{ADJUSTERS}.")
    return (axle, word, number) if word else ("", "", "")


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
