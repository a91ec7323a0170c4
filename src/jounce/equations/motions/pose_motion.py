"""The motion of a body whose pose on its parent is a function of parameters: led by tables, or on one that bends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import factorial

from jounce.graph import Scalar
from jounce.spatial.motion import REST, Motion, add_motions, motion_cross, scale_motion
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import IDENTITY, multiply_rotations, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference


@dataclass(frozen=True, slots=True)
class Pose:
    """Position p of a body's point and its rotation vector rho, in the parent's axes, with derivatives."""

    p: Vec3
    rho: Vec3
    p_i: Sequence[Vec3]  # by each parameter
    rho_i: Sequence[Vec3]
    p_bend: Vec3  # second rate of p with all second rates of parameters zero
    rho_bend: Vec3


def motion_along_pose(parent: RelativeMotion, anchor: Vec3, pose: Pose, s: Sequence[Scalar]) -> RelativeMotion:
    """The body whose point `anchor` is at the pose, with rates s of the parameters.

    R = exp [rho]        w = J rho',  J = 1 + b [rho] + c [rho]^2        b, c: series in |rho|^2
    """
    rho = pose.rho
    square = dot(rho, rho)
    a, b, c = (_series(square, k) for k in (1, 2, 3))
    b_x, c_x = _series(square, 2, slope=True), _series(square, 3, slope=True)

    def jacobian(x: Vec3) -> Vec3:
        u = cross(rho, x)
        return add(x, add(scale_vector(b, u), scale_vector(c, cross(rho, u))))

    bracket = ((0.0, -rho[2], rho[1]), (rho[2], 0.0, -rho[0]), (-rho[1], rho[0], 0.0))
    squared = multiply_rotations(bracket, bracket)
    R_PC = tuple(tuple(IDENTITY[i][j] + a * bracket[i][j] + b * squared[i][j] for j in range(3)) for i in range(3))
    p_rate, rho_rate = (
        sum_vectors(scale_vector(speed, x) for speed, x in zip(s, slopes, strict=True))
        for slopes in (pose.p_i, pose.rho_i)
    )
    u = cross(rho, rho_rate)
    square_rate = 2.0 * dot(rho, rho_rate)
    turned = add(scale_vector(b_x * square_rate, u), scale_vector(c_x * square_rate, cross(rho, u)))
    alpha = turn(parent.R, add(add(turned, scale_vector(c, cross(rho_rate, u))), jacobian(pose.rho_bend)))
    r = parent.position(pose.p)
    S: list[Motion] = []
    for p_i, rho_i in zip(pose.p_i, pose.rho_i, strict=True):
        w_i = turn(parent.R, jacobian(rho_i))
        S.append((w_i, add(turn(parent.R, p_i), cross(r, w_i))))
    step = REST
    for column_i, speed in zip(S, s, strict=True):
        step = add_motions(step, scale_motion(speed, column_i))
    # spatial acceleration from that of the point: a - alpha x r - w x v
    at_point = vector_difference(turn(parent.R, pose.p_bend), cross(step[0], turn(parent.R, p_rate)))
    own = (alpha, add(at_point, cross(r, alpha)))
    A = add_motions(add_motions(parent.A, motion_cross(parent.U, step)), own)
    R = multiply_rotations(parent.R, R_PC)  # type: ignore[arg-type]
    return RelativeMotion(R, r, anchor, add_motions(parent.U, step), A, tuple(S))


SERIES = 11  # terms: exact to rounding below 1.5 rad


def _series(x: Scalar, k: int, slope: bool = False) -> Scalar:
    """sum of (-x)^n / (2n + k)!, or its derivative: sin(t)/t, (1 - cos t)/t^2, (t - sin t)/t^3 for x = t^2."""
    terms = [(-1.0) ** n / factorial(2 * n + k) for n in range(SERIES)]
    if slope:
        terms = [n * term for n, term in enumerate(terms)][1:]
    result: Scalar = terms[-1]
    for term in reversed(terms[:-1]):
        result = result * x + term
    return result


def sum_vectors(vectors: Iterable[Vec3]) -> Vec3:
    """Returns the sum; zero of none."""
    total = ZERO
    for vector in vectors:
        total = add(total, vector)
    return total
