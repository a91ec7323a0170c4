"""Products and sums that are rounded once: a * b + c as one operation.

Which ones is decided here for a whole sheet, from the formulas alone: a product that nothing else uses goes into the
sum that uses it. So every kernel, every number of lanes and the interpreter round alike, and since a sum and its
negative round alike, mirror images stay mirror images. Left to LLVM, the choice would depend on its surroundings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from jounce.graph import Expression


class Fused(NamedTuple):
    """sign * a * b + addend_sign * c, rounded once."""

    a: Expression
    b: Expression
    c: Expression
    sign: int
    addend_sign: int


def find_fusions(
    outputs: Iterable[Expression],
    arguments: Mapping[Expression, tuple[Expression, ...]],
    is_value: Callable[[Expression], bool],
) -> dict[Expression, Fused]:
    """For sums and differences that the outputs need the product that goes into each.

    `arguments` of functions lead to their polynomials. What depends on values only is worked out beforehand, so such
    a product stays out of a sum that is not.
    """
    order, uses = _needed(dict.fromkeys(outputs), arguments)
    fixed: dict[Expression, bool] = {}
    found: dict[Expression, Fused] = {}
    for node in order:
        args = arguments.get(node) or node.args
        if not args:
            fixed[node] = is_value(node)
            continue
        fixed[node] = all([fixed[arg] for arg in args])
        if node.op == "add" or node.op == "sub":
            minus = -1 if node.op == "sub" else 1
            for product, other, sign, addend_sign in ((args[1], args[0], minus, 1), (args[0], args[1], 1, minus)):
                if product.op == "mul" and uses[product] == 1 and fixed[product] == fixed[node]:
                    a, b = product.args
                    found[node] = Fused(a, b, other, sign, addend_sign)
                    break
    return found


def _needed(
    outputs: Iterable[Expression], arguments: Mapping[Expression, tuple[Expression, ...]]
) -> tuple[list[Expression], dict[Expression, int]]:
    """The nodes that the outputs need, each after its arguments, and how often each is used."""
    order: list[Expression] = []
    uses = dict.fromkeys(outputs, 1)
    met: set[Expression] = set()
    stack: list[Expression | None] = list(uses)
    while stack:
        node = stack.pop()
        if node is None:  # the one below has its arguments in order now
            order.append(stack.pop())  # type: ignore[arg-type]
        elif node not in met:
            met.add(node)
            args = arguments.get(node) or node.args
            if args:
                for arg in args:
                    uses[arg] = uses.get(arg, 0) + 1
                stack += (node, None, *args)
            else:
                order.append(node)
    return order, uses


def fused_multiply_add(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """a * b + c with one rounding, in NumPy. [Boldo, Melquiond 2008, algorithm 5: rounding to odd in between]

    Right wherever neither the product nor its error leaves the range of normal numbers.
    """
    high, low = _product(a, b)
    rest, tail = _sum(c, low)
    top, error = _sum(high, rest)
    value = top + _odd_sum(tail, error)
    plain = np.where(np.isinf(c) & np.isfinite(a) & np.isfinite(b), c, a * b + c)  # the product may overflow
    return np.where(np.isfinite(value) & (high != 0.0), value, plain)


def _product(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """a * b and what its rounding lost. [Dekker 1971]"""
    p = a * b
    (a1, a2), (b1, b2) = _split(a), _split(b)
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2


def _split(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scaled = 134217729.0 * a  # 2^27 + 1
    high = scaled - (scaled - a)
    return high, a - high


def _sum(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """a + b and what its rounding lost. [Knuth 1969]"""
    s = a + b
    back = s - a
    return s, (a - (s - back)) + (b - back)


def _odd_sum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a + b, rounded to the neighbour with an odd last bit where it is not exact."""
    s, error = _sum(a, b)
    even = (np.ascontiguousarray(s).view(np.int64) & 1) == 0
    towards = np.where(error > 0.0, np.inf, -np.inf)
    return np.where((error != 0.0) & even, np.nextafter(s, towards), s)
