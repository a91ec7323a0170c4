"""Rows of guides: the child's point stays where a formula of its place on the parent is zero."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.guides.level_set import Formula, level_at_point
from jounce.parts.joints.joint_rows import Ends, RowEquation
from jounce.spatial.motion import motion_acceleration_at, motion_velocity_at, motion_wrench_at
from jounce.spatial.rotation import Matrix3, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference


@dataclass(frozen=True, slots=True)
class OnLevel:
    """One row, g = F(u), where u_k = e_k . (p_b - p_a) is the place of the child's point in axes of the parent.

    With v and a, its velocity and acceleration as the parent sees them: g' = F_k v_k, g'' = F_k a_k + F_kl v_k v_l.
    """

    axes: Matrix3  # the guide's x, y, z on the parent
    formula: Formula
    label: str
    unit: str = "m"

    def labels(self, number: int) -> tuple[str, ...]:
        return (self.label,)

    def equations(self, ends: Ends) -> list[RowEquation]:
        a, b, p_a, p_b = ends.a, ends.b, ends.p_a, ends.p_b
        e = [turn(a.R, axis) for axis in self.axes]
        slip = vector_difference(motion_velocity_at(b.U, p_b), motion_velocity_at(a.U, p_b))
        rate = vector_difference(motion_acceleration_at(b.U, b.A, p_b), motion_acceleration_at(a.U, a.A, p_b))
        bias = vector_difference(rate, scale_vector(2.0, cross(a.U[0], slip)))
        here = level_at_point(self.formula, _components(e, vector_difference(p_b, p_a)))
        v = _components(e, slip)
        n: Vec3 = ZERO
        for slope, axis in zip(here.slopes, e, strict=True):
            n = add(n, scale_vector(slope, axis))
        gamma = dot(n, bias) + dot(v, turn(here.bends, v))
        return [RowEquation(here.value, dot(n, slip), gamma, motion_wrench_at(p_b, n))]


def _components(axes: list[Vec3], vector: Vec3) -> tuple[Scalar, Scalar, Scalar]:
    return dot(axes[0], vector), dot(axes[1], vector), dot(axes[2], vector)
