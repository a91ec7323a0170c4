"""Quasi-velocities: q' = V(q) p, and the brackets of the columns of V. [Ciglaric, eq. 10-12]

    [v_i, v_j] = (dv_j/dq) v_i - (dv_i/dq) v_j = sum over k of a^k_ij v_k

V has a block for each joint, and the columns of a block are at right angles to each other: a hinge by its angle, a
ball joint by the child's own turns. So a^k_ij = v_k . [v_i, v_j] / v_k . v_k, also where a quaternion has one
coordinate more than the joint has freedoms.
"""

from __future__ import annotations

from collections.abc import Iterator

from jounce.equations.coordinate_rates import coordinate_rates
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, jacobian
from jounce.graph.derivative import tangent


def rate_columns(sub: SubsystemEquations, k: int) -> list[list[Scalar]]:
    """v_i of one joint: how fast its coordinates change with each of its speeds."""
    rates = coordinate_rates(sub, k, sub.s[k])
    entries = jacobian(rates, sub.s[k])  # type: ignore[arg-type]
    return [[entries.get((row, i), 0.0) for row in range(len(rates))] for i in range(len(sub.s[k]))]


def brackets(sub: SubsystemEquations, k: int) -> Iterator[tuple[int, int, int, Scalar]]:
    """i, j, k and a^k_ij of one joint, as far as they are not zero by structure."""
    columns = rate_columns(sub, k)
    if all(isinstance(entry, float) for column in columns for entry in column):
        return  # rates of coordinates: their brackets vanish
    along = [
        [tangent(column, dict(zip(sub.q[k], v, strict=True))) for column in columns]  # type: ignore[arg-type]
        for v in columns
    ]
    lengths = [_dot(v, v) for v in columns]
    for i in range(len(columns)):
        for j in range(len(columns)):
            bracket = [a - b for a, b in zip(along[i][j], along[j][i], strict=True)]
            for c, v in enumerate(columns):
                share = _dot(v, bracket)
                if i != j and not (isinstance(share, float) and share == 0.0):
                    yield i, j, c, share / lengths[c]


def _dot(a: list[Scalar], b: list[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total
