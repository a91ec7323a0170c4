"""A vehicle: axles, car body and steering as plain data, from which models are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Graph
from jounce.model.assemblies.aero.data import AeroData, WindData
from jounce.model.assemblies.brakes.data import AbsData, BrakeData
from jounce.model.assemblies.controls.data import EscData, TractionControlData
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData, MotorData
from jounce.model.assemblies.powertrain.data import ClutchData, ConverterData, EngineData, GearboxData
from jounce.model.assemblies.seat.data import SeatData
from jounce.model.assemblies.size.data import SizeData
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.blueprint import Blueprint, blueprint_of
from jounce.model.assembly.car import CarModel, car_model
from jounce.model.axle_data import AXLE_FLAGS, Axle, MassData
from jounce.model.fields import (
    Change,
    structural_field_paths,
)
from jounce.model.model import Source, Values
from jounce.model.own_laws import own_law_places
from jounce.model.provenance import echo, vehicle_in_short
from jounce.model.reading.by_path import no_number_by_path, set_flag_values, split_flag_values, spread_values_by_path
from jounce.model.reading.document import document_of
from jounce.model.reading.file_axes import vehicle_in_file_style
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.toml_writer import with_toml_entries
from jounce.model.reading.vehicle_writer import toml_tables_of_vehicle, toml_text_of_vehicle
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.rules.limits import check_finite_limits
from jounce.model.rules.unit import check_car_can_drive
from jounce.model.rules.vehicle import check_vehicle
from jounce.model.unit import WORDS, Unit
from jounce.results import Metric
from jounce.results.files import write_text_file

# how much of a car is modelled, the richest first; all but the first are derived from it when the car is driven
DEPTHS = ("structural", "tabulated", "functional", "functional-carcass", "roll", "single-track")


@dataclass(frozen=True, kw_only=True)
class Vehicle:
    """What the engineer knows of a car. Points are in metres, ISO 8855, of the left side.

    A vehicle with changed values is a blueprint and a vector of numbers; its tables are made when they are asked for.
    """

    name: str
    axles: Mapping[str, Axle]  # from front to rear, as in the file
    body: MassData | None = field(default_factory=lambda: None)
    steering: SteeringData = field(default_factory=SteeringData)
    drive: DriveData | None = field(default_factory=lambda: None)
    motor: MotorData | None = field(default_factory=lambda: None)
    engine: EngineData | None = field(default_factory=lambda: None)
    clutch: ClutchData | None = field(default_factory=lambda: None)
    converter: ConverterData | None = field(default_factory=lambda: None)
    gearbox: GearboxData | None = field(default_factory=lambda: None)
    half_shafts: HalfShaftData | None = field(default_factory=lambda: None)
    brakes: BrakeData | None = field(default_factory=lambda: None)
    abs: AbsData | None = field(default_factory=lambda: None)
    esc: EscData | None = field(default_factory=lambda: None)
    traction_control: TractionControlData | None = field(default_factory=lambda: None)
    aero: AeroData | None = field(default_factory=lambda: None)
    wind: WindData | None = field(default_factory=lambda: None)
    seat: SeatData | None = field(default_factory=lambda: None)
    size: SizeData | None = field(default_factory=lambda: None)
    inputs: Mapping[str, Any] = field(default_factory=dict)  # besides those of steering, drive and brakes
    forces: Mapping[str, Any] = field(default_factory=dict)  # between bodies of the whole car, as those of a mechanism
    sensors: Mapping[str, Any] = field(default_factory=dict)  # the same
    controllers: Mapping[str, Any] = field(default_factory=dict)  # of the whole car: what sets its inputs at a rate
    sources: Mapping[str, Source] = field(default_factory=dict, compare=False)
    style: FileStyle = field(default_factory=FileStyle, compare=False)  # of its file: how values are set and listed
    depth: str = DEPTHS[0]  # at which it is driven

    def __getattr__(self, name: str) -> Any:
        """Tables of a vehicle that was made of a vector."""
        if name not in WORDS or "_made_of_vector" not in self.__dict__:
            raise AttributeError(f"a vehicle has no '{name}'")
        made = self._blueprint.records(self._vector)
        self.__dict__.update({word: getattr(made, word) for word in WORDS})
        return self.__dict__[name]

    def with_vector(self, vector: np.ndarray) -> Vehicle:
        """The vehicle with other numbers in the order of its blueprint, unchecked."""
        other = object.__new__(Vehicle)
        known = {"name": self.name, "sources": self.sources, "style": self.style, "depth": self.depth}
        other.__dict__.update(known, _blueprint=self.blueprint(), _vector=vector, _made_of_vector=True)
        return other

    def in_vector(self) -> bool:
        """Whether its numbers stand in a vector, and its tables are made only when they are asked for."""
        return "_made_of_vector" in self.__dict__

    def of_same_structure(self) -> Vehicle:
        """One with the same words and other numbers, whose tables are made already; itself where it has its own."""
        return self.blueprint().base if self.in_vector() else self

    def blueprint(self) -> Blueprint:
        """What it shares with all vehicles of its structure."""
        if "_blueprint" not in self.__dict__:
            self.__dict__["_blueprint"] = blueprint_of(self)
        return self.__dict__["_blueprint"]

    def vector(self) -> np.ndarray:
        """Its numbers in the order of its blueprint."""
        if "_vector" not in self.__dict__:
            self.__dict__["_vector"] = self.blueprint().vector_of(self)
        return self.__dict__["_vector"]

    @cached_property
    def unit(self) -> Unit:
        """Returns its tables as those of the unit that leads."""
        return Unit(tables={word: data for word in WORDS if (data := getattr(self, word)) is not None})

    def map_numbers(self, change: Change) -> Vehicle:
        """The vehicle with `change(path, value, unit)` in place of each number, unchecked."""
        return replace(self, **self.unit.map_numbers(change).tables)

    def with_symbols(self, graph: Graph) -> Vehicle:
        """The vehicle with symbols, named by their paths, in place of numbers but `counts`: parts are formulas then."""
        counts = self.counts()
        return self.map_numbers(lambda path, value, unit: value if path in counts else graph.symbol(path))

    def added_parts(self) -> list[Any]:
        """Inputs, force elements, sensors and controllers that its file adds to the whole car."""
        return self.unit.added_parts()

    def equipment(self) -> dict[str, Any]:
        """Its tables besides the axles, as far as they are there."""
        return self.unit.equipment()

    def values(self) -> dict[str, float]:
        """Every number by its path, SI, in the axes of the file: `axles.front.hardpoints.lower_ball_joint.z`."""
        if "_vector" in self.__dict__:
            return self._blueprint.values(self._vector)
        return {path: value for path, value, _ in self.in_file_axes().each_number()}

    def each_number(self) -> Iterator[tuple[str, float, str]]:
        """Path, value and unit of every number."""
        yield from ((path, value, unit) for path, value, unit, _ in self.each_ruled_number())

    def each_ruled_number(self) -> Iterator[tuple[str, float, str, str]]:
        """The same, with the rule that each number obeys by itself."""
        yield from self.unit.each_ruled_number()

    def counts(self) -> dict[str, float]:
        """The numbers by their paths that are structure: with another count of elements come other equations."""
        return self.unit.counts()

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
        flags, values = split_flag_values(self, values)
        if flags:
            return set_flag_values(self, flags).with_values(values)
        blueprint = self.blueprint()
        wanted, problems = spread_values_by_path(values, lambda: blueprint.unit)
        asked = blueprint.read(wanted, self.style, problems)
        problems += [self._refusal(path) for path in wanted if path not in blueprint.unit]
        changed = self.with_vector(blueprint.with_numbers(self.vector(), asked))
        problems += blueprint.wrong_laws(changed, asked)
        if not blueprint.counts.isdisjoint(asked):
            changed = replace(changed)  # another structure
        problems = problems or changed._check()
        if problems:
            raise ModelError(self.name, problems)
        changed.__dict__["_passed"] = True
        return changed

    def _check(self) -> list[Problem]:
        """What rules say of it; they need not run where guards know the answer."""
        if not self.in_vector():
            return check_vehicle(self)
        return self._blueprint.guards("vehicle", check_vehicle).problems(self, self._vector)

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

    def records(self) -> dict[str, Any]:
        """Every table of numbers by its path, but for the hardpoints."""
        return self.unit.records()

    def _refusal(self, path: str) -> Problem:
        """Why a path cannot be set: the file leaves it out, it is structure, holds several numbers, or is not there."""
        table, _, word = path.rpartition(".")
        if getattr(self.records().get(table), word, "") is None:
            hint = f"write {word} into the table [{table}] of the vehicle file, or use with_tables in Python"
            return Problem(path, "the file does not give it, so there is nothing to change", hint)
        words = {f"axles.{name}.{word}" for name in self.axles for word in ("template", *AXLE_FLAGS)}
        if path in words or any(path in structural_field_paths(data, at) for at, data in self.records().items()):
            hint = "it decides which equations there are: change the file, or use with_tables in Python"
            return Problem(path, "is structure, not a number", hint)
        hint = "paths look like axles.front.hardpoints.NAME.z; values() lists all; with_tables changes words"
        return no_number_by_path(path, self.values(), hint)

    def at_depth(self, depth: str) -> Vehicle:
        """The same car, driven at another depth: a simpler car is derived from its numbers whenever these change.

        "structural" has every link, "tabulated" tables in their place, "functional" one hinge for each wheel and
        "functional-carcass" tyres that move on their rims as well; "roll" has three freedoms, "single-track" two.
        """
        if problem := wrong_depth(depth):
            raise ModelError(self.name, [problem])
        if not self.in_vector():
            return replace(self, depth=depth)
        other = self.with_vector(self.vector())
        other.__dict__["depth"] = depth
        return other

    def axle_model(self, name: str, compliant: bool = False) -> AxleModel:
        """One axle on a rig: what `wheel-travel` moves up and down; with its bushings if it is to be compliant."""
        known = (self._blueprint.base if self.in_vector() else self).axles
        if name not in known:
            what = f"there is no axle '{name}'.{did_you_mean(name, known)}"
            raise ModelError(self.name, [Problem("axle", what, f"axles: {', '.join(known)}")])
        if self.depth.startswith("functional"):
            return self._derived_axle_model(name, compliant)
        if self.in_vector():
            passed = "_passed" in self.__dict__ and not compliant  # rules look at axles with ideal joints
            return self._blueprint.axle(name, compliant).made(self, self._vector, passed)
        return axle_rig(self, name, compliant)

    def steers(self) -> bool:
        """Whether a rack moves the tie rods of one of its axles."""
        return self.unit.steers()

    def describes_car(self) -> bool:
        """Whether it says what only a car that drives needs: a body or one axle with its tyre may be there for less."""
        return self.unit.describes_car()

    def car_model(self, steering: str | None = None, compliant: bool = False, posts: bool = False) -> CarModel:
        """The whole car on the road; `steering` is "angle" or "torque" where it shall differ from the file.

        With its bushings if it is to be compliant; else ideal joints stand in their place. With posts, each wheel
        stands on one of a rig, whose height is an input.
        """
        if self.depth != DEPTHS[0]:
            return self._derived_car_model(steering, compliant, posts)
        # the word is the same for all of one structure: asking for it makes no tables
        kind = steering or (self._blueprint.base if self.in_vector() else self).steering.input
        if self.in_vector():
            guards = self._blueprint.guards(kind, lambda v: check_car_can_drive(v, kind))
            problems, make = guards.problems(self, self._vector), self._blueprint.car(kind, compliant, posts).made
        else:
            problems, make = check_car_can_drive(self, kind), lambda *_: car_model(self, kind, compliant, posts)
        if problems:
            raise self.style.refusal(self.name, problems)
        car = make(self, self.__dict__.get("_vector"))
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
