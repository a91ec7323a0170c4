"""A vehicle: units and the hitches between them as plain data, from which models are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model.assembly.blueprint import Blueprint, blueprint_of
from jounce.model.assembly.make_models import computed_numbers, make_axle_model, make_car_model
from jounce.model.assembly.names import TRAILER
from jounce.model.axle_data import Axle
from jounce.model.fields import Change, map_numbers
from jounce.model.model import Source
from jounce.model.own_laws import own_law_places
from jounce.model.provenance import echo, vehicle_in_short
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.set_values import vehicle_with_symbols, vehicle_with_tables, vehicle_with_values
from jounce.model.reading.vehicle_writer import toml_tables_of_vehicle, toml_text_of_vehicle
from jounce.model.unit import OF_LEADING_UNIT, Unit, units_with_tables
from jounce.results.files import write_text_file

# how much of a car is modelled, the richest first; all but the first are derived from it when the car is driven
DEPTHS = ("structural", "tabulated", "functional", "functional-carcass", "roll", "single-track")
TOLD = ("name", "sources", "style", "depth", "units", "hitches")  # all that a vehicle is


def told_by_vehicle(vehicle: Vehicle) -> dict[str, Any]:
    """Returns all that a vehicle is, without what was compiled for it."""
    return {word: getattr(vehicle, word) for word in TOLD}


@dataclass(frozen=True, init=False, repr=False, kw_only=True)
class Vehicle:
    """What the engineer knows of a vehicle. Points are in metres, ISO 8855, of the left side.

    It is a blueprint and a vector of the numbers of its file; tables are a view of both. Those of the unit that leads
    are its attributes: `car.axles`, `car.body`, `car.steering`, None where the file has none. In Python they may be
    given by the same words in place of `units`, or with them to take their place.
    """

    name: str
    # the unit that leads comes first; tables of a vehicle with other numbers are made when they are asked for
    units: cached_property[Mapping[str, Unit]] = field(default=cached_property(lambda self: self._tables()[0]))
    hitches: cached_property[Mapping[str, Any]] = field(default=cached_property(lambda self: self._tables()[1]))
    sources: Mapping[str, Source] = field(compare=False)
    style: FileStyle = field(compare=False)  # of its file: how values are set and listed
    depth: str  # at which it is driven
    passed = False  # whether its rules have found nothing wrong with its numbers

    def __init__(
        self,
        *,
        name: str,
        units: Mapping[str, Unit] | None = None,
        hitches: Mapping[str, Any] | None = None,
        sources: Mapping[str, Source] | None = None,
        style: FileStyle | None = None,
        depth: str = DEPTHS[0],
        **tables: Any,
    ):
        self.__dict__.update(name=name, sources=sources or {}, style=style or FileStyle(), depth=depth)
        self.__dict__.update(units=units_with_tables(units or {}, tables), hitches=hitches or {})

    def __getattr__(self, word: str) -> Any:
        if word not in OF_LEADING_UNIT:
            raise AttributeError(f"a vehicle has no '{word}'; its numbers are in `values()`, by path: body.mass")
        return getattr(self.unit, word)

    @property
    def unit(self) -> Unit:
        """The unit that leads: it is driven and steered, and its names and paths have no prefix."""
        return next(iter(self.units.values()))

    _blueprint = cached_property(blueprint_of)
    _vector = cached_property(lambda self: self._blueprint.vector_of(self))

    def _tables(self) -> tuple[Mapping[str, Unit], Mapping[str, Any]]:
        """Returns the tables of units, and of the hitches that join them."""
        return self._blueprint.tables(self._vector)

    def blueprint(self) -> Blueprint:
        """Returns what it shares with all vehicles of its structure."""
        return self._blueprint

    def vector(self) -> np.ndarray:
        """Returns its numbers in the order of its blueprint."""
        return self._vector

    def with_vector(self, vector: np.ndarray, passed: bool = False) -> Vehicle:
        """Returns the vehicle with other numbers in the order of its blueprint, unchecked, or `passed` by its rules."""
        known = {word: getattr(self, word) for word in ("name", "sources", "style", "depth", "_blueprint")}
        return _vehicle_of(known | {"_vector": vector, "passed": passed})

    def with_leading_tables(self, **tables: Any) -> Vehicle:
        """Returns the vehicle with other tables of the unit that leads, unchecked."""
        return replace(self, **tables)

    def with_units(self, change: Callable[[Unit], Unit]) -> Vehicle:
        """Returns the vehicle with `change(unit)` in place of each unit, unchecked."""
        return replace(self, units={name: change(unit) for name, unit in self.units.items()})

    def with_axles(self, change: Callable[[str, Axle], Axle]) -> Vehicle:
        """Returns the vehicle with `change(path, axle)` in place of each axle of all units, unchecked."""
        return self.with_units(lambda unit: unit.with_axles(change))

    def map_numbers(self, change: Change) -> Vehicle:
        """Returns the vehicle with `change(path, value, unit)` in place of each number, unchecked."""
        hitches = {name: map_numbers(hitch, change, f"hitches.{name}") for name, hitch in self.hitches.items()}
        return replace(self.with_units(lambda unit: unit.map_numbers(change)), hitches=hitches)

    def axles_by_path(self) -> Iterator[tuple[str, Axle]]:
        """Yields the axles of all units by their paths: `axles.front`, `units.caravan.axles.axle`."""
        for unit in self.units.values():
            yield from ((f"{unit.path}axles.{name}", axle) for name, axle in unit.axles.items())

    def all_axles(self) -> dict[str, Axle]:
        """Returns its axles by their names in models: of the unit that leads as in its file, others with its name."""
        return {f"{unit.prefix}{name}": axle for unit in self.units.values() for name, axle in unit.axles.items()}

    def placed_axles(self) -> dict[str, Axle]:
        """Returns the same with their points in the axes of the unit that leads."""
        return self.with_units(Unit.placed).all_axles()

    def describes_car(self) -> bool:
        """Tells whether it says what only a car that drives needs; a body or one axle with its tyre needs less."""
        return self.unit.kind != TRAILER and self.unit.describes_car()

    def records(self) -> dict[str, Any]:
        """Returns every table of numbers by its path, but for the hardpoints."""
        units = {path: data for unit in self.units.values() for path, data in unit.records().items()}
        return units | {f"hitches.{name}": hitch for name, hitch in self.hitches.items()}

    def laws(self) -> dict[str, Any]:
        """Returns every law of a spring, damper, stop or bar by its path; None where one may stand."""
        return own_law_places(self.records())

    def values(self) -> dict[str, float]:
        """Returns every number by its path, SI, in the axes of the file: `axles.rear.hardpoints.wheel_centre.z`."""
        return self._blueprint.values(self._vector)

    def each_number(self) -> Iterator[tuple[str, float, str]]:
        """Yields path, value and unit of every number."""
        return self._blueprint.each_number(self._vector)

    def number_units(self) -> Mapping[str, str]:
        """Returns the SI unit of every number by its path, also of points of the right side that may be set."""
        return self._blueprint.unit

    def counts(self) -> dict[str, float]:
        """Returns the numbers that are structure by their paths: another count of elements makes other equations."""
        return {path: count for unit in self.units.values() for path, count in unit.counts().items()}

    @check_arguments
    def save(self, path: str | Path) -> Path:
        """Writes a file that loads to the same vehicle: in SI, in the axes of the file it came from."""
        return write_text_file(path, self.to_toml())

    @check_arguments
    def at_depth(self, depth: str) -> Vehicle:
        """Returns the same car, driven at another depth: derived from its numbers whenever these change.

        "structural" has every link, "tabulated" tables in their place, "functional" one hinge for each wheel and
        "functional-carcass" tyres that move on their rims as well; "roll" has three freedoms, "single-track" two.
        """
        if problem := wrong_depth(depth):
            raise ModelError(self.name, [problem])
        return _vehicle_of(self.__dict__ | {"depth": depth})

    def summary(self) -> str:
        """Returns axles, bodies, joints, counts next to those of the papers, and the share of estimates."""
        from jounce.simulation.car_summary import vehicle_summary

        return vehicle_summary(self)

    # what takes a vehicle and lives with its subject
    with_values, with_tables, with_symbols = vehicle_with_values, vehicle_with_tables, vehicle_with_symbols
    tables, to_toml, echo, __repr__ = toml_tables_of_vehicle, toml_text_of_vehicle, echo, vehicle_in_short
    __getstate__ = told_by_vehicle
    axle_model, car_model, computed = make_axle_model, make_car_model, computed_numbers


def _vehicle_of(known: Mapping[str, Any]) -> Vehicle:
    """Returns a vehicle that has these attributes."""
    made = object.__new__(Vehicle)
    made.__dict__.update(known)
    return made


def wrong_depth(depth: Any) -> Problem | None:
    """Tells what is wrong with a word for a depth."""
    if depth in DEPTHS:
        return None
    what = f"there is no depth '{depth}'.{did_you_mean(str(depth), DEPTHS)}"
    return Problem("depth", what, f"one of: {', '.join(DEPTHS)}")
