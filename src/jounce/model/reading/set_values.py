"""A vehicle with other values, tables or symbols, by their paths: what is put where, and why a path cannot be set."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem
from jounce.model.axle_data import ADJUSTERS, AXLE_FLAGS, AdjusterData, Axle
from jounce.model.fields import structural_field_paths
from jounce.model.reading.by_path import (
    Values,
    no_number_by_path,
    set_flag_values,
    set_tyre_models,
    split_flag_values,
    split_tyre_models,
    spread_values_by_path,
)
from jounce.model.reading.document import document_of
from jounce.model.reading.toml_writer import with_toml_entries
from jounce.model.rules.vehicle import check_vehicle

if TYPE_CHECKING:
    from jounce.graph import Graph
    from jounce.model.vehicle import Vehicle


@partial(check_arguments, name="Vehicle.with_values")
def vehicle_with_values(vehicle: Vehicle, values: Values) -> Vehicle:
    """Returns a new vehicle with some numbers changed, a point also by its list of three; checked like a loaded file.

    Numbers are SI, in the axes of the file, as `values` gives them; text is read as if it stood in the file. A
    point of the right side may be set where the file has none: what is not set of it stays the mirror image.
    Nothing is compiled again, unless one of `counts` is another, or a word such as `esc.on` is set to true or
    false, or `axles.front.tyre.model` to a rigid ring: its equations are compiled once.
    """
    changed, problems = _read_values(vehicle, values)
    vector = changed.vector()
    problems = problems or changed.blueprint().guards("vehicle", check_vehicle).problems(changed, vector)
    if problems:
        raise ModelError(vehicle.name, problems)
    return changed.with_vector(vector, passed=True)


@partial(check_arguments, name="Vehicle.with_tables")
def vehicle_with_tables(vehicle: Vehicle, entries: Mapping[str, Any]) -> Vehicle:
    """Returns a new vehicle with other tables or keys by path, each as a file holds it or as a law in Python.

    `axles.front.tyre.file`, `axles.front.spring.law`, a whole `axles.rear`; None takes one out. All is read and
    checked like a file. What is no number makes other equations: they are compiled once, like those of a new car.
    """
    from jounce.model.reading.vehicle_file import UNIT_KEYS, read_vehicle  # it makes vehicles

    if len(vehicle.units) > 1:  # paths of the unit that leads have no prefix; its tables lie with those of all units
        leads = f"units.{vehicle.unit.name}."
        entries = {(at if at.split(".")[0] in UNIT_KEYS else leads + at): entry for at, entry in entries.items()}
    changed = read_vehicle(document_of(with_toml_entries(vehicle.tables(), entries), vehicle.style.origin))
    digests = {**vehicle.style.tyre_digests, **changed.style.tyre_digests}
    style = replace(vehicle.style, axes=changed.style.axes, origin=None, tyre_digests=digests)
    return replace(changed, style=style)


def vehicle_with_symbols(vehicle: Vehicle, graph: Graph) -> Vehicle:
    """Returns the vehicle with symbols, named by their paths, in place of numbers but counts: parts are formulas."""
    counts = vehicle.counts()
    return vehicle.map_numbers(lambda path, value, _: value if path in counts else graph.symbol(path))


def _read_values(vehicle: Vehicle, values: Mapping[str, Any]) -> tuple[Vehicle, list[Problem]]:
    """Returns the vehicle with other values, and what is wrong with them by themselves."""
    flags, values = split_flag_values(vehicle, values)
    if flags:
        vehicle = set_flag_values(vehicle, flags)
    models, values = split_tyre_models(vehicle, values)
    if models:
        vehicle = set_tyre_models(vehicle, models)
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
