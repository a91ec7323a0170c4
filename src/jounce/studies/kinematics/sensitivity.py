"""Derivatives of kinematics with respect to hardpoints: which point moves which curve, and by how much."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from jounce.errors import ModelError, Problem, SetupError, did_you_mean
from jounce.graph import Expression, Graph, Scalar, interpret
from jounce.model.axle_data import SIDES, mirrored
from jounce.model.reading.habits import as_in_file
from jounce.model.reading.set_by_path import no_number
from jounce.model.templates.struts import Root
from jounce.model.vehicle import Vehicle
from jounce.parts.laws import Points
from jounce.results import Result
from jounce.studies.kinematics.car_data import figures_of
from jounce.studies.kinematics.outputs.tangent_kernel import SymbolicAxle, TangentCode, differentiate, tangent_code
from jounce.studies.kinematics.outputs.wheel_pose import Value
from jounce.studies.kinematics.rig import elements_of, hinges_of, numbers_of
from jounce.studies.kinematics.wheel_travel import MountedAxle, checked_range, mount

if TYPE_CHECKING:
    import pandas

HINT = "paths look like axles.front.hardpoints.NAME.z; values() lists all"
_codes: dict[Hashable, TangentCode] = {}  # by structure, of this process


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
        """The derivative of one output with respect to one value, at every position."""
        return self.values[_place(output, self.outputs, "output"), _place(path, self.paths, "path")]

    def unit(self, output: str, path: str) -> str:
        """The unit of that derivative."""
        above, below = self.curves.units[output], self.units[_place(path, self.paths, "path")]
        if above == below or below == "1":
            return "1" if above == below else above
        return f"({above})/{below}" if "/" in above else f"{above}/{below}"

    def strongest(self, output: str, count: int = 3) -> list[tuple[str, float]]:
        """The values that move an output most per unit in the design position: path and derivative."""
        found = self.design[_place(output, self.outputs, "output")]
        order = np.argsort(-np.abs(np.nan_to_num(found)), kind="stable")
        return [(self.paths[k], float(found[k])) for k in order[:count]]

    def to_pandas(self) -> pandas.DataFrame:
        """A column for each output and path; the index is what the study runs over."""
        try:
            import pandas
        except ImportError:
            raise SetupError("pandas is not installed: pip install 'jounce[pandas]'") from None
        abscissa = self.curves.channels[0].name
        columns = pandas.MultiIndex.from_product([self.outputs, self.paths], names=["output", "path"])
        table = self.values.reshape(-1, self.values.shape[2]).T
        return pandas.DataFrame(table, index=pandas.Index(self.curves[abscissa], name=abscissa), columns=columns)


def sensitivity(
    car: Vehicle | MountedAxle,
    paths: str | Iterable[str] | None = None,
    *,
    axle: str | None = None,
    mode: str = "parallel",
    travel: str | Sequence[Value] = ("-80 mm", "80 mm"),
    points: int = 141,
    figures: str | Mapping[str, Value] | None = None,
) -> Sensitivity:
    """Exact derivatives of every output of `wheel-travel` with respect to values of the car.

    `paths` are those of `values()`. The path of a hardpoint stands for its three coordinates; without paths all
    hardpoints of the axle are taken. A point moves on both sides, as when its value is set, unless the right side has
    its own. The other settings are those of `wheel-travel`; an axle that is mounted has its axle and figures already.
    """
    checked_range(mode, travel, points)
    mounted = car if isinstance(car, MountedAxle) else mount(car, axle=axle, figures=figures)
    vehicle = mounted.car
    if not isinstance(vehicle, Vehicle):
        what = "one axle alone has no file whose values could be varied"
        raise ModelError("sensitivity", [Problem("car", what, "give the vehicle instead")])
    name = mounted.rig.axle.name
    wanted = _wanted(vehicle, name, paths)
    study, states = mounted.walk(mode, travel, points)
    numbers: dict[Hashable, float] = {path: value for path, value, _ in _both_sides(vehicle, name).each_number()}
    code = _code(mounted, vehicle, tuple(numbers))
    places = mounted.rig.ready.compiled.layout.coordinates
    coordinates = states[:, [places[coordinate] for coordinate in code.coordinates]]
    numbers |= mounted.outputs.numbers()
    found = differentiate(
        code,
        coordinates,
        numbers | _roots(code, numbers),
        mounted.outputs.tables,
        _changes(vehicle, name, tuple(wanted)),
    )
    return Sensitivity(
        curves=study,
        outputs=tuple(channel.name for channel in study.channels[1:]),
        paths=tuple(wanted),
        units=tuple(wanted.values()),
        values=np.moveaxis(found[1:], 0, 2),
        design=found[0],
    )


def _place(name: str, known: Sequence[str], what: str) -> int:
    if name not in known:
        raise ModelError("sensitivity", [Problem(name, f"there is no such {what}.{did_you_mean(name, known)}")])
    return known.index(name)


# --- what is varied --------------------------------------------------------------------------------------


def _wanted(vehicle: Vehicle, axle: str, paths: str | Iterable[str] | None) -> dict[str, str]:
    """The paths with the units of their values, points as their coordinates; all that are none are named at once."""
    in_file = vehicle.in_file_axes()
    units = {path: unit for path, _, unit in in_file.each_number()}
    if paths is None:
        starts = (f"axles.{axle}.hardpoints.", f"axles.{axle}.right.hardpoints.")
        return {path: unit for path, unit in units.items() if path.startswith(starts)}
    for name, own in in_file.axles.items():  # points of the right side that are mirror images so far
        units |= {f"axles.{name}.right.hardpoints.{point}.{k}": "m" for point in own.hardpoints for k in "xyz"}
    tables = tuple(f"{path}." for path, law in vehicle.laws().items() if isinstance(law, Points))
    data = (*tables, "steering.table_", *vehicle.counts())
    found: dict[str, str] = {}
    problems = []
    for path in [paths] if isinstance(paths, str) else paths:
        inside = [path] if path in units else [known for known in units if known.rpartition(".")[0] == path]
        if not inside:
            problems.append(no_number(path, dict.fromkeys(units, 0.0), HINT))
        elif inside[0].startswith(data):
            problems.append(Problem(path, "belongs to a table or a count, which has no derivative", HINT))
        found |= {known: units[known] for known in inside}
    if problems:
        raise ModelError(vehicle.name, problems)
    return found


def _changes(vehicle: Vehicle, axle: str, paths: tuple[str, ...]) -> list[dict[Hashable, float]]:
    """How fast the numbers of both sides change, in ISO 8855 axes, when one value of the file after another does."""
    graph, wanted = Graph(), set(paths)
    in_file = as_in_file(vehicle)
    symbolic = in_file.map_numbers(lambda path, value, unit: graph.symbol(path) if path in wanted else value)
    own = symbolic.axles[axle]
    right = dict(own.right_hardpoints)
    for point, place in own.hardpoints.items():
        asked = [f"axles.{axle}.right.hardpoints.{point}.{k}" for k in "xyz"]
        if point not in right and wanted.intersection(asked):
            image = zip(asked, mirrored(place), strict=True)
            right[point] = tuple(graph.symbol(path) if path in wanted else v for path, v in image)  # type: ignore[assignment]
    symbolic = replace(symbolic, axles={**symbolic.axles, axle: replace(own, right_hardpoints=right)})
    found: dict[str, dict[Hashable, float]] = {path: {} for path in paths}
    for path, value, _ in _both_sides(as_in_file(symbolic), axle).each_number():
        if isinstance(value, Expression):
            sign, symbol = (-1.0, value.args[0]) if value.op == "neg" else (1.0, value)
            found[symbol.data][path] = sign
    return list(found.values())


def _both_sides(vehicle: Vehicle, axle: str) -> Vehicle:
    """The vehicle with points of its own on the right side: whether the file has them is then no structure."""
    own = vehicle.axles[axle]
    both = replace(own, right_hardpoints=own.points(SIDES["right"]))
    return replace(vehicle, axles={**vehicle.axles, axle: both})


# --- machine code ----------------------------------------------------------------------------------------


def _code(mounted: MountedAxle, vehicle: Vehicle, paths: tuple[str, ...]) -> TangentCode:
    """The machine code of this structure, once in a process."""
    rig, structure = mounted.rig, mounted.outputs.code.structure
    key = (json.dumps(rig.axle.model.structure()), structure, tuple(mounted.figures), paths)
    if key not in _codes:
        _codes[key] = tangent_code(_in_symbols(mounted, vehicle))
    return _codes[key]


def _in_symbols(mounted: MountedAxle, vehicle: Vehicle) -> SymbolicAxle:
    """The axle with its numbers as formulas of those of the vehicle; figures that are given stay as they are."""
    graph, rig, name = Graph(), mounted.rig, mounted.rig.axle.name
    symbolic = _both_sides(vehicle, name).with_symbols(graph)
    axle = symbolic.axle_model(name)
    if vehicle.steering.form == "look-up":
        symbolic = replace(symbolic, steering=vehicle.steering)  # its table is data
    formulas = {k: v for k, v in figures_of(symbolic, name).items() if k not in mounted.figures}
    figures: dict[str, Scalar] = {
        figure: formula if isinstance(formula := formulas.get(figure), Expression) else graph.symbol(f"car.{figure}")
        for figure in mounted.known.known()
    }
    return SymbolicAxle(
        graph=graph,
        model=rig.axle.model,
        part_numbers=axle.model.numbers(),
        output_numbers=numbers_of(axle, elements_of(axle), hinges_of(axle) if rig.hinges else (), figures),
        structure=mounted.outputs.code.structure,
        corners={side: corner.prefix for side, corner in rig.axle.corners.items()},
        channels=rig.channels,
        directions=rig.directions,
    )


def _roots(code: TangentCode, numbers: Mapping[Hashable, float]) -> dict[Hashable, float]:
    """Numbers of the vehicle that have to be solved for, such as the deflection under a preload."""

    def number(formula: Scalar) -> float:
        return float(interpret([formula], numbers)[0])

    return {name: name.solve(number) for name in code.numbers if isinstance(name, Root)}
