"""Derivatives of kinematics with respect to hardpoints: which point moves which curve, and by how much."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from jounce.arguments import check_arguments, check_methods
from jounce.errors import ModelError, Problem, SetupError, did_you_mean
from jounce.graph import Expression, Scalar, interpret
from jounce.model.assembly.blueprint import Blueprint
from jounce.model.reading.by_path import no_number_by_path
from jounce.model.templates.struts import Root
from jounce.model.vehicle import Vehicle
from jounce.outdated import take_old_order
from jounce.parts.tables import is_table_of_part
from jounce.progress import report_progress
from jounce.results import Result
from jounce.studies.kinematics.car_data import CarData, write_figures
from jounce.studies.kinematics.outputs.tangent_kernel import (
    SymbolicAxle,
    TangentCode,
    differentiate_by_tangent_kernel,
    tangent_code,
)
from jounce.studies.kinematics.rig import numbers_of, rig_elements, rig_hinges
from jounce.studies.kinematics.wheel_travel import MountedAxle, WheelTravel, mount
from jounce.studies.many.vary import study_to_vary
from jounce.studies.old_orders import take_old_sensitivity
from jounce.studies.study import Progress, Study

if TYPE_CHECKING:
    import pandas

HINT = "paths look like axles.front.hardpoints.NAME.z; values() lists all"
# of this process, by structure; then by axle, structure of its outputs and figures that are given
_codes: WeakKeyDictionary[Blueprint, dict[Hashable, TangentCode]] = WeakKeyDictionary()


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Sensitivity:
    """Derivatives of all outputs of a `wheel-travel` study with respect to numbers of the vehicle's file.

    Where an output is not finite, or not defined, its derivatives are nan.
    """

    curves: Result  # the study itself
    outputs: tuple[str, ...]  # channels of the study
    paths: tuple[str, ...]
    units: tuple[str, ...]  # of the values under the paths
    values: np.ndarray  # [output, path, position]: SI, the positions of the study
    design: np.ndarray  # [output, path]: in the design position

    def __repr__(self) -> str:
        sizes = f"{len(self.outputs)} outputs by {len(self.paths)} values at {self.values.shape[2]} positions"
        return f"<Sensitivity {self.curves.metadata.get('model', '')}: {sizes}>"

    def of(self, output: str, path: str) -> np.ndarray:
        """Returns the derivative of one output with respect to one value, at every position."""
        return self.values[_place(output, self.outputs, "output"), _place(path, self.paths, "path")]

    def unit(self, output: str, path: str) -> str:
        """Returns the unit of that derivative."""
        output = self.outputs[_place(output, self.outputs, "output")]
        above, below = self.curves.units[output], self.units[_place(path, self.paths, "path")]
        if above == below or below == "1":
            return "1" if above == below else above
        above, below = (f"({unit})" if "/" in unit else unit for unit in (above, below))
        return f"{above}/{below}"

    def strongest(self, output: str, count: int = 3) -> list[tuple[str, float]]:
        """Returns the values that move an output most per unit in the design position: path and derivative."""
        found = self.design[_place(output, self.outputs, "output")]
        order = np.argsort(-np.abs(np.nan_to_num(found)), kind="stable")
        return [(self.paths[k], float(found[k])) for k in order[:count]]

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a column for each output and path; the index is what the study runs over."""
        try:
            import pandas
        except ImportError:
            raise SetupError("pandas is not installed: pip install 'jounce[pandas]'") from None
        abscissa = self.curves.channels[0].name
        columns = pandas.MultiIndex.from_product([self.outputs, self.paths], names=["output", "path"])
        table = self.values.reshape(-1, self.values.shape[2]).T
        return pandas.DataFrame(table, index=pandas.Index(self.curves[abscissa], name=abscissa), columns=columns)


@take_old_order(take_old_sensitivity)
@check_arguments
def sensitivity(
    car: Vehicle | MountedAxle,
    study: str | Study = "wheel-travel",
    values: str | Iterable[str] | None = None,
    *,
    progress: bool | Progress = False,
    **settings: Any,
) -> Sensitivity:
    """Returns exact derivatives of every output of `wheel-travel` with respect to values of the car.

        sensitivity(car, "wheel-travel", ["axles.front.hardpoints.tie_rod_outer"], axle="front")

    `values` are paths of `car.values()`. A path that holds several numbers, as that of a hardpoint, stands for all of
    them. Without any, all hardpoints of the axle are taken. A point moves on both sides, as when its value is set,
    unless the right side has its own. A mounted axle has its axle and its figures already. `progress=True` draws a
    bar; a function is called with the share that is done.
    """
    study = _wheel_travel(study, settings)
    mounted = car if isinstance(car, MountedAxle) else mount(car, axle=study.axle, figures=study.figures)
    vehicle = mounted.car
    if not isinstance(vehicle, Vehicle):
        what = "one axle alone has no file whose values could be varied"
        raise ModelError("sensitivity", [Problem("car", what, "give the vehicle instead")])
    blueprint = vehicle.blueprint()
    wanted = _wanted(vehicle, mounted.rig.axle.name, values)
    vector, changes = _changes(blueprint, vehicle.vector(), list(wanted))
    with report_progress(progress, "differentiating") as report:
        curves, states = mounted.move(study, report)
        code = _code(mounted, blueprint)
        places = mounted.rig.ready.layout.coordinates
        coordinates = states[:, [places[name] for name in code.coordinates]]
        numbers = _numbers(code, blueprint, vector, mounted.known)
        found = differentiate_by_tangent_kernel(code, coordinates, numbers, mounted.outputs.tables, changes)
        if report is not None:
            report(1.0)
    base, *outputs = (channel.name for channel in curves.channels)
    _forget_undefined(found, np.array([curves[name] for name in outputs]), curves[base])
    return Sensitivity(
        curves=curves,
        outputs=tuple(outputs),
        paths=tuple(wanted),
        units=tuple(wanted.values()),
        values=found[:, :, 1:],
        design=found[:, :, 0],
    )


def _wheel_travel(study: str | Study, settings: Mapping[str, Any]) -> WheelTravel:
    """The study as a value; another one than `wheel-travel` is refused."""
    chosen = study_to_vary(study, settings, "sensitivity")
    if not isinstance(chosen, WheelTravel):
        right = "wheel-travel, whose curves it differentiates; `jounce.gradient` takes metrics of other studies"
        raise ModelError("sensitivity", [Problem("study", f"is {chosen.name}", right)])
    return chosen


def _forget_undefined(found: np.ndarray, outputs: np.ndarray, travel: np.ndarray) -> None:
    """An output that is not finite has no derivative: an instant centre at infinity, whatever its formula gives.

    `found` is [output, path, position] with the design position first; `outputs` is [output, position].
    """
    undefined = ~np.isfinite(outputs)
    design = undefined[:, [np.abs(travel).argmin()]]
    found[np.broadcast_to(np.hstack([design, undefined])[:, np.newaxis], found.shape)] = np.nan


def _place(name: str, known: Sequence[str], what: str) -> int:
    if name not in known:
        raise ModelError("sensitivity", [Problem(name, f"there is no such {what}.{did_you_mean(name, known)}")])
    return known.index(name)


# --- what is varied --------------------------------------------------------------------------------------


def _wanted(vehicle: Vehicle, axle: str, paths: str | Iterable[str] | None) -> dict[str, str]:
    """The paths with the units of their values, points as their coordinates; all that are none are named at once."""
    blueprint = vehicle.blueprint()
    units = blueprint.unit
    if paths is None:
        starts = (f"axles.{axle}.hardpoints.", f"axles.{axle}.right.hardpoints.")
        return {path: units[path] for path in blueprint.values(vehicle.vector()) if path.startswith(starts)}
    laws = blueprint.base.laws().items()
    tables = tuple(f"{path}.{axis}." for path, law in laws if is_table_of_part(law) for axis in "xy")
    brakes = ("brakes.",) if _shares_are_data(vehicle) else ()  # the share that they give is a figure of the car
    data = (*tables, "steering.table_", *brakes, *blueprint.counts)
    found: dict[str, str] = {}
    problems = []
    for path in paths if isinstance(paths, Iterable) and not isinstance(paths, str) else [paths]:
        inside = [path] if path in units else [known for known in units if known.startswith(f"{path}.")]
        if not inside:
            problems.append(no_number_by_path(str(path), dict.fromkeys(units, 0.0), HINT))
        elif any(known.startswith(data) for known in inside):
            problems.append(Problem(path, "belongs to a table or a count, which has no derivative", HINT))
        found |= {known: units[known] for known in inside}
    if problems:
        raise ModelError(vehicle.name, problems)
    return found


def _changes(
    blueprint: Blueprint, vector: np.ndarray, paths: Sequence[str]
) -> tuple[np.ndarray, list[dict[Hashable, float]]]:
    """Tells the vector, and how fast its numbers change when one value of the file after another does.

    A point of the right side that is asked for is given from now on. What is not asked for of it follows the left one.
    """
    signs = {path: -1.0 if blueprint.turned[blueprint.place[path]] else 1.0 for path in paths}
    changes: dict[str, dict[Hashable, float]] = {path: {path: sign} for path, sign in signs.items()}
    images: dict[str, float] = {}
    for point in dict.fromkeys(path.rpartition(".")[0] for path in paths if ".right.hardpoints." in path):
        if vector[blueprint.given.get(point, 0)]:
            continue
        for axis, mirror in zip("xyz", (1.0, -1.0, 1.0), strict=True):
            left, right = (f"{place}.{axis}" for place in (point.replace(".right", "", 1), point))
            images[right] = mirror * vector[blueprint.place[left]]
            if right not in changes and left in changes:
                changes[left][right] = mirror * signs[left]
    return blueprint.with_numbers(vector, images), list(changes.values())


def _numbers(code: TangentCode, blueprint: Blueprint, vector: np.ndarray, car: CarData) -> dict[Hashable, float]:
    """Returns those that the code reads: of the vehicle, figures of the car, and such as have to be solved for."""
    numbers: dict[Hashable, float] = dict(zip(blueprint.place, vector.tolist(), strict=True))
    numbers |= {f"car.{name}": value for name, value in car.known().items()}

    def number(formula: Scalar) -> float:
        return float(interpret([formula], numbers)[0])

    return numbers | {name: name.solve(number) for name in code.numbers if isinstance(name, Root)}


# --- machine code ----------------------------------------------------------------------------------------


def _code(mounted: MountedAxle, blueprint: Blueprint) -> TangentCode:
    """Returns the machine code of an axle of this structure, once in a process."""
    known = _codes.setdefault(blueprint, {})
    key = (mounted.rig.axle.name, mounted.outputs.code.structure, tuple(mounted.figures))
    if key not in known:
        known[key] = tangent_code(_in_symbols(mounted, blueprint))
    return known[key]


def _shares_are_data(vehicle: Vehicle) -> bool:
    """Tells whether the share of the front brakes is read from points: no formula of it can be differentiated."""
    return vehicle.brakes is not None and vehicle.brakes.reads_points()


def _in_symbols(mounted: MountedAxle, blueprint: Blueprint) -> SymbolicAxle:
    """Gives the axle with its numbers as formulas of those of the vehicle; figures that are given stay as they are."""
    rig, name = mounted.rig, mounted.rig.axle.name
    axle: Any = blueprint.axle(name, compliant=False).symbolic
    vehicle = blueprint.symbolic
    if vehicle.steering.form == "look-up":
        vehicle = vehicle.with_leading_tables(steering=blueprint.base.steering)  # its table is data
    if _shares_are_data(vehicle):
        vehicle = vehicle.with_leading_tables(brakes=blueprint.base.brakes)
    formulas = {
        figure: value for figure, value in write_figures(vehicle, name).items() if isinstance(value, Expression)
    }
    own = {figure: formulas[figure] for figure in mounted.known.known() if figure in formulas.keys() - mounted.figures}
    return SymbolicAxle(
        model=rig.axle.model,
        part_numbers=axle.model.numbers(),
        output_numbers=numbers_of(axle, rig_elements(axle), rig_hinges(axle), own),
        structure=mounted.outputs.code.structure,
        corners={side: corner.prefix for side, corner in rig.axle.corners.items()},
        channels=rig.channels,
        directions=tuple(rig.directions.values()),
    )
