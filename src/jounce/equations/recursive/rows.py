"""Rows of a subsystem: every closing part as scalar equations with their entries by speed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.equations.constraints import ClosureRow, Row, joint_rows
from jounce.equations.recursive.subsystem import Subsystem
from jounce.graph import Expression, Scalar, derivative
from jounce.mechanism import row_names
from jounce.parts import Prescribed
from jounce.parts.joints import Coupling, DrivenPoint
from jounce.spatial.motion import power


def write_rows(sub: Subsystem) -> None:
    """Write the rows of all closing parts, with their modes."""
    closures = sub.mechanism.closures
    for position, number in enumerate(sub.own.closures):
        names = zip(*(row_names(closures[member.closures[position]]) for member in sub.members), strict=True)
        for named, row in zip(names, _rows_of(sub, sub.parts[id(closures[number])]), strict=True):
            twins, shared = tuple(n.name for n in named), any(k not in sub.own.links for k, _ in row.J)
            sub.rows.append(replace(row, twins=twins, unit=named[0].unit, s=sub.mode(twins), shared=shared))


def _rows_of(sub: Subsystem, part: Any) -> list[ClosureRow]:
    if isinstance(part, Coupling):
        return [_coupled(sub, part)]
    if isinstance(part, Prescribed):
        k, c, (q, s) = sub.find_coordinate(part.coordinate)
        rate, second = sub.signal_rates(part.signal)
        row = ClosureRow((), "", q - sub.signal(part.signal), s - rate, -second, {(k, c): 1.0}, 1.0)
        return [replace(row, drive_rate=rate)]
    a, b = sub.mechanism.index(part.parent), sub.mechanism.index(part.child)
    found = [_with_entries(sub, row, a, b) for row in joint_rows(part, sub.motion_of(a), sub.motion_of(b))]
    if isinstance(part, DrivenPoint):
        rate, second = sub.signal_rates(part.signal)
        (row,) = found
        g, gd, gamma = row.g - sub.signal(part.signal), row.gd - rate, row.gamma - second
        return [replace(row, g=g, gd=gd, gamma=gamma, drive_rate=rate)]
    return found


def _coupled(sub: Subsystem, part: Coupling) -> ClosureRow:
    """g = sum f q - offset, the last q by the law l: then l' f is its entry, and l'' f s^2 the rate of the row."""
    g: Scalar = -part.offset
    gd: Scalar = 0.0
    gamma: Scalar = 0.0
    J: dict[tuple[int, int], Scalar] = {}
    for name, factor in zip(part.coordinates, part.factors, strict=True):
        k, c, (q, s) = sub.find_coordinate(name)
        along: Scalar = q
        entry: Scalar = factor
        if part.law is not None and name == part.coordinates[-1] and isinstance(q, Expression):
            along = part.law.value(q)
            slope = derivative([along], q)[0]
            entry, gamma = factor * slope, factor * derivative([slope], q)[0] * s * s
        g, gd, J[k, c] = g + factor * along, gd + entry * s, entry
    return ClosureRow((), "", g, gd, gamma, J, 1.0)


def _with_entries(sub: Subsystem, row: Row, a: int, b: int) -> ClosureRow:
    """Columns that move both bodies alike do not open the loop and are left out."""
    moves_a, moves_b = sub.mechanism.path(a), sub.mechanism.path(b)
    J: dict[tuple[int, int], Scalar] = {}
    for sign, path, other in ((1.0, moves_b, moves_a), (-1.0, moves_a, moves_b)):
        for k in path:
            if k not in other:
                for c, S in enumerate(sub.motion_of(k).S):
                    J[k, c] = sign * power(S, row.wrench)
    return ClosureRow((), "", row.g, row.gd, row.gamma, J, 1.0, wrench=row.wrench)
