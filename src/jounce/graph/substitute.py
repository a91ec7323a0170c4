"""The same formulas with other expressions or numbers in some places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add, mul, neg, sub, truediv

from jounce.graph.expression import Expression, Graph, Scalar
from jounce.graph.interpret import OPERATIONS
from jounce.graph.order import order_reachable_nodes

ARITHMETIC: dict[str, Callable[..., Scalar]] = {"add": add, "sub": sub, "mul": mul, "div": truediv, "neg": neg}


def substitute(
    outputs: Sequence[Scalar], places: Mapping[Expression, Scalar], graph: Graph | None = None
) -> list[Scalar]:
    """The outputs with `places` in them; what becomes zero or one by that vanishes, but nothing is divided by zero yet.

    With a graph the outputs are written there, wherever they came from; all their symbols must then be replaced.
    """
    made: dict[Expression, Scalar] = {}
    for node in order_reachable_nodes(outputs):
        if node in places:
            made[node] = places[node]
        elif node.op == "const":
            made[node] = node.data[0]
        elif node.args and (graph is not None or any(made[arg] is not arg for arg in node.args if arg.op != "const")):
            made[node] = _made(node.graph if graph is None else graph, node, [made[arg] for arg in node.args])
        elif graph is None:
            made[node] = node
        else:
            raise ValueError(f"nothing stands in the place of {node.data}")
    return [made[output] if isinstance(output, Expression) else output for output in outputs]


def _made(graph: Graph, node: Expression, args: list[Scalar]) -> Scalar:
    if node.op == "select" and not isinstance(args[0], Expression):
        return args[1] if args[0] != 0 else args[2]
    if node.op in ARITHMETIC and not (node.op == "div" and _is_zero(args[1])):
        return ARITHMETIC[node.op](*args)
    numbers = not any(isinstance(arg, Expression) for arg in args)
    if numbers and node.op in OPERATIONS and node.op != "div":
        return float(OPERATIONS[node.op](*args))
    nodes = [arg if isinstance(arg, Expression) else graph.constant(arg) for arg in args]
    return graph.node(node.op, *nodes, data=node.data)


def _is_zero(number: Scalar) -> bool:
    return not isinstance(number, Expression) and number == 0
