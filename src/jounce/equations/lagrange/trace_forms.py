"""Pseudo-inertias, and the equations of motion as traces. [Szczotka 2007, eq. 9-22]

H = integral of r r^T dm, r = (x, y, z, 1)       T = 1/2 tr(B' H B'^T)
a_ki = sum over bodies of tr(B_k H B_i^T)        e_k = sum over bodies of tr(B_k H W^T)
sum a_ki q_i'' = Q_k - e_k
"""

from __future__ import annotations

from typing import Any

from jounce.equations.lagrange.transforms import Matrix4
from jounce.graph import Scalar
from jounce.spatial.inertia import Symmetric
from jounce.spatial.vector import Vec3


def pseudo_inertia(mass: Scalar, centre: Vec3, tensor: Symmetric) -> Matrix4:
    """H of a body in its own axes about their origin, from mass, centre and tensor about that. [eq. 11-12]"""
    xx, yy, zz, xy, yz, zx = tensor  # products with their minus sign
    half = 0.5 * (xx + yy + zz)
    about_centre = ((half - xx, -xy, -zx), (-xy, half - yy, -yz), (-zx, -yz, half - zz))
    first = [mass * c for c in centre]
    rows = [(*(about_centre[m][n] + first[m] * centre[n] for n in range(3)), first[m]) for m in range(3)]
    return (*rows, (*first, mass))


def times_pseudo_inertia(B: Matrix4, H: Matrix4) -> Matrix4:
    """B H, which the traces of one body share."""
    return tuple(tuple(_sum(B[r][m] * H[m][n] for m in range(4)) for n in range(4)) for r in range(4))


def trace_form(BH: Matrix4, B: Matrix4) -> Scalar:
    """tr(BH B^T)."""
    return _sum(BH[r][n] * B[r][n] for r in range(3) for n in range(4))  # the last row of a derivative is zero


def weight_of_trace(BH: Matrix4, gravity: Vec3) -> Scalar:
    """The generalised force of gravity: g . (B_k H e_4). [eq. 19]"""
    return _sum(gravity[r] * BH[r][3] for r in range(3))


def _sum(terms: Any) -> Scalar:
    total: Scalar = 0.0
    for term in terms:
        total = total + term
    return total
