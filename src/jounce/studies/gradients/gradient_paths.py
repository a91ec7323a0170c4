"""Paths of a gradient: by which numbers of a car and settings of a study, and why some have no derivative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model import Vehicle
from jounce.model.fields import fields_of
from jounce.model.linear_cars import SingleTrackCar
from jounce.parts.tables import is_table_of_part
from jounce.studies.many.designs.varied_number import VariedNumbers
from jounce.studies.settings import Amount
from jounce.studies.study import Study

STEP = 3e-5  # of a number: what differences of smooth functions lose to truncation and to rounding is then alike
SETTINGS = "settings."  # in front of a setting of the study
NOT_PHYSICAL = ("duration", "step", "output_step", "accuracy")  # quantities that say how a run is computed and shown
USUAL = {"m": 0.1, "rad": 0.02, "kg": 1.0, "m/s": 1.0}  # sizes of numbers that may be zero, by unit
HINT = "numbers by their paths; jounce info CAR --values all lists them"


@dataclass(frozen=True, slots=True)
class GradientPath:
    """A number of the car or a setting of the study: its path, unit and value, and how far it is moved."""

    path: str
    unit: str
    value: float

    @property
    def step(self) -> float:
        size = max(abs(self.value), USUAL.get(self.unit, 0.0))
        return STEP * (size or 1.0)

    @property
    def setting(self) -> str:
        """Returns the name of the setting; empty for a number of the car."""
        return self.path.removeprefix(SETTINGS) if self.path.startswith(SETTINGS) else ""

    def beside(self, car: Any, study: Any, by: float) -> tuple[Any, Any]:
        """Returns car and study, one of them with another value."""
        if not self.setting:
            return self.moved(car, by), study
        try:
            return car, type(study)(**(dict(study.values) | {self.setting: self.value + by}))
        except ModelError as error:
            raise self._at_border(study.name, error) from None

    def moved(self, car: Any, by: float) -> Any:
        """The car with another value of the number; rules that it breaks are told as what they are for a gradient."""
        try:
            if isinstance(car, SingleTrackCar):
                return replace(car, **{self.path: self.value + by})  # type: ignore[arg-type]
            return car.with_values({self.path: self.value + by})
        except ModelError as error:
            raise self._at_border(car.name, error) from None

    def _at_border(self, where: str, error: ModelError) -> ModelError:
        told = "; ".join(f"{problem.what}" for problem in error.problems)
        what = f"{self.value:g} lies at the border of what is possible, so there is no derivative: {told}"
        return ModelError(where, [Problem(self.path, what, "a value inside")])


def read_gradient_paths(
    car: Any, study: Study, wanted: str | Iterable[str], problems: list[Problem]
) -> list[GradientPath]:
    """Returns the numbers at the paths; a path that holds several, as that of a hardpoint, stands for all of them."""
    listed = [wanted] if isinstance(wanted, str) else list(wanted)
    settings = [own for path in listed if path.startswith(SETTINGS) for own in _setting_path(study, path, problems)]
    wanted = [path for path in listed if not path.startswith(SETTINGS)]
    return [*(_paths_of_car(car, study, wanted, problems) if wanted or not listed else []), *settings]


def _setting_path(study: Study, path: str, problems: list[Problem]) -> list[GradientPath]:
    """Returns a setting by which the metrics of a study have a derivative."""
    name = path.removeprefix(SETTINGS)
    quantities = [n for n, own in study.settings.items() if isinstance(own, Amount) and n not in NOT_PHYSICAL]
    hint = f"{SETTINGS}NAME with one of: {', '.join(quantities)}"
    if name not in study.settings:
        what = f"{study.name} has no such setting.{did_you_mean(name, study.settings)}"
    elif name not in quantities:
        what = "is no quantity that changes what happens, so there is no derivative"
    elif study.values[name] is None:
        what = "is chosen by the study itself"
        hint = "give it a value, or take the numbers that it follows from"
    else:
        unit: str = getattr(study.settings[name], "unit", "1")
        return [GradientPath(path, unit, float(study.values[name]))]
    problems.append(Problem(path, what, hint))
    return []


def _paths_of_car(car: Any, study: Study, wanted: Sequence[str], problems: list[Problem]) -> list[GradientPath]:
    if isinstance(car, SingleTrackCar):
        return _paths_of_linear_car(car, wanted, problems)
    if not isinstance(car, Vehicle):
        what = f"a {type(car).__name__} has no values by path"
        problems.append(Problem("car", what, "a vehicle, as of jounce.load"))
        return []
    known, units, values = VariedNumbers(car, study), car.blueprint().unit, car.values()
    data = _data_paths(car)
    found: dict[str, GradientPath] = {}
    for path in dict.fromkeys(wanted):
        inside = [path] if path in units else [own for own in units if own.startswith(f"{path}.")]
        if any(own.startswith(data) for own in inside):
            problems.append(Problem(path, "belongs to a table or a count, which has no derivative", HINT))
        elif not inside:
            number = known.find(path, problems)
            if number is not None:
                what = "is structure: its equations are others, so there is no derivative"
                problems.append(Problem(path, what, HINT))
        found |= {own: GradientPath(own, units[own], values[own]) for own in inside if own in values}
        problems += [
            Problem(own, "is the mirror image of the left side, so there is nothing to change", "set it first")
            for own in inside
            if own not in values
        ]
    if not found and not problems:
        problems.append(Problem("wrt", "no path is named", HINT))
    return list(found.values())


def _paths_of_linear_car(car: SingleTrackCar, wanted: Sequence[str], problems: list[Problem]) -> list[GradientPath]:
    """A linear car is a handful of numbers by name."""
    units = {field.name: field.quantity.unit for field in fields_of(type(car)) if field.form == "number"}
    known = {name: getattr(car, name) for name in units if getattr(car, name) is not None}
    problems += [
        Problem(path, f"there is no such number.{did_you_mean(path, known)}", ", ".join(known))
        for path in wanted
        if path not in known
    ]
    if not wanted:
        problems.append(Problem("wrt", "no path is named", ", ".join(known)))
    return [GradientPath(path, units[path], known[path]) for path in dict.fromkeys(wanted) if path in known]


def _data_paths(car: Vehicle) -> tuple[str, ...]:
    """Returns how paths of tables' points and of counts begin."""
    blueprint = car.blueprint()
    laws = blueprint.base.laws().items()
    tables = tuple(f"{path}.{axis}." for path, law in laws if is_table_of_part(law) for axis in "xy")
    return (*tables, "steering.table_", *blueprint.counts)
