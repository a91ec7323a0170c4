"""Rotation matrices as tuples of rows. R_AB turns components in B into components in A."""

from __future__ import annotations

from jounce.graph import Scalar, cos, sin
from jounce.spatial.vector import Vec3, dot

Matrix3 = tuple[Vec3, Vec3, Vec3]
IDENTITY: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def turn(R: Matrix3, a: Vec3) -> Vec3:
    """R a."""
    return (dot(R[0], a), dot(R[1], a), dot(R[2], a))


def turn_back_by_rotation(R: Matrix3, a: Vec3) -> Vec3:
    """R^T a."""
    return turn(transpose_rotation(R), a)


def transpose_rotation(R: Matrix3) -> Matrix3:
    return ((R[0][0], R[1][0], R[2][0]), (R[0][1], R[1][1], R[2][1]), (R[0][2], R[1][2], R[2][2]))


def multiply_rotations(R: Matrix3, S: Matrix3) -> Matrix3:
    columns = transpose_rotation(S)
    return tuple(tuple(dot(row, column) for column in columns) for row in R)  # type: ignore[return-value]


def rotation_column(R: Matrix3, k: int) -> Vec3:
    return (R[0][k], R[1][k], R[2][k])


def rotation_about(a: Vec3, angle: Scalar) -> Matrix3:
    """Rodrigues' rotation by `angle` about the unit vector `a`: c 1 + (1 - c) a a^T + s [a]."""
    c, s = cos(angle), sin(angle)
    d = 1.0 - c
    x, y, z = a
    dx, dy, dz = d * x, d * y, d * z
    sx, sy, sz = s * x, s * y, s * z
    return (
        (c + dx * x, dx * y - sz, dx * z + sy),
        (dx * y + sz, c + dy * y, dy * z - sx),
        (dx * z - sy, dy * z + sx, c + dz * z),
    )


def rotation_of_quaternion(q: tuple[Scalar, Scalar, Scalar, Scalar]) -> Matrix3:
    """The rotation of q/|q|, scalar part first; needs no unit length and no square root."""
    w, x, y, z = q
    s = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        (1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)),
        (s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)),
        (s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)),
    )


def quaternion_rate(q: tuple[Scalar, Scalar, Scalar, Scalar], w: Vec3) -> tuple[Scalar, ...]:
    """dq/dt = q (0, w) / 2 for body rates w."""
    q0, q1, q2, q3 = q
    x, y, z = w
    return (
        -0.5 * (q1 * x + q2 * y + q3 * z),
        0.5 * (q0 * x + q2 * z - q3 * y),
        0.5 * (q0 * y + q3 * x - q1 * z),
        0.5 * (q0 * z + q1 * y - q2 * x),
    )
