"""Work out formulas with NumPy, one operation at a time: slow, and always right.

The primitive operations are rounded exactly as in generated code, so that both give the same bits. The
elementary functions are NumPy's own: the yardstick for the polynomials of generated code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from jounce.graph.expression import Expression, Scalar
from jounce.graph.order import order_reachable_nodes
from jounce.graph.tables import Surface, Table

RoadFunction = Callable[..., tuple[float, float, float, float]]  # (x, y, t, a, b, p) -> z, z_x, z_y, mu

OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "neg": np.negative,
    "sqrt": np.sqrt,
    "abs": np.abs,
    "min": lambda a, b: np.where(a < b, a, b),
    "max": lambda a, b: np.where(a > b, a, b),
    "less": lambda a, b: np.where(a < b, 1.0, 0.0),
    "select": lambda condition, a, b: np.where(condition != 0, a, b),
    "round": np.rint,
    "power_of_two": lambda k: np.ldexp(1.0, np.asarray(k).astype(np.int64)),
    "exponent": lambda x: np.asarray(np.frexp(x)[1], float),
    "mantissa": lambda x: np.frexp(x)[0],
    "sin": np.sin,
    "cos": np.cos,
    "sin_half_turn": np.sin,
    "cos_half_turn": np.cos,
    "tan": np.tan,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "asin": np.arcsin,
    "acos": np.arccos,
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
}


def interpret(
    outputs: Sequence[Scalar],
    symbols: Mapping[Hashable, np.ndarray | float],
    *,
    tables: np.ndarray | None = None,
    lane: int | None = None,
    road: RoadFunction | None = None,
) -> list[np.ndarray]:
    """The outputs for the given symbols, all in the shape that the symbols have together.

    The last axis holds the lanes, each with its own tables; `lane` says instead which lane's tables all
    numbers read, when the last axis is a batch.
    """
    given = {name: np.asarray(value, float) for name, value in symbols.items()}
    shape = np.broadcast_shapes(*[value.shape for value in given.values()])
    data = np.zeros(0) if tables is None else np.asarray(tables, float)
    values: dict[Expression, np.ndarray] = {}
    with np.errstate(all="ignore"):  # both sides of a select run, also the one that is not taken
        for node in order_reachable_nodes(outputs):
            args = [values[arg] for arg in node.args]
            if node.op == "symbol":
                values[node] = given[node.data]
            elif node.op == "const":
                values[node] = np.asarray(node.data[0])
            elif node.op in ("lookup", "lookup2"):
                values[node] = _lookup(node, [np.broadcast_to(arg, shape) for arg in args], data, lane)
            else:
                values[node] = evaluate(node, args, data, road)
    found = [values[output] if isinstance(output, Expression) else float(output) for output in outputs]
    return [np.array(np.broadcast_to(value, shape)) for value in found]


def evaluate(
    node: Expression, args: list[np.ndarray], tables: np.ndarray, road: RoadFunction | None = None
) -> np.ndarray:
    """One operation on numbers; the last axis holds the lanes."""
    if node.op in ("lookup", "lookup2"):
        return _lookup(node, args, tables, None)
    if node.op == "road":
        if road is None:
            raise ValueError("the formulas read a road, and none is given")
        heights: np.ndarray = np.vectorize(lambda *at: road(*at)[node.data], otypes=[float])(*args)
        return heights
    found: np.ndarray = OPERATIONS[node.op](*args)
    return found


def _lookup(node: Expression, args: list[np.ndarray], data: np.ndarray, lane: int | None) -> np.ndarray:
    """Read each lane's table."""
    table, order = node.data
    read: Callable[..., np.ndarray] = _surface if isinstance(table, Surface) else _curve
    if lane is not None or table.lane_stride == 0 or args[0].ndim == 0:
        return read(table, data[table.offset + (lane or 0) * table.lane_stride :], *args, order)
    result: np.ndarray = np.empty(args[0].shape)
    for i in range(result.shape[-1]):
        own = data[table.offset + i * table.lane_stride :]
        result[..., i] = read(table, own, *[arg[..., i] for arg in args], order)
    return result


def read_table(table: Table | Surface, data: np.ndarray, *at: Any, order: Any) -> np.ndarray:
    """A table or surface of the tables array at a place, differentiated as the order says."""
    read: Callable[..., np.ndarray] = _surface if isinstance(table, Surface) else _curve
    return read(table, data[table.offset :], *map(np.float64, at), order)


def _piece(data: np.ndarray, knots: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The piece that holds x, and the distance of x from the piece's origin."""
    piece = np.searchsorted(data[:knots], x, side="right")
    return piece, x - data[knots + piece]


def _horner(coefficients: list[np.ndarray], dx: np.ndarray, order: int) -> np.ndarray:
    """The derivative of the given order of a polynomial, from its highest coefficient down."""
    terms = [c * float(math.perm(k, order)) for k, c in enumerate(coefficients)][order:]
    if not terms:
        return np.zeros_like(dx)
    result = terms.pop()
    while terms:
        result = result * dx + terms.pop()
    return result


def _curve(table: Table, data: np.ndarray, x: np.ndarray, order: int) -> np.ndarray:
    piece, dx = _piece(data, table.knots, x)
    first = table.head + piece * (table.degree + 1) * table.columns + table.column
    return _horner([data[first + k * table.columns] for k in range(table.degree + 1)], dx, order)


def _surface(surface: Surface, data: np.ndarray, x: np.ndarray, y: np.ndarray, order: tuple[int, int]) -> np.ndarray:
    """Horner in x for each power of y, then Horner in y."""
    piece_x, dx = _piece(data, surface.knots_x, x)
    data = data[2 * surface.knots_x + 1 :]
    piece_y, dy = _piece(data, surface.knots_y, y)
    data = data[2 * surface.knots_y + 1 :]
    width, beside = surface.degree + 1, surface.columns
    first = (piece_x * (surface.knots_y + 1) + piece_y) * width * width * beside + surface.column
    across = [
        _horner([data[first + (i * width + j) * beside] for i in range(width)], dx, order[0]) for j in range(width)
    ]
    return _horner(across, dy, order[1])
