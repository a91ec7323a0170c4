"""Driving efforts: what driven coordinates take, from their own equations of motion once all accelerations are known."""

from __future__ import annotations

from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar


def write_driving_efforts(sub: SubsystemEquations) -> dict[Unknown, Scalar]:
    """Multipliers mu of the rows that drive coordinates: M sd + J^T mu = f. What follows others comes before these.

    A follower pulls on the coordinate that drives it, in this subsystem or from a group below it.
    """
    found: dict[Unknown, Scalar] = {}
    pulls: dict[tuple[int, int], Scalar] = {}
    rows = [row for row in sub.rows if row.drives is not None]
    for group in sub.below:
        for row in (row for row in group.rows if row.drives is not None):
            for k, c in [column for column in row.J if column[0] not in group.own.links]:
                pull = sub.sum_from_below(group, ("pull", row.name, k, c), list(range(group.sheet.lanes)))
                pulls[k, c] = pulls.get((k, c), 0.0) + pull
    for row in sorted(rows, key=lambda row: len(row.J), reverse=True):
        assert row.drives is not None
        own: Unknown = ("speed", *row.drives)
        left = sub.system.right[own] - pulls.get(row.drives, 0.0)
        for (i, j), entry in sub.system.mass.items():
            if own in (i, j):
                _, k, c = j if i == own else i
                left = left - entry * sub.acceleration(k, c)
        found[row.unknown] = mu = left / row.J[row.drives]
        for (k, c), entry in row.J.items():
            if (k, c) != row.drives:
                pulls[k, c] = pulls.get((k, c), 0.0) + entry * mu
                sub.sheet.outputs["pull", row.name, k, c] = entry * mu
    return found
