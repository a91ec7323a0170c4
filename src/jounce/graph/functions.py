"""Elementary functions for floats and expressions alike: sine, square root, minimum, lookup."""

from __future__ import annotations

import math
from typing import Any

from jounce.graph.expression import Expression, Scalar, apply_to_expressions
from jounce.graph.tables import KnownTable


def sin(x: Scalar) -> Scalar:
    return apply_to_expressions("sin", math.sin, x)


def cos(x: Scalar) -> Scalar:
    return apply_to_expressions("cos", math.cos, x)


def sin_half_turn(x: Scalar) -> Scalar:
    """Sine of an angle of at most half a turn either way: at half the cost, within 2e-15."""
    return apply_to_expressions("sin_half_turn", math.sin, x)


def cos_half_turn(x: Scalar) -> Scalar:
    """Cosine of an angle of at most half a turn either way: at half the cost, within 2e-15."""
    return apply_to_expressions("cos_half_turn", math.cos, x)


def tan(x: Scalar) -> Scalar:
    return apply_to_expressions("tan", math.tan, x)


def atan(x: Scalar) -> Scalar:
    return apply_to_expressions("atan", math.atan, x)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    return apply_to_expressions("atan2", math.atan2, y, x)


def asin(x: Scalar) -> Scalar:
    return apply_to_expressions("asin", math.asin, x)


def acos(x: Scalar) -> Scalar:
    return apply_to_expressions("acos", math.acos, x)


def exp(x: Scalar) -> Scalar:
    return apply_to_expressions("exp", math.exp, x)


def log(x: Scalar) -> Scalar:
    return apply_to_expressions("log", math.log, x)


def sqrt(x: Scalar) -> Scalar:
    return apply_to_expressions("sqrt", math.sqrt, x)


def tanh(x: Scalar) -> Scalar:
    return apply_to_expressions("tanh", math.tanh, x)


def minimum(x: Scalar, y: Scalar) -> Scalar:
    return apply_to_expressions("min", min, x, y)


def maximum(x: Scalar, y: Scalar) -> Scalar:
    return apply_to_expressions("max", max, x, y)


def less(x: Scalar, y: Scalar) -> Scalar:
    """1 where x < y, else 0."""
    return apply_to_expressions("less", lambda a, b: 1.0 if a < b else 0.0, x, y)


def select(condition: Scalar, where_true: Scalar, where_false: Scalar) -> Scalar:
    """`where_true` where the condition is not zero. Both sides run: guard sqrt and division."""
    return apply_to_expressions("select", lambda c, a, b: a if c != 0 else b, condition, where_true, where_false)


def lookup(table: Any, x: Scalar, order: int = 0) -> Scalar:
    """A piecewise polynomial of x, or its derivative of the given order; data come at run time.

    `table` is a `graph.tables.Table`: the place and size of the data, not the data.
    """
    if not isinstance(x, Expression):
        if isinstance(table, KnownTable):
            return _read_known_table(table, x, order=order)
        raise TypeError("a table is read inside a compiled model; for floats use scipy's interpolators")
    return x.graph.node("lookup", x, data=(table, order))


def road(x: Scalar, y: Scalar, t: Scalar, a: Scalar, b: Scalar, p: Scalar) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Height z, slopes z_x and z_y, and friction of the road under (x, y); the road itself comes at run time.

    a, b, p: half axes and exponent of the cam that rolls over it; a = 0 asks for the road under the point.
    """
    graph = next((n.graph for n in (x, y, t) if isinstance(n, Expression)), None)
    if graph is None:
        raise TypeError("a road is read inside a compiled model; for floats use Road.at")
    args = [n if isinstance(n, Expression) else graph.constant(n) for n in (x, y, t, a, b, p)]
    z, z_x, z_y, mu = (graph.node("road", *args, data=k) for k in range(4))
    return z, z_x, z_y, mu


def lookup2(table: Any, x: Scalar, y: Scalar, order: tuple[int, int] = (0, 0)) -> Scalar:
    """A piecewise polynomial surface of (x, y), or one of its mixed derivatives."""
    graph = next((a.graph for a in (x, y) if isinstance(a, Expression)), None)
    if graph is None and isinstance(table, KnownTable):
        return _read_known_table(table, x, y, order=order)
    if graph is None:
        raise TypeError("a table is read inside a compiled model; for floats use scipy's interpolators")
    args = [a if isinstance(a, Expression) else graph.constant(a) for a in (x, y)]
    return graph.node("lookup2", *args, data=(table, order))


def _read_known_table(table: KnownTable, *at: Scalar, order: Any) -> float:
    """A table with its numbers, at a place in floats."""
    from jounce.graph.interpret import read_table  # works with arrays, which most users of this module do not need

    return float(read_table(table.table, table.data, *at, order=order))
