"""The tick of a controller as machine code: its formulas are written once with symbols, compiled, and kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.graph import Expression, Graph, Scalar, Surface, Table
from jounce.graph.tables import KnownTable
from jounce.model.fields import TYPE_OF, each_number, fields_of, map_numbers, structure_of
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.formulas import FormulaCompiler
from jounce.native.kernel import Kernel
from jounce.native.llvm import write_llvm_ir
from jounce.native.program import Place, Program, ProgramScheduler, ProgramSheet, Store
from jounce.parts.controls import Hold, Reach
from jounce.parts.controls.controller import InPython
from jounce.parts.tables import tables_of_part
from jounce.simulation.controls.tick_reading import (
    NotRead,
    TickReading,
    place_of_controller,
    where_controller_failed,
)
from jounce.simulation.controls.tick_record import HELD, NUMBERS, REACHED

OPTIMISATION = 1  # of LLVM's back end
FUNCTIONS = "use + - * / ** and functions of jounce.graph (sin, minimum, select, less, ...), not math, numpy or if"
OR_PYTHON = "or run it in Python: jounce.parts.controls.in_python(controller)"


@dataclass(frozen=True)
class TickCode:
    """Machine code of a tick, and the arrays that belong to it."""

    kernel: Kernel
    values: np.ndarray  # numbers of the controller
    tables: np.ndarray
    work: np.ndarray

    def set_up(self) -> None:
        """Evaluates what depends on the controller's numbers only."""
        assert self.kernel.setup is not None
        nothing = np.zeros(1).ctypes.data
        arrays = (self.values.ctypes.data, self.tables.ctypes.data, 0, nothing, self.work.ctypes.data)
        self.kernel.setup(nothing, nothing, nothing, *arrays)


class TickProblem(Exception):
    """A controller cannot become machine code."""

    def __init__(self, problem: Problem):
        self.problem = problem


def tick_code(controller: Any, memory_count: int) -> TickCode:
    """Traces a tick with symbols and compile it."""
    path = f"controllers.{controller.name}"
    values = np.array([value for _, value, _ in each_number(controller, path)], float)
    placed, tables = controller_with_placed_tables(controller)
    structure = _tick_structure(placed, memory_count)
    if structure is None or structure not in _kernels_by_structure():
        program = _tick_program(placed, path, memory_count)
        found = _tick_kernel(write_llvm_ir(program, False), program), program.work_size
        if structure is not None:
            _kernels_by_structure()[structure] = found
    else:
        found = _kernels_by_structure()[structure]
    kernel, work_size = found
    code = TickCode(kernel, np.append(values, 0.0), tables, np.zeros(work_size + 1))
    code.set_up()
    return code


@cache
def _kernels_by_structure() -> dict[Hashable, tuple[Kernel, int]]:
    """Kernels of this process and the sizes of their work, by what decides their formulas: many runs share one."""
    return {}


def _tick_structure(controller: Any, memory_count: int) -> Hashable | None:
    """What decides the formulas of a tick: class, words, lengths and tables; None where a field may hold anything."""
    kind = type(controller)
    users, tables = {field.name for field in fields_of(kind)}, tables_of_part(controller)
    if kind not in TYPE_OF or any(f.name not in users and f.name not in tables for f in fields(kind)):
        return None
    places = tuple((name, tuple(_places_of_tables(table))) for name, table in tables.items())
    return kind, memory_count, repr(structure_of(controller)), places, tuple(controller.reads), tuple(controller.sets)


def _places_of_tables(thing: Any) -> Iterator[Table | Surface]:
    """Yields every place of a table in a record."""
    if isinstance(thing, Table | Surface):
        yield thing
    elif isinstance(thing, tuple):
        for item in thing:
            yield from _places_of_tables(item)
    elif is_dataclass(thing) and not isinstance(thing, type):
        for field in fields(thing):
            yield from _places_of_tables(getattr(thing, field.name))


@cache
def _kernels() -> dict[str, Kernel]:
    """Returns kernels of this process by their IR."""
    return {}


def _tick_kernel(ir: str, program: Program) -> Kernel:
    if ir not in _kernels():
        _, data = FormulaCompiler(Cache()).compile(program, OPTIMISATION)
        _kernels()[ir] = Kernel.of(load_object(data))
    return _kernels()[ir]


def _tick_program(controller: Any, path: str, memory_count: int) -> Program:
    """Returns the schedule of a tick, with symbols for the controller's numbers, for the time, the reading and the
    memory.

    Products and sums round one by one, and so do quotients, as with floats.
    """
    sheet = ProgramSheet(1, graph=Graph(shares_reciprocals=False))
    count = 0

    def number(where: str, value: float, unit: str) -> Expression:
        nonlocal count
        count += 1
        return sheet.symbol(("value", where), Place("values", (count - 1,)))

    symbolic = map_numbers(controller, number, path)
    reads = tuple(controller.reads)
    time, *given = (sheet.symbol(("given", k), Place("state", (k,))) for k in range(1 + len(reads) + memory_count))
    reading = TickReading(zip(reads, given[: len(reads)], strict=True))
    try:
        answer = symbolic.tick(time, reading, tuple(given[len(reads) :]))
        numbers = tick_answer(controller, answer, memory_count, as_number=_scalar)
    except TickProblem:
        raise
    except NotRead as error:
        what = where_controller_failed(controller, error)
        raise TickProblem(Problem(path, what, f"reads: {', '.join(reads) or 'nothing'}")) from error
    except Exception as error:  # whatever the user's own code raises
        what = (
            f"{type(controller).__name__}.tick cannot become machine code: {where_controller_failed(controller, error)}"
        )
        raise TickProblem(Problem(path, what, f"{FUNCTIONS}; {OR_PYTHON}")) from error
    sheet.outputs.update(enumerate(numbers))
    stores = [Store(0, k, Place("out", (k,))) for k in range(len(numbers))]
    return ProgramScheduler([sheet], fuse=False).program(stores, 0)


def _scalar(value: Any) -> Scalar:
    return value if isinstance(value, Expression) else float(value)


def tick_answer(controller: Any, answer: Any, memory_count: int, as_number: Any = float) -> list[Scalar]:
    """Returns commands and memory as the loop takes them: kind, value and rate of each input, then the memory.

    What is not of the right form is a problem, in words.
    """
    path, sets = f"controllers.{controller.name}", tuple(controller.sets)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        what = f"gives {_shape(answer)} ({place_of_controller(controller)})"
        raise TickProblem(Problem(path, what, "(commands, memory), the memory too"))
    commands, memory = answer
    right = f"a command for each of {', '.join(sets)}: Hold(value), Reach(value, rate) or a number"
    if not hasattr(commands, "keys"):
        raise TickProblem(Problem(path, f"commands are {type(commands).__name__}", right))
    if set(commands) != set(sets):
        raise TickProblem(Problem(path, _other_keys(set(map(str, commands)), set(sets)), right))
    numbers: list[Scalar] = []
    for name in sets:
        command = commands[name]
        kind, value, rate = (REACHED, *command) if isinstance(command, Reach) else (HELD, command, 0.0)
        value = value.value if isinstance(value, Hold) else value
        try:
            numbers += [kind, as_number(value), as_number(rate)]
        except (TypeError, ValueError):
            shown = value if _is_no_number(value, as_number) else rate
            raise TickProblem(Problem(path, f"{name} is {_shape(shown)}, not one number", right)) from None
    assert len(numbers) == NUMBERS * len(sets)
    try:
        kept = [as_number(value) for value in memory]
    except (TypeError, ValueError):
        raise TickProblem(Problem(path, f"its memory is {_shape(memory)}", "a tuple of floats")) from None
    if len(kept) != memory_count:
        what = f"its memory has {len(kept)} numbers"
        raise TickProblem(Problem(path, what, f"always as many as begin() gives: {memory_count}"))
    return numbers + kept


def _is_no_number(value: Any, as_number: Any) -> bool:
    try:
        as_number(value)
    except (TypeError, ValueError):
        return True
    return False


def _shape(value: Any) -> str:
    shape = getattr(value, "shape", None)
    if shape is not None:
        return f"an array of shape {tuple(shape)}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"a {type(value).__name__} of {len(value)}"
    return f"{value!r}"[:60]


def _other_keys(given: set[str], wanted: set[str]) -> str:
    """Returns what is missing in an answer, and what is too much."""
    missing, more = sorted(wanted - given), sorted(given - wanted)
    words = [f"no command for {', '.join(missing)}"] if missing else []
    return " and ".join(words + ([f"a command for {', '.join(more)}, which it does not set"] if more else []))


def controller_with_placed_tables(controller: Any) -> tuple[Any, np.ndarray]:
    """Returns the controller with its tables placed one behind the other, and their numbers."""
    placed, numbers, at = {}, [np.zeros(1)], 1
    for name, table in tables_of_part(controller).items():
        placed[name] = table.placed(at)
        numbers.append(np.asarray(table.flat(), float))
        at += numbers[-1].size
    return (replace(controller, **placed) if placed else controller), np.concatenate(numbers)


def controller_for_floats(controller: Any) -> Any:
    """Returns the controller with tables that carry their numbers, so that its methods can be called with floats."""
    if isinstance(controller, InPython):
        return controller_for_floats(controller.controller)
    if not is_dataclass(controller) or not tables_of_part(controller):
        return controller
    placed, data = controller_with_placed_tables(controller)
    known = {name: _with_known_tables(table, data) for name, table in tables_of_part(placed).items()}
    return replace(placed, **known)


def _with_known_tables(thing: Any, data: np.ndarray) -> Any:
    """Returns the same record with its numbers beside each place of a table."""
    if isinstance(thing, Table | Surface):
        return KnownTable(thing, data)
    if isinstance(thing, tuple) and any(map(is_dataclass, thing)):
        return tuple(_with_known_tables(item, data) for item in thing)
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    changed = {f.name: _with_known_tables(getattr(thing, f.name), data) for f in fields(thing) if f.init}
    return replace(thing, **{name: new for name, new in changed.items() if new is not getattr(thing, name)})
