"""Rules on a whole unit: those of its assemblies, and what none of them sees alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from jounce.errors import Problem
from jounce.model.assemblies.assembly import check_needs
from jounce.model.assemblies.registry import ASSEMBLIES, SECTIONS
from jounce.model.assembly.car import car_model
from jounce.model.assembly.names import TRAILER
from jounce.model.fields import fields_of
from jounce.model.rules.masses import check_rotor_masses
from jounce.model.rules.mechanism import check
from jounce.model.rules.shapes import FARTHEST, length
from jounce.parts.limits import vector_text_for_limit

if TYPE_CHECKING:
    from jounce.model.unit import Unit
    from jounce.model.vehicle import Vehicle

MOST_ELEMENTS = 50


def check_unit(unit: Unit, unread: Collection[str]) -> Iterator[Problem]:
    """Finds what is wrong with a unit, whether it drives or not, by the paths of the vehicle's file."""
    for problem in (*_problems_of_assemblies(unit, unread), *_misplaced(unit)):
        yield replace(problem, where=f"{unit.path}{problem.where}") if unit.path else problem


def _misplaced(unit: Unit) -> Iterator[Problem]:
    """Finds tables that only the unit has that leads."""
    words = [word for each in ASSEMBLIES if each.leading and not unit.leads for word in each.tables]
    for word in (word for word in words if unit.tables.get(word) is not None):
        yield Problem(word, "only the first unit, which leads, can have it", "leave the table out, or write it there")


def _problems_of_assemblies(unit: Unit, unread: Collection[str]) -> Iterator[Problem]:
    for path, count in unit.counts().items():
        if count != int(count) or count > MOST_ELEMENTS:
            yield Problem(path, f"{count:g} elements", f"a whole number from 0 (rigid) to {MOST_ELEMENTS}")
    yield from _far_places(unit)
    yield from check_needs(ASSEMBLIES, unit)
    for assembly in (each for each in ASSEMBLIES if unit.leads or not each.leading):
        for rule in assembly.rules:
            yield from rule(unit, unread)


def check_unit_is_whole(unit: Unit) -> list[Problem]:
    """Finds what is missing to a unit that drives, or is pulled."""
    rules = [rule for each in ASSEMBLIES if unit.leads or not each.leading for rule in each.driving_rules]
    found = [problem for rule in rules for problem in rule(unit, ())]
    return [replace(problem, where=f"{unit.path}{problem.where}") for problem in found] if unit.path else found


def check_car_can_drive(vehicle: Vehicle, steering: str) -> list[Problem]:
    """Finds all that keeps a vehicle from being a car that is steered so."""
    if vehicle.unit.kind == TRAILER:
        what = "a trailer does not drive by itself: it can be checked, weighed, and each axle moved on its rig"
        return [Problem("kind", what, "a vehicle with [units.NAME] for car and trailer, and [hitches.NAME]")]
    found = [problem for unit in vehicle.units.values() for problem in check_unit_is_whole(unit)]
    return found or check_rotor_masses(vehicle, car_model(vehicle, steering))


def check_added_parts(vehicle: Vehicle) -> Iterator[Problem]:
    """Finds added parts that sit on no body of a car that drives; `jounce info` prints the names."""
    for unit in vehicle.units.values():
        yield from _problems_of_added(vehicle, unit)


def _problems_of_added(vehicle: Vehicle, unit: Unit) -> Iterator[Problem]:
    added = {word: unit.tables[word] for word in SECTIONS if unit.tables.get(word)}
    if not added:
        return
    if not unit.describes_car():
        hint = "add [body] and tyres with a law; an axle on a rig has the outputs of its studies"
        for word, parts in added.items():
            yield Problem(f"{unit.path}{word}.{next(iter(parts))}", f"only a car that drives has {word}", hint)
    elif not check_unit_is_whole(unit):
        places = tuple(f"{word}.{name}" for word, parts in added.items() for name in parts)
        problems = check(car_model(vehicle).model)
        yield from (problem for problem in problems if problem.where.startswith(places))


def _far_places(unit: Unit) -> Iterator[Problem]:
    """Finds centres of bodies, and points where the air or people act, that are far from the car."""
    for path, data in unit.equipment().items():
        for field in fields_of(type(data)):
            point = getattr(data, field.name)
            if field.form == "vector" and field.quantity.unit == "m" and point and length(point) > FARTHEST:
                what = f"{vector_text_for_limit(point)} m is {hypot(*point):.4g} m away from the origin"
                yield Problem(f"{path}.{field.name}", what, f'at most {FARTHEST:g} m; with a unit: "-880 mm"')
