"""Closure rows of a subsystem: every closing part as scalar equations with their entries by speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jounce.equations.layout import INPUT_WIDTH
from jounce.equations.recursive.stages import ClosureRow, Column, FrictionRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.errors import ModelError, Problem
from jounce.graph import Scalar, derivative, order_reachable_nodes
from jounce.mechanism import tree_row_names
from jounce.parts.ends import is_driven_at_ends
from jounce.parts.forces.loads import ContactLine, DryContact
from jounce.parts.joints.joint_rows import Ends, RowEquation, distance, joint_rows
from jounce.spatial.motion import motion_power


def write_closure_rows(
    sub: SubsystemEquations, rows_of: Callable[[Any], list[ClosureRow]] | None = None
) -> tuple[ClosureRow, ...]:
    """The rows of all closing parts, with their modes; another route says how it writes those of one part."""
    closures = sub.mechanism.closures
    found: list[ClosureRow] = []
    for position, number in enumerate(sub.own.closures):
        names = zip(*(tree_row_names(closures[member.closures[position]]) for member in sub.members), strict=True)
        for named, row in zip(
            names, (rows_of or (lambda part: _rows_of(sub, part)))(sub.parts[id(closures[number])]), strict=True
        ):
            if any(part is closures[number] for part in sub.driven.values()):
                row = replace(row, drives=next(iter(row.J)))
            twins = tuple(n.name for n in named)
            shared = row.drives is None and any(k not in sub.own.links for k, _ in row.J)
            unit, speeds_only = named[0].unit, named[0].speeds_only
            found.append(
                replace(row, twins=twins, unit=unit, s=sub.mode(twins), shared=shared, speeds_only=speeds_only)
            )
    return tuple(found)


def write_frictions(sub: SubsystemEquations) -> tuple[FrictionRow, ...]:
    """Dry friction: its speed as a row without a place of its own, so that it may stick anywhere."""
    forces = sub.mechanism.model.forces
    found: list[FrictionRow] = []
    for position, number in enumerate(sub.own.forces):
        contact = sub.loads.elements[forces[number].name][0].contact
        if contact is None:
            continue
        twins = tuple(forces[member.forces[position]].name for member in sub.members)
        sticks, side = sub.friction_mode(twins, "sticks"), sub.friction_mode(twins, "side")
        row = contact_row(sub, twins[0], contact)
        row = replace(row, twins=twins, s=sticks, shared=any(k not in sub.own.links for k, _ in row.J))
        limit = friction_limit(sub, twins, contact)
        static = contact.static_ratio * limit
        loaded = contact.load_factor is not None
        T = given_friction(sub, twins, contact)
        found.append(FrictionRow(row, T, side, limit, static, loaded, contact.load_row))
    return tuple(found)


def contact_row(sub: SubsystemEquations, element: str, contact: DryContact) -> ClosureRow:
    """The speed that the friction of an element is against, as a row that holds it."""
    if isinstance(contact.along, ContactLine):
        line = contact.along
        a, b = sub.mechanism.index(line.parent), sub.mechanism.index(line.child)
        p_a, p_b = sub.motion_of(a).position(line.point), sub.motion_of(b).position(line.child_point)
        equation = distance(Ends(sub.motion_of(a), sub.motion_of(b), p_a, p_b))
        return replace(_with_entries(sub, equation, a, b), unit="m")
    g: Scalar = 0.0
    gd: Scalar = 0.0
    gamma: Scalar = 0.0
    J: dict[Column, Scalar] = {}
    for name, factor in contact.along.items():
        k, c, (q, s) = sub.find_coordinate(name)
        g, gd, J[k, c] = g + factor * q, gd + factor * s, factor
        gamma = gamma + contact_factor_rate(sub, element, factor) * s
    return ClosureRow((), "rad or m", g, gd, gamma, J, 1.0)


def contact_factor_rate(sub: SubsystemEquations, element: str, factor: Scalar) -> Scalar:
    """Tells how fast a factor of friction changes, by the time and by inputs; held numbers stay as they are."""
    total: Scalar = 0.0
    for node in order_reachable_nodes([factor]):
        if node.op != "symbol":
            continue
        word = node.data if isinstance(node.data, str) else node.data[0]
        if word == "input" and node.data[2] < INPUT_WIDTH - 1:
            (slope,) = derivative([factor], node)
            total = total + slope * sub.input(node.data[1], node.data[2] + 1)
        elif word == "time":
            total = total + derivative([factor], node)[0]
        elif word not in ("value", "held"):
            what = "factors of its friction depend on the motion"
            right = "formulas of the part's numbers, its held numbers and signals"
            raise ModelError(sub.mechanism.model.name, [Problem(f"forces.{element}", what, right)])
    return total


def given_friction(sub: SubsystemEquations, twins: tuple[str, ...], contact: DryContact) -> Scalar:
    """The force against the speed while it does not stick."""
    return sub.friction_mode(twins, "side") * friction_limit(sub, twins, contact) + sub.friction_mode(twins, "push")


def friction_limit(sub: SubsystemEquations, twins: tuple[str, ...], contact: DryContact) -> Scalar:
    """While it slides; the load of the joint depends on the solution, and is given as a mode until both agree."""
    if contact.load_factor is None:
        return contact.limit
    return contact.limit + contact.load_factor * sub.friction_mode(twins, "load")


def _rows_of(sub: SubsystemEquations, part: Any) -> list[ClosureRow]:
    if hasattr(part, "rows"):
        a, b = sub.mechanism.index(part.parent), sub.mechanism.index(part.child)
        found = [_with_entries(sub, row, a, b) for row in joint_rows(part, sub.motion_of(a), sub.motion_of(b))]
    else:
        found = [tie_row(sub, part)]
    return [drive_row(sub, part, row) for row in found]


def drive_row(sub: SubsystemEquations, part: Any, row: ClosureRow) -> ClosureRow:
    """The row of a driven part with the signal that it has to follow, in place of zero; of others as it is."""
    if not is_driven_at_ends(part):
        return row
    rate, second = sub.signal_rates(part.signal)
    g = row.g - sub.signal(part.signal)
    return replace(row, g=g, gd=row.gd - rate, gamma=row.gamma - second, drive_rate=rate)


def tie_row(sub: SubsystemEquations, part: Any) -> ClosureRow:
    """Coordinates tied together."""
    tie = part.tie(lambda name: sub.find_coordinate(name)[2])
    J = {sub.find_coordinate(name)[:2]: entry for name, entry in tie.entries.items()}
    return ClosureRow((), "", tie.g, tie.gd, tie.gamma, J, 1.0)


def _with_entries(sub: SubsystemEquations, row: RowEquation, a: int, b: int) -> ClosureRow:
    """Columns that move both bodies alike do not open the loop and are left out; two frames of one body that bends move
    each in its own way.
    """
    J: dict[tuple[int, int], Scalar] = {}
    for sign, end, other in ((1.0, b, a), (-1.0, a, b)):
        moves_other = sub.mechanism.path(other)
        for k in sub.mechanism.path(end):
            if k not in moves_other or (k in sub.bending and not _alike(sub, k, end, other)):
                for c, S in enumerate(sub.columns(k, end)):
                    share = sign * motion_power(S, row.wrench)
                    J[k, c] = J[k, c] + share if (k, c) in J else share
    return ClosureRow((), "", row.g, row.gd, row.gamma, J, 1.0, wrench=row.wrench)


def _alike(sub: SubsystemEquations, k: int, a: int, b: int) -> bool:
    """Tells whether two bodies feel a body that bends, link k, through the same frame."""
    return sub.mechanism.frame_between(k, a) == sub.mechanism.frame_between(k, b)
