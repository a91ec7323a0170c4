"""Joint rows, scalar constraint equations (along, apart, perpendicular): what a closing joint is made of.

Six generic scalars between a frame on the parent (a) and one on the child (b), which coincide in the design position,
as in [Houdek 2021, eq. 1-8]: three components of the distance of their origins, and three products of unit vectors
that vanish when the axes agree. Any subset is a joint.

A row between two bodies exerts a wrench w on the child and -w on the parent for each unit of its multiplier. The same
w gives the row of the Jacobian: S . w for a column S that moves the child, -S . w for one that moves the parent.
Residual g, rate gd = w . (U_child - U_parent), and g'' = J qdd + gamma are exact off the manifold, where the three
rows of a joint's point are those of the parent's axes, turned into the reference frame's.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Protocol

from jounce.graph import Scalar, sqrt
from jounce.spatial.motion import (
    Wrench,
    motion_acceleration_at,
    motion_power,
    motion_velocity_at,
    motion_wrench_at,
    subtract_motions,
)
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import IDENTITY, turn
from jounce.spatial.vector import ZERO, Vec3, X, Y, Z, add, cross, dot, scale_vector, vector_difference
from jounce.units import Direction, Length


@dataclass(frozen=True, slots=True)
class RowEquation:
    """One scalar equation between two bodies; g is zero where the row holds speeds only."""

    g: Scalar
    gd: Scalar
    gamma: Scalar
    wrench: Wrench  # on the child, for a multiplier of one


@dataclass(frozen=True, slots=True)
class Ends:
    """The two bodies of a joint and where its point on each of them is now."""

    a: RelativeMotion  # the parent
    b: RelativeMotion  # the child
    p_a: Vec3
    p_b: Vec3


class JointRow(Protocol):
    """What every row answers."""

    @property
    def unit(self) -> str:
        """Of its residual."""

    def labels(self, number: int) -> tuple[str, ...]:
        """Names of its equations, the first of which is the given number among those of the joint."""

    def equations(self, ends: Ends) -> list[RowEquation]: ...


def holds_speeds_only(row: JointRow) -> bool:
    """Whether a row ties speeds and leaves positions free, as rolling without slip does."""
    return getattr(row, "speeds_only", False)


@dataclass(frozen=True, slots=True)
class TogetherRow:
    """The joint's points on both bodies coincide: three rows, in the axes of the reference frame."""

    unit = "m"

    def labels(self, number: int) -> tuple[str, ...]:
        return ("x", "y", "z")

    def equations(self, ends: Ends) -> list[RowEquation]:
        return [_along(IDENTITY[k], ends) for k in range(3)]


@dataclass(frozen=True, slots=True)
class AlongRow:
    """No displacement of the child's point along an axis of the parent: one row."""

    axis: Direction

    unit = "m"

    def labels(self, number: int) -> tuple[str, ...]:
        return (f"shift{number}",)

    def equations(self, ends: Ends) -> list[RowEquation]:
        return [_along(turn(ends.a.R, self.axis), ends)]


@dataclass(frozen=True, slots=True)
class PerpendicularRow:
    """An axis of the parent stays perpendicular to one of the child: one row."""

    on_parent: Direction
    on_child: Direction

    unit = "1"

    def labels(self, number: int) -> tuple[str, ...]:
        return (f"turn{number}",)

    def equations(self, ends: Ends) -> list[RowEquation]:
        return [_perpendicular(turn(ends.a.R, self.on_parent), turn(ends.b.R, self.on_child), ends)]


@dataclass(frozen=True, slots=True)
class UntwistedRow:
    """Tilted but not twisted against each other: one row, (y . x' - x . y') / 2, positive where the child is ahead."""

    x: Direction  # across the parent's shaft
    y: Direction
    x_child: Direction  # their images across the child's shaft
    y_child: Direction

    unit = "1"

    def labels(self, number: int) -> tuple[str, ...]:
        return (f"turn{number}",)

    def equations(self, ends: Ends) -> list[RowEquation]:
        """Half the difference of two rows of right angles."""
        R_a, R_b = ends.a.R, ends.b.R
        ahead = _perpendicular(turn(R_a, self.y), turn(R_b, self.x_child), ends)
        behind = _perpendicular(turn(R_a, self.x), turn(R_b, self.y_child), ends)
        moment = scale_vector(0.5, vector_difference(ahead.wrench[0], behind.wrench[0]))
        pairs = ((ahead.g, behind.g), (ahead.gd, behind.gd), (ahead.gamma, behind.gamma))
        g, gd, gamma = (0.5 * (p - q) for p, q in pairs)
        return [RowEquation(g, gd, gamma, (moment, ZERO))]


@dataclass(frozen=True, slots=True)
class ApartRow:
    """The two points keep a distance: one row, (d.d - length^2) / (2 length), d from parent to child."""

    length: Length

    unit = "m"

    def labels(self, number: int) -> tuple[str, ...]:
        return ("length",)

    def equations(self, ends: Ends) -> list[RowEquation]:
        a, b, p_a, p_b = ends.a, ends.b, ends.p_a, ends.p_b
        d = vector_difference(p_b, p_a)
        inverse = 1.0 / self.length
        w = motion_wrench_at(p_b, scale_vector(inverse, d))
        d_rate = vector_difference(motion_velocity_at(b.U, p_b), motion_velocity_at(a.U, p_a))
        bias = vector_difference(motion_acceleration_at(b.U, b.A, p_b), motion_acceleration_at(a.U, a.A, p_a))
        gamma = inverse * (dot(d_rate, d_rate) + dot(d, bias))
        g = 0.5 * (inverse * dot(d, d) - self.length)
        return [RowEquation(g, motion_power(subtract_motions(b.U, a.U), w), gamma, w)]


def distance(ends: Ends) -> RowEquation:
    """The distance of the two points: g = |d|, g' = n . d', g'' = n . d'' + (|d'|^2 - g'^2) / |d|, n = d / |d|."""
    a, b, p_a, p_b = ends.a, ends.b, ends.p_a, ends.p_b
    d = vector_difference(p_b, p_a)
    length = sqrt(dot(d, d))
    n = scale_vector(1.0 / length, d)
    d_rate = vector_difference(motion_velocity_at(b.U, p_b), motion_velocity_at(a.U, p_a))
    bias = vector_difference(motion_acceleration_at(b.U, b.A, p_b), motion_acceleration_at(a.U, a.A, p_a))
    rate = dot(n, d_rate)
    gamma = dot(n, bias) + (dot(d_rate, d_rate) - rate * rate) / length
    return RowEquation(length, rate, gamma, motion_wrench_at(p_b, n))


def _along(e: Vec3, ends: Ends) -> RowEquation:
    """e . (p_b - p_a), with e fixed in the parent, or one of three that span space.

    The motion of p_b as the parent sees it: its acceleration less that of the parent's point there and less
    the Coriolis part.
    """
    a, b, p_a, p_b = ends.a, ends.b, ends.p_a, ends.p_b
    w = motion_wrench_at(p_b, e)
    slip = vector_difference(motion_velocity_at(b.U, p_b), motion_velocity_at(a.U, p_b))
    rate = vector_difference(motion_acceleration_at(b.U, b.A, p_b), motion_acceleration_at(a.U, a.A, p_b))
    observed = vector_difference(rate, scale_vector(2.0, cross(a.U[0], slip)))
    return RowEquation(dot(e, vector_difference(p_b, p_a)), dot(e, slip), dot(e, observed), w)


def _perpendicular(u: Vec3, v: Vec3, ends: Ends) -> RowEquation:
    """u . v, with u fixed in the parent and v in the child."""
    a, b = ends.a, ends.b
    n = cross(v, u)
    spin = vector_difference(b.U[0], a.U[0])
    n_rate = add(cross(cross(b.U[0], v), u), cross(v, cross(a.U[0], u)))
    gamma = dot(vector_difference(b.A[0], a.A[0]), n) + dot(spin, n_rate)
    return RowEquation(dot(u, v), dot(spin, n), gamma, (n, ZERO))


WRONG_WAY = "the loop closes the wrong way round"


@dataclass(frozen=True, slots=True)
class Facing:
    """Unit vectors on parent and child whose product tells the drawn way to close a joint from the others.

    Rows of right angles also hold back to front, or with the axes permuted; then the product is not larger than
    `above`. By default the two are one axis of the design position, which the rows keep together. Rows that have no
    value where two axes are parallel bound their product from both sides. `fault` says what is wrong where that is not
    a turn of the child from axis to axis.
    """

    on_parent: Direction
    on_child: Direction
    above: float = 0.999
    below: float = inf
    fault: str = ""


def shared_axis_of_joint_rows(*axes: Direction) -> tuple[Facing, ...]:
    """Axes that parent and child share wherever the joint is closed."""
    return tuple(Facing(axis, axis) for axis in axes)


def generic_joint_rows(names: tuple[str, ...]) -> tuple[JointRow, ...]:
    """The rows named tx ... rz, with x, y, z of the parent's frame."""
    point: tuple[JointRow, ...] = tuple(AlongRow(a) for n, a in (("tx", X), ("ty", Y), ("tz", Z)) if n in names)
    if len(point) == 3:
        point = (TogetherRow(),)
    turns = {"rx": PerpendicularRow(Z, Y), "ry": PerpendicularRow(X, Z), "rz": PerpendicularRow(Y, X)}
    return point + tuple(turns[n] for n in ("rx", "ry", "rz") if n in names)


def generic_joint_rows_facing(names: tuple[str, ...]) -> tuple[Facing, ...]:
    """Two locked turns leave one about the third axis, three leave none; one alone holds in one connected way."""
    locked = [n in names for n in ("rx", "ry", "rz")]
    if sum(locked) < 2:
        return ()
    return (
        shared_axis_of_joint_rows(X, Y, Z) if all(locked) else shared_axis_of_joint_rows((X, Y, Z)[locked.index(False)])
    )


def joint_rows(closure: ClosingJoint, parent: RelativeMotion, child: RelativeMotion) -> list[RowEquation]:
    """The rows of a closing joint, in the order of their names."""
    ends = Ends(parent, child, parent.position(closure.point), child.position(closure.child_point or closure.point))
    return [equation for row in closure.rows() for equation in row.equations(ends)]


class ClosingJoint(Protocol):
    """A joint that can close a loop."""

    @property
    def point(self) -> Vec3: ...
    @property
    def child_point(self) -> Vec3 | None: ...
    def rows(self) -> tuple[JointRow, ...]: ...
