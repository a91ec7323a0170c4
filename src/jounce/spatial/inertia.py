"""Rigid-body inertia as ten numbers: mass, first moments, and six second moments about the origin."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.spatial.motion import Motion, Wrench
from jounce.spatial.rotation import Matrix3, multiply_rotations
from jounce.spatial.vector import Vec3, add, cross, dot, scale_vector, vector_difference

Symmetric = tuple[Scalar, Scalar, Scalar, Scalar, Scalar, Scalar]  # xx, yy, zz, xy, yz, zx tensor entries


@dataclass(frozen=True, slots=True)
class Inertia:
    """Spatial inertia about the origin of the frame it is expressed in."""

    m: Scalar
    h: Vec3  # mass times centre
    I: Symmetric  # tensor about the origin


def multiply_inertia_tensor(I: Symmetric, a: Vec3) -> Vec3:
    xx, yy, zz, xy, yz, zx = I
    return (
        xx * a[0] + xy * a[1] + zx * a[2],
        xy * a[0] + yy * a[1] + yz * a[2],
        zx * a[0] + yz * a[1] + zz * a[2],
    )


def rotate_inertia(R: Matrix3, I: Symmetric) -> Symmetric:
    """R I R^T."""
    xx, yy, zz, xy, yz, zx = I
    RI = multiply_rotations(R, ((xx, xy, zx), (xy, yy, yz), (zx, yz, zz)))
    return (
        dot(RI[0], R[0]),
        dot(RI[1], R[1]),
        dot(RI[2], R[2]),
        dot(RI[0], R[1]),
        dot(RI[1], R[2]),
        dot(RI[2], R[0]),
    )


def body_inertia(m: Scalar, centre: Vec3, I_centre: Symmetric) -> Inertia:
    """About the origin, from the tensor about the centre of mass (parallel axes)."""
    h = scale_vector(m, centre)
    x, y, z = centre
    xx, yy, zz, xy, yz, zx = I_centre
    return Inertia(
        m,
        h,
        (
            xx + h[1] * y + h[2] * z,
            yy + h[0] * x + h[2] * z,
            zz + h[0] * x + h[1] * y,
            xy - h[0] * y,
            yz - h[1] * z,
            zx - h[2] * x,
        ),
    )


def add_inertias(a: Inertia, b: Inertia) -> Inertia:
    """Two bodies that move as one."""
    return Inertia(a.m + b.m, add(a.h, b.h), tuple(x + y for x, y in zip(a.I, b.I, strict=True)))  # type: ignore[arg-type]


def momentum_of_inertia(a: Inertia, v: Motion) -> Wrench:
    """I v: angular momentum about the origin, and linear momentum."""
    return (
        add(multiply_inertia_tensor(a.I, v[0]), cross(a.h, v[1])),
        vector_difference(scale_vector(a.m, v[1]), cross(a.h, v[0])),
    )
