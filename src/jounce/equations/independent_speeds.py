"""Solve for independent speeds: the dependent ones follow, and rows and reactions leave the equations. [Kim, 25-31]

The rows J s' = -gamma are eliminated with one dependent speed each, J_d = L U, in an order that numbers choose once:
those of the model in its design position. What is left over is independent. With the others by these

    s' = N theta'' + p                            [27]
    (N^T M N) theta'' = N^T (f - M p)             [28-29]
    J_d^T mu = (f - M s')_d                       reactions, where they are asked for

Kim's constraints that define theta are then "this speed is theta". Rows that find no speed of their own are redundant.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from jounce.equations.independent_choice import Entries, choose_independent_speeds, row_numbers_in_design_position
from jounce.equations.recursive.elimination import (
    Factors,
    SymmetricEquations,
    Unknown,
    eliminate_unknowns,
    substitute_eliminated_back,
)
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, minimum


@dataclass(frozen=True)
class Sticking:
    """Rows of dry friction among independent speeds: what they need to be corrected."""

    rows: Entries  # by row: its entries by speed, switched
    N: Entries  # by dependent speed: its rate for each unit of an independent one
    factors: Factors  # of N^T M N with these rows

    def kept(self) -> Iterator[tuple[Hashable, Scalar]]:
        yield from _kept_entries("friction", self.rows)
        yield from _kept_entries("N", self.N)
        for key, value in self.factors.kept():
            yield ("independent", key), value

    def read_back(self, read: Callable[[Hashable], Scalar]) -> Sticking:
        rows, N = (_entries_read_back(name, e, read) for name, e in (("friction", self.rows), ("N", self.N)))
        return Sticking(rows, N, self.factors.read_back(lambda key: read(("independent", key))))

    def changes(self, z: dict[Unknown, Scalar], found: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """Of all speeds, so that friction that sticks does not creep, beside changes that were found already."""
        rhs: dict[Unknown, Scalar] = {}
        for row, entries in self.rows.items():
            rhs[row] = z.get(row, 0.0)
            for speed, entry in entries.items():
                rhs[row] = rhs[row] - entry * found[speed]
        solved = self.factors.substitute(self.factors.reduce(rhs), {})
        changes = {unknown: value for unknown, value in solved.items() if unknown[0] == "speed"}
        for speed, by in self.N.items():
            changes[speed] = 0.0
            for theta, entry in by.items():
                changes[speed] = changes[speed] + entry * solved[theta]
        return changes


def _kept_entries(name: str, entries: Entries) -> Iterator[tuple[Hashable, Scalar]]:
    for row, others in entries.items():
        for other, value in others.items():
            yield (name, row, other), value


def _entries_read_back(name: str, entries: Entries, read: Callable[[Hashable], Scalar]) -> Entries:
    return {row: {other: read((name, row, other)) for other in others} for row, others in entries.items()}


@dataclass(frozen=True)
class IndependentSpeeds:
    """J_d = L U by the pivots, each a row and its dependent speed; and what was solved with them."""

    pivots: tuple[tuple[Unknown, Unknown], ...]
    inverse: dict[Unknown, Scalar]  # by row, of its pivot
    U: Entries  # by row: entries of dependent speeds of later pivots
    L: Entries  # by row: multiples of earlier rows
    speeds: tuple[Unknown, ...]
    sticking: Sticking | None = None  # where there is dry friction
    strength: dict[Unknown, float] = field(default_factory=dict)  # by row: its pivot when it was chosen, with its sign
    solution: dict[Unknown, Scalar] = field(default_factory=dict)

    def kept(self) -> Iterator[tuple[Hashable, Scalar]]:
        yield from self.inverse.items()
        yield from _kept_entries("U", self.U)
        yield from _kept_entries("L", self.L)
        if self.sticking is not None:
            yield from self.sticking.kept()

    def read_back(self, read: Callable[[Hashable], Scalar]) -> IndependentSpeeds:
        U, L = (_entries_read_back(name, entries, read) for name, entries in (("U", self.U), ("L", self.L)))
        inverse, sticking = {row: read(row) for row in self.inverse}, self.sticking
        return IndependentSpeeds(self.pivots, inverse, U, L, self.speeds, sticking and sticking.read_back(read))

    def reduce(self, rhs: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        return rhs

    def substitute(self, z: dict[Unknown, Scalar], known: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """Changes of speeds that close rows of these residuals, the independent ones held but where friction sticks."""
        found = dict.fromkeys(self.speeds, 0.0) | self.dependent(z)
        if self.sticking is None or not any(row in z for row in self.sticking.rows):
            return found
        return found | {speed: found[speed] + change for speed, change in self.sticking.changes(z, found).items()}

    def solve(self, reduced: dict[Unknown, Scalar], known: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        return self.solution

    def dependent(self, b: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """x of J_d x = b."""
        left: dict[Unknown, Scalar] = {}
        for row, _ in self.pivots:
            value = b.get(row, 0.0)
            for earlier, factor in self.L[row].items():
                value = value - factor * left[earlier]
            left[row] = value
        x: dict[Unknown, Scalar] = {}
        for row, speed in reversed(self.pivots):
            value = left[row]
            for other, entry in self.U[row].items():
                value = value - entry * x[other]
            x[speed] = value * self.inverse[row]
        return x

    def multipliers(self, b: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]:
        """mu of J_d^T mu = b."""
        y: dict[Unknown, Scalar] = {}
        for row, speed in self.pivots:
            value = b[speed]
            for earlier, _ in self.pivots:
                if earlier in y and speed in self.U[earlier]:
                    value = value - self.U[earlier][speed] * y[earlier]
            y[row] = value * self.inverse[row]
        for row, _ in reversed(self.pivots):
            for earlier, factor in self.L[row].items():
                y[earlier] = y[earlier] - factor * y[row]
        return y

    def smallest_pivot(self) -> Scalar:
        """The smallest pivot by what it was when it was chosen: 0 where a dependent speed leaves its row."""
        worst: Scalar = 1.0
        for row, known in self.strength.items():
            size: Any = abs(self.inverse[row])
            worst = minimum(worst, 1.0 / (size * abs(known)))
        return worst

    def least_pivot(self) -> Scalar:
        """Returns the same with signs: below zero beyond a place where the dependent speeds are not determined."""
        worst: Scalar = 1.0
        for row, known in self.strength.items():
            worst = minimum(worst, 1.0 / (self.inverse[row] * known))
        return worst


def solve_for_independent_speeds(
    sub: SubsystemEquations, mass: dict[tuple[Unknown, Unknown], Scalar], right: dict[Unknown, Scalar]
) -> IndependentSpeeds:
    """Choose dependent speeds, write the others' equations, and solve them."""
    rows: Entries = {row.unknown: {("speed", *at): value for at, value in row.J.items()} for row in sub.rows}
    numbers = row_numbers_in_design_position(sub, rows)
    pivots = choose_independent_speeds(numbers)
    factors, N = _factorise(sub, pivots, rows)
    p = dict.fromkeys(factors.speeds, 0.0) | factors.dependent({row.unknown: -_drift(sub, row) for row in sub.rows})
    M: Entries = {}
    for (i, j), entry in mass.items():
        M.setdefault(i, {})[j] = entry
        M.setdefault(j, {})[i] = entry
    known, sticking = _independent_accelerations(sub, M, right, N, p)
    solution = dict(known)
    for speed in factors.speeds:
        if speed not in solution:
            value = p[speed]
            for theta, entry in N[speed].items():
                value = value + entry * known[theta]
            solution[speed] = value
    solution |= _reactions(sub, factors, M, right, solution)
    strength = {row: float(numbers[row][speed]) for row, speed in pivots}
    return replace(factors, sticking=sticking, strength=strength, solution=solution)


def _drift(sub: SubsystemEquations, row: ClosureRow) -> Scalar:
    """gamma, with Baumgarte's feedback where a run asks for it."""
    stabilise = sub.general_value("solver.stabilisation")
    return row.gamma + stabilise * (2.0 * row.gd + stabilise * row.g)


def _factorise(
    sub: SubsystemEquations, pivots: list[tuple[Unknown, Unknown]], rows: Entries
) -> tuple[IndependentSpeeds, Entries]:
    """L and U by the pivots; and N, by dependent speed: its rate for each unit of an independent one."""
    speeds: tuple[Unknown, ...] = tuple(("speed", k, c) for k in sub.own.links for c in range(len(sub.s[k])))
    dependent = {speed for _, speed in pivots}
    left = {row: dict(rows[row]) for row, _ in pivots}
    inverse: dict[Unknown, Scalar] = {}
    L: Entries = {row: {} for row, _ in pivots}
    for at, (row, speed) in enumerate(pivots):
        inverse[row] = 1.0 / left[row][speed]
        for other, _ in pivots[at + 1 :]:
            if speed in left[other]:
                factor = L[other][row] = left[other].pop(speed) * inverse[row]
                for place, value in left[row].items():
                    if place != speed:
                        left[other][place] = left[other].get(place, 0.0) - factor * value
    U = {row: {s: v for s, v in left[row].items() if s in dependent and s != speed} for row, speed in pivots}
    N: Entries = {}
    for row, speed in reversed(pivots):
        N[speed] = {}
        for other, entry in left[row].items():
            for theta, by in N[other].items() if other in dependent and other != speed else ((other, 1.0),):
                if other != speed:
                    N[speed][theta] = N[speed].get(theta, 0.0) - inverse[row] * (entry * by)
    return IndependentSpeeds(tuple(pivots), inverse, U, L, speeds), N


def _independent_accelerations(
    sub: SubsystemEquations, M: Entries, right: dict[Unknown, Scalar], N: Entries, p: dict[Unknown, Scalar]
) -> tuple[dict[Unknown, Scalar], Sticking | None]:
    """theta'', and the forces of friction that sticks; and what corrects its speeds."""
    every = [("speed", k, c) for k in sub.own.links for c in range(len(sub.s[k]))]
    by: Entries = {speed: N.get(speed, {speed: 1.0}) for speed in every}
    system = SymmetricEquations()
    reduced: Entries = {}
    for i in every:
        left = right[i]
        for j, entry in M.get(i, {}).items():
            left = left - entry * p[j]
            for theta, factor in by[j].items():
                row = reduced.setdefault(i, {})
                row[theta] = row.get(theta, 0.0) + entry * factor
        for theta, factor in by[i].items():
            system.add_rhs(theta, factor * left)
    entries: dict[tuple[Unknown, Unknown], Scalar] = {}
    for i, row in reduced.items():
        for theta, factor in by[i].items():
            for other, entry in row.items():
                if other <= theta:
                    entries[theta, other] = entries.get((theta, other), 0.0) + factor * entry
    for (theta, other), entry in entries.items():
        system.add(theta, other, entry)
    order: list[Unknown] = [speed for speed in reversed(every) if speed not in N]
    for friction in sub.frictions:
        row_of = friction.row
        drift: Scalar = row_of.gamma
        for at, entry in row_of.J.items():
            drift = drift + entry * p["speed", *at]
            for theta, factor in by["speed", *at].items():
                system.add(row_of.unknown, theta, row_of.s * (entry * factor))
        system.add(row_of.unknown, row_of.unknown, row_of.s - 1.0)
        system.add_rhs(row_of.unknown, -(row_of.s * drift))
        order.append(row_of.unknown)
    factors = eliminate_unknowns(system, order, {}, {})
    rows: Entries = {
        f.row.unknown: {("speed", *at): f.row.s * entry for at, entry in f.row.J.items()} for f in sub.frictions
    }
    return substitute_eliminated_back(factors, dict(system.rhs), {}), Sticking(rows, N, factors) if rows else None


def _reactions(
    sub: SubsystemEquations,
    factors: IndependentSpeeds,
    M: Entries,
    right: dict[Unknown, Scalar],
    solution: dict[Unknown, Scalar],
) -> dict[Unknown, Scalar]:
    """Multipliers of all rows, zero where one is redundant."""
    pushes: dict[Unknown, Scalar] = {}
    for _, speed in factors.pivots:
        value = right[speed]
        for other, entry in M.get(speed, {}).items():
            value = value - entry * solution[other]
        for friction in sub.frictions:
            if speed[1:] in friction.row.J:
                held = friction.row.s * solution[friction.row.unknown]
                value = value - friction.row.J[speed[1:]] * held
        pushes[speed] = value
    found = factors.multipliers(pushes)
    return {row.unknown: found.get(row.unknown, 0.0) for row in sub.rows}
