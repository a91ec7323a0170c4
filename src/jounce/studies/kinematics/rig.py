"""An axle on its rig: moved by pads and rack, and what is observed of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from jounce.graph import Scalar
from jounce.model.assembly.axle_model import (
    CARRIER_POINTS,
    ELEMENT_ENDS,
    QUANTITIES,
    STEERING_AXIS_POINTS,
    AxleModel,
)
from jounce.model.fields import each_number, formula_of, map_numbers
from jounce.model.model import ModelForm
from jounce.model.own_laws import is_own_law
from jounce.parts import GROUND
from jounce.parts.laws import Points
from jounce.parts.tables import is_table_of_part
from jounce.simulation.prepare import Prepared
from jounce.simulation.revalue import revalue_prepared
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.car_data import CarData
from jounce.studies.kinematics.held_axle import prepare_held_axle, refuse_loose_axle
from jounce.studies.kinematics.outputs.output_kernel import OutputCode, OutputKernel, output_code
from jounce.studies.kinematics.outputs.rig_formulas import HINGES, KINDS, RACK, ROLL, TRAVEL, Element, Structure

_codes: WeakKeyDictionary[ModelForm, dict[Hashable, OutputCode]] = WeakKeyDictionary()


class Measured(NamedTuple):
    """What was observed along a sweep; the first row is the design position, the others belong to `grid`."""

    grid: np.ndarray  # what was reached of the range
    rows: np.ndarray  # [position, observed]: direction, point, quantity, corner and axis in one row
    states: np.ndarray  # [position, state]
    status: str  # "finished", or what stopped it


@dataclass(frozen=True, slots=True, kw_only=True)
class Rig:
    """An axle that is ready to be moved. Names of points and elements are without the corner's."""

    axle: AxleModel
    ready: Prepared
    points: tuple[str, ...]  # that are observed
    channels: tuple[str, ...]  # theirs, [point, quantity, corner, axis] in one row
    elements: Mapping[str, tuple[Any, Any]]  # the left and the right one, each between two points
    hinges: tuple[tuple[Any, Any], ...]  # both of the lower arms, both of the upper; empty if there are none

    @property
    def directions(self) -> dict[str, dict[str, float]]:
        """Returns the rates of inputs along which it is observed, by name.

        Wheels that move alone say by TRAVEL what they do along ROLL, so that only a coupled axle is observed along it.
        """
        travels = [corner.travel for corner in self.axle.corners.values()]
        found = {TRAVEL: dict.fromkeys(travels, 1.0)}
        if self.axle.coupled:
            found[ROLL] = dict(zip(travels, (1.0, -1.0), strict=True))
        if self.axle.rack:
            found[RACK] = {self.axle.rack: 1.0}
        return found

    def with_axle(self, axle: AxleModel) -> Rig:
        """Returns the rig with another axle of the same structure: nothing is compiled, little is computed again."""
        return rig_of(axle, revalue_prepared(self.ready, axle.model))


def rig_of(axle: AxleModel, ready: Prepared | None = None) -> Rig:
    """Mounts an axle: compiles, assembles, and looks up once where its channels are."""
    if ready is None:
        ready = prepare_held_axle(axle)
    else:
        refuse_loose_axle(ready, axle)
    corners, elements = tuple(axle.corners.values()), rig_elements(axle)
    geometric = all(corner.steering_axis is not None for corner in corners)
    points = [*CARRIER_POINTS, *(STEERING_AXIS_POINTS if geometric else ())]
    points += [
        f"{name}.{body}_end"
        for name, (left, _) in elements.items()
        for body, _ in ELEMENT_ENDS
        if getattr(left, body) != GROUND
    ]
    channels = [
        f"{corner.prefix}.{point}.{quantity}_{axis}"
        for point in points
        for quantity in QUANTITIES
        for corner in corners
        for axis in "xyz"
    ]
    return Rig(
        axle=axle,
        ready=ready,
        points=tuple(points),
        channels=tuple(channels),
        elements=elements,
        hinges=rig_hinges(axle),
    )


def rig_elements(axle: AxleModel) -> dict[str, tuple[Any, Any]]:
    """Returns springs, dampers and stops between two points by their name without the corner's: left and right."""
    left, right = axle.corners.values()
    forces = {part.name: part for part in axle.model.forces}
    pairs = ((forces[one], forces[other]) for one, other in zip(left.elements, right.elements, strict=True))
    return {
        one.name.removeprefix(f"{left.prefix}."): (one, other) for one, other in pairs if hasattr(one, "child_point")
    }


def measure(
    rig: Rig, moved: Mapping[str, float], grid: np.ndarray, on_progress: Callable[[float], None] | None = None
) -> Measured:
    """Moves each input by its factor times the rising `grid`: from the design position up, and from there down.

    Outwards from the design position, so that a position where the linkage locks ends one branch only.
    """
    directions = tuple(rig.directions.values())
    branches = np.concatenate([[0.0], grid[grid >= 0.0]]), grid[grid < 0.0][::-1]
    runs = []
    for branch, before in zip(branches, (0, len(branches[0])), strict=True):
        if len(branch):
            path = {name: factor * branch for name, factor in moved.items()}
            told = _part(on_progress, before / (1 + len(grid)), len(branch) / (1 + len(grid)))
            runs.append(sweep(rig.ready, path, directions, rig.channels, told))
    size = len(directions) * len(rig.channels)
    up, *down = (run.channels.swapaxes(0, 1).reshape(run.reached, size) for run in runs)
    above, *below = (branch[: run.reached] for branch, run in zip(branches, runs, strict=False))
    stops = [run.limit.text if run.limit else run.status for run in reversed(runs) if run.status != "finished"]
    return Measured(
        grid=np.concatenate([*(part[::-1] for part in below), above[1:]]),
        rows=np.concatenate([up[:1], *(part[::-1] for part in down), up[1:]]) if down else up,
        states=np.concatenate([runs[0].states[:1], *(run.states[::-1] for run in runs[1:]), runs[0].states[1:]]),
        status="; ".join(stops) or "finished",
    )


def _part(on_progress: Callable[[float], None] | None, before: float, part: float) -> Callable[[float], None]:
    """Returns the progress of a part of the work as that of the whole."""
    return lambda share: on_progress(before + part * share) if on_progress else None


def rig_outputs(rig: Rig, car: CarData, front: bool) -> OutputKernel:
    """Returns what turns the rows of `measure` into outputs."""
    tables = {f"{path}.law": part.law for path, part in _sided(rig.axle, rig.elements) if is_table_of_part(part.law)}
    numbers = numbers_of(rig.axle, rig.elements, rig.hinges, car.known())
    return OutputKernel(_output_code_of_rig(rig, car, front), numbers, tables)


def _output_code_of_rig(rig: Rig, car: CarData, front: bool) -> OutputCode:
    """Returns the code of its outputs, looked up once for axles of one form."""
    form = rig.axle.model.form
    own = tuple(formula_of(p.law) for parts in rig.elements.values() for p in parts if is_own_law(p.law))
    known = _codes.setdefault(form, {}) if form is not None else {}
    # points and hinges also follow from the steering axis, which a user may leave out of the axle's corners
    key = (front, rig.points, bool(rig.hinges), tuple(car.known()), own)
    if key not in known:
        known[key] = output_code(structure_of(rig, car, front))
    return known[key]


def structure_of(rig: Rig, car: CarData, front: bool) -> Structure:
    """Tells what decides the outputs of an axle."""
    first, *_ = rig.axle.corners.values()
    kinds = {name: kind for kind in KINDS for name in getattr(first, kind)}
    return Structure(
        sides=tuple(rig.axle.corners),
        points=rig.points,
        elements=tuple(
            Element(
                name,
                kinds[parts[0].name],
                tuple(_blank(part.law) for part in parts),  # type: ignore[arg-type]
                tuple(formula_of(part.law) for part in parts if is_own_law(part.law)),
            )
            for name, parts in rig.elements.items()
        ),
        hinged=bool(rig.hinges),
        directions=tuple(rig.directions),
        torque_on_carrier=all(corner.frame != GROUND for corner in rig.axle.corners.values()),
        front=front,
        figures=tuple(car.known()),
    )


def _blank(law: Any) -> Any:
    return map_numbers(law, lambda path, value, unit: 0.0, "law")


def _sided(axle: AxleModel, elements: Mapping[str, tuple[Any, Any]]) -> Iterator[tuple[str, Any]]:
    """Yields every element with its path: side, then name."""
    for name, parts in elements.items():
        yield from ((f"{side}.{name}", part) for side, part in zip(axle.corners, parts, strict=True))


def numbers_of(
    axle: AxleModel,
    elements: Mapping[str, tuple[Any, Any]],
    hinges: tuple[tuple[Any, Any], ...],
    figures: Mapping[str, Scalar],
) -> dict[str, Scalar]:
    """Gives all numbers that the outputs of an axle may ask for, by path: floats, or formulas where the axle's are."""
    numbers = {f"car.{name}": value for name, value in figures.items()}
    numbers |= {f"{side}.radius": corner.tyre_radius for side, corner in axle.corners.items()}
    points: dict[str, Any] = {}
    for path, part in _sided(axle, elements):
        numbers[f"{path}.free_length"] = getattr(part, "free_length", 0.0)  # a damper has none
        points |= {f"{path}.{body}_end": getattr(part, point) for body, point in ELEMENT_ENDS}
        if is_table_of_part(part.law):
            numbers |= {f"{path}.law.{name}": getattr(part.law, name) for name in Points.placing}
        else:
            numbers |= {where: value for where, value, _ in each_number(part.law, f"{path}.law")}
    for hinge, pair in zip(HINGES, hinges, strict=False):
        for side, joint in zip(axle.corners, pair, strict=True):
            points |= {f"{side}.{hinge}.point": joint.point, f"{side}.{hinge}.axis": joint.axis}
    return numbers | {f"{path}.{k}": v for path, point in points.items() for k, v in zip("xyz", point, strict=True)}


def rig_hinges(axle: AxleModel) -> tuple[tuple[Any, Any], ...]:
    """Returns the hinges of both lower arms and of both upper arms, where the steering axis goes from arm to arm."""
    left, right = (corner.arms if corner.steering_axis else None for corner in axle.corners.values())
    if left is None or right is None:
        return ()
    joints = {joint.name: joint for joint in axle.model.joints}
    return tuple((joints[one], joints[other]) for one, other in zip(left, right, strict=True))
