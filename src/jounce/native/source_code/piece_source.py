"""One piece of a program as statements of a language: what is named, loaded and stored when is the same for all.

A language says how a number is loaded, stored and worked out. Every operation is a statement of its own, so that no
compiler may round two of them at once. Identifiers are made here; a user's name never gets into the text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from jounce.graph import Expression
from jounce.graph.tables import Table
from jounce.native.functions import FUNCTIONS, function_arguments
from jounce.native.fusion import Fused
from jounce.native.program import Piece, Place

BINARY = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
Shifts = tuple[int, ...]  # of each lane: from the table of the first lane to its own
Shape = tuple[int, int]  # of a table: its degree, and how many columns stand side by side


class PieceSource(ABC):
    """Writes one piece."""

    calls: Mapping[str, str]  # names of the functions of one argument, by operation

    def __init__(self, piece: Piece):
        self.piece, self.lanes = piece, piece.lanes
        self.text: list[str] = []
        self.places = dict(piece.loads)
        self.value: dict[Expression, str] = {}
        self.located: dict[tuple[int, int, Shifts, str], tuple[str, str]] = {}  # pieces of tables that were searched
        self.roads: dict[tuple[str, ...], str] = {}  # what each call of the road gave
        self.count = 0
        self.used = self._find_used()

    def _find_used(self) -> set[Expression]:
        """Tells what is stored, or needed for it: a compiler warns of the rest."""
        used = {node for node, _ in self.piece.stores}
        for node in reversed(self.piece.nodes):
            if node in used:
                used.update(self._arguments(node))
        return used

    def _arguments(self, node: Expression) -> Sequence[Expression]:
        fused = self.piece.fused.get(node)
        return fused[:3] if fused else function_arguments(node)

    def statements(self) -> list[str]:
        """All of them, in the order of the piece."""
        for node in self.piece.nodes:
            if node in self.used:
                self._operation(node)
        for node, place in self.piece.stores:
            self.text += self.store(place, self.of(node))
        return self.text

    def name(self, letter: str = "v") -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def of(self, node: Expression) -> str:
        """The name of a value; what lies in memory is loaded where it is first used."""
        if node.op == "const":
            return self.number(node.data[0])
        if node not in self.value:
            self.value[node] = self.assign(self.load(self.places[node]))
        return self.value[node]

    def _operation(self, node: Expression) -> None:
        if node in self.piece.fused:
            self.value[node] = self.assign(self.fused(self.piece.fused[node]))
            return
        args = [self.of(arg) for arg in function_arguments(node)]
        if node.op in FUNCTIONS:
            (self.value[node],) = args  # the end of its polynomial
        elif node.op in ("lookup", "lookup2"):
            self.value[node] = self.assign(self._lookup(node, args))
        elif node.op == "road":
            key = tuple(args)
            if key not in self.roads:
                self.roads[key] = self.call_road(args)
            self.value[node] = self.assign(self.road_component(self.roads[key], node.data))
        else:
            self.value[node] = self.assign(self.operation(node, args))

    def _lookup(self, node: Expression, args: list[str]) -> str:
        table, order = node.data
        shifts = tuple(self.piece.table_shift(table, lane) for lane in range(self.lanes))
        guide = table.offset if table.guide is None else table.guide
        start = table.offset + table.head + table.column
        if isinstance(table, Table):
            piece, dx = self._locate(guide, table.knots, shifts, args[0])
            return self.curve(start, shifts, (table.degree, table.columns), piece, dx, order)
        nx, ny = table.knots_x, table.knots_y
        piece_x, dx = self._locate(guide, nx, shifts, args[0])
        piece_y, dy = self._locate(guide + 2 * nx + 1, ny, shifts, args[1])
        patch = f"({piece_x} * {ny + 1} + {piece_y})"
        return self.surface(start, shifts, (table.degree, table.columns), patch, (dx, dy), order)

    def _locate(self, base: int, knots: int, shifts: Shifts, x: str) -> tuple[str, str]:
        key = (base, knots, shifts, x)
        if key not in self.located:
            self.located[key] = self.locate(base, knots, shifts, x)
        return self.located[key]

    @abstractmethod
    def number(self, value: float) -> str:
        """A constant."""

    @abstractmethod
    def assign(self, right: str) -> str:
        """One statement; gives the new name."""

    @abstractmethod
    def load(self, place: Place) -> str:
        """Tells what lies at a place, of every lane."""

    @abstractmethod
    def store(self, place: Place, value: str) -> Iterable[str]:
        """Statements that write a value."""

    def operation(self, node: Expression, args: list[str]) -> str:
        """A primitive operation."""
        op = node.op
        if op in BINARY:
            return f"{args[0]} {BINARY[op]} {args[1]}"
        if op == "neg":
            return f"-{args[0]}"
        if op in self.calls:
            return f"{self.calls[op]}({args[0]})"
        if op in ("min", "max"):
            return self.choose(f"{args[0]} {'<' if op == 'min' else '>'} {args[1]}", *args)
        if op == "less":
            return self.choose(f"{args[0]} < {args[1]}", "1.0", "0.0")
        if op == "select":
            return self.choose(f"{args[0]} != 0.0", *args[1:])
        raise ValueError(f"operation '{op}' has no emission")

    @abstractmethod
    def choose(self, condition: str, yes: str, no: str) -> str:
        """One of two values, lane by lane."""

    @abstractmethod
    def fused(self, whole: Fused) -> str:
        """A product and a sum, rounded once."""

    @abstractmethod
    def locate(self, base: int, knots: int, shifts: Shifts, x: str) -> tuple[str, str]:
        """Piece of a table that holds x, and the distance of x from the origin of the piece."""

    @abstractmethod
    def curve(self, start: int, shifts: Shifts, shape: Shape, piece: str, dx: str, order: int) -> str:
        """A derivative of the polynomial of a piece."""

    @abstractmethod
    def surface(
        self, start: int, shifts: Shifts, shape: Shape, patch: str, at: tuple[str, str], order: tuple[int, int]
    ) -> str:
        """A derivative of the polynomial of a patch."""

    @abstractmethod
    def call_road(self, args: list[str]) -> str:
        """A call of the road; gives the name of its answer."""

    @abstractmethod
    def road_component(self, answer: str, component: int) -> str:
        """Height, slope along x, slope along y, or friction."""
