"""Numbers that remember the formula they came from, and every question that was asked of them.

A computation runs on traced numbers as it would on floats: each has its value, by which comparisons are answered. The
trace keeps the comparisons with their answers. For other values of the symbols the same computation would take the
same way as long as all answers are the same, so these guards, as formulas, say whether it has to run again at all.

Whoever takes the plain number out (`float`, formatting, hashing, NumPy) leaves the trace. Then the symbols behind that
number are pinned: the trace holds only while they keep their values.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jounce.graph.expression import Expression, Scalar
from jounce.graph.order import order_reachable_nodes


@dataclass
class Trace:
    """What a computation has asked."""

    less: dict[tuple[Scalar, Scalar], bool] = field(default_factory=dict)  # a < b: the answer
    equal: dict[tuple[Scalar, Scalar], bool] = field(default_factory=dict)  # a == b
    finite: set[Expression] = field(default_factory=set)  # compared with infinity
    _left: set[Expression] = field(default_factory=set)  # formulas whose numbers were taken out

    def number(self, value: float, formula: Expression) -> Traced:
        """A number to compute with."""
        return Traced(self, value, formula)

    def pin(self, formula: Scalar) -> None:
        """A number was taken out."""
        if isinstance(formula, Expression):
            self._left.add(formula)

    def pinned(self) -> set[Any]:
        """Names of the symbols that must keep their values."""
        return {node.data for node in order_reachable_nodes(self._left) if node.op == "symbol"}

    def broken(self) -> tuple[Scalar, Scalar]:
        """How many answers would be others, and a sum that is finite only if every number that was compared is."""
        count: Scalar = 0.0
        size: Scalar = 0.0
        for (a, b), answer in self.less.items():
            gap = a - b
            count = count + ((1.0 - _less(gap)) if answer else _less(gap))
            size = size + _absolute(gap)
        for (a, b), answer in self.equal.items():
            gap = a - b
            differs = _less(gap) + _less(0.0 - gap)
            count = count + (differs if answer else 1.0 - differs)
            size = size + _absolute(gap)
        for formula in sorted(self.finite, key=lambda node: node.id):
            size = size + abs(formula)
        return count, size


def _absolute(x: Scalar) -> Scalar:
    """|x|; the built-in loses the type."""
    return abs(x)  # type: ignore[return-value]


def _less(gap: Scalar) -> Scalar:
    assert isinstance(gap, Expression)
    return gap.graph.node("less", gap, gap.graph.constant(0.0))


class Traced:
    """A number of a trace. Operations work on its value and on its formula."""

    __slots__ = ("formula", "trace", "value")

    def __init__(self, trace: Trace, value: float, formula: Expression):
        self.trace, self.value, self.formula = trace, value, formula

    def _made(self, value: float, formula: Scalar) -> Any:
        return Traced(self.trace, value, formula) if isinstance(formula, Expression) else value

    def applied(self, number: Callable[..., float], formula: Callable[..., Scalar], args: tuple[Any, ...]) -> Any:
        """A function of these numbers, of which it is one."""
        return self._made(number(*map(value_of_traced, args)), formula(*map(formula_of, args)))

    def __add__(self, other: Any) -> Any:
        return self._made(self.value + value_of_traced(other), self.formula + formula_of(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._made(self.value - value_of_traced(other), self.formula - formula_of(other))

    def __rsub__(self, other: Any) -> Any:
        return self._made(value_of_traced(other) - self.value, formula_of(other) - self.formula)

    def __mul__(self, other: Any) -> Any:
        return self._made(self.value * value_of_traced(other), self.formula * formula_of(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._made(self.value / value_of_traced(other), self.formula / formula_of(other))

    def __rtruediv__(self, other: Any) -> Any:
        return self._made(value_of_traced(other) / self.value, formula_of(other) / self.formula)

    def __pow__(self, power: int) -> Any:
        return self._made(self.value**power, self.formula**power)

    def __neg__(self) -> Any:
        return self._made(-self.value, -self.formula)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self._made(abs(self.value), abs(self.formula))

    def __lt__(self, other: Any) -> bool:
        return self._ask(self.trace.less, self, other, self.value < value_of_traced(other))

    def __gt__(self, other: Any) -> bool:
        return self._ask(self.trace.less, other, self, self.value > value_of_traced(other))

    def __le__(self, other: Any) -> bool:
        return not self._ask(self.trace.less, other, self, not self.value <= value_of_traced(other))

    def __ge__(self, other: Any) -> bool:
        return not self._ask(self.trace.less, self, other, not self.value >= value_of_traced(other))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Traced | float | int):
            return NotImplemented
        return self._ask(self.trace.equal, self, other, self.value == value_of_traced(other))

    def __bool__(self) -> bool:
        return not self == 0.0

    def _ask(self, known: dict[tuple[Scalar, Scalar], bool], a: Any, b: Any, answer: bool) -> bool:
        if math.isnan(value_of_traced(a)) or math.isnan(value_of_traced(b)):
            self.trace.pin(formula_of(a))
            self.trace.pin(formula_of(b))
        elif math.isinf(value_of_traced(a)) or math.isinf(value_of_traced(b)):
            self.trace.finite.add(self.formula)
        elif formula_of(a) is not formula_of(b):
            known[formula_of(a), formula_of(b)] = answer
        return answer

    def __float__(self) -> float:
        self.trace.pin(self.formula)
        return self.value

    def __int__(self) -> int:
        return int(float(self))

    def __hash__(self) -> int:
        return hash(float(self))

    def __format__(self, spec: str) -> str:
        return format(float(self), spec)

    def __repr__(self) -> str:
        return repr(float(self))


def value_of_traced(number: Any) -> float:
    """Of a traced number, or the number itself."""
    return number.value if isinstance(number, Traced) else number


def formula_of(number: Any) -> Any:
    """Of a traced number, or the number itself."""
    return number.formula if isinstance(number, Traced) else number
