"""A model as it is exported: programs of its kernels, arrays to start from, and the name of every number in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any

import numpy as np

from jounce.equations.layout import INPUT_WIDTH, Layout
from jounce.equations.recursive.derive import KERNELS, derive_equations
from jounce.equations.residual_slopes import SlopeProgram, held_size, write_slopes
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.export.file_numbers import FileNumbers, file_numbers_of
from jounce.graph.collection import collect_garbage_later
from jounce.model import Model, Vehicle
from jounce.native.program import Program
from jounce.simulation.compiled import compiled_programs, compiled_reads_road
from jounce.simulation.prepare import Prepared, prepare

RESERVED = {  # keywords of C [ISO/IEC 9899:1999, section 6.4.1], and what the exported files have themselves
    *("auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern"),
    *("float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed"),
    *("sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while"),
    *("main", "road"),
}


@dataclass(frozen=True, slots=True)
class ExportedNumber:
    """One number of an array, in words: where it lies, its name as users write it, its unit and what it is."""

    place: int
    name: str
    unit: str
    value: float | None = None
    meaning: str = ""


@dataclass(frozen=True, kw_only=True)
class ExportedModel:
    """Everything that source code of a model needs. Names of users are texts here, never identifiers."""

    title: str
    prefix: str  # of identifiers and files
    layout: Layout
    programs: Mapping[str, Program]
    slopes: SlopeProgram | None  # of the Jacobian; None where it is left out
    sensitivity: tuple[str, ...]  # paths of values by which rates are derived as well
    arrays: Mapping[str, np.ndarray]  # state, inputs, modes, values, tables
    plain: np.ndarray  # coordinates that are integrals of speeds: first, speed, how many
    numbers: Mapping[str, tuple[ExportedNumber, ...]]  # of state, inputs, values, channels, in the order of places
    reads_road: bool
    file_numbers: FileNumbers | None  # of a vehicle: how values follow from the numbers of its file
    not_run: str  # why no main is written; empty where there is one
    notes: tuple[str, ...] = field(default=())

    @property
    def sizes(self) -> dict[str, int]:
        """Tells how many numbers each array has."""
        sizes, layout = self.layout.sizes, self.layout
        return {
            "state": sizes["state"],
            "controlled": sizes["controlled"],
            "speeds": len(layout.speeds),
            "first_speed": min(layout.speeds.values(), default=0),
            "inputs": sizes["inputs"],
            "modes": self.arrays["modes"].size,
            "values": self.arrays["values"].size,
            "tables": self.arrays["tables"].size,
            "rows": sizes["rows"],
            "all_rows": layout.row_count,
            "gap": sizes["gap"],
            "rate_gap": sizes["rate gap"],
            "channels": sizes["channels"],
            "matrices": sizes["matrices"],
            "work": sizes["work"],
            "multipliers": sizes["multipliers"],
            "stabilisation": layout.values["solver.stabilisation"],
        }

    @property
    def slope_work(self) -> int:
        """Numbers of the `work` of the derivatives, which begins with accelerations and multipliers."""
        return max(self.slopes.program.work_size, held_size(self.layout)) if self.slopes else 0


@collect_garbage_later()
def exported_model(
    model: Model | Vehicle | Prepared,
    start: Mapping[str, Any] | None = None,
    sensitivity: Sequence[str] = (),
    jacobian: bool = True,
    name: str | None = None,
) -> ExportedModel:
    """Derive the equations of a model once more, as programs, with the numbers of its start."""
    ready = model if isinstance(model, Prepared) else prepare(model, start, integrator=None)
    _require_known(sensitivity, ready)
    equations = derive_equations(ready.model)
    programs = compiled_programs(equations)
    layout = equations.layout
    slopes, notes = None, []
    if loaded := [part.name for part in ready.model.forces if getattr(part, "load_factor", None) is not None]:
        notes.append(f"no Jacobian: the friction of {', '.join(loaded)} follows the reaction of its joint")
    elif jacobian:
        slopes = write_slopes(ready.model, layout, sensitivity)
    work = ready.workspace()
    arrays = {name: getattr(work, name) for name in ("inputs", "modes", "values", "tables")}
    return ExportedModel(
        title=ready.model.name,
        prefix=exported_identifier(name or ready.model.name),
        layout=layout,
        programs={name: programs[name] for name in KERNELS},
        slopes=slopes,
        sensitivity=tuple(sensitivity),
        arrays={"state": ready.state, **arrays},
        plain=np.array(layout.plain, int).reshape(-1, 3),
        numbers=_named(ready, layout, arrays),
        reads_road=compiled_reads_road(ready.model),
        file_numbers=file_numbers_of(model, layout) if isinstance(model, Vehicle) else None,
        not_run=_why_not_run(ready, layout),
        notes=tuple(notes),
    )


def exported_identifier(name: str) -> str:
    """An identifier for C and Python, whatever the name is."""
    word = _plain_word(name)
    return f"model_{word}" if word[0].isdigit() or word in RESERVED or iskeyword(word) else word


def renamed_identifier_note(name: str) -> list[str]:
    """That a name was changed because C or Python has another use for it; nothing where it was not."""
    word = exported_identifier(name)
    if word == _plain_word(name):
        return []
    return [f"'{name}' cannot be a name in C or Python, so files and functions are named '{word}'"]


def _plain_word(name: str) -> str:
    """Small letters, digits and underscores."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:40] or "model"


def _require_known(paths: Sequence[str], ready: Prepared) -> None:
    known = ready.layout.values
    problems = [
        Problem(path, f"there is no such number of a part.{did_you_mean(path, known)}", "see the header of an export")
        for path in paths
        if path not in known
    ]
    if problems:
        raise ModelError(ready.model.name, problems)


def _why_not_run(ready: Prepared, layout: Layout) -> str:
    """Tells what a plain loop over time would miss."""
    if layout.frictions:
        return f"dry friction changes its phases at events: {', '.join(layout.frictions)}"
    if layout.held:
        return f"numbers are held between events: {', '.join(layout.held)}"
    if ready.model.controllers:
        return f"it has controllers: {', '.join(part.name for part in ready.model.controllers)}"
    if ends := [name for name, guard in layout.guards.items() if guard[3]]:
        return f"triggers may end a run: {', '.join(ends)}"
    return ""


def _named(ready: Prepared, layout: Layout, arrays: Mapping[str, np.ndarray]) -> dict[str, tuple[ExportedNumber, ...]]:
    words = {
        **{name: "coordinate" for name in layout.coordinates},
        **{name: "speed" for name in layout.speeds},
        **{name: "state of a force element" for name in layout.elements},
    }
    state = [
        ExportedNumber(place, name, layout.units[name], float(ready.state[place]), words[name])
        for name, place in (*layout.coordinates.items(), *layout.speeds.items(), *layout.elements.items())
    ]
    state += [
        ExportedNumber(place, name, "J", float(ready.state[place]), "work of a force element or a drive")
        for name, place in layout.works.items()
    ]
    inputs = [ExportedNumber(0, "time", "s", 0.0, "time")]
    for part in ready.model.inputs:
        first = layout.inputs[part.name]
        for order, word in enumerate(("value", "first rate", "second rate")[:INPUT_WIDTH]):
            unit = part.unit + ("", "/s", "/s^2")[order]
            inputs.append(ExportedNumber(first + order, part.name, unit, float(arrays["inputs"][first + order]), word))
    units = ready.model.number_units()
    values = [
        ExportedNumber(
            place,
            path,
            units.get(path, "1/s" if path.startswith("solver") else "m/s^2"),
            float(arrays["values"][place]),
        )
        for path, place in layout.values.items()
    ]
    channels = [ExportedNumber(place, name, unit, None, text) for name, (place, unit, text) in layout.channels.items()]
    found = {"state": state, "inputs": inputs, "values": values, "channels": channels}
    return {group: tuple(sorted(numbers, key=lambda each: each.place)) for group, numbers in found.items()}
