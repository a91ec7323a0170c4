"""Elimination of unknowns from symmetric equations, sparse LDL^T on the graph, in a fixed order.

Pivots need no search: coordinates give positive pivots, and a multiplier is taken only after all
coordinates of its row, so its pivot is negative as long as the rows are independent.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """x_i = inverse_i z_i - sum of L_ij x_j, over unknowns j that come later."""

    order: tuple[Unknown, ...]
    inverse: dict[Unknown, Scalar]  # 1 / pivot
    L: dict[Unknown, dict[Unknown, Scalar]]
    pivots: dict[Unknown, Scalar]  # of the multipliers
    alone: dict[Unknown, Scalar]  # what these would be without the other rows, also of those that are left


def eliminate_unknowns(system: SymmetricEquations, order: Iterable[Unknown], alone: dict[Unknown, Scalar]) -> Factors:
    """Eliminate `order` from the system, which is left with what remains (the Schur complement).

    `alone` has the multipliers, each with what its pivot would be without the other rows as far as is known.
    """
    order, alone = tuple(order), dict(alone)
    inverse: dict[Unknown, Scalar] = {}
    L: dict[Unknown, dict[Unknown, Scalar]] = {}
    pivots: dict[Unknown, Scalar] = {}
    K = system.K
    for i in order:
        row = K.pop(i)
        pivot = row.pop(i)
        inverse[i] = 1.0 / pivot
        if i in alone:
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
                elif j in alone and i not in alone:
                    alone[j] = alone[j] - change
            system.rhs[j] = system.rhs.get(j, 0.0) - L[i][j] * z
    return Factors(order, inverse, L, pivots, alone)


def eliminate_right_hand_side(factors: Factors, rhs: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
    """Reduce another right-hand side with the same factors; gives all entries, later unknowns included."""
    z = dict(rhs)
    for i in factors.order:
        if i in z:
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
        value = z.get(i, 0.0) * factors.inverse[i]
        for j in [j for j in x if j in factors.L[i]]:
            value = value - factors.L[i][j] * x[j]
        x[i] = value
    return x
