"""Order for formulas of long chains: independent chains side by side, so that a processor waits for none of them.

The usual order is depth first: few numbers are alive at once, but an atan of an atan comes as one chain, each operation
of which waits for the one before. A processor looks ahead some hundred operations, less than such a chain has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from jounce.graph import Expression
from jounce.native.functions import function_arguments
from jounce.native.fusion import Fused

# cycles until a result is there; of x86 processors of the last ten years, which differ little in this
CYCLES = {"div": 13, "sqrt": 20, "mul": 4, "add": 4, "sub": 4, "round": 6, "less": 3, "power_of_two": 6}
FUSED_CYCLES, OTHER_CYCLES = 4, 1
ISSUE = 3  # cycles from one operation to the next: a vector in two registers, its constants and its spills


def interleave_chains(nodes: Sequence[Expression], fused: Mapping[Expression, Fused]) -> list[Expression]:
    """The same operations, each when its arguments are there; of several the one with the longest way to the end.

    [list scheduling by critical path: Gibbons, Muchnick 1986]
    """
    place = {node: k for k, node in enumerate(nodes)}
    arguments = {node: [arg for arg in _arguments(node, fused) if arg in place] for node in nodes}
    users: dict[Expression, list[Expression]] = {node: [] for node in nodes}
    for node in nodes:
        for arg in arguments[node]:
            users[arg].append(node)
    to_end: dict[Expression, int] = {}
    for node in reversed(nodes):
        to_end[node] = _cycles(node, fused) + max((to_end[user] for user in users[node]), default=0)
    missing = {node: len(arguments[node]) for node in nodes}
    ready = [(-to_end[node], place[node]) for node in nodes if not missing[node]]
    heapify(ready)
    later: list[tuple[int, int]] = []  # time, place
    done: dict[Expression, int] = {}
    order: list[Expression] = []
    now = 0
    while ready or later:
        while later and (later[0][0] <= now or not ready):
            at, k = heappop(later)
            now = max(now, at)
            heappush(ready, (-to_end[nodes[k]], k))
        node = nodes[heappop(ready)[1]]
        order.append(node)
        done[node] = now + _cycles(node, fused)
        now += ISSUE
        for user in users[node]:
            missing[user] -= 1
            if not missing[user]:
                heappush(later, (max(done[arg] for arg in arguments[user]), place[user]))
    return order


def _arguments(node: Expression, fused: Mapping[Expression, Fused]) -> tuple[Expression, ...]:
    if node in fused:
        whole = fused[node]
        return whole.a, whole.b, whole.c
    return function_arguments(node)


def _cycles(node: Expression, fused: Mapping[Expression, Fused]) -> int:
    return FUSED_CYCLES if node in fused else CYCLES.get(node.op, OTHER_CYCLES)
