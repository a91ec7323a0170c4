"""Bodies as their carriers move them: Y_i = E_i Y_0 + G_i y_i, Y_i' = E_i Y_0' + G_i y_i' + h_i. [Kim, eq. 1-6]

Y is angular velocity and velocity of the body's origin, both in the ground's axes. E shifts the motion of the carrier
to the body's origin, G are the columns of the body's own motion relative to the carrier, and h is what is left of the
acceleration with Y_0' and y_i' zero. A body that floats on its reference body has six columns; one on a joint that is
kept has as many as the joint has freedoms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.equations.coordinate_rates import coordinate_rates
from jounce.equations.poincare.joint_maps import joint_map
from jounce.equations.recursive.stages import Column
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.graph.derivative import tangent
from jounce.mechanism import OUTSIDE
from jounce.spatial.motion import Motion
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.rotation import IDENTITY, Matrix3, multiply_rotations, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, scale_vector, vector_difference


@dataclass(frozen=True, slots=True)
class CarriedBody:
    """Pose, velocity, and acceleration with all unknown accelerations zero, of a body's origin in the ground."""

    R: Matrix3
    p: Vec3
    w: Vec3
    v: Vec3
    h_w: Vec3  # of the angular acceleration, over the whole chain
    h_v: Vec3  # of the origin's acceleration
    columns: dict[Column, Motion]  # (E ... G): angular velocity and velocity of the origin for each unit of speed

    def at(self, point: Vec3) -> Vec3:
        return add(self.p, turn(self.R, point))

    def motion(self) -> RelativeMotion:
        """As rows ask for it: velocity at the ground's origin."""
        return RelativeMotion(self.R, self.p, ZERO, (self.w, vector_difference(self.v, cross(self.w, self.p))))


GROUNDED = CarriedBody(IDENTITY, ZERO, ZERO, ZERO, ZERO, ZERO, {})


def write_carried_bodies(sub: SubsystemEquations, base: int = OUTSIDE) -> dict[int, CarriedBody]:
    """All bodies that hang on a base body, by link, carriers before what they carry; without one, on the ground."""
    found = {base: GROUNDED}
    for k in sub.own.links:
        carrier = sub.mechanism.links[k].parent
        if carrier in found:
            found[k] = _carry(sub, k, found[carrier])
    return found


def _carry(sub: SubsystemEquations, k: int, base: CarriedBody) -> CarriedBody:
    link = sub.mechanism.links[k]
    joint: Any = sub.parts.get(id(link.joint), link.joint)
    start, end = joint.point, joint.child_point or joint.point
    if link.reverse:
        start, end = end, start
    if link.floats:
        start = end = ZERO
    own = joint_map(joint.motions(), link.per_motion(sub.q[k], "coordinates"), link.reverse)
    R_10, seat = own.R, add(start, own.r)  # relative to the carrier, in its axes
    r_10 = vector_difference(seat, turn(R_10, end))
    arm = vector_difference(r_10, seat)
    G = [(w, add(v, cross(w, arm))) for w, v in own.H]
    w_10, v_10 = _sum(G, sub.s[k])
    h_w, h_v = _products(sub, k, (w_10, v_10))
    R, d = multiply_rotations(base.R, R_10), turn(base.R, r_10)
    turning, moving = turn(base.R, w_10), turn(base.R, v_10)
    w = add(base.w, turning)
    v = add(add(base.v, cross(base.w, d)), moving)
    columns = {at: (e_w, add(e_v, cross(e_w, d))) for at, (e_w, e_v) in base.columns.items()}  # E
    columns |= {(k, c): (turn(base.R, g_w), turn(base.R, g_v)) for c, (g_w, g_v) in enumerate(G)}
    spun = add(add(base.h_w, cross(base.w, turning)), turn(base.R, h_w))
    centripetal = add(cross(base.h_w, d), cross(base.w, cross(base.w, d)))
    coriolis = scale_vector(2.0, cross(base.w, moving))
    pushed = add(add(base.h_v, centripetal), add(coriolis, turn(base.R, h_v)))
    return CarriedBody(R, add(base.p, d), w, v, spun, pushed, columns)


def _products(sub: SubsystemEquations, k: int, relative: Motion) -> Motion:
    """Rate of the relative motion, as the carrier sees it, with speeds held: what its own coordinates do to it."""
    changes = dict(zip(sub.q[k], coordinate_rates(sub, k, sub.s[k]), strict=True))
    six = tangent([*relative[0], *relative[1]], changes)  # type: ignore[arg-type]
    return (six[0], six[1], six[2]), (six[3], six[4], six[5])


def _sum(columns: list[Motion], speeds: list[Scalar]) -> Motion:
    w: Vec3 = ZERO
    v: Vec3 = ZERO
    for (turning, moving), s in zip(columns, speeds, strict=True):
        w, v = add(w, scale_vector(s, turning)), add(v, scale_vector(s, moving))
    return w, v


def motions_of_carried_bodies(sub: SubsystemEquations, base: int) -> dict[int, RelativeMotion]:
    """Tells how bodies move as the base body sees it."""
    return {k: STILL if k == base else body.motion() for k, body in write_carried_bodies(sub, base).items()}
