"""Chains of bodies: B of each body, from it to the ground, with all that its equations need. [Szczotka 2007, eq. 8-16]

A body is joined to the chain before it block by block: its B_i by the coordinates of the chain are those of the body
before, times its own transformation L; only those by its own coordinates are new.

    B = B_p L     B_i = B_p,i L  or  B_p L_i     B' = sum B_i q_i'
    B'' = sum B_i q_i'' + W,     W = sum B_ij q_i' q_j' = W_p L + 2 B_p' L' + B_p (sum L_ij q_i' q_j')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.equations.lagrange.transforms import (
    NOTHING,
    UNMOVED,
    JointTransform,
    Matrix4,
    add_transforms,
    joint_transform,
    multiply_transforms,
    scale_transform,
)
from jounce.equations.recursive.stages import Column
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.spatial.motion import Motion
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import ZERO, Vec3, cross, vector_difference


@dataclass(frozen=True, slots=True)
class Chain:
    """A body at the end of its chain."""

    B: Matrix4
    by: dict[Column, Matrix4]  # B_i, by link and coordinate
    rate: Matrix4  # B'
    bias: Matrix4  # W, what is left of B'' with all q'' zero

    def twist(self, rate: Matrix4) -> Motion:
        """Angular velocity, and velocity at the ground's origin, that go with a rate of B: of rate B^-1."""
        R, p = _rotation(self.B), _place(self.B)
        turning: Any = [[sum(rate[m][j] * R[n][j] for j in range(3)) for n in range(3)] for m in range(3)]
        w: Vec3 = (
            0.5 * (turning[2][1] - turning[1][2]),
            0.5 * (turning[0][2] - turning[2][0]),
            0.5 * (turning[1][0] - turning[0][1]),
        )
        return w, vector_difference(_place(rate), cross(w, p))

    def motion(self) -> RelativeMotion:
        """Tells where the body is and how it moves, as rows and force elements ask for it."""
        return RelativeMotion(_rotation(self.B), _place(self.B), ZERO, self.twist(self.rate))


GROUNDED = Chain(UNMOVED, {}, NOTHING, NOTHING)


def write_chains(sub: SubsystemEquations, base: int = OUTSIDE) -> dict[int, Chain]:
    """The chains of all bodies that hang on a base body (L), from it on, by link: B^(L,N). [eq. 31]

    Without a base body they begin at the ground.
    """
    found = {base: GROUNDED}
    for k in sub.own.links:
        link = sub.mechanism.links[k]
        if link.parent not in found:
            continue
        joint: Any = sub.parts.get(id(link.joint), link.joint)
        start, end = joint.point, joint.child_point or joint.point
        if link.reverse:
            start, end = end, start
        L = joint_transform(joint.motions(), sub.q[k], start, end, link.reverse)
        found[k] = _join(found[link.parent], k, L, sub.s[k])
    return found


def _join(before: Chain, k: int, L: JointTransform, s: list[Scalar]) -> Chain:
    """A body behind a chain."""
    own = {(k, c): multiply_transforms(before.B, first) for c, first in enumerate(L.first)}
    by = {column: multiply_transforms(B_i, L.whole) for column, B_i in before.by.items()} | own
    L_rate = add_transforms(scale_transform(s[c], first) for c, first in enumerate(L.first))
    L_bias = add_transforms(
        scale_transform((1.0 if c == d else 2.0) * s[c] * s[d], second) for (c, d), second in L.second.items()
    )
    rate = add_transforms([multiply_transforms(before.rate, L.whole), multiply_transforms(before.B, L_rate)])
    bias = add_transforms(
        [
            multiply_transforms(before.bias, L.whole),
            scale_transform(2.0, multiply_transforms(before.rate, L_rate)),
            multiply_transforms(before.B, L_bias),
        ]
    )
    return Chain(multiply_transforms(before.B, L.whole), by, rate, bias)


def motions_of_chains(sub: SubsystemEquations, base: int) -> dict[int, RelativeMotion]:
    """Tells how bodies move as the base body sees it. [eq. 32-33]"""
    return {k: STILL if k == base else chain.motion() for k, chain in write_chains(sub, base).items()}


def _rotation(B: Matrix4) -> Matrix3:
    return tuple(row[:3] for row in B[:3])  # type: ignore[return-value]


def _place(B: Matrix4) -> Vec3:
    return B[0][3], B[1][3], B[2][3]
