"""Loop closure: each row as a residual, its rate, the wrench it exerts, and its velocity terms.

A row between two bodies exerts a wrench w on the child and -w on the parent for each unit of its multiplier.
The same w gives the row of the Jacobian: S . w for a column S that moves the child, -S . w for one that moves
the parent. Residual g, rate gd = w . (U_child - U_parent), and g'' = J qdd + gamma are exact off the manifold,
where the three rows of a joint's point are those of the parent's axes, turned into the reference frame's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.kinematics import BodyMotion
from jounce.graph import Scalar
from jounce.parts.joints.rows import Along, Apart, Perpendicular, Together, Untwisted
from jounce.spatial.motion import Wrench, acceleration_at, minus, power, velocity_at, wrench_at
from jounce.spatial.rotation import IDENTITY, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, difference, dot, scale


@dataclass(frozen=True, slots=True)
class Row:
    """One scalar equation between two bodies."""

    g: Scalar
    gd: Scalar
    gamma: Scalar
    wrench: Wrench  # on the child, for a multiplier of one


@dataclass(frozen=True, slots=True)
class ClosureRow:
    """A row of the subsystem: its equation, its entries by speed, and what prescribes it."""

    twins: tuple[str, ...]  # its name in every lane
    unit: str
    g: Scalar
    gd: Scalar
    gamma: Scalar
    J: dict[tuple[int, int], Scalar]  # (link, column) -> entry
    s: Scalar  # mode: 1 = on, 0 = switched off
    shared: bool = False  # whether speeds of the interface are in it
    wrench: Wrench | None = None  # on the child, for joints
    drive_rate: Scalar = 0.0  # of a prescribed motion

    @property
    def name(self) -> str:
        """In the first lane."""
        return self.twins[0]

    @property
    def unknown(self) -> Unknown:
        """Its multiplier."""
        return ("row", self.name)


def joint_rows(closure: Any, parent: BodyMotion, child: BodyMotion) -> list[Row]:
    """The rows of a closing joint, in the order of `row_names`."""
    a, b = parent, child
    p_a = a.position(closure.point)
    p_b = b.position(closure.child_point or closure.point)
    rows: list[Row] = []
    for row in closure.rows():
        if isinstance(row, Together):
            rows += [_along(IDENTITY[k], a, b, p_a, p_b) for k in range(3)]
        elif isinstance(row, Along):
            rows.append(_along(turn(a.R, row.axis), a, b, p_a, p_b))
        elif isinstance(row, Perpendicular):
            rows.append(_perpendicular(turn(a.R, row.on_parent), turn(b.R, row.on_child), a, b))
        elif isinstance(row, Untwisted):
            rows.append(_untwisted(row, a, b))
        else:
            rows.append(_apart(row, a, b, p_a, p_b))
    return rows


def _along(e: Vec3, a: BodyMotion, b: BodyMotion, p_a: Vec3, p_b: Vec3) -> Row:
    """e . (p_b - p_a), with e fixed in the parent, or one of three that span space.

    The motion of p_b as the parent sees it: its acceleration less that of the parent's point there and less
    the Coriolis part.
    """
    w = wrench_at(p_b, e)
    slip = difference(velocity_at(b.U, p_b), velocity_at(a.U, p_b))
    rate = difference(acceleration_at(b.U, b.A, p_b), acceleration_at(a.U, a.A, p_b))
    seen = difference(rate, scale(2.0, cross(a.U[0], slip)))
    return Row(dot(e, difference(p_b, p_a)), dot(e, slip), dot(e, seen), w)


def _perpendicular(u: Vec3, v: Vec3, a: BodyMotion, b: BodyMotion) -> Row:
    """u . v, with u fixed in the parent and v in the child."""
    n = cross(v, u)
    spin = difference(b.U[0], a.U[0])
    n_rate = add(cross(cross(b.U[0], v), u), cross(v, cross(a.U[0], u)))
    gamma = dot(difference(b.A[0], a.A[0]), n) + dot(spin, n_rate)
    return Row(dot(u, v), dot(spin, n), gamma, (n, ZERO))


def _untwisted(row: Untwisted, a: BodyMotion, b: BodyMotion) -> Row:
    """(y . x' - x . y') / 2: half the difference of two rows of right angles."""
    ahead = _perpendicular(turn(a.R, row.y), turn(b.R, row.x_child), a, b)
    behind = _perpendicular(turn(a.R, row.x), turn(b.R, row.y_child), a, b)
    moment = scale(0.5, difference(ahead.wrench[0], behind.wrench[0]))
    g, gd, gamma = (0.5 * (p - q) for p, q in ((ahead.g, behind.g), (ahead.gd, behind.gd), (ahead.gamma, behind.gamma)))
    return Row(g, gd, gamma, (moment, ZERO))


def _apart(row: Apart, a: BodyMotion, b: BodyMotion, p_a: Vec3, p_b: Vec3) -> Row:
    """(d . d - length^2) / (2 length), d from the parent's point to the child's."""
    d = difference(p_b, p_a)
    inverse = 1.0 / row.length
    w = wrench_at(p_b, scale(inverse, d))
    d_rate = difference(velocity_at(b.U, p_b), velocity_at(a.U, p_a))
    bias = difference(acceleration_at(b.U, b.A, p_b), acceleration_at(a.U, a.A, p_a))
    gamma = inverse * (dot(d_rate, d_rate) + dot(d, bias))
    g = 0.5 * (inverse * dot(d, d) - row.length)
    return Row(g, power(minus(b.U, a.U), w), gamma, w)
