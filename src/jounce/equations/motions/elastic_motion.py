"""The motion of frames on a body that bends, and its inertia: polynomials of the amplitudes in place of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from jounce.equations.motions.pose_motion import Pose, motion_along_pose
from jounce.equations.motions.shape_inertia import Effective, inertia_seen_from, shape_inertia
from jounce.graph import Scalar
from jounce.parts.joints.bending.own_axes import own_axes
from jounce.parts.joints.bending.shape_terms import Known, known_terms, linear, polynomial
from jounce.spatial.inertia import Inertia, momentum_of_inertia
from jounce.spatial.motion import Motion, Wrench, add_motions, motion_power
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import multiply_rotations, turn, turn_back_by_rotation
from jounce.spatial.vector import ZERO, Vec3, add, cross


def elastic_motion(parent: RelativeMotion, q: Sequence[Scalar], s: Sequence[Scalar]) -> RelativeMotion:
    """The shapes of a body that bends: they stay with its frame, and tell what is attached how far they have grown."""
    return replace(parent, S=((ZERO, ZERO),) * len(q), amplitudes=(tuple(q), tuple(s)), unspun=None)


def attached_motion(parent: RelativeMotion, joint: Any) -> RelativeMotion:
    """A frame on an `Attached` joint: shift and turn by the amplitudes of the body that it is attached to."""
    known, axes = known_terms(joint), own_axes(joint)
    q, s = parent.amplitudes
    n = range(len(q))

    def vector(x: Sequence[Scalar]) -> Vec3:
        own = (x[0], x[1], x[2])
        return own if axes is None else turn(axes, own)

    shift, rho = (vector([polynomial(known, f"P.{c}", q) for c in half]) for half in (range(3), range(3, 6)))
    slopes = [
        [vector([polynomial(known, f"P.{c}", q, (i,)) for c in half]) for i in n] for half in (range(3), range(3, 6))
    ]
    bends = [vector([_second_rate(known, f"P.{c}", s) for c in half]) for half in (range(3), range(3, 6))]
    pose = Pose(add(joint.point, shift), rho, slopes[0], slopes[1], bends[0], bends[1])
    moved = motion_along_pose(parent, joint.child_point or joint.point, pose, s)
    return replace(moved, S=(), through=moved.S)


def _second_rate(known: Known, head: str, s: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for i in range(len(s)):
        for j in range(len(s)):
            total = total + polynomial(known, head, s, (i, j)) * s[i] * s[j]
    return total


def elastic_motion_inertia(
    joint: Any, parent: RelativeMotion, V: Motion, A: Motion, q: Sequence[Scalar], s: Sequence[Scalar]
) -> Effective:
    """`V` and `A` are the absolute velocity of its frame and the known acceleration, as for a linkage led by tables.

    Lagrange's equations are written in the body's own axes at its origin, where its terms are few.
    """
    axes, origin = own_axes(joint), parent.position(joint.point)
    R = parent.R if axes is None else multiply_rotations(parent.R, axes)

    def own(m: Motion) -> Motion:
        return turn_back_by_rotation(R, m[0]), turn_back_by_rotation(R, add(m[1], cross(m[0], origin)))

    def seen(w: Wrench) -> Wrench:
        f = turn(R, w[1])
        return add(turn(R, w[0]), cross(origin, f)), f

    known = known_terms(joint)
    found = shape_inertia(_Terms(known, q), own(V), own(A), s)
    I = found.inertia
    whole = inertia_seen_from(RelativeMotion(R, origin, ZERO), I.m, I.h, I.I)
    return replace(found, inertia=whole, F=tuple(map(seen, found.F)), wrench=seen(found.wrench))


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms of a body that bends, in its own axes."""

    known: Known
    q: Sequence[Scalar]

    def inertia(self, by: tuple[int, ...] = ()) -> Inertia:
        m, hx, hy, hz, *I = (polynomial(self.known, f"I.{c}", self.q, by) for c in range(10))
        return Inertia(m, (hx, hy, hz), tuple(I))  # type: ignore[arg-type]

    def momentum(self, i: int, by: tuple[int, ...] = ()) -> Wrench:
        six = [self._momentum(f"F.{c}", i, by) for c in range(6)]
        return (six[0], six[1], six[2]), (six[3], six[4], six[5])

    def _momentum(self, head: str, i: int, by: tuple[int, ...]) -> Scalar:
        if by:
            return self.known.get(f"{head}.{i}.{by[0]}", 0.0)
        return self.known.get(f"{head}.{i}", 0.0) + linear(self.known, head, self.q, i)

    def kinetic(self, i: int, j: int, by: tuple[int, ...] = ()) -> Scalar:
        return 0.0 if by else self.known.get(f"H.{max(i, j)}.{min(i, j)}", 0.0)


def with_attached(own: Effective, frame: RelativeMotion, inertia: Inertia, needed: Wrench) -> Effective:
    """Returns what a body's amplitudes feel, with all that hangs on one of its frames."""
    n, F = range(len(frame.through)), [momentum_of_inertia(inertia, S) for S in frame.through]
    return replace(
        own,
        F=tuple(add_motions(own.F[i], F[i]) for i in n),
        H={(i, j): own.H[i, j] + motion_power(frame.through[j], F[i]) for i in n for j in n},
        bias=tuple(own.bias[i] + motion_power(frame.through[i], needed) for i in n),
    )
