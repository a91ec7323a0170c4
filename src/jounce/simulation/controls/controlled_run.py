"""Controllers of one run: their records for machine code, the turn of those in Python, and what they leave behind."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from time import perf_counter
from typing import Any

import numpy as np

from jounce.errors import BAD_INPUT, ModelError, NumericalError, Problem
from jounce.model import Model, Vehicle
from jounce.model.fields import each_number, kind_word_of_field
from jounce.parts.controls import PythonController
from jounce.results import Channel, ChannelOwner
from jounce.simulation.controls.check_controllers import check_controllers, list_of_controllers, read_controllers
from jounce.simulation.controls.tick_code import (
    TickCode,
    TickProblem,
    controller_for_floats,
    controller_with_placed_tables,
    tick_answer,
    tick_code,
)
from jounce.simulation.controls.tick_reading import ObservedChannels, TickReading, where_controller_failed
from jounce.simulation.controls.tick_record import (
    CODE,
    COLUMNS,
    MEMORY,
    MEMORY_COUNT,
    NUMBERS,
    OUT,
    RATE,
    READ,
    READ_COUNT,
    SET,
    SET_COUNT,
    STATE,
    TABLES,
    TICK,
    VALUES,
    WORK,
)
from jounce.simulation.controls.tick_times import (
    add_tick_stops,
    first_tick_from,
    move_samples_to_ticks,
    tick_tolerance,
)
from jounce.simulation.inputs import InputHistory, drive_inputs
from jounce.simulation.prepare import Prepared
from jounce.simulation.workspace import Workspace

GROUP = "control"


@dataclass
class RunningController:
    """A controller with its arrays."""

    controller: Any
    floats: Any  # the same, to be called with floats
    places: np.ndarray  # of what it reads, among what is observed
    inputs: np.ndarray  # numbers of the inputs that it sets
    code: TickCode | None  # None where it runs in Python
    given: np.ndarray  # time, reading, memory
    out: np.ndarray
    rate: np.ndarray
    memory: slice  # its place among all memories
    calls: int = 0
    seconds: float = 0.0  # of Python

    @property
    def name(self) -> str:
        return str(self.controller.name)


class ControllerError(NumericalError):
    """A controller's own code failed, or gave what is no command: a mistake of its author; the run so far is kept."""

    exit_code = BAD_INPUT


class ControlledRun:
    """The controllers of one run. `arrays` and `fill` are for the job; `answer` is the turn of a Python controller."""

    def __init__(self, work: Workspace, controllers: Sequence[Any], inputs: InputHistory, state: np.ndarray, t0: float):
        self.work, self.history = work, inputs
        self.failure: str | None = None
        self.wrong = False  # it is the user's own code, not the numbers
        self.layout, sizes = work.layout, work.layout.sizes
        self.inputs = [part.name for part in work.model.inputs]
        starts = self._start(controllers, state, t0)
        counts = [len(start) for start in starts]
        self.memories = np.array([x for start in starts for x in start] or [0.0], float)
        self.memory_size = sum(counts)
        ends = np.cumsum([0, *counts])
        self.observed = np.zeros(sizes["channels"] + sizes["inputs"] + self.memory_size)
        slices = {c.name: slice(int(a), int(b)) for c, a, b in zip(controllers, ends[:-1], ends[1:], strict=True)}
        self.places = observed_places(work, controllers, slices)
        problems, self.running = [], []
        for controller in controllers:
            try:
                self.running.append(self._laid_out(controller, slices[controller.name]))
            except TickProblem as error:
                problems.append(error.problem)
        if problems:
            raise ModelError(work.model.name, problems)
        self.rows = self._records()
        self.columns = self._columns()

    def _start(self, controllers: Sequence[Any], state: np.ndarray, t0: float) -> list[tuple[float, ...]]:
        """The memory of each controller at the start, from what it reads there and from the inputs that hold it."""
        self.work.inputs[:] = self.history.at(t0)
        seen = self.work.observe(state)
        held = {name: float(self.work.inputs[1 + 3 * k]) for k, name in enumerate(self.inputs)}
        seen |= {f"inputs.{name}": value for name, value in held.items()}
        for controller in controllers:
            seen |= {f"controls.{controller.name}.{name}": held[name] for name in controller.sets}
        found = []
        for controller in controllers:
            reads = tuple(controller.reads) or tuple(seen)
            reading = TickReading((name, seen.get(name, 0.0)) for name in reads)
            own = {name: held[name] for name in controller.sets}
            try:
                memory = controller_for_floats(controller).begin(reading, own)
                found.append(tuple(float(x) for x in memory))
            except Exception as error:  # whatever the user's own code raises
                what = f"begin: {where_controller_failed(controller, error)}"
                raise ModelError(
                    self.work.model.name, [Problem(f"controllers.{controller.name}", what, "a tuple of floats")]
                ) from error
        return found

    def _laid_out(self, controller: Any, memory: slice) -> RunningController:
        count = memory.stop - memory.start
        python = getattr(controller, "python", False)
        return RunningController(
            controller=controller,
            floats=controller_for_floats(controller),
            places=np.array([self.places[name] for name in controller.reads] or [0], np.int64),
            inputs=np.array([self.inputs.index(name) for name in controller.sets], np.int64),
            code=None if python else tick_code(controller, count),
            given=np.zeros(1 + len(controller.reads) + count),
            out=np.zeros(NUMBERS * len(controller.sets) + count),
            rate=np.array([float(controller.rate)]),
            memory=memory,
        )

    def _records(self) -> np.ndarray:
        rows = np.zeros((len(self.running), COLUMNS), np.int64)
        for row, one in zip(rows, self.running, strict=True):
            arrays = {STATE: one.given, OUT: one.out, READ: one.places, SET: one.inputs, RATE: one.rate}
            if one.code is not None:
                row[CODE] = one.code.kernel.address
                arrays |= {VALUES: one.code.values, TABLES: one.code.tables, WORK: one.code.work}
            for place, array in arrays.items():
                row[place] = array.ctypes.data
            row[READ_COUNT], row[SET_COUNT] = len(one.controller.reads), len(one.inputs)
            row[MEMORY], row[MEMORY_COUNT] = one.memory.start, one.memory.stop - one.memory.start
        return rows

    def _columns(self) -> np.ndarray:
        """Returns what rows of the result add: inputs that are set, then internals, controller by controller."""
        found: list[int] = []
        for one in self.running:
            found += [1 + 3 * int(k) for k in one.inputs]
            found += [-1 - (one.memory.start + k) for k in range(len(internals_of(one.controller)))]
        return np.array(found or [0], np.int64)

    def channels(self) -> tuple[Channel, ...]:
        """Returns the channels of those columns."""
        units = {part.name: part.unit for part in self.work.model.inputs}
        found = []
        for one in self.running:
            owner = ChannelOwner(GROUP, one.name)
            for name in one.controller.sets:
                what = f"input '{name}' as controller '{one.name}' sets it"
                found.append(Channel(f"controls.{one.name}.{name}", units[name], what, "", owner))
            for name, unit, definition in internals_of(one.controller):
                found.append(Channel(f"controls.{one.name}.{name}", unit, definition, "", owner))
        return tuple(found)

    @property
    def controllers(self) -> list[Any]:
        """Returns the controllers as they were written, also those that run in Python."""
        return [getattr(one.controller, "controller", one.controller) for one in self.running]

    def records(self) -> list[dict[str, Any]]:
        """Returns what a result says of each: name, kind, rate, what it reads and sets, its numbers, and how it ran."""
        return [
            {
                "name": one.name,
                "kind": kind_word_of_field(controller).replace("_", " "),
                "rate": float(one.rate[0]),
                "reads": list(one.controller.reads),
                "sets": list(one.controller.sets),
                "form": "machine code" if one.code else "Python",
                "numbers": numbers_of_controller(controller),
            }
            for one, controller in zip(self.running, self.controllers, strict=True)
        ]

    def identities(self) -> list[str]:
        """Returns each controller in a line: name, kind, rate, what it reads and sets, and a hash of its numbers and
        tables.

        What a Python function does is not among them; whether a controller runs in Python neither, for it is the same.
        """
        found = []
        for one, controller, record in zip(self.running, self.controllers, self.records(), strict=True):
            numbers = hashlib.sha256(b"")
            if is_dataclass(controller) and not isinstance(controller, PythonController):
                values = [value for _, value, _ in each_number(controller, f"controllers.{one.name}")]
                numbers.update(np.array(values, float).tobytes())
                numbers.update(controller_with_placed_tables(controller)[1].tobytes())
            words = [record[word] for word in ("name", "kind", "rate", "reads", "sets")]
            found.append(json.dumps([*words, one.memory.stop - one.memory.start, numbers.hexdigest()]))
        return found

    @property
    def driven(self) -> frozenset[str]:
        """Returns the inputs that controllers set."""
        return frozenset(name for one in self.running for name in one.controller.sets)

    @property
    def shortest_period(self) -> float:
        """Returns the time between two ticks of one controller, in s."""
        return 1.0 / max(float(one.rate[0]) for one in self.running)

    # --- for the job -------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Returns how many numbers a row of the result gets in addition."""
        return len(self.channels())

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        return {
            "controllers": self.rows,
            "observed": self.observed,
            "memories": self.memories,
            "control_columns": self.columns,
        }

    def fill(self, job: np.ndarray, ticks: np.ndarray) -> None:
        """Counts of the job record; its addresses are those of `arrays` and of the ticks."""
        job["controller_count"], job["memory_size"] = len(self.running), self.memory_size
        job["ticks"], job["tick_count"], job["next_tick"] = ticks.ctypes.data, len(ticks), 0

    def next_ticks(self) -> list[tuple[int, float]]:
        """Returns the number of the next tick, and the rate, of each controller."""
        return [(int(row[TICK]), float(one.rate[0])) for row, one in zip(self.rows, self.running, strict=True)]

    def stops(self, stops: np.ndarray, samples: np.ndarray, length: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Stops and samples of a run with its ticks among them, and the ticks; `length` of what times are cut into."""
        self.ticks: np.ndarray
        tolerance = tick_tolerance(length, stops)
        for row, one in zip(self.rows, self.running, strict=True):
            row[TICK] = max(int(row[TICK]), first_tick_from(float(stops[0]), float(one.rate[0]), tolerance))
        found, self.ticks = add_tick_stops(stops, self.next_ticks(), tolerance)
        return found, move_samples_to_ticks(samples, found, self.ticks, tolerance), self.ticks

    def columns_now(self) -> np.ndarray:
        """Returns what a row of the result adds, with the inputs of the workspace."""
        wanted = self.columns[: self.width]
        return np.array([self.work.inputs[k] if k >= 0 else self.memories[-1 - k] for k in wanted])

    # --- controllers in Python ---------------------------------------------------------------------------

    def answer(self, job: np.ndarray) -> bool:
        """Gives the tick of the Python controller whose turn it is; False, with `failure` in words, where it failed."""
        one = self.running[int(job["ticking"])]
        reads = tuple(one.controller.reads)
        time, reading = float(one.given[0]), TickReading(zip(reads, one.given[1:].tolist(), strict=False))
        seen = reading if reads else ObservedChannels(self.places, self.observed)
        memory = tuple(one.given[1 + len(reads) :].tolist())
        began = perf_counter()
        try:
            answer = one.floats.tick(time, seen, memory)
            one.out[:] = tick_answer(one.controller, answer, len(memory))
        except TickProblem as error:
            self.wrong, self.failure = True, f"{error.problem.what}; needs {error.problem.help}"
        except Exception as error:  # whatever the user's own code raises
            self.wrong, self.failure = True, where_controller_failed(one.controller, error)
        finally:
            one.calls += 1
            one.seconds += perf_counter() - began
        if self.failure is not None:
            self.failure = f"controller '{one.name}' at t = {time:.6g} s: {self.failure}"
            return False
        job["tick_answered"] = 1
        return True

    def note_bad_command(self, job: np.ndarray) -> None:
        """Says which number of an answer is not finite."""
        one, k = self.running[int(job["ticking"])], int(job["culprit"])
        sets = tuple(one.controller.sets)
        value = one.out[k]
        what = f"its memory[{k - NUMBERS * len(sets)}]"
        if k < NUMBERS * len(sets):
            what = f"{'the rate of ' if k % NUMBERS == 2 else ''}input '{sets[k // NUMBERS]}'"
        self.failure = f"controller '{one.name}' at t = {float(one.given[0]):.6g} s: {value:g} for {what} is not finite"

    def notes(self) -> list[str]:
        """Returns what the run's controllers cost that run in Python."""
        return [
            f"controller '{one.name}' in Python: {one.calls} calls, {1e6 * one.seconds / one.calls:.2g} us each, "
            f"{one.seconds:.2g} s in all"
            for one in self.running
            if one.code is None and one.calls
        ]


def internals_of(controller: Any) -> tuple[Any, ...]:
    """Returns numbers of its memory that a controller shows."""
    return tuple(getattr(controller, "internals", ()))


def numbers_of_controller(controller: Any) -> dict[str, float]:
    """Returns the numbers of a controller by the names of their fields, without lists and tables."""
    if not is_dataclass(controller):
        return {}
    held = {field.name: getattr(controller, field.name) for field in fields(controller)}
    return {name: float(x) for name, x in held.items() if isinstance(x, int | float) and not isinstance(x, bool)}


def observed_places(work: Workspace, controllers: Sequence[Any], memories: Mapping[str, slice]) -> dict[str, int]:
    """Tells where each name that can be read lies: channels, then inputs, then memories."""
    found = {name: offset for name, (offset, _, _) in work.layout.channels.items()}
    inputs = work.layout.sizes["channels"]
    behind = inputs + work.layout.sizes["inputs"]
    found |= {f"inputs.{part.name}": inputs + 1 + 3 * k for k, part in enumerate(work.model.inputs)}
    for controller in controllers:
        own = f"controls.{controller.name}."
        found |= {own + name: found[f"inputs.{name}"] for name in controller.sets}
        first = behind + memories[controller.name].start
        found |= {own + shown[0]: first + k for k, shown in enumerate(internals_of(controller))}
    return found


def run_controllers(
    model: Model | Vehicle | Prepared,
    ready: Prepared,
    work: Workspace,
    given: Sequence[Any],
    history: InputHistory,
    inputs: Mapping[str, Any],
    duration: float,
) -> ControlledRun | None:
    """The controllers of a run, those of its model and those that are given, at the start of it; None without any."""
    controllers = [*controllers_of(model), *read_controllers(ready.model, list_of_controllers(given))]
    if not controllers:
        return None
    check_controllers(ready.model, controllers, work.layout.channels, inputs, duration)
    names = [part.name for part in ready.model.inputs]
    driven = [names.index(name) for one in controllers for name in one.sets]
    return ControlledRun(work, controllers, drive_inputs(history, driven, 0.0), ready.state, 0.0)


def controllers_of(model: Any) -> tuple[Any, ...]:
    """Returns controllers that are parts of a model or of a vehicle."""
    model = getattr(model, "model", model)  # of a prepared one
    return tuple(getattr(model, "controllers", ()))


def controller_notes(controls: ControlledRun | None) -> list[str]:
    """Says what a run says of its controllers."""
    return controls.notes() if controls else []


def controller_error(controls: ControlledRun | None) -> type[NumericalError]:
    """Returns what to raise for a run that failed: a controller's own code may be wrong, else the numbers failed."""
    return ControllerError if controls and controls.wrong else NumericalError
