"""Closure rows of a subsystem: every closing part as scalar equations with their entries by speed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.mechanism import tree_row_names
from jounce.parts.ends import is_driven_at_ends
from jounce.parts.joints.joint_rows import RowEquation, joint_rows
from jounce.spatial.motion import motion_power


def write_closure_rows(sub: SubsystemEquations) -> tuple[ClosureRow, ...]:
    """The rows of all closing parts, with their modes."""
    closures = sub.mechanism.closures
    found: list[ClosureRow] = []
    for position, number in enumerate(sub.own.closures):
        names = zip(*(tree_row_names(closures[member.closures[position]]) for member in sub.members), strict=True)
        for named, row in zip(names, _rows_of(sub, sub.parts[id(closures[number])]), strict=True):
            twins, shared = tuple(n.name for n in named), any(k not in sub.own.links for k, _ in row.J)
            found.append(replace(row, twins=twins, unit=named[0].unit, s=sub.mode(twins), shared=shared))
    return tuple(found)


def _rows_of(sub: SubsystemEquations, part: Any) -> list[ClosureRow]:
    if hasattr(part, "rows"):
        a, b = sub.mechanism.index(part.parent), sub.mechanism.index(part.child)
        found = [_with_entries(sub, row, a, b) for row in joint_rows(part, sub.motion_of(a), sub.motion_of(b))]
    else:
        found = [_tied(sub, part)]
    return [_follow(sub, part.signal, row) for row in found] if is_driven_at_ends(part) else found


def _follow(sub: SubsystemEquations, signal: Any, row: ClosureRow) -> ClosureRow:
    """The row with a signal that it has to follow, in place of zero."""
    rate, second = sub.signal_rates(signal)
    return replace(row, g=row.g - sub.signal(signal), gd=row.gd - rate, gamma=row.gamma - second, drive_rate=rate)


def _tied(sub: SubsystemEquations, part: Any) -> ClosureRow:
    tie = part.tie(lambda name: sub.find_coordinate(name)[2])
    J = {sub.find_coordinate(name)[:2]: entry for name, entry in tie.entries.items()}
    return ClosureRow((), "", tie.g, tie.gd, tie.gamma, J, 1.0)


def _with_entries(sub: SubsystemEquations, row: RowEquation, a: int, b: int) -> ClosureRow:
    """Columns that move both bodies alike do not open the loop and are left out."""
    moves_a, moves_b = sub.mechanism.path(a), sub.mechanism.path(b)
    J: dict[tuple[int, int], Scalar] = {}
    for sign, path, other in ((1.0, moves_b, moves_a), (-1.0, moves_a, moves_b)):
        for k in path:
            if k not in other:
                for c, S in enumerate(sub.motion_of(k).S):
                    J[k, c] = sign * motion_power(S, row.wrench)
    return ClosureRow((), "", row.g, row.gd, row.gamma, J, 1.0, wrench=row.wrench)
