"""Driving efforts: what driven coordinates take, from their own equations once all accelerations are known."""

from __future__ import annotations

from jounce.equations.recursive.dynamics import drift_of_row
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.stages import ClosureRow, Column
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar


def write_driven_accelerations(sub: SubsystemEquations) -> dict[Column, Scalar]:
    """Accelerations of driven coordinates, row after row: J sd + drift = 0. Those that drive others come first."""
    found: dict[Column, Scalar] = {}
    for row in _rows_that_drive(sub):
        total = drift_of_row(sub, row)
        for (k, c), entry in row.J.items():
            if (k, c) != row.drives:
                leader = found[k, c] if (k, c) in found else _found_by_interface(sub, k, c)
                total = total + entry * leader
        k, c = row.drives  # type: ignore[misc]
        found[k, c] = sub.sheet.outputs["driven", k, c] = -total / row.J[k, c]
    return found


def write_driving_efforts(sub: SubsystemEquations) -> dict[Unknown, Scalar]:
    """Multipliers mu of the rows that drive coordinates: M sd + J^T mu = f. Those that follow others come first.

    A follower pulls on the coordinate that drives it, in this subsystem or from a group below it.
    """
    found: dict[Unknown, Scalar] = {}
    pulls: dict[Column, Scalar] = {}
    for group in sub.below:
        for row in _rows_that_drive(group):
            for k, c in [column for column in row.J if column[0] not in group.own.links]:
                pull = sub.sum_from_below(group, ("pull", row.name, k, c), list(range(group.sheet.lanes)))
                pulls[k, c] = pulls.get((k, c), 0.0) + pull
    for row in reversed(_rows_that_drive(sub)):
        assert row.drives is not None
        own: Unknown = ("speed", *row.drives)
        left = sub.system.right[own] - pulls.get(row.drives, 0.0)
        for (i, j), entry in sub.system.mass.items():
            if own in (i, j):
                _, k, c = j if i == own else i
                left = left - entry * sub.acceleration(k, c)
        found[row.unknown] = mu = left / row.J[row.drives]
        for column, entry in row.J.items():
            if column != row.drives:
                pulls[column] = pulls.get(column, 0.0) + entry * mu
                sub.sheet.outputs["pull", row.name, *column] = entry * mu
    return found


def _found_by_interface(sub: SubsystemEquations, k: int, c: int) -> Scalar:
    """The acceleration of a driven coordinate of the interface."""
    return sub.from_interface(lambda link: ("driven", link, c), k)


def _rows_that_drive(sub: SubsystemEquations) -> list[ClosureRow]:
    """Those of inputs, then those of what follows."""
    return sorted((row for row in sub.rows if row.drives is not None), key=lambda row: len(row.J))
