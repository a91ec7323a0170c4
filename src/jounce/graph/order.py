"""The order in which the nodes of formulas are worked out."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from jounce.graph.expression import Expression, Scalar


def order_reachable_nodes(outputs: Iterable[Scalar], known: Collection[Expression] = ()) -> list[Expression]:
    """The nodes that the outputs need, each after its arguments; what lies behind known ones is left out."""
    found: set[Expression] = set()
    stack = [output for output in outputs if isinstance(output, Expression)]
    while stack:
        node = stack.pop()
        if node not in found:
            found.add(node)
            if node not in known:
                stack.extend(node.args)
    return sorted(found, key=lambda node: node.id)
