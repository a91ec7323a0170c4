"""A vehicle: units and the hitches between them as plain data, from which models are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Graph
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.blueprint import Blueprint, blueprint_of
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.names import TRAILER
from jounce.model.axle_data import Axle
from jounce.model.fields import Change, map_numbers
from jounce.model.model import Source, Values
from jounce.model.own_laws import own_law_places
from jounce.model.provenance import echo, vehicle_in_short
from jounce.model.reading.document import document_of
from jounce.model.reading.file_axes import vehicle_in_file_style
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.set_values import vehicle_with_values
from jounce.model.reading.toml_writer import with_toml_entries
from jounce.model.reading.vehicle_writer import toml_tables_of_vehicle, toml_text_of_vehicle
from jounce.model.rules.limits import check_finite_limits
from jounce.model.rules.rods import check_ideal_rods
from jounce.model.rules.unit import check_car_can_drive
from jounce.model.rules.vehicle import check_vehicle
from jounce.model.unit import WORDS, Unit
from jounce.results import Metric
from jounce.results.files import write_text_file

# how much of a car is modelled, the richest first; all but the first are derived from it when the car is driven
DEPTHS = ("structural", "tabulated", "functional", "functional-carcass", "roll", "single-track")


@dataclass(frozen=True, init=False, repr=False)
class Vehicle:
    """What the engineer knows of a vehicle. Points are in metres, ISO 8855, of the left side.

    It is a blueprint and a vector of the numbers of its file; tables are a view of both. Those of the unit that leads
    are its attributes: `car.axles`, `car.body`, `car.steering`, None where the file has none. In Python they may be
    given by the same words in place of `units`, or beside them to take their place.
    """

    name: str
    units: Mapping[str, Unit]  # the one that leads comes first
    hitches: Mapping[str, Any]  # that join the units
    sources: Mapping[str, Source] = field(compare=False)
    style: FileStyle = field(compare=False)  # of its file: how values are set and listed
    depth: str  # at which it is driven

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
        known = {"name": name, "sources": sources or {}, "style": style or FileStyle(), "depth": depth}
        if unknown := [word for word in tables if word not in WORDS]:
            raise TypeError(f"a vehicle has no '{unknown[0]}'.{did_you_mean(unknown[0], WORDS)}")
        first, *others = (units or {"": Unit()}).values()
        first = first.with_tables(**tables)
        self.__dict__.update(
            known, _passed=False, hitches=hitches or {}, units={unit.name: unit for unit in (first, *others)}
        )

    def __getattr__(self, word: str) -> Any:
        if word not in WORDS:
            raise AttributeError(f"a vehicle has no '{word}'")
        return getattr(self.unit, word)

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The tables of each unit; those of a vehicle with other numbers are made when they are asked for."""
        return self._blueprint.tables(self._vector)[0]

    @cached_property
    def hitches(self) -> Mapping[str, Any]:
        """The tables of each hitch."""
        return self._blueprint.tables(self._vector)[1]

    @cached_property
    def _blueprint(self) -> Blueprint:
        return blueprint_of(self)

    @cached_property
    def _vector(self) -> np.ndarray:
        return self._blueprint.vector_of(self)

    @property
    def unit(self) -> Unit:
        """The unit that leads: it is driven and steered, and its names and paths have no prefix."""
        return next(iter(self.units.values()))

    def blueprint(self) -> Blueprint:
        """What it shares with all vehicles of its structure."""
        return self._blueprint

    def vector(self) -> np.ndarray:
        """Its numbers in the order of its blueprint."""
        return self._vector

    def with_vector(self, vector: np.ndarray, passed: bool = False) -> Vehicle:
        """The vehicle with other numbers in the order of its blueprint, unchecked, or `passed` by its rules."""
        other = object.__new__(Vehicle)
        known = {"name": self.name, "sources": self.sources, "style": self.style, "depth": self.depth}
        other.__dict__.update(known, _blueprint=self._blueprint, _vector=vector, _passed=passed)
        return other

    def of_same_structure(self) -> Vehicle:
        """One with the same words and other numbers, whose tables are made already."""
        return self if "units" in self.__dict__ else self._blueprint.base

    def with_symbols(self, graph: Graph) -> Vehicle:
        """The vehicle with symbols, named by their paths, in place of numbers but `counts`: parts are formulas then."""
        counts = self.counts()
        return self.map_numbers(lambda path, value, _: value if path in counts else graph.symbol(path))

    def map_numbers(self, change: Change) -> Vehicle:
        """The vehicle with `change(path, value, unit)` in place of each number, unchecked."""
        hitches = {name: map_numbers(hitch, change, f"hitches.{name}") for name, hitch in self.hitches.items()}
        return replace(self.with_units(lambda unit: unit.map_numbers(change)), hitches=hitches)

    def with_units(self, change: Callable[[Unit], Unit]) -> Vehicle:
        """The vehicle with `change(unit)` in place of each unit, unchecked."""
        return replace(self, units={name: change(unit) for name, unit in self.units.items()})

    def with_axles(self, change: Callable[[str, Axle], Axle]) -> Vehicle:
        """The vehicle with `change(path, axle)` in place of each axle of all units, unchecked."""
        return self.with_units(lambda unit: unit.with_axles(change))

    def axles_by_path(self) -> Iterator[tuple[str, Axle]]:
        """The axles of all units by their paths: `axles.front`, `units.caravan.axles.axle`."""
        for unit in self.units.values():
            yield from ((f"{unit.path}axles.{name}", axle) for name, axle in unit.axles.items())

    def all_axles(self) -> dict[str, Axle]:
        """Its axles by their names in models: those of the unit that leads as in its file, others with its name."""
        return {f"{unit.prefix}{name}": axle for unit in self.units.values() for name, axle in unit.axles.items()}

    def placed_axles(self) -> dict[str, Axle]:
        """The same with their points in the axes of the unit that leads."""
        units = [unit.placed() for unit in self.units.values()]
        return {f"{unit.prefix}{name}": axle for unit in units for name, axle in unit.axles.items()}

    def alone_with(self, axle: str) -> tuple[Vehicle, str]:
        """The unit that an axle belongs to as a vehicle of its own, and what its file calls the axle."""
        owners = {f"{unit.prefix}{name}": (unit, name) for unit in self.units.values() for name in unit.axles}
        unit, name = owners[axle]
        alone = (
            self
            if len(self.units) == 1
            else replace(self, units={"": replace(unit, leads=True).with_tables()}, hitches={})
        )
        return alone, name

    def values(self) -> dict[str, float]:
        """Every number by its path, SI, in the axes of the file: `axles.front.hardpoints.lower_ball_joint.z`."""
        return self._blueprint.values(self._vector)

    def number_units(self) -> Mapping[str, str]:
        """Returns the SI unit of every number by its path, also of points of the right side that may be set."""
        return self._blueprint.unit

    def each_number(self) -> Iterator[tuple[str, float, str]]:
        """Path, value and unit of every number."""
        return self._blueprint.each_number(self._vector)

    def counts(self) -> dict[str, float]:
        """The numbers by their paths that are structure: with another count of elements come other equations."""
        return {path: count for unit in self.units.values() for path, count in unit.counts().items()}

    def records(self) -> dict[str, Any]:
        """Every table of numbers by its path, but for the hardpoints."""
        units = {path: data for unit in self.units.values() for path, data in unit.records().items()}
        return units | {f"hitches.{name}": hitch for name, hitch in self.hitches.items()}

    def equipment(self) -> dict[str, Any]:
        """The tables of its leading unit besides the axles, as far as they are there."""
        return self.unit.equipment()

    def steers(self) -> bool:
        """Whether one of its axles is steered."""
        return self.unit.steers()

    def describes_car(self) -> bool:
        """Whether it says what only a car that drives needs: a body or one axle with its tyre may be there for less."""
        return self.unit.kind != TRAILER and self.unit.describes_car()

    def in_file_axes(self) -> Vehicle:
        """The vehicle with its points as the file writes them; the vehicle itself where that is ISO 8855."""
        return vehicle_in_file_style(self)

    def with_values(self, values: Values) -> Vehicle:
        """A new vehicle with some numbers changed, a point also by its list of three; checked like a loaded file.

        Numbers are SI, in the axes of the file, as `values` gives them; text is read as if it stood in the file. A
        point of the right side may be set where the file has none: what is not set of it stays the mirror image.
        Nothing is compiled again, unless one of `counts` is another, or a word such as `esc.on` is set to true or
        false: its equations are compiled once.
        """
        changed, problems = vehicle_with_values(self, values)
        problems = problems or changed._blueprint.guards("vehicle", check_vehicle).problems(changed, changed._vector)
        if problems:
            raise ModelError(self.name, problems)
        return changed.with_vector(changed._vector, passed=True)

    def laws(self) -> dict[str, Any]:
        """Every law of a spring, damper, stop or bar by its path; None where one may stand."""
        return own_law_places(self.records())

    def tables(self) -> dict[str, Any]:
        """The vehicle as the tables of its file, numbers in SI: `tables()["axles"]["rear"]`."""
        return toml_tables_of_vehicle(self)

    def with_tables(self, entries: Mapping[str, Any]) -> Vehicle:
        """A new vehicle with other tables or keys by path, each as a file holds it or as a law in Python.

        `axles.front.tyre.file`, `axles.front.spring.law`, a whole `axles.rear`; None takes one out. All is read and
        checked like a file. What is no number makes other equations: they are compiled once, like those of a new car.
        """
        from jounce.model.reading.vehicle_file import read_vehicle  # it makes vehicles

        changed = read_vehicle(document_of(with_toml_entries(self.tables(), entries), self.style.origin))
        digests = {**self.style.tyre_digests, **changed.style.tyre_digests}
        return replace(changed, style=replace(self.style, axes=changed.style.axes, origin=None, tyre_digests=digests))

    def to_toml(self) -> str:
        """The text of its file."""
        return toml_text_of_vehicle(self)

    def save(self, path: str | Path) -> Path:
        """Write a file that loads to the same vehicle: in SI, in the axes of the file it came from."""
        return write_text_file(path, self.to_toml())

    def at_depth(self, depth: str) -> Vehicle:
        """The same car, driven at another depth: a simpler car is derived from its numbers whenever these change.

        "structural" has every link, "tabulated" tables in their place, "functional" one hinge for each wheel and
        "functional-carcass" tyres that move on their rims as well; "roll" has three freedoms, "single-track" two.
        """
        if problem := wrong_depth(depth):
            raise ModelError(self.name, [problem])
        other = object.__new__(Vehicle)
        other.__dict__.update(self.__dict__, depth=depth)
        return other

    def axle_model(self, name: str, compliant: bool = False) -> AxleModel:
        """One axle on a rig: what `wheel-travel` moves up and down; with its bushings if it is to be compliant."""
        known = self.of_same_structure().all_axles()
        if name not in known:
            what = f"there is no axle '{name}'.{did_you_mean(name, known)}"
            raise ModelError(self.name, [Problem("axle", what, f"axles: {', '.join(known)}")])
        self._refuse_ideal_rods([name], compliant)
        if self.depth.startswith("functional"):
            return self._derived_axle_model(name, compliant)
        passed = self._passed and not compliant  # rules look at axles with ideal joints
        return self._blueprint.axle(name, compliant).made(self, self._vector, passed)  # type: ignore[no-any-return]

    def _refuse_ideal_rods(self, names: Iterable[str], compliant: bool) -> None:
        """Refuses axles that more rods hold than guide them, unless their bushings give way."""
        axles = self.of_same_structure().all_axles()
        if problems := [] if compliant else check_ideal_rods({name: axles[name] for name in names}):
            raise self.style.refusal(self.name, problems)

    def car_model(self, steering: str | None = None, compliant: bool = False, posts: bool = False) -> CarModel:
        """The whole car on the road; `steering` is "angle" or "torque" where it shall differ from the file.

        With its bushings if it is to be compliant; else ideal joints stand in their place. With posts, each wheel
        stands on one of a rig, whose height is an input.
        """
        if self.depth != DEPTHS[0]:
            return self._derived_car_model(steering, compliant, posts)
        self._refuse_ideal_rods(self.of_same_structure().all_axles(), compliant)
        # the word is the same for all of one structure: asking for it makes no tables
        kind = steering or self.of_same_structure().steering.input
        guards = self._blueprint.guards(kind, lambda vehicle: check_car_can_drive(vehicle, kind))
        if problems := guards.problems(self, self._vector):
            raise self.style.refusal(self.name, problems)
        car: CarModel = self._blueprint.car(kind, compliant, posts).made(self, self._vector)
        if problems := check_finite_limits(car.model):
            raise car.model.refusal(problems)
        return car

    def computed(self) -> dict[str, Metric]:
        """What was computed for its depth, each with its unit and its definition; nothing of a structural car."""
        from jounce.depths.derive import derived_numbers

        return derived_numbers(self)

    def _derived_car_model(self, steering: str | None, compliant: bool, posts: bool) -> CarModel:
        """The whole car at a depth that is derived."""
        from jounce.depths.derive import derived_car_model

        return derived_car_model(self, steering, compliant, posts)

    def _derived_axle_model(self, name: str, compliant: bool) -> AxleModel:
        """An axle on its rig at a depth that is derived."""
        from jounce.depths.derive import derived_axle_model

        return derived_axle_model(self, name, compliant)

    def __repr__(self) -> str:
        return vehicle_in_short(self)

    def echo(self) -> str:
        """Every value with unit and source, as comma-separated values: what a run was made of."""
        return echo(self)

    def summary(self) -> str:
        """Axles, bodies, joints, counts beside those of the papers, and the share of estimates, in one screen."""
        from jounce.simulation.car_summary import vehicle_summary

        return vehicle_summary(self)


def wrong_depth(depth: Any) -> Problem | None:
    """What is wrong with a word for a depth."""
    if depth in DEPTHS:
        return None
    what = f"there is no depth '{depth}'.{did_you_mean(str(depth), DEPTHS)}"
    return Problem("depth", what, f"one of: {', '.join(DEPTHS)}")
