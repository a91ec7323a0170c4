"""Three-vectors as tuples of floats or expressions."""

from __future__ import annotations

from jounce.graph import Scalar, less, select, sqrt

Vec3 = tuple[Scalar, Scalar, Scalar]
ZERO: Vec3 = (0.0, 0.0, 0.0)
X: Vec3 = (1.0, 0.0, 0.0)
Y: Vec3 = (0.0, 1.0, 0.0)
Z: Vec3 = (0.0, 0.0, 1.0)


def add(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def vector_difference(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale_vector(s: Scalar, a: Vec3) -> Vec3:
    return (s * a[0], s * a[1], s * a[2])


def negative_vector(a: Vec3) -> Vec3:
    return (-a[0], -a[1], -a[2])


def dot(a: Vec3, b: Vec3) -> Scalar:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def vector_norm(a: Vec3) -> Scalar:
    return sqrt(dot(a, a))


def vector_distance(a: Vec3, b: Vec3) -> Scalar:
    return vector_norm(vector_difference(a, b))


def unit(a: Vec3) -> Vec3:
    """The direction of `a`, which is not zero: the loader refuses axes without length."""
    return scale_vector(1.0 / vector_norm(a), a)


def perpendicular_vector(a: Vec3) -> Vec3:
    """A unit vector perpendicular to the unit vector `a`, found without dividing by a small number.

    Crosses `a` with the vehicle axis that it is farthest from being parallel to: x unless the
    x component exceeds 0.8, then y.
    """
    steep = less(0.64, a[0] * a[0])
    other = (select(steep, 0.0, 1.0), select(steep, 1.0, 0.0), 0.0)
    return unit(cross(a, other))
