"""The inertia of what changes its shape: a linkage that tables lead, or a body that bends.

With V the velocity of the parent and s the rates of the parameters, it has the kinetic energy

    T = V.Ic V / 2 + sum of s_i F_i.V + sum of H_ij s_i s_j / 2

with Ic, F_i and H_ij as functions of the parameters. Its momentum is Ic V + sum of F_i s_i, and Lagrange's equations
of the parameters need only first derivatives of these, so the energy balance is exact whatever their error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from jounce.graph import Scalar
from jounce.spatial.inertia import Inertia, Symmetric, momentum_of_inertia, rotate_inertia
from jounce.spatial.motion import Motion, Wrench, add_motions, motion_force_cross, motion_power, scale_motion
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import IDENTITY, turn
from jounce.spatial.vector import ZERO, Vec3, add, dot, scale_vector


@dataclass(frozen=True, slots=True)
class Effective:
    """What a changing shape adds to the equations, in the reference frame: see the head of this file."""

    inertia: Inertia
    F: tuple[Wrench, ...]
    H: dict[tuple[int, int], Scalar]
    wrench: Wrench  # on the parent side: rate of momentum with all unknown accelerations zero
    bias: tuple[Scalar, ...]  # of each parameter's own equation
    kinetic: Scalar


class ShapeNumbers(Protocol):
    """Returns the coefficients of the kinetic energy, differentiated by the parameters `by`."""

    def inertia(self, by: tuple[int, ...] = ()) -> Inertia: ...
    def momentum(self, i: int, by: tuple[int, ...] = ()) -> Wrench: ...
    def kinetic(self, i: int, j: int, by: tuple[int, ...] = ()) -> Scalar: ...


def shape_inertia(numbers: ShapeNumbers, V: Motion, A: Motion, s: Sequence[Scalar]) -> Effective:
    """`V` and `A` are the parent's absolute velocity and its known acceleration (gravity as one of the frame)."""
    n = range(len(s))
    Ic = numbers.inertia()
    F = tuple(numbers.momentum(i) for i in n)
    H = {(i, j): numbers.kinetic(i, j) for i in n for j in n}
    Ic_by = [numbers.inertia((i,)) for i in n]
    F_by = [[numbers.momentum(i, (j,)) for j in n] for i in n]  # F_i by parameter j
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
                own = own + s[j] * s[k] * (numbers.kinetic(i, j, (k,)) - 0.5 * numbers.kinetic(j, k, (i,)))
        bias.append(own)
    kinetic = 0.5 * motion_power(V, momentum_of_inertia(Ic, V))
    for i in n:
        kinetic = kinetic + s[i] * motion_power(V, F[i])
        for j in n:
            kinetic = kinetic + 0.5 * H[i, j] * s[i] * s[j]
    return Effective(Ic, F, H, wrench, tuple(bias), kinetic)


def inertia_seen_from(parent: RelativeMotion, m: Scalar, h: Vec3, I: Symmetric) -> Inertia:
    """An inertia about the parent's own origin in its axes (or its derivative), about the reference's origin."""
    if parent.R is not IDENTITY:
        h, I = turn(parent.R, h), rotate_inertia(parent.R, I)
    d = parent.position(ZERO)
    # I - [d][h] - [h][d] - m [d][d], with h about the parent's origin
    k = add(h, scale_vector(0.5 * m, d))
    dk = 2.0 * dot(d, k)
    xx, yy, zz, xy, yz, zx = I
    moved = (
        xx + dk - 2.0 * d[0] * k[0],
        yy + dk - 2.0 * d[1] * k[1],
        zz + dk - 2.0 * d[2] * k[2],
        xy - d[0] * k[1] - d[1] * k[0],
        yz - d[1] * k[2] - d[2] * k[1],
        zx - d[2] * k[0] - d[0] * k[2],
    )
    return Inertia(m, add(h, scale_vector(m, d)), moved)
