"""Blueprint and assembly: what vehicles of one structure share, with a formula of the file's values for each number.

A vehicle is then its blueprint and one vector. The vector holds every number of the file by its path, SI and ISO 8855,
and for each point of the right side, which may be left out, whether it is given. What is made of a vehicle, an axle
on its rig or the whole car, is worked out from the vector in one call, and no template runs again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import Problem
from jounce.graph import Expression, Graph, Scalar, interpret, order_reachable_nodes, select
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.car import CarModel, car_model
from jounce.model.axle_data import AXLE_FLAGS, Axle, mirror_axle_point
from jounce.model.fields import each_ruled_number, structure_of
from jounce.model.model import Model, ModelForm
from jounce.model.own_laws import is_own_law, wrong_own_law_formula
from jounce.model.reading.file_axes import vehicle_in_file_style
from jounce.model.reading.file_style import FileStyle, file_style_of_parts
from jounce.model.reading.records import broken_record_rule
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.rules.guards import Guards
from jounce.model.templates.struts import Root
from jounce.native.formulas import Formulas
from jounce.units import UnitError

if TYPE_CHECKING:
    from jounce.model.unit import Unit
    from jounce.model.vehicle import Vehicle


MOST_KNOWN = 32  # structures whose blueprints are kept
_KNOWN: dict[str, Blueprint] = {}


class Blueprint:
    """The numbers of a vehicle's structure in order, and formulas of all that is made of them."""

    def __init__(self, vehicle: Vehicle):
        # with every point of the right side
        self.base = vehicle.with_axles(lambda path, axle: replace(axle, right_hardpoints=axle.right_points()))
        numbers = [(path, unit, rule) for path, _, unit, rule in _numbers_in_tables(self.base)]
        self.paths = [path for path, _, _ in numbers]
        self.unit = {path: unit for path, unit, _ in numbers}
        self.rule = {path: rule for path, _, rule in numbers}
        self.counts = frozenset(vehicle.counts())
        self.given = {point: len(numbers) + k for k, point in enumerate(_points_of_right_side(self.base))}
        self.place: dict[Hashable, int] = {path: k for k, path in enumerate(self.paths)}
        self.place |= {f"{point}.given": k for point, k in self.given.items()}
        self.size = len(self.place)
        self.graph = Graph()
        self._assemblies: dict[tuple[Any, ...], BlueprintAssembly] = {}
        self._guards: dict[str, Guards] = {}

    @cached_property
    def turned(self) -> np.ndarray:
        """Whether each number has the other sign in the axes of the file."""
        ones = vehicle_in_file_style(self.filled(lambda path: 1.0))
        return np.array([sign < 0 for _, sign, *_ in _numbers_in_tables(ones)])

    def filled(self, number: Callable[[str], Any]) -> Vehicle:
        """The base with `number(path)` in place of each number: a float, a symbol or whatever rules are traced with."""

        return self.base.map_numbers(lambda path, value, unit: number(path))

    @cached_property
    def symbolic(self) -> Vehicle:
        """The vehicle of symbols; a point of the right side is the mirror image of the left one unless it is given."""
        counts = self.base.counts()
        vehicle = self.filled(lambda path: counts[path] if path in counts else self.graph.symbol(path))
        return vehicle.with_axles(self._with_images)

    def _with_images(self, path: str, axle: Axle) -> Axle:
        right: dict[str, Any] = dict(axle.right_hardpoints)
        for point, left in axle.hardpoints.items():
            if point not in right:
                continue  # in the middle
            given = self.graph.symbol(f"{path}.right.hardpoints.{point}.given")
            right[point] = tuple(
                select(given, own, image) for own, image in zip(right[point], mirror_axle_point(left), strict=True)
            )
        return replace(axle, right_hardpoints=right)

    def vector_of(self, vehicle: Vehicle) -> np.ndarray:
        """The numbers of a vehicle of this structure."""
        vector = np.zeros(self.size)
        for path, number, *_ in _numbers_in_tables(vehicle):
            vector[self.place[path]] = number
            point = path.rpartition(".")[0]
            if point in self.given:
                vector[self.given[point]] = 1.0
        return vector

    def tables(self, vector: np.ndarray) -> tuple[Mapping[str, Unit], Mapping[str, Any]]:
        """Units and hitches of a vehicle of this structure with these numbers."""
        numbers = vector.tolist()
        vehicle = self.with_given(self.filled(lambda path: numbers[self.place[path]]), vector)
        return vehicle.units, vehicle.hitches

    def with_given(self, vehicle: Vehicle, vector: np.ndarray) -> Vehicle:
        """The vehicle without the points of the right side that the vector leaves to be mirror images."""

        def with_given(path: str, axle: Axle) -> Axle:
            places = ((p, self.given.get(f"{path}.right.hardpoints.{p}")) for p in axle.right_hardpoints)
            kept = {p: axle.right_hardpoints[p] for p, k in places if k is None or vector[k]}
            return replace(axle, right_hardpoints=kept)

        return vehicle.with_axles(with_given)

    def values(self, vector: np.ndarray) -> dict[str, float]:
        """The numbers by their paths in the axes of the file; of the right side, those of points that are given."""
        numbers = vector[: len(self.paths)]
        return self._without_images(np.where(self.turned, 0.0 - numbers, numbers), vector)

    def each_number(self, vector: np.ndarray) -> Iterator[tuple[str, float, str]]:
        """Path, value in ISO 8855 and unit of each; of the right side, of the points that are given."""
        numbers = self._without_images(vector[: len(self.paths)], vector)
        return ((path, number, self.unit[path]) for path, number in numbers.items())

    def _without_images(self, numbers: np.ndarray, vector: np.ndarray) -> dict[str, float]:
        found = dict(zip(self.paths, numbers.tolist(), strict=True))
        for point, k in self.given.items():
            if not vector[k]:
                for axis in "xyz":
                    del found[f"{point}.{axis}"]
        return found

    def read(self, wanted: Mapping[str, Any], style: FileStyle, problems: list[Problem]) -> dict[str, float]:
        """Wanted values, as a user gives them, in SI and ISO 8855."""
        found = {}
        for path, value in wanted.items():
            if path not in self.unit:
                continue
            try:
                number = style.to_si(value, self.unit[path])
            except UnitError as error:
                problems.append(Problem(path, error.what, error.help))
                continue
            if wrong := broken_record_rule(number, self.rule[path], number):
                problems.append(Problem(path, *wrong))
            found[path] = 0.0 - number if self.turned[self.place[path]] else number
        return found

    def with_numbers(self, vector: np.ndarray, numbers: Mapping[str, float]) -> np.ndarray:
        """A vector with other numbers; a point of the right side that is new begins as the mirror image."""
        changed = vector.copy()
        for path, number in numbers.items():
            changed[self.place[path]] = number
        for point in {path.rpartition(".")[0] for path in numbers if ".right.hardpoints." in path}:
            given = self.given.get(point)
            if given is None or vector[given]:
                continue
            changed[given] = 1.0
            left = [changed[self.place[f"{point.replace('.right', '', 1)}.{axis}"]] for axis in "xyz"]
            for axis, image in zip("xyz", mirror_axle_point(left), strict=True):  # type: ignore[arg-type]
                changed[self.place[f"{point}.{axis}"]] = numbers.get(f"{point}.{axis}", image)
        return changed

    def wrong_laws(self, vehicle: Vehicle, changed: Iterable[str]) -> list[Problem]:
        """Laws written in Python some of whose numbers have changed, and that are no numbers now."""
        own = [place for place in self.own_laws if any(path.startswith(f"{place}.") for path in changed)]
        return [problem for place in own for problem in wrong_own_law_formula(vehicle.laws()[place], place)]

    @cached_property
    def own_laws(self) -> list[str]:
        return [place for place, law in self.base.laws().items() if is_own_law(law)]

    def guards(self, name: str, rules: Callable[[Any], list[Problem]]) -> Guards:
        """The guards of some rules."""
        return self._guards.setdefault(name, Guards(self, rules))

    def axle(self, name: str, compliant: bool) -> BlueprintAssembly:
        """One axle on its rig."""
        return self._assembly(("axle", name, compliant), lambda: axle_rig(self.symbolic, name, compliant))

    def car(self, steering: str, compliant: bool, posts: bool = False) -> BlueprintAssembly:
        """The whole car, by what the driver gives, with or without its bushings, on the road or on posts."""
        choice = (steering, compliant, posts)
        return self._assembly(("car", *choice), lambda: car_model(self.symbolic, *choice))

    def _assembly(self, key: tuple[Any, ...], make: Any) -> BlueprintAssembly:
        if key not in self._assemblies:
            self._assemblies[key] = BlueprintAssembly(self, make())
        return self._assemblies[key]


def blueprint_of(vehicle: Vehicle) -> Blueprint:
    """The blueprint of a vehicle, which it may share with others."""
    key = _structure(vehicle)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = Blueprint(vehicle)
    return _KNOWN[key]


def forget_blueprints() -> None:
    """The word of a template means something else now."""
    _KNOWN.clear()


def _points_of_right_side(vehicle: Vehicle) -> list[str]:
    """Paths of the points of the right side that may be left out, being mirror images of the left one."""
    return [
        f"{path}.right.hardpoints.{point}"
        for path, axle in vehicle.axles_by_path()
        for point in axle.hardpoints
        if point in axle.right_hardpoints
    ]


def _numbers_in_tables(vehicle: Vehicle) -> Iterator[tuple[str, float, str, str]]:
    """Path, value, unit and rule of every number."""
    for unit in vehicle.units.values():
        yield from unit.each_ruled_number()
    for name, hitch in vehicle.hitches.items():
        yield from each_ruled_number(hitch, f"hitches.{name}")


def _structure(vehicle: Vehicle) -> str:
    """All that is no number, or decides how many there are."""
    axles = {}
    for path, axle in vehicle.axles_by_path():
        words = [axle.template, *(getattr(axle, flag) for flag in AXLE_FLAGS), axle.tyre_cut, axle.shows_right]
        words += [axle.tyre.ranges, axle.tyre.rim_radius]  # of its file, which a name alone does not decide
        words += [sorted((axle.tyre.belt_keys or {}).items())]
        words += sorted(axle.elements["belt"].remarks) if "belt" in axle.elements else []
        right = [p for p in axle.right_hardpoints if p not in axle.hardpoints or p in axle.middle()]
        axles[path] = [*words, list(axle.hardpoints), right]
    records = {path: [structure_of(data), str(type(data))] for path, data in vehicle.records().items()}
    own = [id(type(law)) for law in vehicle.laws().values() if is_own_law(law)]
    units = [[unit.name, unit.kind] for unit in vehicle.units.values()]
    return json.dumps([vehicle.style.axes, units, axles, records, vehicle.counts(), own])


class BlueprintAssembly:
    """An axle on its rig, or a car, whose numbers are formulas of a vehicle's vector."""

    def __init__(self, blueprint: Blueprint, symbolic: AxleModel | CarModel):
        self.blueprint, self.symbolic, self.form = blueprint, symbolic, ModelForm(symbolic.model)
        parts: list[Any] = list(symbolic.model.numbers().values())
        self.part_count = len(parts)
        self.formulas: list[Scalar] = [*parts, *_leaves(symbolic)]
        nodes = order_reachable_nodes(formula for formula in self.formulas if isinstance(formula, Expression))
        self.roots = [node.data for node in nodes if node.op == "symbol" and isinstance(node.data, Root)]

    @cached_property
    def code(self) -> Formulas:
        """Machine code of the formulas."""
        place = self.blueprint.place | {root: self.blueprint.size + k for k, root in enumerate(self.roots)}
        return Formulas(self.blueprint.graph, self.formulas, place, self.blueprint.size + len(self.roots))

    def numbers(self, vector: np.ndarray) -> np.ndarray:
        """All numbers: those of the parts in the order of `form`, then those beside the parts."""
        if self.roots:
            values = {name: vector[k] for name, k in self.blueprint.place.items()}
            solved = [root.solve(lambda formula: float(interpret([formula], values)[0])) for root in self.roots]
            vector = np.concatenate([vector, solved])
        return self.code(vector) + 0.0  # no zero stays negative, as in templates

    def made(self, vehicle: Vehicle, vector: np.ndarray, passed: bool = False) -> Any:
        """The axle or the car of a vehicle; its parts are made when they are asked for. `passed` as in `of_numbers`."""
        numbers = self.numbers(vector)
        model = Model.of_numbers(self.form, numbers[: self.part_count], passed)
        model.name = self.form.model.name.replace(self.blueprint.base.name, vehicle.name, 1)
        model.style = file_style_of_parts(vehicle.style, self.form.model.numbers)
        beside = iter(numbers[self.part_count :].tolist())
        return replace(_rebuilt(self.symbolic, beside), model=model)


def _leaves(thing: Any) -> Iterator[Scalar]:
    """Every number of a record beside its model."""
    if isinstance(thing, float | Expression):
        yield thing
    elif isinstance(thing, Mapping | tuple):
        for value in thing.values() if isinstance(thing, Mapping) else thing:
            yield from _leaves(value)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _leaves(getattr(thing, field.name))


def _rebuilt(thing: Any, numbers: Iterator[float]) -> Any:
    """The record with numbers in place of its leaves."""
    if isinstance(thing, float | Expression):
        return next(numbers)
    if isinstance(thing, Mapping):
        return {key: _rebuilt(value, numbers) for key, value in thing.items()}
    if isinstance(thing, tuple):
        return tuple(_rebuilt(value, numbers) for value in thing)
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{f.name: _rebuilt(getattr(thing, f.name), numbers) for f in fields(thing)})
    return thing
