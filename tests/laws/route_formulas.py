"""Formulas of a route with numbers in place of their symbols: floats, or exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np

from jounce.equations.recursive.derive import derive_equations
from jounce.graph import Expression, order_reachable_nodes
from jounce.graph.interpret import interpret


class WrittenPiece:
    """A model written in one piece by a route, and a state of it."""

    def __init__(self, model, route):
        self.equations = derive_equations(model, subsystems=False, route=route)
        (self.sub,) = self.equations.subsystems
        self.layout = self.equations.layout
        self.values, self.tables = self.layout.fill_values(self.equations.mechanism.model)
        self.state = np.zeros(self.layout.sizes["state"])
        for four in self.layout.quaternions:
            self.state[four[0]] = 1.0

    def at_random(self, rng):
        """A state in which everything turns and moves; quaternions of length one."""
        self.state = rng.normal(size=self.state.size)
        for four in self.layout.quaternions:
            self.state[four] /= np.linalg.norm(self.state[four])
        return self

    @property
    def symbols(self):
        arrays = {"state": self.state, "values": self.values, "modes": self.layout.first_modes()}
        arrays["inputs"] = np.zeros(self.layout.sizes["inputs"])
        places = {key: place for key, place in self.sub.sheet.symbols.items() if getattr(place, "array", "") in arrays}
        return {key: arrays[place.array][place.offsets[0]] for key, place in places.items()}

    def numbers(self, formulas):
        return np.array([float(x) for x in interpret(formulas, self.symbols, tables=self.tables, lane=0)])

    def matrix(self, rows):
        return self.numbers([entry for row in rows for entry in row]).reshape(len(rows), -1)


EXACT = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
}


def exact_numbers(formulas, symbols):
    """Formulas of sums, products and quotients in exact fractions."""
    found = {}
    for node in order_reachable_nodes(formulas):
        if node.op == "symbol":
            found[node] = symbols[node.data]
        elif node.op == "const":
            found[node] = Fraction(node.data[0])
        elif node.op == "sqrt":
            found[node] = _exact_root(found[node.args[0]])
        else:
            found[node] = EXACT[node.op](*(found[arg] for arg in node.args))
    return [found[f] if isinstance(f, Expression) else Fraction(f) for f in formulas]


def _exact_root(x):
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    assert root * root == x
    return root
