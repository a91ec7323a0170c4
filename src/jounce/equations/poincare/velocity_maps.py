"""Spatial velocities of all bodies, Phi H: what each speed moves, body after body. [Ciglaric, eq. 14]

A body has the columns of the body before it, carried over by Phi, the shift from one centre of mass to the next, and
those of its own joint, H. Then M = H^T Phi^T M0 Phi H is a sum over bodies, M0 their masses and tensors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.equations.poincare.joint_maps import joint_map
from jounce.equations.recursive.mass_shapes import design_mass_shape
from jounce.equations.recursive.stages import Column
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.spatial.inertia import Symmetric, multiply_inertia_tensor, rotate_inertia
from jounce.spatial.motion import Motion
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.rotation import IDENTITY, Matrix3, multiply_rotations, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference


@dataclass(frozen=True, slots=True)
class MovedBody:
    """A body: where it is, and its columns, angular velocity and velocity of its origin for each unit of speed."""

    R: Matrix3
    p: Vec3  # its origin, in the ground
    columns: dict[Column, Motion]

    def at(self, point: Vec3) -> Vec3:
        """Now, of a point given by its design position."""
        return add(self.p, turn(self.R, point))

    def shifted(self, place: Vec3) -> dict[Column, Motion]:
        """The columns at another point of the body: Phi."""
        arm = vector_difference(place, self.p)
        return {at: (w, add(v, cross(w, arm))) for at, (w, v) in self.columns.items()}

    def motion(self, speeds: dict[Column, Scalar]) -> RelativeMotion:
        """Tells how it moves with these speeds, as rows ask for it: velocity at the ground's origin."""
        w: Vec3 = ZERO
        v: Vec3 = ZERO
        for column, (turning, moving) in self.shifted(ZERO).items():
            w, v = add(w, scale_vector(speeds[column], turning)), add(v, scale_vector(speeds[column], moving))
        return RelativeMotion(self.R, self.p, ZERO, (w, v))


GROUNDED = MovedBody(IDENTITY, ZERO, {})


def write_moved_bodies(sub: SubsystemEquations, base: int = OUTSIDE) -> dict[int, MovedBody]:
    """All bodies that hang on a base body, by link, from it outwards; without one, from the ground."""
    found = {base: GROUNDED}
    for k in sub.own.links:
        link = sub.mechanism.links[k]
        if link.parent not in found:
            continue
        joint: Any = sub.parts.get(id(link.joint), link.joint)
        start, end = joint.point, joint.child_point or joint.point
        if link.reverse:
            start, end = end, start
        if link.floats:  # it places the child's own origin, by the parent's
            start = end = ZERO
        before = found[link.parent]
        own = joint_map(joint.motions(), link.per_motion(sub.q[k], "coordinates"), link.reverse)
        R = multiply_rotations(before.R, own.R)
        seat = add(before.at(start), turn(before.R, own.r))  # the joint's point on the child
        p = vector_difference(seat, turn(R, end))
        columns = {at: (w, add(v, cross(w, vector_difference(p, before.p)))) for at, (w, v) in before.columns.items()}
        arm = vector_difference(p, seat)
        for c, (turning, moving) in enumerate(own.H):
            w = turn(before.R, turning)
            columns[k, c] = (w, add(turn(before.R, moving), cross(w, arm)))
        found[k] = MovedBody(R, p, columns)
    return found


@dataclass(frozen=True, slots=True)
class BodyShare:
    """What a body gives to the equations: columns at its centre of mass, mass, tensor in the ground's axes."""

    columns: dict[Column, Motion]
    mass: Scalar
    tensor: Symmetric
    centre: Vec3

    def inertia(self, one: Column, other: Column) -> Scalar:
        """Its share of an entry of M."""
        (w, v), (w_2, v_2) = self.columns[one], self.columns[other]
        return self.mass * dot(v, v_2) + dot(w, multiply_inertia_tensor(self.tensor, w_2))


def body_shares(sub: SubsystemEquations) -> list[BodyShare]:
    """Of all bodies that have a mass."""
    bodies = write_moved_bodies(sub)
    found = []
    for part in sub.mechanism.model.bodies:
        if not part.massless:
            k = sub.mechanism.index(part.name)
            mass, centre, tensor = design_mass_shape(sub, k)
            place = bodies[k].at(centre)
            found.append(BodyShare(bodies[k].shifted(place), mass, rotate_inertia(bodies[k].R, tensor), place))
    return found


def motions_of_moved_bodies(sub: SubsystemEquations, base: int) -> dict[int, RelativeMotion]:
    """Tells how bodies move as the base body sees it."""
    p = {(k, c): s for k in sub.own.links for c, s in enumerate(sub.s[k])}
    return {k: STILL if k == base else body.motion(p) for k, body in write_moved_bodies(sub, base).items()}
