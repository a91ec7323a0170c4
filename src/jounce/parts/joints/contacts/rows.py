"""Rows of ideal contacts between a point of the child and a plane of the parent.

A row of speeds has a rate gd and its derivative J s' + gamma, but no residual g of which gd would be the rate: where
a body gets to depends on the way it took. Its wrench on the child does no work at the speeds that it allows.
[Ciglaric, eq. 5b; Neimark, Fufaev 1972]
"""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.joints.joint_rows import Ends, RowEquation
from jounce.spatial.motion import motion_acceleration_at, motion_velocity_at, motion_wrench_at
from jounce.spatial.rotation import turn
from jounce.spatial.vector import (
    Vec3,
    add,
    cross,
    dot,
    perpendicular_vector,
    scale_vector,
    vector_difference,
    vector_norm,
)
from jounce.units import Direction, Length


@dataclass(frozen=True, slots=True)
class Moving:
    """A vector that moves with the bodies: where it is now, and its rate."""

    now: Vec3
    rate: Vec3


def move_with(w: Vec3, v: Vec3) -> Moving:
    """A vector fixed in a body that turns with w."""
    return Moving(v, cross(w, v))


def cross_moving(a: Moving, b: Moving) -> Moving:
    return Moving(cross(a.now, b.now), add(cross(a.rate, b.now), cross(a.now, b.rate)))


def contact_row(e: Moving, p: Moving, ends: Ends, g: Scalar = 0.0) -> RowEquation:
    """gd = e . (v_b(p) - v_a(p)): the slip along e of the child over the parent, where the contact p is now.

    The contact moves over both bodies, so each contributes the acceleration of its material at p and, as its velocity
    varies from place to place, w x (p' - v(p)).
    """
    a, b = ends.a, ends.b
    v_a, v_b = motion_velocity_at(a.U, p.now), motion_velocity_at(b.U, p.now)
    slip = vector_difference(v_b, v_a)
    rate_a = add(motion_acceleration_at(a.U, a.A, p.now), cross(a.U[0], vector_difference(p.rate, v_a)))
    rate_b = add(motion_acceleration_at(b.U, b.A, p.now), cross(b.U[0], vector_difference(p.rate, v_b)))
    gamma = dot(e.now, vector_difference(rate_b, rate_a)) + dot(e.rate, slip)
    return RowEquation(g, dot(e.now, slip), gamma, motion_wrench_at(p.now, e.now))


@dataclass(frozen=True, slots=True)
class NotSideways:
    """The child's point does not move across its blade in the parent's plane: one row of speeds, along n x t.

    The row is as long as the sine between blade t and normal n, and vanishes where the blade stands on its tip.
    """

    normal: Direction  # on the parent
    blade: Direction  # on the child

    unit = "m/s"
    speeds_only = True

    def labels(self, number: int) -> tuple[str, ...]:
        return ("sideways",)

    def equations(self, ends: Ends) -> list[RowEquation]:
        a, b = ends.a, ends.b
        n, t = move_with(a.U[0], turn(a.R, self.normal)), move_with(b.U[0], turn(b.R, self.blade))
        p = Moving(ends.p_b, motion_velocity_at(b.U, ends.p_b))
        return [contact_row(cross_moving(n, t), p, ends)]


@dataclass(frozen=True, slots=True)
class Round:
    """A ball, or a thin wheel with its axis, of some radius around the child's point, on a plane of the parent."""

    normal: Direction  # on the parent
    radius: Length
    axis: Direction | None = None  # on the child, of a wheel

    def upright(self, ends: Ends) -> tuple[Moving, Moving, Scalar]:
        """n; the direction u from the contact to the centre; and n . u.

        Of a wheel, u is n without its part along the axis k, scaled to one.
        """
        a, b = ends.a, ends.b
        n = move_with(a.U[0], turn(a.R, self.normal))
        if self.axis is None:
            return n, n, 1.0
        k = move_with(b.U[0], turn(b.R, self.axis))
        along = dot(n.now, k.now)
        along_rate = dot(n.rate, k.now) + dot(n.now, k.rate)
        h = vector_difference(n.now, scale_vector(along, k.now))
        h_rate = vector_difference(
            vector_difference(n.rate, scale_vector(along_rate, k.now)), scale_vector(along, k.rate)
        )
        length = vector_norm(h)
        u = scale_vector(1.0 / length, h)
        u_rate = scale_vector(1.0 / length, vector_difference(h_rate, scale_vector(dot(u, h_rate), u)))
        return n, Moving(u, u_rate), length

    def contact(self, u: Moving, ends: Ends) -> Moving:
        """Tells where it touches, and how fast that place moves: it is none of the wheel's material."""
        p = vector_difference(ends.p_b, scale_vector(self.radius, u.now))
        return Moving(p, vector_difference(motion_velocity_at(ends.b.U, ends.p_b), scale_vector(self.radius, u.rate)))

    def directions(self, n: Moving, u: Moving, ends: Ends) -> tuple[Moving, Moving]:
        """In the plane: of a wheel, where it rolls to and to its left; of a ball, two directions of the parent."""
        if self.axis is None:
            t = perpendicular_vector(self.normal)
            first = move_with(ends.a.U[0], turn(ends.a.R, t))
        else:
            first = cross_moving(move_with(ends.b.U[0], turn(ends.b.R, self.axis)), u)
        return first, cross_moving(n, first)


@dataclass(frozen=True, slots=True)
class Touching:
    """The lowest point of something round stays on the plane: one row, the height n . (p_b - p_a) - r n . u.

    Its rate is that of the material at the contact, because there the rim runs along the plane.
    """

    body: Round

    unit = "m"

    def labels(self, number: int) -> tuple[str, ...]:
        return ("contact",)

    def equations(self, ends: Ends) -> list[RowEquation]:
        n, u, share = self.body.upright(ends)
        height = dot(n.now, vector_difference(ends.p_b, ends.p_a)) - self.body.radius * share
        return [contact_row(n, self.body.contact(u, ends), ends, height)]


@dataclass(frozen=True, slots=True)
class NoSlip:
    """The material at the contact does not slide on the plane: two rows of speeds, along and across."""

    body: Round

    unit = "m/s"
    speeds_only = True

    def labels(self, number: int) -> tuple[str, ...]:
        return ("along", "across")

    def equations(self, ends: Ends) -> list[RowEquation]:
        n, u, _ = self.body.upright(ends)
        p = self.body.contact(u, ends)
        return [contact_row(e, p, ends) for e in self.body.directions(n, u, ends)]
