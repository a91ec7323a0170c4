"""The motion of a corner led by tables, and the inertia of the whole linkage behind its carrier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from jounce.equations.motions.pose_motion import Pose, motion_along_pose, sum_vectors
from jounce.equations.motions.shape_inertia import Effective, inertia_seen_from, shape_inertia
from jounce.graph import Expression, Graph, Scalar, interpret, lookup, lookup2
from jounce.spatial.inertia import Inertia
from jounce.spatial.motion import Motion, Wrench
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, scale_vector

POSE_COLUMNS = 6


def tabulated_motion(parent: RelativeMotion, joint: Any, q: Sequence[Scalar], s: Sequence[Scalar]) -> RelativeMotion:
    """A body on a `Tabulated` joint: position p(q) of its point and rotation vector rho(q) in the parent's axes."""
    p, rho = _column3(joint, q, 0), _column3(joint, q, 3)
    p_i = [_column3(joint, q, 0, (i,)) for i in range(len(q))]
    rho_i = [_column3(joint, q, 3, (i,)) for i in range(len(q))]
    pairs = [(i, j) for i in range(len(q)) for j in range(len(q))]
    bends = [sum_vectors(scale_vector(s[i] * s[j], _column3(joint, q, n, (i, j))) for i, j in pairs) for n in (0, 3)]
    return motion_along_pose(parent, joint.point, Pose(p, rho, p_i, rho_i, bends[0], bends[1]), s)


def tabulated_motion_column(joint: Any, q: Sequence[Scalar], number: int, by: tuple[int, ...] = ()) -> Scalar:
    """A column of a linkage's tables, differentiated by the parameters `by`."""
    if not any(isinstance(x, Expression) for x in q):
        return _number(joint, q, number, by)
    if len(q) == 1:
        return lookup(joint.tables.places[number], q[0], len(by))
    return lookup2(joint.tables.places[number], q[0], q[1], (by.count(0), by.count(1)))


def _number(joint: Any, q: Sequence[Scalar], number: int, by: tuple[int, ...]) -> float:
    """Returns the same for plain numbers, by the interpreter: for set-up work that runs once."""
    graph = Graph()
    placed = replace(joint, tables=joint.tables.placed(0))
    node = tabulated_motion_column(placed, [graph.symbol(i) for i in range(len(q))], number, by)
    return float(interpret([node], dict(enumerate(q)), tables=joint.tables.flat())[0])  # type: ignore[arg-type]


def _column3(joint: Any, q: Sequence[Scalar], first: int, by: tuple[int, ...] = ()) -> Vec3:
    x, y, z = (tabulated_motion_column(joint, q, first + k, by) for k in range(3))
    return (x, y, z)


def tabulated_motion_inertia(
    joint: Any, parent: RelativeMotion, V: Motion, A: Motion, q: Sequence[Scalar], s: Sequence[Scalar]
) -> Effective:
    """`V` and `A` are the parent's absolute velocity and its known acceleration (gravity as one of the frame)."""
    return shape_inertia(_Linkage(joint, parent, q), V, A, s)


@dataclass(frozen=True, slots=True)
class _Linkage:
    """The numbers of a linkage's tables, in the reference frame."""

    joint: Any
    parent: RelativeMotion
    q: Sequence[Scalar]

    def inertia(self, by: tuple[int, ...] = ()) -> Inertia:
        """Composite inertia (or its derivative) about the reference's origin, from that about the parent's own."""
        m, hx, hy, hz, *I = (tabulated_motion_column(self.joint, self.q, POSE_COLUMNS + k, by) for k in range(10))
        return inertia_seen_from(self.parent, m, (hx, hy, hz), tuple(I))  # type: ignore[arg-type]

    def momentum(self, i: int, by: tuple[int, ...] = ()) -> Wrench:
        first = POSE_COLUMNS + 10 + 6 * i
        n = _column3(self.joint, self.q, first, by)
        f = turn(self.parent.R, _column3(self.joint, self.q, first + 3, by))
        return (add(turn(self.parent.R, n), cross(self.parent.position(ZERO), f)), f)

    def kinetic(self, i: int, j: int, by: tuple[int, ...] = ()) -> Scalar:
        return tabulated_motion_column(self.joint, self.q, POSE_COLUMNS + 10 + 6 * len(self.q) + i + j, by)


def tabulated_motion_length(joint: Any, name: str) -> int:
    """The column of a spring's or damper's length."""
    return len(joint.tables.pose) + len(joint.tables.inertia) + list(joint.tables.lengths).index(name)
