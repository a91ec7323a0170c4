"""The motion of a corner led by tables, and the inertia of the whole linkage behind its carrier.

With V the velocity of the parent and s the rates of the parameters, the linkage has the kinetic energy

    T = V.Ic V / 2 + sum of s_i F_i.V + sum of H_ij s_i s_j / 2

with Ic, F_i and H_ij tabulated over the parameters. Its momentum is Ic V + sum of F_i s_i, and Lagrange's equations
of the parameters need only first derivatives of the tables, so the energy balance is exact whatever their error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

from jounce.equations.recursive.kinematics import carry_kinematics_over_joint
from jounce.graph import Expression, Graph, Scalar, interpret, lookup, lookup2
from jounce.mechanism import TreeLink
from jounce.spatial.inertia import Inertia, momentum_of_inertia, rotate_inertia
from jounce.spatial.motion import (
    REST,
    Motion,
    Wrench,
    add_motions,
    motion_cross,
    motion_force_cross,
    motion_power,
    scale_motion,
)
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import IDENTITY, multiply_rotations, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference

POSE_COLUMNS = 6
NOTHING: Wrench = (ZERO, ZERO)


def tabulated_or_joint_motion(
    parent: RelativeMotion, link: TreeLink, joint: Any, q: Sequence[Scalar], s: Sequence[Scalar]
) -> RelativeMotion:
    """The body on any joint: led by tables, or carried by elementary motions."""
    return (
        tabulated_motion(parent, joint, q, s)
        if link.from_tables
        else carry_kinematics_over_joint(parent, link, joint, q, s)
    )


def tabulated_motion(parent: RelativeMotion, joint: Any, q: Sequence[Scalar], s: Sequence[Scalar]) -> RelativeMotion:
    """A body on a `Tabulated` joint: position p(q) of its point and rotation vector rho(q) in the parent's axes.

    R = exp [rho]        w = J rho',  J = 1 + b [rho] + c [rho]^2        b, c: series in |rho|^2
    """
    p, rho = _column3(joint, q, 0), _column3(joint, q, 3)
    p_i = [_column3(joint, q, 0, (i,)) for i in range(len(q))]
    rho_i = [_column3(joint, q, 3, (i,)) for i in range(len(q))]
    square = dot(rho, rho)
    a, b, c = (_series(square, k) for k in (1, 2, 3))
    b_x, c_x = _series(square, 2, slope=True), _series(square, 3, slope=True)

    def jacobian(x: Vec3) -> Vec3:
        u = cross(rho, x)
        return add(x, add(scale_vector(b, u), scale_vector(c, cross(rho, u))))

    bracket = ((0.0, -rho[2], rho[1]), (rho[2], 0.0, -rho[0]), (-rho[1], rho[0], 0.0))
    squared = multiply_rotations(bracket, bracket)
    R_PC = tuple(tuple(IDENTITY[i][j] + a * bracket[i][j] + b * squared[i][j] for j in range(3)) for i in range(3))
    rates = [add_tabulated_motion_vectors(scale_vector(s[i], x[i]) for i in range(len(q))) for x in (p_i, rho_i)]
    pairs = [(i, j) for i in range(len(q)) for j in range(len(q))]
    bends = [
        add_tabulated_motion_vectors(scale_vector(s[i] * s[j], _column3(joint, q, n, (i, j))) for i, j in pairs)
        for n in (0, 3)
    ]
    rho_rate = rates[1]
    u = cross(rho, rho_rate)
    square_rate = 2.0 * dot(rho, rho_rate)
    turned = add(scale_vector(b_x * square_rate, u), scale_vector(c_x * square_rate, cross(rho, u)))
    alpha = turn(parent.R, add(add(turned, scale_vector(c, cross(rho_rate, u))), jacobian(bends[1])))
    r = parent.position(p)
    S: list[Motion] = []
    for i in range(len(q)):
        w_i = turn(parent.R, jacobian(rho_i[i]))
        S.append((w_i, add(turn(parent.R, p_i[i]), cross(r, w_i))))
    step = REST
    for column_i, speed in zip(S, s, strict=True):
        step = add_motions(step, scale_motion(speed, column_i))
    # spatial acceleration from that of the point: a - alpha x r - w x v
    at_point = vector_difference(turn(parent.R, bends[0]), cross(step[0], turn(parent.R, rates[0])))
    own = (alpha, add(at_point, cross(r, alpha)))
    A = add_motions(add_motions(parent.A, motion_cross(parent.U, step)), own)
    R = multiply_rotations(parent.R, R_PC)  # type: ignore[arg-type]
    return RelativeMotion(R, r, joint.point, add_motions(parent.U, step), A, tuple(S))


SERIES = 11  # terms: exact to rounding below 1.5 rad


def _series(x: Scalar, k: int, slope: bool = False) -> Scalar:
    """sum of (-x)^n / (2n + k)!, or its derivative: sin(t)/t, (1 - cos t)/t^2, (t - sin t)/t^3 for x = t^2."""
    terms = [(-1.0) ** n / factorial(2 * n + k) for n in range(SERIES)]
    if slope:
        terms = [n * term for n, term in enumerate(terms)][1:]
    result: Scalar = terms[-1]
    for term in reversed(terms[:-1]):
        result = result * x + term
    return result


def tabulated_motion_column(joint: Any, q: Sequence[Scalar], number: int, by: tuple[int, ...] = ()) -> Scalar:
    """A column of a linkage's tables, differentiated by the parameters `by`."""
    if not any(isinstance(x, Expression) for x in q):
        return _number(joint, q, number, by)
    if len(q) == 1:
        return lookup(joint.tables.places[number], q[0], len(by))
    return lookup2(joint.tables.places[number], q[0], q[1], (by.count(0), by.count(1)))


def _number(joint: Any, q: Sequence[Scalar], number: int, by: tuple[int, ...]) -> float:
    """The same for plain numbers, by the interpreter: for set-up work that runs once."""
    graph = Graph()
    placed = replace(joint, tables=joint.tables.placed(0))
    node = tabulated_motion_column(placed, [graph.symbol(i) for i in range(len(q))], number, by)
    return float(interpret([node], dict(enumerate(q)), tables=joint.tables.flat())[0])  # type: ignore[arg-type]


def _column3(joint: Any, q: Sequence[Scalar], first: int, by: tuple[int, ...] = ()) -> Vec3:
    x, y, z = (tabulated_motion_column(joint, q, first + k, by) for k in range(3))
    return (x, y, z)


def add_tabulated_motion_vectors(vectors: Iterable[Vec3]) -> Vec3:
    total = ZERO
    for vector in vectors:
        total = add(total, vector)
    return total


@dataclass(frozen=True, slots=True)
class Effective:
    """What a linkage adds to the equations, in the reference frame: see the head of this file."""

    inertia: Inertia
    F: tuple[Wrench, ...]
    H: dict[tuple[int, int], Scalar]
    wrench: Wrench  # on the parent side: rate of momentum with all unknown accelerations zero
    bias: tuple[Scalar, ...]  # of each parameter's own equation
    kinetic: Scalar


def tabulated_motion_inertia(
    joint: Any, parent: RelativeMotion, V: Motion, A: Motion, q: Sequence[Scalar], s: Sequence[Scalar]
) -> Effective:
    """`V` and `A` are the parent's absolute velocity and its known acceleration (gravity as one of the frame)."""
    n = range(len(q))
    Ic = _inertia(joint, parent, q, ())
    F = tuple(_momentum(joint, parent, q, i, ()) for i in n)
    H = {(i, j): _kinetic(joint, q, i, j, ()) for i in n for j in n}
    Ic_by = [_inertia(joint, parent, q, (i,)) for i in n]
    F_by = [[_momentum(joint, parent, q, i, (j,)) for j in n] for i in n]  # F_i by parameter j
    P = momentum_of_inertia(Ic, V)
    for i in n:
        P = add_motions(P, scale_motion(s[i], F[i]))
    wrench = add_motions(momentum_of_inertia(Ic, A), motion_force_cross(V, P))
    for i in n:
        grown = momentum_of_inertia(Ic_by[i], V)
        for j in n:
            grown = add_motions(grown, scale_motion(s[j], F_by[j][i]))
        wrench = add_motions(wrench, scale_motion(s[i], grown))
    bias = []
    for i in n:
        own = motion_power(A, F[i]) - 0.5 * motion_power(V, momentum_of_inertia(Ic_by[i], V))
        for j in n:
            if i != j:
                own = own + s[j] * (motion_power(V, F_by[i][j]) - motion_power(V, F_by[j][i]))
            for k in n:
                own = own + s[j] * s[k] * (_kinetic(joint, q, i, j, (k,)) - 0.5 * _kinetic(joint, q, j, k, (i,)))
        bias.append(own)
    kinetic = 0.5 * motion_power(V, momentum_of_inertia(Ic, V))
    for i in n:
        kinetic = kinetic + s[i] * motion_power(V, F[i])
        for j in n:
            kinetic = kinetic + 0.5 * H[i, j] * s[i] * s[j]
    return Effective(Ic, F, H, wrench, tuple(bias), kinetic)


def _inertia(joint: Any, parent: RelativeMotion, q: Sequence[Scalar], by: tuple[int, ...]) -> Inertia:
    """Composite inertia (or its derivative) about the reference's origin, from that about the parent's own."""
    m, hx, hy, hz, *I = (tabulated_motion_column(joint, q, POSE_COLUMNS + k, by) for k in range(10))
    h: Vec3 = (hx, hy, hz)
    tensor = tuple(I)
    if parent.R is not IDENTITY:
        h, tensor = turn(parent.R, h), rotate_inertia(parent.R, tensor)  # type: ignore[arg-type]
    d = parent.position(ZERO)
    # I - [d][h] - [h][d] - m [d][d], with h about the parent's origin
    k = add(h, scale_vector(0.5 * m, d))
    dk = 2.0 * dot(d, k)
    xx, yy, zz, xy, yz, zx = tensor
    move_body = (
        xx + dk - 2.0 * d[0] * k[0],
        yy + dk - 2.0 * d[1] * k[1],
        zz + dk - 2.0 * d[2] * k[2],
        xy - d[0] * k[1] - d[1] * k[0],
        yz - d[1] * k[2] - d[2] * k[1],
        zx - d[2] * k[0] - d[0] * k[2],
    )
    return Inertia(m, add(h, scale_vector(m, d)), move_body)


def _momentum(joint: Any, parent: RelativeMotion, q: Sequence[Scalar], i: int, by: tuple[int, ...]) -> Wrench:
    first = POSE_COLUMNS + 10 + 6 * i
    n = _column3(joint, q, first, by)
    f = turn(parent.R, _column3(joint, q, first + 3, by))
    return (add(turn(parent.R, n), cross(parent.position(ZERO), f)), f)


def _kinetic(joint: Any, q: Sequence[Scalar], i: int, j: int, by: tuple[int, ...]) -> Scalar:
    return tabulated_motion_column(joint, q, POSE_COLUMNS + 10 + 6 * len(q) + i + j, by)


def tabulated_motion_length(joint: Any, name: str) -> int:
    """The column of a spring's or damper's length."""
    return len(joint.tables.pose) + len(joint.tables.inertia) + list(joint.tables.lengths).index(name)
