"""Jacobians by vertex elimination: the chain rule in the order that takes few operations.

Forward mode carries the derivatives by all columns through every operation of a tyre, although the tyre sees its wheel
by a few numbers only. Here each operation is a vertex, with its partial derivatives on the edges from its arguments.
To eliminate a vertex, each of its users is joined with each of its arguments by the product of both edges. When all
inner vertices are gone, the edges are the Jacobian, whatever the order was; the order decides what it costs
[Griewank, Walther 2008, chapters 9 and 10]. First go those that leave no more edges than they take away, then the
rest from the arguments to the outputs.

A product with a branch that is not taken is zero, also where the other factor is infinite; but such a product may come
second: guards stand at arguments, see `derivative.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from jounce.graph.derivative import PARTIALS, STEPWISE, Row
from jounce.graph.expression import Expression, Scalar
from jounce.graph.functions import less, select
from jounce.graph.order import order_reachable_nodes

Vertex = Expression | int  # an operation, or a direction
Edges = dict[Expression, dict[Vertex, Scalar]]  # by user and argument
Users = dict[Vertex, dict[Expression, None]]  # in order


def eliminate_vertices(outputs: Sequence[Scalar], changes: Mapping[Expression, Row]) -> dict[tuple[int, int], Scalar]:
    """Tells how fast outputs change along several directions, by (row, direction), where that is not zero by structure.

    As `tangents`, with fewer operations where many directions go through few numbers.
    """
    ordered = order_reachable_nodes(outputs, changes)
    edges = _partials(ordered, changes)
    users: Users = {}
    for node, own in edges.items():
        for arg in own:
            users.setdefault(arg, {})[node] = None
    results = {node for node in outputs if isinstance(node, Expression)}
    inner = [node for node in edges if node not in results]
    while cheap := {node for node in inner if _eliminate_if_cheap(node, edges, users)}:
        inner = [node for node in inner if node not in cheap]
    for node in inner:
        _eliminate(node, edges, users)
    rows = _rows_of_results((node for node in ordered if node in results), edges)
    return {
        (row, column): entry
        for row, output in enumerate(outputs)
        if isinstance(output, Expression)
        for column, entry in sorted(rows[output].items())
    }


def _partials(ordered: Iterable[Expression], changes: Mapping[Expression, Row]) -> Edges:
    """Of each operation that changes: its derivatives by those arguments that do, or by directions."""
    found: Edges = {}
    for node in ordered:
        own: dict[Vertex, Scalar] = {}
        if node in changes:
            own.update(changes[node].items())
        elif node.op not in STEPWISE:
            for place, arg in enumerate(node.args):
                if arg in found:
                    own[arg] = own.get(arg, 0.0) + _partial(node, place)
        own = {arg: edge for arg, edge in own.items() if isinstance(edge, Expression) or edge != 0.0}
        if own:
            found[node] = own
    return found


def _partial(node: Expression, place: int) -> Scalar:
    """By one of its arguments; of a branch 1 where it is taken."""
    if node.op == "select":
        return (0.0, select(node.args[0], 1.0, 0.0), select(node.args[0], 0.0, 1.0))[place]
    if node.op in ("min", "max"):
        a, b = node.args
        condition = less(a, b) if node.op == "min" else less(b, a)
        return select(condition, 1.0, 0.0) if place == 0 else select(condition, 0.0, 1.0)
    return PARTIALS[node.op][place](node, *node.args)


def _eliminate_if_cheap(node: Expression, edges: Edges, users: Users) -> bool:
    before, behind = len(edges[node]), len(users.get(node, ()))
    if before * behind > before + behind:
        return False
    _eliminate(node, edges, users)
    return True


def _eliminate(node: Expression, edges: Edges, users: Users) -> None:
    """Join the users of a vertex with its arguments."""
    own = edges.pop(node)
    for arg in own:
        del users[arg][node]
    for user in users.pop(node, {}):
        of_user = edges[user]
        outer = of_user.pop(node)
        for arg, inner in own.items():
            of_user[arg] = of_user.get(arg, 0.0) + _product(outer, inner)
            users[arg][user] = None


def _product(a: Scalar, b: Scalar) -> Scalar:
    """Of two edges; 1 or 0 by a condition chooses, and is not multiplied with."""
    for branch, other in ((a, b), (b, a)):
        if isinstance(branch, Expression) and branch.op == "select":
            condition, one, zero = branch.args
            if (one.op, zero.op) == ("const", "const") and {one.data[0], zero.data[0]} == {0.0, 1.0}:
                return select(condition, other, 0.0) if one.data[0] else select(condition, 0.0, other)
    return a * b


def _rows_of_results(results: Iterable[Expression], edges: Edges) -> dict[Expression, Row]:
    """By direction; edges from one result to another are followed on."""
    rows: dict[Expression, Row] = {}
    for node in results:
        row: Row = {}
        for arg, edge in edges.get(node, {}).items():
            for column, entry in (rows[arg] if isinstance(arg, Expression) else {arg: 1.0}).items():
                row[column] = row.get(column, 0.0) + _product(edge, entry)
        rows[node] = row
    return rows
