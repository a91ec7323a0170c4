"""Homogeneous transformations T1 ... T6 and those of a joint, each with its derivatives. [Szczotka 2007, eq. 4-7]

A transformation is a 4 by 4 matrix that takes the coordinates (x, y, z, 1) of a point on the child to those of the same
point on the parent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from jounce.graph import Scalar, cos, sin
from jounce.parts.joints.motions import Slide, Turn
from jounce.spatial.vector import Vec3, negative_vector, scale_vector

Matrix4 = tuple[tuple[Scalar, ...], ...]  # four rows of four
UNMOVED: Matrix4 = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
NOTHING: Matrix4 = ((0.0,) * 4,) * 4


def multiply_transforms(*matrices: Matrix4) -> Matrix4:
    return reduce(_product, matrices)


def _product(A: Matrix4, B: Matrix4) -> Matrix4:
    return tuple(tuple(_dot(row, [B[m][n] for m in range(4)]) for n in range(4)) for row in A)


def _dot(row: Sequence[Scalar], column: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for a, b in zip(row, column, strict=True):
        total = total + a * b
    return total


def add_transforms(matrices: Iterable[Matrix4]) -> Matrix4:
    total = NOTHING
    for A in matrices:
        total = tuple(tuple(a + b for a, b in zip(r, s, strict=True)) for r, s in zip(total, A, strict=True))
    return total


def scale_transform(factor: Scalar, A: Matrix4) -> Matrix4:
    return tuple(tuple(factor * a for a in row) for row in A)


def shift_transform(p: Vec3) -> Matrix4:
    return (*((*UNMOVED[m][:3], p[m]) for m in range(3)), UNMOVED[3])


@dataclass(frozen=True, slots=True)
class Elementary:
    """T, T' and T'' of one elementary motion at its coordinate."""

    T: Matrix4
    first: Matrix4
    second: Matrix4


def elementary_transforms(motion: Slide | Turn, q: Scalar, sign: float) -> Elementary:
    """Of a slide along an axis or a turn about one through the origin; with sign -1 it runs backwards."""
    if not motion.turns:
        way = (*((0.0, 0.0, 0.0, sign * e) for e in motion.axis), NOTHING[3])
        return Elementary(shift_transform(scale_vector(sign * q, motion.axis)), way, NOTHING)
    x, y, z = motion.axis
    n: Scalar = 1.0 if motion.ratio is None else motion.ratio
    c, s = cos(n * q), sign * sin(n * q)
    along = ((x * x, x * y, x * z), (y * x, y * y, y * z), (z * x, z * y, z * z))
    across = tuple(tuple(float(m == n) - along[m][n] for n in range(3)) for m in range(3))
    skew = ((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0))

    def matrix(a: Scalar, b: Scalar, d: float) -> Matrix4:
        """a (1 - e e^T) + b [e] + d e e^T."""
        rows = tuple((*(a * across[m][n] + b * skew[m][n] + d * along[m][n] for n in range(3)), 0.0) for m in range(3))
        return (*rows, (0.0, 0.0, 0.0, d))

    first, second = matrix(-(sign * s), sign * c, 0.0), matrix(-c, -s, 0.0)
    return Elementary(matrix(c, s, 1.0), scale_transform(n, first), scale_transform(n * n, second))


@dataclass(frozen=True, slots=True)
class JointTransform:
    """From child to parent over a joint: the product of its elementary motions, and its derivatives."""

    whole: Matrix4
    first: tuple[Matrix4, ...]  # by each coordinate
    second: dict[tuple[int, int], Matrix4]  # by two of them, the first not behind the second


def joint_transform(
    motions: Sequence[Slide | Turn], q: Sequence[Scalar], start: Vec3, end: Vec3, reverse: bool
) -> JointTransform:
    """`start` is the joint's point on the parent, `end` that on the child; in reverse the last motion comes first."""
    order = list(range(len(motions)))
    if reverse:
        order.reverse()
    each = {c: elementary_transforms(motions[c], q[c], -1.0 if reverse else 1.0) for c in order}
    before, behind = shift_transform(start), shift_transform(negative_vector(end))

    def product(*by: int) -> Matrix4:
        """The product with the motions of `by` differentiated once each."""
        kinds = ("T", "first", "second")
        factors = [getattr(each[c], kinds[by.count(c)]) for c in order]
        return multiply_transforms(before, *factors, behind)

    count = range(len(motions))
    return JointTransform(
        product(), tuple(product(c) for c in count), {(c, d): product(c, d) for c in count for d in count if c <= d}
    )
