"""Derivatives and Jacobians of formulas, as formulas on the same graph.

Forward mode: each node carries its derivatives by those columns it depends on. A derivative is written with
the node itself where that saves work, as in tanh' = 1 - tanh^2.

A select is differentiated on both sides, and both sides run. A guard must therefore stand at the argument,
where it also guards the derivative: sqrt(maximum(x, tiny)), not select(condition, sqrt(x), 0), whose
derivative would be infinite on the side not taken and spoil what it is multiplied with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jounce.graph.expression import Expression, Scalar
from jounce.graph.functions import (
    cos,
    cos_half_turn,
    less,
    lookup,
    lookup2,
    select,
    sin,
    sin_half_turn,
    sqrt,
)
from jounce.graph.order import order_reachable_nodes

Row = dict[int, Scalar]  # derivative by column; a column that is missing is zero

# d op / d argument, one entry for each argument, called with the node and its arguments
PARTIALS: dict[str, tuple[Callable[..., Scalar], ...]] = {
    "add": (lambda f, a, b: 1.0, lambda f, a, b: 1.0),
    "sub": (lambda f, a, b: 1.0, lambda f, a, b: -1.0),
    "mul": (lambda f, a, b: _number(b), lambda f, a, b: _number(a)),
    "div": (lambda f, a, b: 1.0 / _number(b), lambda f, a, b: -f / b),
    "neg": (lambda f, x: -1.0,),
    "sqrt": (lambda f, x: 0.5 / f,),
    "abs": (lambda f, x: select(less(x, 0.0), -1.0, 1.0),),
    "sin": (lambda f, x: cos(x),),
    "cos": (lambda f, x: -sin(x),),
    "sin_half_turn": (lambda f, x: cos_half_turn(x),),
    "cos_half_turn": (lambda f, x: -sin_half_turn(x),),
    "tan": (lambda f, x: 1.0 + f * f,),
    "atan": (lambda f, x: 1.0 / (1.0 + x * x),),
    "atan2": (lambda f, y, x: x / (x * x + y * y), lambda f, y, x: -y / (x * x + y * y)),
    "asin": (lambda f, x: 1.0 / sqrt(1.0 - x * x),),
    "acos": (lambda f, x: -1.0 / sqrt(1.0 - x * x),),
    "exp": (lambda f, x: f,),
    "log": (lambda f, x: 1.0 / x,),
    "tanh": (lambda f, x: 1.0 - f * f,),
    "mantissa": (lambda f, x: f / x,),
    "lookup": (lambda f, x: _slope(f, x),),
    "road": (lambda f, *at: _road_slope(f, at, 0), lambda f, *at: _road_slope(f, at, 1), *[lambda f, *at: 0.0] * 4),
    "lookup2": (lambda f, x, y: _surface_slope(f, x, y, 0), lambda f, x, y: _surface_slope(f, x, y, 1)),
}
ROAD_DIFFERENCE = 1e-5  # m: rounding of a slope and the bend of a bump both lose nine digits less
STEPWISE = {"less", "round", "power_of_two", "exponent"}  # constant but for jumps


def derivative(outputs: Sequence[Scalar], wrt: Expression) -> list[Scalar]:
    """The derivative of each output by `wrt`."""
    entries = jacobian(outputs, [wrt])
    return [entries.get((row, 0), 0.0) for row in range(len(outputs))]


def jacobian(outputs: Sequence[Scalar], wrt: Sequence[Expression]) -> dict[tuple[int, int], Scalar]:
    """The derivatives that are not zero by structure, as {(row, column): d outputs[row] / d wrt[column]}.

    A column may be any expression, not only a symbol: it is then varied as if it depended on nothing.
    """
    return tangents(outputs, {node: {column: 1.0} for column, node in enumerate(wrt)})


def tangents(outputs: Sequence[Scalar], changes: Mapping[Expression, Row]) -> dict[tuple[int, int], Scalar]:
    """Tells how fast outputs change along several directions, by (row, direction), where that is not zero by structure.

    `changes` gives for expressions how fast they change along which direction.
    """
    rows = _rows(outputs, changes)
    return {
        (i, column): entry
        for i, output in enumerate(outputs)
        if isinstance(output, Expression)
        for column, entry in rows[output].items()
    }


def tangent(outputs: Sequence[Scalar], changes: Mapping[Expression, Scalar]) -> list[Scalar]:
    """Tells how fast each output changes when expressions change as fast as is given; one of rate zero is held.

    What is inside a given expression is not looked at: it may be solved for elsewhere.
    """
    rows = _rows(outputs, {node: {} if _is_zero(rate) else {0: rate} for node, rate in changes.items()})
    return [rows[output].get(0, 0.0) if isinstance(output, Expression) else 0.0 for output in outputs]


def _rows(outputs: Sequence[Scalar], seeds: Mapping[Expression, Row]) -> dict[Expression, Row]:
    """The derivatives of all nodes that the outputs need, from those of some nodes."""
    rows: dict[Expression, Row] = {}
    for node in order_reachable_nodes(outputs, seeds):
        if node in seeds:
            rows[node] = seeds[node]
        elif node.op in STEPWISE or not any(rows[arg] for arg in node.args):
            rows[node] = {}
        elif node.op in ("select", "min", "max"):
            rows[node] = _branchwise(node, rows)
        else:
            rows[node] = _chain(node, rows)
    return rows


def _is_zero(entry: Scalar) -> bool:
    return not isinstance(entry, Expression) and entry == 0


def _chain(node: Expression, rows: dict[Expression, Row]) -> Row:
    """The chain rule: sum over the arguments of partial times derivative."""
    total: Row = {}
    for arg, partial_by in zip(node.args, PARTIALS[node.op], strict=True):
        if rows[arg]:
            partial = partial_by(node, *node.args)
            for column, entry in rows[arg].items():
                total[column] = total.get(column, 0.0) + partial * entry
    return {column: entry for column, entry in total.items() if not _is_zero(entry)}


def _branchwise(node: Expression, rows: dict[Expression, Row]) -> Row:
    """The derivative of the branch that is taken."""
    *_, a, b = node.args
    if not rows[a] and not rows[b]:
        return {}
    condition: Scalar = node.args[0]
    if node.op != "select":
        condition = less(a, b) if node.op == "min" else less(b, a)
    result: Row = {}
    for column in sorted(rows[a].keys() | rows[b].keys()):
        on_a, on_b = rows[a].get(column, 0.0), rows[b].get(column, 0.0)
        same = on_a is on_b or (isinstance(on_a, float) and isinstance(on_b, float) and on_a == on_b)
        result[column] = on_a if same else select(condition, on_a, on_b)
    return result


def _number(node: Expression) -> Scalar:
    """A constant as a plain number, so that it folds with others."""
    return node.data[0] if node.op == "const" else node


def _slope(node: Expression, x: Expression) -> Scalar:
    table, order = node.data
    return lookup(table, x, order + 1) if order < table.degree else 0.0


def _road_slope(node: Expression, at: tuple[Expression, ...], axis: int) -> Scalar:
    """Along x or y: of the height the road's own slope, of a slope a difference. Friction changes by jumps only."""
    if node.data == 0:
        return node.graph.node("road", *at, data=1 + axis)
    if node.data > 2:
        return 0.0
    sides = []
    for by in (ROAD_DIFFERENCE, -ROAD_DIFFERENCE):
        moved: list[Any] = [a + by if k == axis else a for k, a in enumerate(at)]
        sides.append(node.graph.node("road", *moved, data=node.data))
    return (sides[0] - sides[1]) / (2.0 * ROAD_DIFFERENCE)


def _surface_slope(node: Expression, x: Expression, y: Expression, axis: int) -> Scalar:
    surface, order = node.data
    if order[axis] == surface.degree:
        return 0.0
    return lookup2(surface, x, y, (order[0] + (axis == 0), order[1] + (axis == 1)))
