"""Programs from sheets of formulas: the scheduler says what runs when, in which function, and where it lies.

A `ProgramSheet` holds the formulas of one kind of subsystem; its lanes are the subsystems of that kind. Sheets
exchange numbers: one sheet's output is another's import. From these dependencies alone follow the stages:
what depends on values only is set-up and runs when values change; the rest runs in the order that the
exchanges ask for (interface, subsystems, interface, subsystems ...). Within a stage operations run
depth-first, cut into functions of about a thousand, because one huge function compiles slowly and badly.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from jounce.graph import Expression, Graph, Scalar
from jounce.graph.tables import Surface, Table
from jounce.native.engine import has_fused_operations
from jounce.native.functions import FUNCTIONS, function_arguments
from jounce.native.fusion import Fused, find_fusions
from jounce.native.interleave import interleave_chains

ARRAYS = ("state", "inputs", "modes", "values", "tables", "road", "out", "work")
CHUNK = 1000  # operations in one function
SETUP = -1000  # stage of what depends on values only


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number of each lane lies in one of the kernel's arrays."""

    array: str
    offsets: tuple[int, ...]  # one for each lane


@dataclass(frozen=True, slots=True)
class Import:
    """A symbol that is another sheet's output: for each lane, which sheet, which output, which lane there."""

    sources: tuple[tuple[int, Hashable, int], ...]


@dataclass
class ProgramSheet:
    """Formulas of one kind of subsystem, for all its lanes."""

    lanes: int
    chains: bool = False  # long and independent of each other, as a tyre's: see `interleave`
    graph: Graph = field(default_factory=Graph)
    symbols: dict[Hashable, Place | Import] = field(default_factory=dict)
    outputs: dict[Hashable, Scalar] = field(default_factory=dict)

    def symbol(self, key: Hashable, source: Place | Import) -> Expression:
        known = self.symbols.setdefault(key, source)
        if known != source:
            raise ValueError(f"{key} has two sources")
        return self.graph.symbol(key)

    def is_value(self, leaf: Expression) -> bool:
        """Whether a symbol or constant changes only when values do."""
        source = None if leaf.op == "const" else self.symbols[leaf.data]
        return source is None or (isinstance(source, Place) and source.array == "values")


@dataclass(frozen=True, slots=True)
class Store:
    """An output of a sheet that is written to one of the arrays."""

    sheet: int
    key: Hashable
    place: Place


@dataclass(frozen=True, slots=True)
class Piece:
    """One generated function: consecutive operations of one sheet."""

    sheet: int
    lanes: int
    nodes: tuple[Expression, ...]
    loads: tuple[tuple[Expression, Place], ...]  # values made elsewhere, or symbols
    stores: tuple[tuple[Expression, Place], ...]
    fused: Mapping[Expression, Fused]  # of some nodes: the product that they take in
    cars: int = 1  # lanes of one subsystem that stand side by side, see `widen`
    table_size: int = 0  # from one car's tables to the next one's

    def table_shift(self, table: Table | Surface, lane: int) -> int:
        """From the table of the first lane to that of another."""
        return lane // self.cars * table.lane_stride + lane % self.cars * self.table_size


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel ready to be written as code: set-up pieces, then the pieces of one evaluation, in order."""

    setup: tuple[Piece, ...]
    run: tuple[Piece, ...]
    work_size: int  # numbers of the work array in use, including what came before


class ProgramScheduler:
    """Orders operations of some sheets into programs.

    The sheets must be complete: elementary functions are written as polynomials here. A function stays in the order
    behind its polynomial, as another name for its end, so that nothing that uses it need be written again.
    """

    def __init__(self, sheets: Sequence[ProgramSheet], fuse: bool | None = None):
        fuse = has_fused_operations() if fuse is None else fuse
        self.sheets = sheets
        self.results = [_nodes(sheet) for sheet in sheets]
        functions = [node for sheet in sheets for node in sheet.graph.nodes if node.op in FUNCTIONS]
        self.fused: dict[Expression, Fused] = {}
        # of functions and fused sums; of others it is `args`
        self.arguments: dict[Expression, tuple[Expression, ...]] = {
            node: function_arguments(node) for node in functions
        }
        if fuse:
            for sheet, results in zip(sheets, self.results, strict=True):
                self.fused |= find_fusions(results.values(), self.arguments, sheet.is_value)
            self.arguments |= {node: tuple(whole[:3]) for node, whole in self.fused.items()}
        # of nodes that some program has met
        self.stage: list[dict[Expression, int]] = [{} for _ in sheets]
        self.from_earlier: list[dict[Expression, list[Expression]]] = [{} for _ in sheets]  # arguments, if any

    def program(
        self, stores: Sequence[Store], work_start: int, given: Sequence[Store] = (), chunk: int = CHUNK
    ) -> Program:
        """All operations that the stores need, and a place in `work` for every number that travels.

        What is `given` was stored by a program made before this one, which ran last: it is read and not made again.
        `chunk` operations go into one function.
        """
        return _Plan(self, work_start, given, chunk).program(stores)


def _nodes(sheet: ProgramSheet) -> dict[Hashable, Expression]:
    constant = sheet.graph.constant
    return {key: v if isinstance(v, Expression) else constant(v) for key, v in sheet.outputs.items()}


LEAVES = ("symbol", "const")


class _Plan:
    """One program in the making."""

    def __init__(self, scheduler: ProgramScheduler, work_start: int, given: Sequence[Store], chunk: int):
        self.sheets, self.results, self.work, self.chunk = scheduler.sheets, scheduler.results, work_start, chunk
        self.arguments, self.stage, self.from_earlier = scheduler.arguments, scheduler.stage, scheduler.from_earlier
        self.fused = scheduler.fused
        self.met: list[set[Expression]] = [set() for _ in self.sheets]
        self.order = [defaultdict[int, list[Expression]](list) for _ in self.sheets]  # by stage, operations in order
        self.slots: list[dict[Expression, Place]] = [{} for _ in self.sheets]
        self.sources: list[dict[Expression, Place]] = [{} for _ in self.sheets]  # of symbols
        self.sinks: dict[tuple[int, int], dict[Expression, list[Place]]] = {}
        for store in given:
            node = self.results[store.sheet][store.key]
            if node.op not in LEAVES:
                self.slots[store.sheet][node] = store.place
                self.met[store.sheet].add(node)

    def program(self, stores: Sequence[Store]) -> Program:
        for store in stores:
            node = self.results[store.sheet][store.key]
            # what set-up makes is kept, but `out` is written at every call
            at = max(self._visit(store.sheet, node), 0)
            if self.stage[store.sheet][node] < 0 and node.op not in LEAVES:
                self._slot(store.sheet, node)
            self.sinks.setdefault((at, store.sheet), {}).setdefault(node, []).append(store.place)
        setup: list[Piece] = []
        run: list[Piece] = []
        ordered = {(stage, sheet) for sheet, order in enumerate(self.order) for stage in order}
        for stage, sheet in sorted(ordered | self.sinks.keys()):
            pieces = self._pieces(stage, sheet)
            (setup if stage < 0 else run).extend(pieces)
        return Program(tuple(setup), tuple(run), self.work)

    def _visit(self, sheet: int, root: Expression) -> int:
        """Put what `root` needs in order, depth-first: each operation as late as its first use allows."""
        stages, from_earlier, met, order = (
            self.stage[sheet],
            self.from_earlier[sheet],
            self.met[sheet],
            self.order[sheet],
        )
        arguments = self.arguments
        stack: list[Expression | None] = [root]
        while stack:
            node = stack.pop()
            if node is None:  # the one below has its arguments in order now
                node = stack.pop()
                assert node is not None
            elif node in met:
                continue
            else:
                met.add(node)
                args = arguments.get(node) or node.args
                if not args:
                    stages[node] = SETUP if node.op == "const" else self._visit_symbol(sheet, node)
                    continue
                if not met.issuperset(args):
                    stack += (node, None, *args[::-1])
                    continue
            stage = stages.get(node)
            if stage is None:
                stage = self._find_stage(sheet, node)
            order[stage].append(node)
            if node in from_earlier:
                for a in from_earlier[node]:
                    self._slot(sheet, a)
        return stages[root]

    def _find_stage(self, sheet: int, node: Expression) -> int:
        """The latest of its arguments'; an import comes one after its maker."""
        stages, args = self.stage[sheet], self.arguments.get(node) or node.args
        of_args = [stages[a] for a in args]
        stage = stages[node] = max(of_args)
        if min(of_args) < stage:
            earlier = [a for a in args if stages[a] < stage and a.op not in LEAVES]
            if earlier:
                self.from_earlier[sheet][node] = earlier
        return stage

    def _visit_symbol(self, sheet: int, symbol: Expression) -> int:
        source = self.sheets[sheet].symbols[symbol.data]
        if isinstance(source, Place):
            self.sources[sheet][symbol] = source
            return SETUP if source.array == "values" else 0
        latest, offsets = SETUP, []
        for other, key, lane in source.sources:
            made = self.results[other][key]
            stage = self._visit(other, made)
            latest = max(latest, stage)
            offsets.append(self._slot(other, made).offsets[lane])
            if made.op in LEAVES:  # not an operation of any stage: stored as it is
                self.sinks.setdefault((stage, other), {}).setdefault(made, [])
        self.sources[sheet][symbol] = Place("work", tuple(offsets))
        return latest + 1

    def _slot(self, sheet: int, node: Expression) -> Place:
        """The place in `work` of a value that is used outside the function that makes it."""
        place = self.slots[sheet].get(node)
        if place is None:
            lanes = self.sheets[sheet].lanes
            self.work += -self.work % lanes  # a vector that crosses no border of a cache line
            place = self.slots[sheet][node] = Place("work", tuple(range(self.work, self.work + lanes)))
            self.work += lanes
        return place

    def _pieces(self, stage: int, sheet: int) -> list[Piece]:
        order, sinks = self.order[sheet].get(stage, []), self.sinks.get((stage, sheet), {})
        chunks = [order[i : i + self.chunk] for i in range(0, len(order), self.chunk)] or [[]]
        made = [set(chunk) for chunk in chunks]
        of = self.arguments
        arguments = [[a for node in chunk for a in of.get(node) or node.args] for chunk in chunks]
        needed = [
            [a for a in dict.fromkeys(of_chunk) if a not in own and a.op != "const"]
            for of_chunk, own in zip(arguments, made, strict=True)
        ]
        for a in itertools.chain(*needed) if len(chunks) > 1 else ():  # what crosses a border gets a slot first
            if any(a in own for own in made):
                self._slot(sheet, a)
        slots, sources = self.slots[sheet], self.sources[sheet]
        made_elsewhere = [node for node in sinks if not any(node in own for own in made)]
        pieces = []
        for chunk, loaded in zip(chunks, needed, strict=True):
            stores = []
            for node in chunk:
                if node in sinks:
                    stores += [(node, place) for place in sinks[node]]
                if node in slots:
                    stores.append((node, slots[node]))
            for node in made_elsewhere if chunk is chunks[-1] else ():
                stores += [(node, place) for place in sinks[node]]
                if node in slots and self.stage[sheet][node] == stage:
                    stores.append((node, slots[node]))
                if node.op != "const" and node not in loaded:
                    loaded.append(node)
            loads = tuple((node, sources[node] if node.op == "symbol" else slots[node]) for node in loaded)
            fused = {node: self.fused[node] for node in chunk if node in self.fused}
            nodes = interleave_chains(chunk, fused) if self.sheets[sheet].chains else chunk
            pieces.append(Piece(sheet, self.sheets[sheet].lanes, tuple(nodes), loads, tuple(stores), fused))
        return pieces
