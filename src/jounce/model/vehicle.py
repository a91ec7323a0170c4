"""A vehicle: axles, car body and steering as plain data, from which models are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Graph
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.axle_rig import axle_rig
from jounce.model.assembly.car import CarModel, car_body, car_model
from jounce.model.axle_data import Axle, MassData
from jounce.model.equipment import AeroData, BrakeData, DriveData, HalfShaftData, SteeringData
from jounce.model.fields import Change, each_number, fields_of, map_numbers, structural_paths
from jounce.model.law_places import laws_of, with_laws
from jounce.model.model import Source, Values
from jounce.model.provenance import echo
from jounce.model.reading.habits import Habits, as_in_file, following_left, with_right_points
from jounce.model.reading.lists import spread
from jounce.model.reading.records import read_part, table_of
from jounce.model.reading.set_by_path import no_number, putting
from jounce.model.rules.car import refuse_incomplete
from jounce.model.rules.limits import finite_numbers
from jounce.model.rules.masses import refuse_rotors
from jounce.model.rules.vehicle import check_vehicle


@dataclass(frozen=True, slots=True, kw_only=True)
class Vehicle:
    """What the engineer knows of a car. Points are in metres, ISO 8855, of the left side."""

    name: str
    axles: Mapping[str, Axle]  # from front to rear, as in the file
    body: MassData | None = None
    steering: SteeringData = field(default_factory=SteeringData)
    drive: DriveData | None = None
    half_shafts: HalfShaftData | None = None
    brakes: BrakeData | None = None
    aero: AeroData | None = None
    sources: Mapping[str, Source] = field(default_factory=dict, compare=False)
    habits: Habits = field(default_factory=Habits, compare=False)  # of its file: how values are set and listed
    # axles on their rigs once they are built: checking a dragged point builds what the study then moves
    _rigs: dict[tuple[str, bool], AxleModel] = field(default_factory=dict, init=False, repr=False, compare=False)

    def map_numbers(self, change: Change) -> Vehicle:
        """The vehicle with `change(path, value, unit)` in place of each number, unchecked."""
        changed: dict[str, Any] = {word: map_numbers(data, change, word) for word, data in self.equipment().items()}
        axles = {name: axle.map_numbers(change, f"axles.{name}") for name, axle in self.axles.items()}
        return replace(self, axles=axles, **changed)

    def with_symbols(self, graph: Graph) -> Vehicle:
        """The vehicle with symbols, named by their paths, in place of numbers but `counts`: parts are formulas then."""
        counts = self.counts()
        return self.map_numbers(lambda path, value, unit: value if path in counts else graph.symbol(path))

    def equipment(self) -> dict[str, Any]:
        """Its tables besides the axles, as far as they are there."""
        words = ("body", "steering", "drive", "half_shafts", "brakes", "aero")
        return {word: data for word in words if (data := getattr(self, word)) is not None}

    def values(self) -> dict[str, float]:
        """Every number by its path, SI, in the axes of the file: `axles.front.hardpoints.lower_ball_joint.z`."""
        return {path: value for path, value, _ in self.in_file_axes().each_number()}

    def each_number(self) -> Iterator[tuple[str, float, str]]:
        """Path, value and unit of every number."""
        for word, data in self.equipment().items():
            yield from each_number(data, word)
        for name, axle in self.axles.items():
            yield from axle.each_number(f"axles.{name}")

    def counts(self) -> dict[str, float]:
        """The numbers by their paths that are structure: with another count of elements come other equations."""
        return {
            f"{word}.{field.name}": getattr(data, field.name)
            for word, data in self.equipment().items()
            for field in fields_of(type(data))
            if field.quantity.rule == "count"
        }

    def in_file_axes(self) -> Vehicle:
        """The vehicle with its points as the file writes them; the vehicle itself where that is ISO 8855."""
        return as_in_file(self)

    def with_values(self, values: Values) -> Vehicle:
        """A new vehicle with some numbers changed, a point also by its list of three; checked like a loaded file.

        Numbers are SI, in the axes of the file, as `values` gives them; text is read as if it stood in the file. A
        point of the right side may be set where the file has none: what is not set of it stays the mirror image.
        Nothing is compiled again, unless one of `counts` is another: its equations are compiled once.
        """
        base = with_right_points(self, values)
        unused, problems = spread(values, base.values)
        asked = set(unused)
        changed = as_in_file(as_in_file(base).map_numbers(putting(unused, self.habits, problems)))
        changed = following_left(changed, self, asked)
        problems += [base._refusal(path) for path in unused]
        for path, record in changed.records().items():
            read_part(type(record), table_of(record), path, problems)
        problems = problems or check_vehicle(changed)
        if problems:
            raise ModelError(self.name, problems)
        return changed

    def laws(self) -> dict[str, Any]:
        """Every law of a spring, damper, stop or bar by its path; None where one may stand."""
        return laws_of(self.records())

    def with_laws(self, laws: Mapping[str, Any]) -> Vehicle:
        """A new vehicle with other laws, by path: `axles.front.spring.law`, each a law in Python or as in a file.

        A law of another kind makes other equations: they are compiled once, like those of a new car.
        """
        problems: list[Problem] = []
        changed = with_laws(self.records(), laws, problems)
        axles = {
            name: replace(
                axle, elements={word: changed.get(f"axles.{name}.{word}", e) for word, e in axle.elements.items()}
            )
            for name, axle in self.axles.items()
        }
        vehicle = replace(self, axles=axles)
        problems = problems or check_vehicle(vehicle)
        if problems:
            raise ModelError(self.name, problems)
        return vehicle

    def records(self) -> dict[str, Any]:
        """Every table of numbers by its path, but for the hardpoints."""
        found = {
            f"axles.{name}.{key}": data for name, axle in self.axles.items() for key, data in axle.records().items()
        }
        return {**found, **self.equipment()}

    def _refusal(self, path: str) -> Problem:
        """Why a path cannot be set: it is structure, holds several numbers, or there is nothing."""
        words = {f"axles.{name}.{word}" for name in self.axles for word in ("template", "steered", "spinning_rods")}
        if path in words or any(path in structural_paths(data, at) for at, data in self.records().items()):
            return Problem(path, "is structure, not a number", "it decides which equations there are: change the file")
        hint = "paths look like axles.front.hardpoints.NAME.z; values() lists all; words are changed in the file"
        return no_number(path, self.values(), hint)

    def axle_model(self, name: str, compliant: bool = False) -> AxleModel:
        """One axle on a rig: what `wheel-travel` moves up and down; with its bushings if it is to be compliant."""
        if name not in self.axles:
            what = f"there is no axle '{name}'.{did_you_mean(name, self.axles)}"
            raise ModelError(self.name, [Problem("axle", what, f"axles: {', '.join(self.axles)}")])
        key = (name, compliant)
        if key not in self._rigs:
            self._rigs[key] = axle_rig(self, name, compliant)
        return replace(self._rigs[key], model=self._rigs[key].model.copy())

    def steers(self) -> bool:
        """Whether a rack moves the tie rods of one of its axles."""
        return any(axle.steered for axle in self.axles.values())

    def describes_car(self) -> bool:
        """Whether it says what only a car that drives needs: a body or one axle with its tyre may be there for less."""
        equipped = any((self.drive, self.half_shafts, self.brakes, self.aero))
        rolling = len(self.axles) > 1 and any(axle.tyre.law for axle in self.axles.values())
        return equipped or (self.body is not None and rolling)

    def car_model(self, steering: str | None = None) -> CarModel:
        """The whole car on the road; `steering` is "angle" or "torque" where it shall differ from the file."""
        refuse_incomplete(self)
        car = car_model(self, steering)
        refuse_rotors(self, car_body(self), car.rotors)
        if problems := finite_numbers(car.model):
            raise car.model.refusal(problems)
        return car

    def echo(self) -> str:
        """Every value with unit and source, as comma-separated values: what a run was made of."""
        return echo(self)

    def summary(self) -> str:
        """Axles, bodies, joints, counts beside those of the papers, and the share of estimates, in one screen."""
        from jounce.simulation.car_summary import vehicle_summary

        return vehicle_summary(self)
