"""Inverse dynamics: the equations of motion with known accelerations, from joint to joint and without a mass matrix.

    e = H sd + h - Q        in place of H sd, the accelerations are carried outwards and the forces inwards

by Newton and Euler [Featherstone 2008, section 5.3]. The value is the same as that of the mass matrix times the
accelerations; its derivatives take fewer operations, because no composite inertia has to be differentiated. Spinners,
linkages led by tables and amplitudes have no acceleration of their own that is carried: theirs go by entries of the
matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace

from jounce.equations.recursive.dynamics import write_recursive_equations
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.spatial.motion import REST, Motion, add_motions, scale_motion


def write_inverse_dynamics(sub: SubsystemEquations, known: Mapping[Unknown, Scalar]) -> dict[Unknown, Scalar]:
    """e by speed, for a model that is written in one piece; `known` are accelerations and multipliers."""
    links = sub.mechanism.links
    by_matrix = {k for k in sub.own.links if sub.mechanism.is_spinner(k) or links[k].from_tables or links[k].bends}
    moved, carried = copy(sub), {OUTSIDE: REST}
    moved.motion = {}
    for k in sub.own.links:
        own, total = sub.motion[k], carried[links[k].parent]
        for c, S in enumerate(own.S if k not in by_matrix else ()):
            total = _plus(total, known["speed", k, c], S)
        carried[k] = total
        moved.motion[k] = replace(own, A=add_motions(own.A, total))
    mass, right = write_recursive_equations(moved)
    found = {unknown: -force for unknown, force in right.items()}
    for (i, j), entry in mass.items():
        if i[1] in by_matrix:
            found[j] = found[j] + entry * known[i]
        if i != j and j[1] in by_matrix:
            found[i] = found[i] + entry * known[j]
    for row in sub.every_row:
        for (k, c), entry in row.J.items():
            found["speed", k, c] = found["speed", k, c] + entry * known[row.unknown]
    for friction in sub.frictions:
        for (k, c), entry in friction.row.J.items():
            found["speed", k, c] = found["speed", k, c] + entry * friction.T
    return found


def _plus(total: Motion, acceleration: Scalar, S: Motion) -> Motion:
    return add_motions(total, scale_motion(acceleration, S))
