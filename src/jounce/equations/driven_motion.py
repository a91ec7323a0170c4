"""The motion of a mechanism that its inputs decide, and how it changes with the numbers of the model.

With no freedom left the closure g(q, p) = 0 fixes the positions. Along a direction, which gives rates of the inputs,

    J s = -b                         speeds; b is the rate of the closure at rest
    J a = -gamma                     accelerations

When the numbers change by dp, each level is differentiated with its own unknowns held, then solved with the same J:

    J z = -dg, dq = V(q) z           positions
    J ds = -d(J s + b)               speeds
    J da = -d(J a + gamma)           accelerations

The inverse of J comes from outside, as symbols: a factorisation is never differentiated.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from jounce.equations.coordinate_rates import coordinate_rates
from jounce.equations.layout import lay_out_kernels
from jounce.equations.recursive.closure_rows import write_closure_rows
from jounce.equations.recursive.sensors import sensors as sensor_channels
from jounce.equations.recursive.stages import Column
from jounce.equations.recursive.subsystem import INTERFACE, SubsystemEquations
from jounce.errors import ModelError, Problem
from jounce.graph import Expression, Graph, Scalar, order_reachable_nodes, substitute, tangent
from jounce.mechanism import connect_mechanism
from jounce.model import Model

Changes = dict[Expression, Scalar]  # how fast an expression changes


class Motion(NamedTuple):
    """Along one direction; an unknown for each column."""

    speeds: list[Scalar]
    closing: list[Scalar]  # J s + b, zero: differentiated, not evaluated
    accelerations: list[Scalar]
    accelerating: list[Scalar]  # J a + gamma, likewise
    observed: dict[str, Scalar]  # what each sensor reads


class DrivenMotion:
    """Formulas of what sensors observe, on a graph on which the numbers of the model are formulas, too.

    `coordinates` and `inverse` are symbols that the caller fills: where the mechanism stands, and the inverse of
    `jacobian` there. Unknowns on which no sensor depends are left out.
    """

    def __init__(
        self,
        model: Model,
        numbers: Mapping[str, Scalar],
        graph: Graph,
        sensors: Sequence[str],
        directions: Sequence[Mapping[str, float]],
    ):
        mechanism = connect_mechanism(model, subsystems=False)
        self._sub = sub = SubsystemEquations(mechanism, lay_out_kernels(mechanism), INTERFACE, (mechanism.interface,))
        sub.write_kinematics()
        sub.rows = write_closure_rows(sub)
        held = [("speed", k, c) for k in sub.own.links for c in range(len(sub.s[k]))]
        sub.solution = {unknown: sub.sheet.graph.symbol(unknown) for unknown in held}
        known = {channel.names[0]: channel.value for channel in sensor_channels(sub)}
        self._observed = {name: known[name] for name in sensors}
        self._graph, self._numbers = graph, numbers
        self.columns, rows, reach = self._choose_unknowns()
        self._rows = [sub.rows[i] for i in rows]
        own = dict.fromkeys(k for k, _ in self.columns)
        names = [n.name for k in own for n in mechanism.links[k].coordinates]
        self.coordinates = {name: graph.symbol(("coordinate", name)) for name in names}
        entries = [
            (i, j, row.J[c]) for i, row in enumerate(self._rows) for j, c in enumerate(self.columns) if c in row.J
        ]
        placed = self._place([entry for *_, entry in entries])
        self.jacobian = {(i, j): entry for (i, j, _), entry in zip(entries, placed, strict=True)}
        self.inverse = {(int(j), int(i)): graph.symbol(("inverse", j, i)) for j, i in np.argwhere(reach)}
        self.blocks = blocks_of_driven_columns(reach)
        self._closure = self._place([row.g for row in self._rows])
        self.motions = [self._write_motion(direction) for direction in directions]

    # --- which unknowns are needed -----------------------------------------------------------------------

    def _choose_unknowns(self) -> tuple[list[Column], list[int], np.ndarray]:
        """Columns that the sensors need, the row that decides each, and which column depends on which row.

        Rows and columns are paired one to one; a column depends on its row, on the columns of that row, and so on.
        """
        sub = self._sub
        columns = [(k, c) for k in sub.own.links for c in range(len(sub.s[k]))]
        place = {column: j for j, column in enumerate(columns)}
        pattern = [[place[column] for column, entry in row.J.items() if not _is_zero(entry)] for row in sub.rows]
        row_of = pair_driven_columns(pattern, len(columns))
        if row_of is None:
            what = f"{len(columns)} speeds but {len(pattern)} rows to decide them, or rows that hold nothing"
            raise ModelError(sub.mechanism.model.name, [Problem("joints", what, "every freedom needs one drive")])
        reach = np.eye(len(columns), dtype=bool)
        for j, row in enumerate(row_of):
            reach[j, pattern[row]] = True
        for _ in range(len(columns).bit_length()):
            reach = reach @ reach
        links = {name.name: k for k in sub.own.links for name in sub.mechanism.links[k].coordinates}
        speeds = {sub.s[k][c].data: (k, c) for k, c in columns}  # type: ignore[union-attr]
        needed = np.zeros(len(columns), dtype=bool)
        for node in order_reachable_nodes(self._observed.values()):
            if node.op != "symbol" or not isinstance(node.data, tuple):
                continue
            if node.data[0] == "coordinates":
                needed[[j for (k, _), j in place.items() if k == links[node.data[1]]]] = True
            elif node.data in speeds:
                needed[place[speeds[node.data]]] = True
            elif node.data[0] == "speed":
                needed[place[node.data[1:]]] = True
        chosen = np.flatnonzero(needed @ reach)
        return [columns[j] for j in chosen], [row_of[j] for j in chosen], reach[np.ix_(chosen, chosen)]

    # --- formulas on the caller's graph ------------------------------------------------------------------

    def _place(
        self,
        formulas: Sequence[Scalar],
        speeds: Sequence[Scalar] = (),
        accelerations: Sequence[Scalar] = (),
        rates: Mapping[str, float] | None = None,
    ) -> list[Scalar]:
        """Formulas of the subsystem with the numbers of the model, and with the unknowns of a direction, put in."""
        sub = self._sub
        unknowns: dict[Hashable, Scalar] = {}
        for column, speed in zip(self.columns, speeds, strict=False):
            unknowns[sub.s[column[0]][column[1]].data] = speed  # type: ignore[union-attr]
        for column, acceleration in zip(self.columns, accelerations, strict=False):
            unknowns["speed", *column] = acceleration

        def found(key: Hashable) -> Scalar:
            if isinstance(key, tuple) and key[0] == "value":
                return self._numbers.get(key[1], 0.0)
            if isinstance(key, tuple) and key[0] == "coordinates":
                return self.coordinates.get(key[1], 0.0)
            if isinstance(key, tuple) and key[0] == "input":
                return (rates or {}).get(key[1], 0.0) if key[2] == 1 else 0.0
            return unknowns.get(key, 0.0)

        symbols = [node for node in order_reachable_nodes(formulas) if node.op == "symbol"]
        return substitute(formulas, {symbol: found(symbol.data) for symbol in symbols}, self._graph)

    def _write_motion(self, rates: Mapping[str, float]) -> Motion:
        rate, gamma = [row.gd for row in self._rows], [row.gamma for row in self._rows]
        speeds = self._solve(self._place(rate, rates=rates))
        bias = self._place(gamma, speeds)
        accelerations = self._solve(bias)
        names, formulas = zip(*self._observed.items(), strict=True)
        return Motion(
            speeds=speeds,
            closing=self._place(rate, speeds, rates=rates),
            accelerations=accelerations,
            accelerating=[a + b for a, b in zip(self._times(accelerations), bias, strict=True)],
            observed=dict(zip(names, self._place(formulas, speeds, accelerations), strict=True)),
        )

    def _times(self, unknowns: Sequence[Scalar]) -> list[Scalar]:
        """J times the unknowns."""
        total: list[Scalar] = [0.0] * len(self._rows)
        for (i, j), entry in self.jacobian.items():
            total[i] = total[i] + entry * unknowns[j]
        return total

    def _solve(self, residuals: Sequence[Scalar]) -> list[Scalar]:
        """The unknowns for which J x = -residuals."""
        found: list[Scalar] = [0.0] * len(self.columns)
        for (j, i), entry in self.inverse.items():
            found[j] = found[j] - entry * residuals[i]
        return found

    def residuals(self) -> list[Scalar]:
        """All that is solved: what enters here decides the motion."""
        levels = [level for motion in self.motions for level in (motion.closing, motion.accelerating)]
        return [residual for level in (self.jacobian.values(), self._closure, *levels) for residual in level]

    def changes(self, of_numbers: Mapping[Expression, Scalar]) -> Changes:
        """Tells how fast numbers, coordinates, speeds and accelerations change when the numbers do."""
        sub, found = self._sub, dict(of_numbers)
        z = self._solve(tangent(self._closure, found))
        for k in dict.fromkeys(k for k, _ in self.columns):
            names = [n.name for n in sub.mechanism.links[k].coordinates]
            rates = self._place(coordinate_rates(sub, k, sub.s[k]), speeds=z)
            found |= {self.coordinates[name]: rate for name, rate in zip(names, rates, strict=True)}
        for motion in self.motions:
            found |= self._solve_for(motion.speeds, motion.closing, found)
            found |= self._solve_for(motion.accelerations, motion.accelerating, found)
        return found

    def _solve_for(self, unknowns: Sequence[Scalar], residuals: Sequence[Scalar], changes: Changes) -> Changes:
        """Tells how fast the unknowns must change so that the residuals stay zero."""
        held: Changes = {unknown: 0.0 for unknown in unknowns if isinstance(unknown, Expression)}
        rates = zip(unknowns, self._solve(tangent(residuals, changes | held)), strict=True)
        return {unknown: rate for unknown, rate in rates if isinstance(unknown, Expression)}


def blocks_of_driven_columns(reach: np.ndarray) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Columns that depend on each other, with those that they need besides; what is needed comes first."""
    together = reach & reach.T
    firsts = sorted({int(np.argmax(row)) for row in together}, key=lambda k: (reach[k].sum(), k))
    found = [np.flatnonzero(together[k]) for k in firsts]
    return tuple((block, np.flatnonzero(reach[block[0]] & ~together[block[0]])) for block in found)


def pair_driven_columns(pattern: Sequence[Sequence[int]], count: int) -> list[int] | None:
    """For each column the one row that is paired with it; None if there is no such pairing.

    Augmenting paths. [Duff 1981]
    """
    if len(pattern) != count:
        return None
    row_of = [-1] * count

    def place(row: int, tried: set[int]) -> bool:
        for column in pattern[row]:
            if column not in tried:
                tried.add(column)
                if row_of[column] < 0 or place(row_of[column], tried):
                    row_of[column] = row
                    return True
        return False

    return row_of if all(place(row, set()) for row in range(count)) else None


def _is_zero(entry: Scalar) -> bool:
    return not isinstance(entry, Expression) and entry == 0
