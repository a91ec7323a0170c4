"""Expressions: formulas as a graph of shared nodes.

An `Expression` is one operation on earlier ones. Equal operations on equal arguments are the
same object (hash-consing), so common subexpressions exist once by construction. Plain floats
stay floats until they meet an expression: zeros and ones of the structure vanish at once.
Numbers that a user may change never enter as floats but as symbols, so they are never folded.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

# Operations that every back end knows. "less" gives 1.0 or 0.0; "select" takes its first branch
# where the condition is not zero. "round" is to nearest even; "exponent" and "mantissa" split a
# positive normal number as m * 2**e with m in [0.5, 1); "power_of_two" is 2**k for a whole k.
BINARY = {"add", "sub", "mul", "div", "min", "max", "less", "atan2"}
UNARY = {"neg", "sqrt", "abs", "sin", "cos", "tan", "atan", "asin", "acos", "exp", "log", "tanh"}
UNARY |= {"sin_half_turn", "cos_half_turn", "round", "power_of_two", "exponent", "mantissa"}
COMMUTATIVE = {"add", "mul", "min", "max"}


class Expression:
    """A node of a graph. Compare by identity: equal formulas are the same object."""

    __slots__ = ("args", "data", "graph", "id", "op")

    def __init__(self, graph: Graph, id: int, op: str, args: tuple[Expression, ...], data: Any):
        self.graph, self.id, self.op, self.args, self.data = graph, id, op, args, data

    def __repr__(self) -> str:
        inside = ", ".join(f"%{a.id}" for a in self.args)
        return f"%{self.id} = {self.op}({inside or self.data})"

    def __bool__(self) -> bool:
        raise TypeError("a formula has no truth value before it runs; use select(condition, a, b)")

    def __add__(self, other: Scalar) -> Scalar:
        if isinstance(other, Expression):
            if other.op == "neg":
                return self.graph.node("sub", self, other.args[0])
            if self.op == "neg":
                return self.graph.node("sub", other, self.args[0])
            return self.graph.node("add", self, other)
        return self if other == 0 else self.graph.node("add", self, self.graph.constant(other))

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Scalar:
        if isinstance(other, Expression):
            if other is self:
                return 0.0
            if other.op == "neg":
                return self + other.args[0]
            return self.graph.node("sub", self, other)
        return self if other == 0 else self.graph.node("sub", self, self.graph.constant(other))

    def __rsub__(self, other: float) -> Scalar:
        return -self if other == 0 else self.graph.node("sub", self.graph.constant(other), self)

    def __mul__(self, other: Scalar) -> Scalar:
        if isinstance(other, Expression):
            if self.op == "neg":
                return -(self.args[0] * other)
            if other.op == "neg":
                return -(self * other.args[0])
            return self.graph.node("mul", self, other)
        if other == 0:
            return 0.0
        if other == 1:
            return self
        return -self if other == -1 else self.graph.node("mul", self, self.graph.constant(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Scalar:
        """Division is multiplication by a reciprocal, so that reciprocals are shared, unless the graph says not."""
        if isinstance(other, Expression):
            if not self.graph.shares_reciprocals:
                return self.graph.node("div", self, other)
            return self * self.graph.node("div", self.graph.constant(1.0), other)
        if other == 1:
            return self
        return self.graph.node("div", self, self.graph.constant(other))

    def __rtruediv__(self, other: Scalar) -> Scalar:
        if not self.graph.shares_reciprocals:
            return self.graph.node("div", self.graph.constant(other), self)  # type: ignore[arg-type]
        return other * self.graph.node("div", self.graph.constant(1.0), self)

    def __neg__(self) -> Expression:
        return self.args[0] if self.op == "neg" else self.graph.node("neg", self)

    def __abs__(self) -> Expression:
        return self.graph.node("abs", self)

    def __pow__(self, power: int) -> Scalar:
        if not isinstance(power, int) or power < 1:
            raise TypeError("only whole powers from 1 up; write 1 / x or exp(p * log(x)) for others")
        result: Scalar = self
        for _ in range(power - 1):
            result = result * self
        return result


Scalar = float | Expression


class Graph:
    """Owns its nodes and hands out the existing one when an operation is asked for again."""

    def __init__(self, shares_reciprocals: bool = True) -> None:
        self.shares_reciprocals = shares_reciprocals  # False: a / b rounds once, as with floats
        self.nodes: list[Expression] = []
        self._known: dict[tuple[Any, ...], Expression] = {}

    def node(self, op: str, *args: Expression, data: Any = None) -> Expression:
        """The node `op(args)`, made once. `data` holds what is fixed, such as a table's place."""
        if len(args) == 2:
            a, b = args
            if a.id > b.id and op in COMMUTATIVE:
                a, b = args = (b, a)
            key: tuple[Any, ...] = (op, data, a.id, b.id)
        else:
            key = (op, data, *[a.id for a in args])
        found = self._known.get(key)
        if found is None:
            for a in args:
                if a.graph is not self:
                    raise ValueError("the expressions belong to different graphs")
            found = Expression(self, len(self.nodes), op, args, data)
            self.nodes.append(found)
            self._known[key] = found
        return found

    def constant(self, value: float) -> Expression:
        """A number of the structure; never a number the user may change."""
        value = float(value)
        # 0.0 and -0.0 are different numbers here
        return self.node("const", data=(value, math.copysign(1.0, value)))

    def symbol(self, name: Any) -> Expression:
        """A number known only at run time. The name is ours and never reaches generated code."""
        return self.node("symbol", data=name)


def apply_to_expressions(op: str, number: Callable[..., float], *args: Scalar) -> Scalar:
    """`op` on the graph if any argument is an expression, else the float function."""
    graph = next((a.graph for a in args if isinstance(a, Expression)), None)
    if graph is None:
        traced = next((a for a in args if hasattr(a, "applied")), None)
        return (
            number(*args)
            if traced is None
            else traced.applied(number, lambda *f: apply_to_expressions(op, number, *f), args)
        )
    return graph.node(op, *[a if isinstance(a, Expression) else graph.constant(a) for a in args])
