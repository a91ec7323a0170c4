"""The tangent kernel: how fast outputs of an axle change when numbers of its vehicle do, as machine code.

The outputs are written once more, this time with the numbers of the vehicle's file as symbols all the way through:
file, parts, closed loops, observed points, outputs. Their derivative along a change of those numbers costs two to three
evaluations, whatever the length of the file; lanes hold several changes at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.equations.driven_motion import DrivenMotion
from jounce.graph import Expression, Graph, Scalar, order_reachable_nodes, substitute, tangent
from jounce.graph.collection import collect_garbage_later
from jounce.model import Model
from jounce.native.cache import Cache
from jounce.native.engine import Loaded, load_object
from jounce.native.kernel import Compiler
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.native.making import announce_making
from jounce.native.program import Place, Program, ProgramScheduler, ProgramSheet, Store
from jounce.studies.kinematics.outputs.rig_formulas import RigSymbols, Structure, write_rig_formulas

LANES = 4  # changes at once: what a register of the processor holds
OPTIMISATION = 1  # of the back end: 2 compiles longer and runs no faster


@dataclass(frozen=True, kw_only=True)
class SymbolicAxle:
    """An axle on its rig, with all its numbers as formulas of those of its vehicle."""

    model: Model  # with numbers as they are: what moves on what
    part_numbers: Mapping[str, Scalar]  # by path in the model
    output_numbers: Mapping[str, Scalar]  # by path in the structure of the outputs
    structure: Structure
    corners: Mapping[str, str]  # side -> prefix of its channels
    channels: tuple[str, ...]  # that are observed
    directions: tuple[Mapping[str, float], ...]  # rates of inputs, in the order of the structure


class _Numbered(RigSymbols):
    """The numbers of an axle are formulas; what is observed, and the design position, are symbols."""

    def __init__(self, axle: SymbolicAxle, numbers: Mapping[str, Scalar], graph: Graph):
        super().__init__(axle.structure, ProgramSheet(lanes=1, graph=graph))
        self.axle, self.numbers = axle, numbers
        self.points: dict[Expression, tuple[int, str]] = {}  # number of the direction, and channel

    def number(self, path: str) -> Scalar:
        known = self.numbers.get(path)
        return self.sheet.graph.symbol(path) if known is None else known

    def observed(self, point: str, quantity: str, side: str, axis: str, direction: str) -> Scalar:
        channel = f"{self.axle.corners[side]}.{point}.{quantity}_{axis}"
        symbol = self.sheet.graph.symbol(("observed", direction, channel))
        self.points[symbol] = (self.structure.directions.index(direction), channel)
        return symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class TangentCode:
    """Machine code for one structure, and where its numbers lie."""

    jacobian: Loaded
    tangents: Loaded
    work_size: int
    coordinates: tuple[str, ...]  # first in a row; behind them the entries of the inverse
    entries: np.ndarray  # row and column of what `jacobian` writes
    inverse: np.ndarray  # row and column of what `tangents` reads
    blocks: tuple[tuple[np.ndarray, np.ndarray], ...]  # unknowns that hang together, and those before them they need
    numbers: tuple[Hashable, ...]  # in `values`; behind them the changes of each, in lanes
    outputs: int
    design: tuple[int, ...]  # numbers that the design position gives: their changes stand behind the outputs, then they

    @property
    def columns(self) -> int:
        return self.outputs + 2 * len(self.design)


@collect_garbage_later()
def tangent_code(axle: SymbolicAxle) -> TangentCode:
    """Writes the formulas and compiles them; the machine code is in the cache from then on."""
    graph = Graph()
    part_numbers, output_numbers = (_moved(numbers, graph) for numbers in (axle.part_numbers, axle.output_numbers))
    motion = DrivenMotion(axle.model, part_numbers, graph, axle.channels, axle.directions)
    formulas = _Numbered(axle, output_numbers, graph)
    outputs, design = write_rig_formulas(formulas)
    points = {symbol: motion.motions[along].observed[channel] for symbol, (along, channel) in formulas.points.items()}
    read = {node.data for node in order_reachable_nodes(outputs.values())}
    design = {path: formula for path, formula in design.items() if path in read}
    wanted = substitute([*outputs.values(), *design.values()], points)
    kept = wanted[len(outputs) :]
    given = {node: k for k, node in enumerate((*motion.coordinates.values(), *motion.inverse.values()))}
    leaves = [
        node
        for node in order_reachable_nodes([*wanted, *motion.residuals()])
        if node.op == "symbol" and node not in given
    ]
    numbers = {node: k for k, node in enumerate(leaves)}
    changes = {node: graph.symbol(("change", node.data)) for node in numbers}
    tangents = tangent(wanted, motion.changes(changes))
    narrow, wide = sheets = [ProgramSheet(lanes=lanes, graph=graph) for lanes in (1, LANES)]
    for sheet in sheets:
        for array, nodes in (("state", given), ("values", numbers)):
            for node, k in nodes.items():
                sheet.symbol(node.data, Place(array, (k,) * sheet.lanes))
    for node, k in numbers.items():
        wide.symbol(changes[node].data, _in_lanes("values", len(numbers) + LANES * k, LANES))
    programs = [_program(narrow, list(motion.jacobian.values())), _program(wide, [*tangents, *kept])]
    with announce_making("derivatives of outputs"):
        loaded = [load_object(Compiler(Cache()).compile(program, OPTIMISATION)[1]) for program in programs]
    places = {node.data: k for node, k in numbers.items()}
    return TangentCode(
        jacobian=loaded[0],
        tangents=loaded[1],
        work_size=max(1, *(program.work_size for program in programs)),
        coordinates=tuple(motion.coordinates),
        entries=np.array(list(motion.jacobian)).T,
        inverse=np.array(list(motion.inverse)).T,
        blocks=motion.blocks,
        numbers=tuple(places),
        outputs=len(outputs),
        design=tuple(places[path] for path in design),
    )


def _moved(numbers: Mapping[str, Scalar], graph: Graph) -> dict[str, Scalar]:
    """Returns the same formulas on another graph, with symbols of the same names."""
    symbols = {node: graph.symbol(node.data) for node in order_reachable_nodes(numbers.values()) if node.op == "symbol"}
    return dict(zip(numbers, substitute(list(numbers.values()), symbols, graph), strict=True))


def _program(sheet: ProgramSheet, formulas: Sequence[Scalar]) -> Program:
    """Returns a kernel that writes the formulas one after the other, the lanes of each side by side."""
    sheet.outputs = dict(enumerate(formulas))
    stores = [Store(0, k, _in_lanes("out", sheet.lanes * k, sheet.lanes)) for k in range(len(formulas))]
    return ProgramScheduler([sheet]).program(stores, 0)


def _in_lanes(array: str, first: int, lanes: int) -> Place:
    return Place(array, tuple(range(first, first + lanes)))


def differentiate_by_tangent_kernel(
    code: TangentCode,
    coordinates: np.ndarray,
    numbers: Mapping[Hashable, float],
    tables: np.ndarray,
    changes: Sequence[Mapping[Hashable, float]],
) -> np.ndarray:
    """Returns [output, change, position]: how fast each output changes, for every given change of numbers.

    `coordinates` has a row for each position, of which the first is the design position: what it gives is no number of
    the caller's.
    """
    count, work = len(code.numbers), np.zeros(code.work_size)
    values = np.zeros(count * (1 + LANES))
    values[:count] = [numbers.get(name, 0.0) for name in code.numbers]
    speeds, place = values[count:].reshape(count, LANES), {name: k for k, name in enumerate(code.numbers)}
    arrays = {"values": values, "tables": tables, "work": work}
    entries = np.empty((len(coordinates), code.entries.shape[1]))
    _run(code.jacobian, coordinates, entries, **arrays)
    rows = np.concatenate([coordinates, _inverse(code, entries)], axis=1)
    design, kept = list(code.design), len(code.design)
    lanes = np.empty((len(rows), code.columns, LANES))
    _run(code.tangents, rows[:1], lanes[:1], **arrays)
    values[design] = lanes[0, code.outputs + kept :, 0]
    found = np.empty((code.outputs, len(changes), len(rows)))
    for first in range(0, len(changes), LANES):
        together = changes[first : first + LANES]
        speeds[:] = 0.0
        for lane, change in enumerate(together):
            for name in change.keys() & place.keys():
                speeds[place[name], lane] = change[name]
        _run(code.tangents, rows[:1], lanes[:1], **arrays)
        speeds[design] = lanes[0, code.outputs : code.outputs + kept]
        _run(code.tangents, rows, lanes, **arrays)
        found[:, first : first + LANES] = lanes[:, : code.outputs, : len(together)].transpose(1, 2, 0)
    return found


def _run(kernel: Loaded, rows: np.ndarray, out: np.ndarray, **arrays: np.ndarray) -> None:
    """Works out what depends on values only, then each row."""
    for part, some in (("setup", rows[:1]), ("run", rows)):
        run_kernel_on_rows(kernel.address_of(part), some, 0, out=out, **arrays)


def _inverse(code: TangentCode, entries: np.ndarray) -> np.ndarray:
    """Returns the entries of the inverse that are read, from those of the Jacobian; of one block of unknowns after
    another.

    A block depends on itself and on blocks before it: X_BB = J_BB^-1, and X_BA = -X_BB J_BA X_AA.
    """
    size = 1 + code.entries.max()
    J, X = np.zeros((2, len(entries), size, size))
    J[:, *code.entries] = entries
    for block, before in code.blocks:
        X[:, *np.ix_(block, block)] = own = np.linalg.inv(J[:, *np.ix_(block, block)])
        if len(before):
            X[:, *np.ix_(block, before)] = -own @ (J[:, *np.ix_(block, before)] @ X[:, *np.ix_(before, before)])
    return X[:, *code.inverse]
