"""Formulas on arrays: symbols take the places of numbers, and NumPy works the formulas out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.graph import Expression, Graph, interpret, table_data
from jounce.graph.tables import Table
from jounce.parts.laws import Points


def on_arrays(formula: Callable[..., Any]) -> Callable[..., Any]:
    """The formula for arrays along a sweep: (n,) for numbers, (n, 3) for vectors, in the formula's own tuples.

    Plain numbers are passed on as they are. A law by points gets its table.
    """

    def evaluated(*given: Any, **settings: Any) -> Any:
        trace = _Trace()
        found = formula(*map(trace.symbols, given), **settings)
        leaves: list[Expression] = []
        _collect(found, leaves)
        values = interpret(leaves, trace.arrays, tables=trace.tables, lane=0)
        return _rebuilt(found, iter(values))

    return evaluated


class _Trace:
    def __init__(self) -> None:
        self.graph, self.arrays, self.tables = Graph(), {}, None

    def symbols(self, given: Any) -> Any:
        if isinstance(given, np.ndarray) and given.ndim == 2:
            return tuple(self.symbol(column) for column in given.T)
        if isinstance(given, np.ndarray):
            return self.symbol(given)
        if isinstance(given, Points):
            self.tables = table_data(np.array(given.x), np.array(given.y), given.interpolation)
            return replace(given, table=Table(0, len(given.x), 3))
        if hasattr(given, "_fields"):
            return type(given)(*map(self.symbols, given))
        return tuple(map(self.symbols, given)) if isinstance(given, tuple) else given

    def symbol(self, array: np.ndarray):
        name = len(self.arrays)
        self.arrays[name] = array
        return self.graph.symbol(name)


def _collect(found: Any, leaves: list) -> None:
    if isinstance(found, tuple):
        for part in found:
            _collect(part, leaves)
    elif isinstance(found, Expression):
        leaves.append(found)


def _rebuilt(found: Any, values) -> Any:
    if not isinstance(found, tuple):
        return next(values) if isinstance(found, Expression) else found
    parts = [_rebuilt(part, values) for part in found]
    if hasattr(found, "_fields"):
        return type(found)(*parts)
    return np.stack(np.broadcast_arrays(*parts), axis=-1) if len(parts) == 3 else tuple(parts)
