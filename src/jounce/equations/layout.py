"""Layout of the kernels' arrays: where every number lies, by name. Plain data: it is stored beside the machine code."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.mechanism import Mechanism, lane_parts, tree_row_names
from jounce.mechanism.subsystems import Component
from jounce.model import Model
from jounce.model.fields import each_number, path_of_part_fields
from jounce.parts.ends import has_phases, is_driven_at_ends
from jounce.parts.forces.loads import Held
from jounce.parts.tables import tables_of_part

INPUT_WIDTH = 3  # value, rate, second rate
# of dry friction: 1 while it sticks; sign of the speed while it slides; a given force besides; load of its joint
FRICTION_MODES = ("sticks", "side", "push", "load")


@dataclass
class Layout:
    """Offsets by name. Lanes of a group lie side by side: [number][lane]."""

    coordinates: dict[str, int] = field(default_factory=dict)  # in state
    speeds: dict[str, int] = field(default_factory=dict)  # in state
    elements: dict[str, int] = field(default_factory=dict)  # in state: states of force elements
    works: dict[str, int] = field(default_factory=dict)  # in state: work of each force element
    units: dict[str, str] = field(default_factory=dict)  # of coordinates, speeds and elements
    quaternions: list[list[int]] = field(default_factory=list)  # offsets of q0 ... q3
    plain: list[list[int]] = field(
        default_factory=list
    )  # coordinates that are integrals of speeds, see `lay_out_plain_runs`
    yielding: list[int] = field(default_factory=list)  # speeds of what springs hold: start values move it last
    rows: dict[str, int] = field(default_factory=dict)  # in modes, and in the gap kernel's output
    frictions: dict[str, int] = field(default_factory=dict)  # number of each dry friction, by the part's name
    loaded: list[list[int]] = field(default_factory=list)  # frictions by load: its place in work, and that of its mode
    # place in work; direction, kink, ends_run, falls, rises as in `parts.forces.loads.Guard`; friction comes first
    guards: dict[str, list[Any]] = field(default_factory=dict)
    held: dict[str, list[Any]] = field(default_factory=dict)  # "part.name": place in modes, unit
    # how guards change held numbers: number of the guard, place of the value in work, place in modes
    sets: list[list[int]] = field(default_factory=list)
    instants: list[int] = field(default_factory=list)  # places in modes of held numbers that are times
    values: dict[str, int] = field(default_factory=dict)
    tables: dict[str, list[int]] = field(default_factory=dict)  # path of a law: offset, size
    inputs: dict[str, int] = field(default_factory=dict)  # in inputs: value, rate, second rate
    channels: dict[str, list[Any]] = field(default_factory=dict)  # offset, unit, definition
    types: dict[str, list[str]] = field(default_factory=dict)  # of channels: kind, group, part
    sizes: dict[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Layout of {self.sizes.get('state', 0)} states, {len(self.rows)} rows, {len(self.channels)} channels>"

    @property
    def row_count(self) -> int:
        """Rows of loops, and behind them those of dry friction."""
        return self.sizes["rows"] + len(self.frictions)

    @property
    def row_places(self) -> dict[str, int]:
        """All rows by name, in the order of their switches and multipliers."""
        return self.rows | {name: self.sizes["rows"] + number for name, number in self.frictions.items()}

    def places_of_friction(self, name: str) -> list[int]:
        """Its modes, in the order of FRICTION_MODES."""
        return [int(place) for place in self.friction_places()[:, self.frictions[name]]]

    def friction_places(self) -> np.ndarray:
        """The modes of all dry friction, a row for each of FRICTION_MODES: switches stand behind those of loops, the
        others behind the strengths of rows."""
        rows, count = self.sizes["rows"], len(self.frictions)
        firsts = [rows, *(2 * rows + k * count for k in range(1, len(FRICTION_MODES)))]
        return np.add.outer(firsts, np.arange(count))

    def strength_places(self) -> slice:
        """In modes: how strong rows of loops are known to be."""
        return slice(self.row_count, self.row_count + self.sizes["rows"])

    def held_places(self) -> slice:
        """In modes: numbers that force elements hold, behind all others."""
        first = 2 * self.sizes["rows"] + len(FRICTION_MODES) * len(self.frictions)
        return slice(first, first + len(self.held))

    def first_modes(self) -> np.ndarray:
        """Every row on, no friction, held numbers zero."""
        modes = np.zeros(max(self.held_places().stop, 2))
        modes[: self.sizes["rows"]] = 1.0
        return modes

    def held_starts(self, model: Model) -> np.ndarray:
        """Tells what the held numbers of a model of this structure begin with, in the order of their places."""
        if not self.held:
            return np.zeros(0)
        starts = {f"{part.name}.{own.name}": own.start for part in model.forces for own in lay_out_held(part)}
        found = np.array([float(starts[name]) for name in self.held])  # type: ignore[arg-type]
        if wrong := [name for name, start in zip(self.held, found, strict=True) if not np.isfinite(start)]:
            what = "starts with a number that is not finite"
            raise ModelError(model.name, [Problem(name, what, "needs a finite number") for name in wrong])
        return found

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Layout:
        return Layout(**json.loads(text))

    def fill_values(self, model: Model) -> tuple[np.ndarray, np.ndarray]:
        """The arrays `values` and `tables` for a model of this structure."""
        values, tables = np.zeros(max(self.sizes["values"], 1)), np.zeros(max(self.sizes["tables"], 1))
        parts = model.parts
        if model.form is not None:
            numbers, places = model.form.indices(self.values)
            values[places] = model.array[numbers]
            parts = tuple(parts[k] for k in model.form.with_tables)
        else:
            for path, number in model.numbers().items():
                if path in self.values:
                    values[self.values[path]] = number
        for part in parts:
            for name, table in tables_of_part(part).items():
                if place := self.tables.get(f"{path_of_part_fields(part)}.{name}"):  # controllers have none here
                    tables[place[0] : place[0] + place[1]] = table.flat()
        return values, tables


def lay_out_kernels(mechanism: Mechanism) -> Layout:
    """Give every number of the mechanism its place."""
    layout = Layout()
    blocks = [(mechanism.interface,), *(group.members for group in (*mechanism.groups, *mechanism.elements))]
    links = mechanism.links
    state = 0
    for what, table in (("coordinates", layout.coordinates), ("speeds", layout.speeds)):
        for members in blocks:
            for twins in zip(*(m.links for m in members), strict=True):
                for names in zip(*(getattr(links[k], what) for k in twins), strict=True):
                    for named in names:
                        table[named.name] = state
                        layout.units[named.name] = named.unit
                        state += 1
    layout.plain = lay_out_plain_runs(layout)
    layout.yielding = [layout.speeds[n.name] for link in links if link.yields for n in link.speeds]
    model = mechanism.model
    for members in blocks:
        for twins in zip(*(m.forces for m in members), strict=True):
            for position, (_, unit) in enumerate(lay_out_element_states(model.forces[twins[0]])):
                for k in twins:
                    name = f"{model.forces[k].name}.{lay_out_element_states(model.forces[k])[position][0]}"
                    layout.elements[name] = state
                    layout.units[name] = unit
                    state += 1
    controlled = state
    for members in blocks:
        for twins in zip(*(m.forces for m in members), strict=True):
            for k in twins:
                layout.works[model.forces[k].name] = state
                state += 1
        for twins in zip(*(m.closures for m in members), strict=True):
            for k in twins:
                if is_driven_at_ends(mechanism.closures[k]):
                    layout.works[mechanism.closures[k].name] = state
                    state += 1
    row = 0
    for members in blocks:
        for twins in zip(*(m.closures for m in members), strict=True):
            for names in zip(*(tree_row_names(mechanism.closures[k]) for k in twins), strict=True):
                for named in names:
                    layout.rows[named.name] = row
                    row += 1
    for members in blocks:
        for twins in zip(*(m.forces for m in members), strict=True):
            if has_phases(model.forces[twins[0]]):
                for k in twins:
                    layout.frictions[model.forces[k].name] = len(layout.frictions)
    layout.sizes |= {"state": state, "controlled": controlled, "rows": row}
    _held(layout, model, blocks)
    for link in links:
        four = [n.name for n in link.coordinates if n.name.rsplit(".", 1)[1] in ("q0", "q1", "q2", "q3")]
        if len(four) == 4:
            layout.quaternions.append([layout.coordinates[name] for name in four])
    _values(layout, mechanism, blocks)
    _tables(layout, mechanism, blocks)
    for k, part in enumerate(model.inputs):
        layout.inputs[part.name] = 1 + INPUT_WIDTH * k
    layout.sizes["inputs"] = 1 + INPUT_WIDTH * len(model.inputs)
    return layout


def _held(layout: Layout, model: Model, blocks: list[tuple[Component, ...]]) -> None:
    """Numbers that force elements hold, lanes side by side."""
    first = layout.held_places().start
    for members in blocks:
        for twins in zip(*(m.forces for m in members), strict=True):
            for position, own in enumerate(lay_out_held(model.forces[twins[0]])):
                for k in twins:
                    name = f"{model.forces[k].name}.{lay_out_held(model.forces[k])[position].name}"
                    layout.held[name] = [first + len(layout.held), own.unit]


def lay_out_plain_runs(layout: Layout) -> list[list[int]]:
    """Coordinates whose rates are speeds, unlike those of quaternions: the first, its speed, how many in a row."""
    runs: list[list[int]] = []
    for name, place in layout.coordinates.items():
        speed = layout.speeds.get(f"{name}_rate")
        if speed is None:
            continue
        if runs and [place, speed] == [runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]]:
            runs[-1][2] += 1
        else:
            runs.append([place, speed, 1])
    return runs


def _values(layout: Layout, mechanism: Mechanism, blocks: list[tuple[Component, ...]]) -> None:
    paths = [f"gravity.{axis}" for axis in "xyz"] + ["solver.stabilisation"]
    for members in blocks:
        parts = [lane_parts(mechanism.model, mechanism.links, mechanism.closures, m) for m in members]
        for twins in zip(*parts, strict=True):
            for together in zip(*(numbers_of(part) for part in twins), strict=True):
                paths += together
    layout.values = {path: k for k, path in enumerate(paths)}
    layout.sizes["values"] = len(paths)


def lay_out_element_states(part: object) -> tuple[tuple[str, str], ...]:
    """Name and unit of each state that a force element carries, such as the deflection of a tyre."""
    return getattr(part, "states", ())


def lay_out_held(part: object) -> tuple[Held, ...]:
    """Numbers that a force element holds between events, such as the gear of a gearbox."""
    return getattr(part, "held", ())


def numbers_of(part: object) -> list[str]:
    """Paths of the numbers of a part that enter the equations as symbols."""
    return [path for path, _, _ in each_number(part)]


def _tables(layout: Layout, mechanism: Mechanism, blocks: list[tuple[Component, ...]]) -> None:
    offset = 0
    for members in blocks:
        parts = [lane_parts(mechanism.model, mechanism.links, mechanism.closures, m) for m in members]
        for twins in zip(*parts, strict=True):
            for name in tables_of_part(twins[0]):
                for part in twins:
                    size = getattr(part, name).size
                    layout.tables[f"{path_of_part_fields(part)}.{name}"] = [offset, size]
                    offset += size
    layout.sizes["tables"] = offset
