"""Tangents of a run with fixed steps: how it changes with its start, its inputs and its numbers, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass
from functools import cache

import numpy as np

from jounce.equations.residual_slopes import held_size
from jounce.equations.tangent_programs import LANES, directions_at_once
from jounce.errors import NumericalError
from jounce.native.cache import Cache
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.native.loops.load import ENTRY, load_function
from jounce.simulation.integrators.job import CONTROL, EVENT, FINISHED, RUNNING, STATUS
from jounce.simulation.integrators.run_method import Integration
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.tangents.tangent_code import number_code, output_code, tangent_code
from jounce.simulation.tangents.tangent_controls import ControlDirections, TangentControls
from jounce.simulation.tangents.tangent_events import TangentEvents
from jounce.simulation.tangents.tangent_fields import STAGES, TANGENT, TICKING
from jounce.simulation.tangents.tangent_projection import TangentProjection
from jounce.simulation.workspace import Workspace

LOOP = "jounce.simulation.tangents.tangent_loop:advance"
STEPS = 500  # that machine code takes before Python has its turn


@dataclass(frozen=True, kw_only=True)
class RunTangents:
    """States, inputs, accelerations and multipliers at the samples of a run, and their changes along directions."""

    work: Workspace
    directions: RunDirections
    points: np.ndarray  # [sample, number]
    changes: np.ndarray  # [group, sample, number, direction of the group]
    kinks: Mapping[str, float]  # controllers that were just on a kink of their law, and when first

    def states(self) -> np.ndarray:
        """Returns the states themselves, [sample, state]."""
        return self.points[:, : self.work.layout.sizes["state"]]

    def of_states(self) -> np.ndarray:
        """Returns [direction, sample, state]"""
        n = self.work.layout.sizes["state"]
        return self._by_direction(self.changes[:, :, :n])

    def of_channels(self, names: Sequence[str]) -> np.ndarray:
        """Returns [direction, sample, channel]; works are states of the run, all others are formulas."""
        works = self.work.layout.works
        summed = {name: works[own] for name in names if (own := name.removesuffix(".work")) != name and own in works}
        formulas = [name for name in names if name not in summed]
        found = np.empty((self.directions.count, len(self.points), len(names)))
        if formulas:
            found[:, :, [names.index(name) for name in formulas]] = self._of_formulas(formulas)
        if summed:
            found[:, :, [names.index(name) for name in summed]] = self.of_states()[:, :, list(summed.values())]
        return found

    def _of_formulas(self, names: Sequence[str]) -> np.ndarray:
        """Returns tangents of channels of parts."""
        layout, changing = self.work.layout, sorted({k for places in self.directions.changing() for k in places})
        code = output_code(self.work.compiled, names, changing)
        samples, count = len(self.points), -(-self.directions.count // LANES)
        values = np.zeros(layout.sizes["values"] + LANES * len(changing))
        values[: layout.sizes["values"]] = self.work.values[: layout.sizes["values"]]
        out = np.zeros((count, samples, len(names), LANES))
        room = np.zeros(code.work_size)
        arrays = {"modes": self.work.modes, "values": values, "tables": self.work.tables, "work": room}
        size = self.points.shape[1]
        rows = np.empty((samples, (1 + LANES) * size))
        rows[:, :size] = self.points
        for number in range(count):
            own = self.directions.values[number * LANES : (number + 1) * LANES, changing]
            values[layout.sizes["values"] :].reshape(-1, LANES)[:, : len(own)] = own.T
            values[layout.sizes["values"] :].reshape(-1, LANES)[:, len(own) :] = 0.0
            group, first = divmod(number * LANES, self.changes.shape[-1])
            rows[:, size:].reshape(samples, size, LANES)[:] = self.changes[group, :, :, first : first + LANES]
            _set_up(self.work, code.kernel.setup, values, room)
            run_kernel_on_rows(code.address, rows, 0, road=self.work.road_entry, out=out[number], **arrays)
        return self._by_direction(out)

    def _by_direction(self, grouped: np.ndarray) -> np.ndarray:
        found = grouped.transpose(0, 3, 1, 2)
        return found.reshape(-1, *found.shape[2:])[: self.directions.count]


def differentiate_run(
    work: Workspace, run: Integration, directions: RunDirections, controllers: ControlDirections | None = None
) -> RunTangents:
    """Takes the steps of a laid-out run of RK4 once more, with the tangents of all directions."""
    layout, job = work.layout, run.job
    width = directions_at_once(directions.count)
    code, numbers = tangent_code(work.compiled, width), number_code(work.compiled, directions.changing(), width)
    arrays = _arrays(work, run, directions, code.entries, width)
    own_work = np.zeros(numbers.kernel.work_size if numbers.kernel else LANES * held_size(layout))
    rooms = {
        "slopes_work": np.zeros(code.slopes.work_size),
        "answer_work": np.zeros(code.answer.work_size),
        "numbers_work": own_work,
    }
    values = np.concatenate([work.values, np.zeros(len(numbers.coefficients))])
    if len(numbers.coefficients):
        values[len(work.values) :] = directions.values[numbers.coefficients[:, 0], numbers.coefficients[:, 1]]
    arrays |= rooms | {"number_values": values}
    record = np.zeros((), TANGENT)
    record["job"] = job.ctypes.data
    record["slopes"], record["answer"] = code.slopes.address, code.answer.address
    record["numbers"] = numbers.kernel.address if numbers.kernel else 0
    record["groups"], record["width"], record["rows"] = len(arrays["tangent"]), width, layout.row_count
    record["entry_count"] = code.entries
    record["first_speed"], record["speeds"] = min(layout.speeds.values(), default=0), len(layout.speeds)
    record["multipliers"] = layout.sizes["multipliers"]
    for name, array in arrays.items():
        record[name] = array.ctypes.data
    _set_up(work, code.slopes.kernel.setup, work.values, rooms["slopes_work"])
    if numbers.kernel:
        _set_up(work, numbers.kernel.kernel.setup, values, own_work)
    record["mode_count"] = len(work.modes)
    carry = TangentEvents(work, run, directions, arrays)
    controls = TangentControls(work, run, directions, arrays, controllers) if controllers else None
    _go_on(record, run, carry, TangentProjection(work, run, directions, arrays), controls)
    return RunTangents(
        work=work,
        directions=directions,
        points=arrays["samples"],
        changes=arrays["changes"],
        kinks=controls.kinks if controls else {},
    )


def _arrays(
    work: Workspace, run: Integration, directions: RunDirections, entries: int, width: int
) -> dict[str, np.ndarray]:
    layout, samples = work.layout, len(run.arrays["samples"])
    n, inputs, groups = layout.sizes["state"], layout.sizes["inputs"], -(-directions.count // width)
    size, held = n + layout.row_count, held_size(layout)
    pieces = _in_groups(directions.pieces.reshape(directions.count, -1), width)
    return {
        "entries": np.zeros((STAGES, max(entries, 1))),
        "residuals": np.zeros((STAGES, groups, size, width)),
        "stage_states": np.zeros((n, STAGES)),
        "stage_inputs": np.zeros((inputs, STAGES)),
        "piece_slopes": pieces.reshape(groups, -1, 4, width),
        "tangent": _in_groups(directions.state, width),
        "moved": np.zeros((n, width)),
        "rates": np.zeros((STAGES, groups, size, width)),
        "input_changes": np.zeros((inputs, width)),
        "modes_before": np.zeros(len(work.modes)),
        "rate_before": np.zeros(n),
        "rate_after": np.zeros(n),
        "fired_before": np.zeros(max(layout.sizes["guards"], 1), np.int64),
        "samples": np.zeros((samples, n + inputs + held)),
        "changes": np.zeros((groups, samples, n + inputs + held, width)),
    }


def _in_groups(rows: np.ndarray, width: int) -> np.ndarray:
    """Returns [direction, number] as [group, number, direction of the group]; what has no direction is zero."""
    groups = -(-len(rows) // width)
    padded = np.zeros((groups * width, rows.shape[1]))
    padded[: len(rows)] = rows
    return np.ascontiguousarray(padded.reshape(groups, width, -1).transpose(0, 2, 1))


def _set_up(work: Workspace, setup: Callable[..., None] | None, values: np.ndarray, room: np.ndarray) -> None:
    """Computes what depends on values only, into the kernel's own room."""
    nothing = np.zeros(1)
    if setup is not None:
        others = (work.modes, values, work.tables, work.road_entry, nothing, room)
        setup(nothing.ctypes.data, work.inputs.ctypes.data, *(array.ctypes.data for array in others))


def _go_on(
    record: np.ndarray,
    run: Integration,
    carry: TangentEvents,
    projection: TangentProjection,
    controls: TangentControls | None,
) -> None:
    advance, code = _load(), RUNNING
    while code in (RUNNING, EVENT, TICKING, CONTROL):
        run.job["step_budget"] = projection.steps_until_due(STEPS)
        code = advance(record.ctypes.data)
        projection.project_if_due()
        if run.how.on_progress is not None:
            run.how.on_progress(float(run.job["t"]))
        if code == EVENT:
            carry.over_event(begins=bool(record["event_begins"]))
            run.job["event_count"] = 0
        elif code == TICKING and controls:
            controls.over_ticks()
            record["tick_carried"] = 1
        elif code == CONTROL and controls and not controls.beside.controls.answer(run.job):
            raise NumericalError(str(controls.beside.controls.failure))
    if code != FINISHED:
        raise NumericalError(f"the run cannot be differentiated at t = {float(run.job['t']):g} s: {STATUS[code]}")


@cache
def _load() -> Callable[[int], int]:
    """Loads it once in a process and keeps it, so that its address stays valid."""
    loaded = load_function(LOOP, Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function
