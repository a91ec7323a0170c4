"""From formulas to a schedule: which operation runs when, in which function, and where it lies in memory.

A `Sheet` holds the formulas of one kind of subsystem; its lanes are the subsystems of that kind. Sheets
exchange numbers: one sheet's output is another's import. From these dependencies alone follow the stages:
what depends on values only is set-up and runs when values change; the rest runs in the order that the
exchanges ask for (interface, subsystems, interface, subsystems ...). Within a stage operations run
depth-first, cut into functions of about a thousand, because one huge function compiles slowly and badly.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from jounce.graph import Expression, Graph, Scalar
from jounce.native.functions import expand

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
class Sheet:
    """Formulas of one kind of subsystem, for all its lanes."""

    lanes: int
    graph: Graph = field(default_factory=Graph)
    symbols: dict[Hashable, Place | Import] = field(default_factory=dict)
    outputs: dict[Hashable, Scalar] = field(default_factory=dict)

    def symbol(self, key: Hashable, source: Place | Import) -> Expression:
        known = self.symbols.setdefault(key, source)
        if known != source:
            raise ValueError(f"{key} has two sources")
        return self.graph.symbol(key)


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


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel ready to be written as code: set-up pieces, then the pieces of one evaluation, in order."""

    setup: tuple[Piece, ...]
    run: tuple[Piece, ...]
    work_size: int  # numbers of the work array in use, including what came before


class Scheduler:
    """Orders operations of some sheets into programs.

    The sheets must be complete: elementary functions are written as polynomials here, once for all programs.
    """

    def __init__(self, sheets: Sequence[Sheet]):
        self.sheets = sheets
        self.results = [_expanded(sheet) for sheet in sheets]

    def program(self, stores: Sequence[Store], work_start: int) -> Program:
        """All operations that the stores need, and a place in `work` for every number that travels."""
        return _Plan(self, work_start).program(stores)


def _expanded(sheet: Sheet) -> dict[Hashable, Expression]:
    nodes = [v if isinstance(v, Expression) else sheet.graph.constant(v) for v in sheet.outputs.values()]
    return dict(zip(sheet.outputs, expand(nodes), strict=True))  # type: ignore[arg-type]


LEAVES = ("symbol", "const")


class _Plan:
    """One program in the making."""

    def __init__(self, scheduler: Scheduler, work_start: int):
        self.sheets, self.results, self.work = scheduler.sheets, scheduler.results, work_start
        self.stage: list[dict[Expression, int]] = [{} for _ in self.sheets]
        self.order: dict[tuple[int, int], list[Expression]] = {}  # (stage, sheet) -> operations in order
        self.slots: list[dict[Expression, Place]] = [{} for _ in self.sheets]
        self.sources: list[dict[Expression, Place]] = [{} for _ in self.sheets]  # of symbols
        self.sinks: dict[tuple[int, int], dict[Expression, list[Place]]] = {}

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
        for stage, sheet in sorted({*self.order, *self.sinks}):
            pieces = self._pieces(stage, sheet)
            (setup if stage < 0 else run).extend(pieces)
        return Program(tuple(setup), tuple(run), self.work)

    def _visit(self, sheet: int, root: Expression) -> int:
        """Put what `root` needs in order, depth-first: each operation as late as its first use allows.

        The stage of a node is the latest of its arguments; an import comes one after its maker.
        """
        stages, order, slots = self.stage[sheet], self.order, self.slots[sheet]
        stack = [root]
        while stack:
            node = stack[-1]
            if node in stages:
                stack.pop()
                continue
            ready = True
            for a in reversed(node.args):
                if a not in stages:
                    stack.append(a)
                    ready = False
            if not ready:
                continue
            stack.pop()
            if node.op == "symbol":
                stages[node] = self._visit_symbol(sheet, node)
                continue
            if node.op == "const":
                stages[node] = SETUP
                continue
            of_args = [stages[a] for a in node.args]
            stage = stages[node] = max(of_args)
            order.setdefault((stage, sheet), []).append(node)
            if min(of_args) < stage:
                for a in node.args:
                    if stages[a] < stage and a not in slots and a.op not in LEAVES:
                        self._slot(sheet, a)
        return stages[root]

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
            place = self.slots[sheet][node] = Place("work", tuple(range(self.work, self.work + lanes)))
            self.work += lanes
        return place

    def _pieces(self, stage: int, sheet: int) -> list[Piece]:
        order, sinks = self.order.get((stage, sheet), []), self.sinks.get((stage, sheet), {})
        chunks = [order[i : i + CHUNK] for i in range(0, len(order), CHUNK)] or [[]]
        home = {node: k for k, chunk in enumerate(chunks) for node in chunk}
        for k, chunk in enumerate(chunks):  # first give slots to all that crosses a border
            for node in chunk:
                for a in node.args:
                    if home.get(a, k) != k:
                        self._slot(sheet, a)
        slots, sources = self.slots[sheet], self.sources[sheet]
        made_elsewhere = [node for node in sinks if node not in home]
        pieces = []
        for k, chunk in enumerate(chunks):
            needed = {a: None for node in chunk for a in node.args if a.op != "const" and home.get(a) != k}
            stores = []
            for node in chunk:
                stores += [(node, place) for place in sinks.get(node, ())]
                if node in slots:
                    stores.append((node, slots[node]))
            for node in made_elsewhere if k == len(chunks) - 1 else ():
                stores += [(node, place) for place in sinks[node]]
                if node in slots and self.stage[sheet][node] == stage:
                    stores.append((node, slots[node]))
                if node.op != "const":
                    needed[node] = None
            loads = tuple((node, sources[node] if node.op == "symbol" else slots[node]) for node in needed)
            pieces.append(Piece(sheet, self.sheets[sheet].lanes, tuple(chunk), loads, tuple(stores)))
        return pieces
