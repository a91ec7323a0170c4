"""Elimination of unknowns from symmetric equations, sparse LDL^T on the graph, in a fixed order.

Pivots need no search: coordinates give positive pivots, and a multiplier is taken only after all
coordinates of its row, so its pivot is negative as long as the rows are independent.

A row of dry friction on a single speed, which may be off, is eliminated together with it, as one pivot of two by two:

    [ m   s ] [a ]   [r ]            [a ]   [e  q] [r - c x]
    [ s   d ] [mu] = [r'] - c x      [mu] = [q  p] [r'     ]      e, q, p = d, -s, m over (m d - s^2)

So it costs no more than the speed alone, which had to be eliminated anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jounce.graph import Scalar

Unknown = tuple[Any, ...]  # ("speed", link, column) or ("row", name)


@dataclass
class SymmetricEquations:
    """Symmetric equations K x = rhs, by unknown; entries that are not there are structural zeros."""

    K: dict[Unknown, dict[Unknown, Scalar]] = field(default_factory=dict)
    rhs: dict[Unknown, Scalar] = field(default_factory=dict)

    def add(self, i: Unknown, j: Unknown, value: Scalar) -> None:
        if not isinstance(value, float) or value != 0.0:
            for a, b in {(i, j), (j, i)}:
                row = self.K.setdefault(a, {})
                row[b] = row[b] + value if b in row else value

    def add_rhs(self, i: Unknown, value: Scalar) -> None:
        self.rhs[i] = self.rhs.get(i, 0.0) + value


@dataclass(frozen=True)
class Factors:
    """x_i = inverse_i z_i - sum of L_ij x_j, over unknowns j that come later; see above for pairs."""

    order: tuple[Unknown, ...]
    inverse: dict[Unknown, Scalar]  # 1 / pivot
    L: dict[Unknown, dict[Unknown, Scalar]]
    pivots: dict[Unknown, Scalar]  # of the multipliers
    alone: dict[Unknown, Scalar]  # what these would be without the other rows, also of those that are left
    pairs: dict[Unknown, Pair] = field(default_factory=dict)  # by speed: L_ij is then c_j

    def kept(self) -> Iterator[tuple[Hashable, Scalar]]:
        """Tells what another kernel needs of them, by key."""
        for i in self.order:
            yield i, self.inverse[i]
            for j, value in self.L[i].items():
                yield (i, j), value
            if i in self.pairs:
                yield ("q", i), self.pairs[i].q

    def read_back(self, read: Callable[[Hashable], Scalar]) -> Factors:
        """Returns the same with what was kept, as another kernel reads it."""
        return Factors(
            self.order,
            {i: read(i) for i in self.order},
            {i: {j: read((i, j)) for j in self.L[i]} for i in self.order},
            {},
            {},
            {i: Pair(pair.row, read(("q", i)), 0.0) for i, pair in self.pairs.items()},
        )

    def reduce(self, rhs: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """Another right-hand side, less what is eliminated."""
        return eliminate_right_hand_side(self, rhs)

    def substitute(self, z: dict[Unknown, Scalar], known: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """The unknowns of a reduced right-hand side, given those that came later."""
        return substitute_eliminated_back(self, z, known)

    def solve(self, reduced: dict[Unknown, Scalar], known: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """Accelerations and multipliers."""
        return substitute_eliminated_back(self, reduced, known)


@dataclass(frozen=True)
class Pair:
    """A speed and its row of friction, eliminated together; `inverse` of the speed is e."""

    row: Unknown
    q: Scalar
    p: Scalar

    def value(self, e: Scalar, speed: Unknown, z: dict[Unknown, Scalar]) -> Scalar:
        """Tells what the speed's unknown is without those that come later."""
        own = e * z.get(speed, 0.0)
        return own + self.q * z[self.row] if self.row in z else own


def eliminate_unknowns(
    system: SymmetricEquations,
    order: Iterable[Unknown],
    alone: dict[Unknown, Scalar],
    paired: Mapping[Unknown, Unknown],
) -> Factors:
    """Eliminate `order` from the system, which is left with what remains (the Schur complement).

    `alone` has the multipliers, each with what its pivot would be without the other rows as far as is known; `paired`
    the row that goes together with a speed.
    """
    order, alone = tuple(order), dict(alone)
    inverse: dict[Unknown, Scalar] = {}
    L: dict[Unknown, dict[Unknown, Scalar]] = {}
    pivots: dict[Unknown, Scalar] = {}
    pairs: dict[Unknown, Pair] = {}
    K = system.K
    for i in order:
        row = K.pop(i)
        pivot = row.pop(i)
        if i in paired:
            pairs[i], inverse[i] = _pair_of(paired[i], pivot, row, K)
            _reduce(system, i, row, pairs[i], inverse[i], alone)
            L[i] = row
            continue
        inverse[i] = 1.0 / pivot
        if i in alone:  # friction is no row that could lose its hold
            pivots[i] = pivot
        L[i] = {j: value * inverse[i] for j, value in row.items()}
        z = system.rhs.get(i, 0.0)
        others = list(row)
        for a, j in enumerate(others):
            K[j].pop(i)
            for k in others[a:]:
                change = L[i][j] * row[k]
                K[j][k] = K[j].get(k, 0.0) - change
                if j is not k:
                    K[k][j] = K[j][k]
                elif j in alone and i[0] == "speed":
                    alone[j] = alone[j] - change
            system.rhs[j] = system.rhs.get(j, 0.0) - L[i][j] * z
    return Factors(order, inverse, L, pivots, alone, pairs)


def _pair_of(
    friction: Unknown, m: Scalar, row: dict[Unknown, Scalar], K: dict[Unknown, dict[Unknown, Scalar]]
) -> tuple[Pair, Scalar]:
    """The pivot of a speed and its friction, and e."""
    s, d = row.pop(friction), K.pop(friction)[friction]
    inverse = 1.0 / (m * d - s * s)
    return Pair(friction, -(s * inverse), m * inverse), d * inverse


def _reduce(
    system: SymmetricEquations,
    i: Unknown,
    row: dict[Unknown, Scalar],
    pair: Pair,
    e: Scalar,
    alone: dict[Unknown, Scalar],
) -> None:
    """Take a speed and its friction out of the other equations."""
    K, others, value = system.K, list(row), pair.value(e, i, system.rhs)
    for a, j in enumerate(others):
        K[j].pop(i)
        along = row[j] * e
        for k in others[a:]:
            change = along * row[k]
            K[j][k] = K[j].get(k, 0.0) - change
            if j is not k:
                K[k][j] = K[j][k]
            elif j in alone:
                alone[j] = alone[j] - change
        system.rhs[j] = system.rhs.get(j, 0.0) - row[j] * value


def eliminate_right_hand_side(factors: Factors, rhs: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
    """Reduce another right-hand side with the same factors; gives all entries, later unknowns included."""
    z = dict(rhs)
    for i in factors.order:
        pair = factors.pairs.get(i)
        if pair is not None:
            if i in z or pair.row in z:
                value = pair.value(factors.inverse[i], i, z)
                for j, c in factors.L[i].items():
                    z[j] = z.get(j, 0.0) - c * value
        elif i in z:
            for j, value in factors.L[i].items():
                z[j] = z.get(j, 0.0) - value * z[i]
    return z


def substitute_eliminated_back(
    factors: Factors, z: dict[Unknown, Scalar], x: dict[Unknown, Scalar]
) -> dict[Unknown, Scalar]:
    """Solve for the eliminated unknowns, given those that came later.

    Terms are taken in the order in which their unknowns become known, so that each sum waits only for its last one.
    """
    x = dict(x)
    for i in reversed(factors.order):
        pair = factors.pairs.get(i)
        if pair is not None:
            x[i], x[pair.row] = _back_with_pair(factors, pair, i, z, x)
            continue
        value = z.get(i, 0.0) * factors.inverse[i]
        for j in [j for j in x if j in factors.L[i]]:
            value = value - factors.L[i][j] * x[j]
        x[i] = value
    return x


def _back_with_pair(
    factors: Factors, pair: Pair, i: Unknown, z: dict[Unknown, Scalar], x: dict[Unknown, Scalar]
) -> tuple[Scalar, Scalar]:
    """A speed and its friction, given the unknowns that came later."""
    left = z.get(i, 0.0)
    for j in [j for j in x if j in factors.L[i]]:
        left = left - factors.L[i][j] * x[j]
    given = z.get(pair.row, 0.0)
    return factors.inverse[i] * left + pair.q * given, pair.q * left + pair.p * given
