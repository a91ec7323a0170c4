"""From formulas on the graph to polynomials: numbers folded where they are zero, everything multiplied out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from jounce.equations.written.polynomial import ZERO, Atom, Polynomial, Polynomials, number
from jounce.graph import Expression, Scalar, interpret
from jounce.graph.interpret import OPERATIONS
from jounce.graph.order import order_reachable_nodes

TURNS = {"sin": "sin", "sin_half_turn": "sin", "cos": "cos", "cos_half_turn": "cos"}
FUNCTIONS = ("tan", "atan", "atan2", "asin", "acos", "exp", "log", "tanh", "min", "max", "abs", "less", "select")


class Simplifier:
    """Turns nodes into polynomials, each once.

    `letters` gives the polynomial of a symbol. `values` are the numbers of symbols that are values of the model: a
    choice that depends on them alone is decided by them. `design` are the numbers of letters in the design position:
    they decide the sign of the root of a whole square.
    """

    def __init__(
        self,
        polynomials: Polynomials,
        letters: Callable[[Hashable], Polynomial],
        values: Mapping[Hashable, float],
        design: Mapping[Hashable, float],
    ):
        self.polynomials, self.letters, self.values, self.design = polynomials, letters, values, design
        self.assumed: list[Polynomial] = []  # taken to be positive, as in the design position
        self.known: dict[Expression, Polynomial] = {}
        self._of_values: dict[Expression, bool] = {}

    def __call__(self, formula: Scalar) -> Polynomial:
        if not isinstance(formula, Expression):
            return number(formula)
        for node in order_reachable_nodes([formula], self.known):
            if node not in self.known:
                self._of_values[node] = self._depends_on_values_only(node)
                self.known[node] = self._simplified(node, [self.known[arg] for arg in node.args])
        return self.known[formula]

    def _depends_on_values_only(self, node: Expression) -> bool:
        if node.op == "symbol":
            return node.data in self.values
        return all(self._of_values[arg] for arg in node.args)

    def _simplified(self, node: Expression, args: list[Polynomial]) -> Polynomial:
        op, poly = node.op, self.polynomials
        if op == "const":
            return number(node.data[0])
        if op == "symbol":
            return self.letters(node.data)
        if op in ("add", "sub"):
            return args[0] + (args[1] if op == "add" else -args[1])
        if op == "neg":
            return -args[0]
        if op == "mul":
            return poly.product(*args)
        if op == "div":
            return poly.product(args[0], poly.inverse(args[1])) if args[0].terms else ZERO
        if op == "sqrt":
            return self._root(node, args[0])
        if op in TURNS:
            return self._turn(TURNS[op], args[0])
        return self._function(node, args)

    def _root(self, node: Expression, a: Polynomial) -> Polynomial:
        constant = a.constant
        root, whole = self.polynomials.root(a)
        if not whole and constant is not None:
            return number(float(constant) ** 0.5)
        if whole and constant is None:
            inside = self._number_of(root)
            root = root if inside >= 0 else -root
            if len(root) > 1 or any(power % 2 for _, power in next(iter(root.terms))):
                self.assumed.append(root)
        return root

    def _number_of(self, a: Polynomial) -> float:
        """In the design position."""
        total = 0.0
        for monomial, c in a.terms.items():
            term = float(c)
            for atom, power in monomial:
                term *= self.design[self.polynomials.atoms[atom].key] ** power
            total += term
        return total

    def _turn(self, kind: str, angle: Polynomial) -> Polynomial:
        """sin and cos of whole multiples of letters are split by the addition theorems; of others they are atoms."""
        if not angle.terms:
            return number(float(kind == "cos"))
        whole = all(len(m) == 1 and m[0][1] == 1 and c.denominator == 1 for m, c in angle.terms.items())
        if not whole or sum(abs(c) for c in angle.terms.values()) > 4:
            sin = Atom("sin", args=(angle,))
            return self._pair(sin, Atom("cos", args=(angle,)))[kind == "cos"]
        sine, cosine = ZERO, number(1)
        product = self.polynomials.product
        for monomial, c in angle.terms.items():
            one = Polynomial({monomial: Fraction(1)})
            s, co = self._pair(Atom("sin", args=(one,)), Atom("cos", args=(one,)))
            s = s if c > 0 else -s
            for _ in range(abs(int(c))):
                sine, cosine = (
                    product(sine, co) + product(cosine, s),
                    product(cosine, co) - product(sine, s),
                )
        return sine if kind == "sin" else cosine

    def _pair(self, sin: Atom, cos: Atom) -> tuple[Polynomial, Polynomial]:
        poly = self.polynomials
        s = poly.of(sin)
        return s, poly.of(cos, square=number(1) - Polynomial({((poly.atom(sin), 2),): Fraction(1)}))

    def _function(self, node: Expression, args: list[Polynomial]) -> Polynomial:
        op, poly = node.op, self.polynomials
        if op == "select" and self._of_values[node.args[0]]:
            return args[1] if self._worked_out(node.args[0]) else args[2]
        if op in ("min", "max") and self._of_values[node]:
            first = (self._worked_out(node.args[0]) < self._worked_out(node.args[1])) == (op == "min")
            return args[0] if first else args[1]
        if op == "less" and self._of_values[node]:
            return number(self._worked_out(node))
        if op == "abs" and self._of_values[node]:
            return args[0] if self._worked_out(node.args[0]) >= 0 else -args[0]
        if op in FUNCTIONS and all(a.constant is not None for a in args):
            return number(float(OPERATIONS[op](*[float(a.constant or 0) for a in args])))
        if op in FUNCTIONS:
            return poly.of(Atom(op, args=tuple(args)))
        if op in ("lookup", "lookup2", "road"):
            return poly.of(Atom(op, _fixed(node.data), tuple(args)))
        raise ValueError(f"operation '{op}' cannot be written")

    def _worked_out(self, node: Expression) -> float:
        return float(interpret([node], self.values)[0])


def _fixed(data: Any) -> Hashable:
    """What decides a table or a road besides its arguments: where the table lies and its order, or the component."""
    if isinstance(data, tuple):
        table, order = data
        return (table.offset, order)
    return ("component", data)
