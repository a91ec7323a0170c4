"""The paper's way to interpolate a rotation: a product of three rotations about fixed axes.

Kept beside the rotation vector for comparison: it is C1, but in general motion its error falls only as h^3,
because rotations about different axes do not commute. [Houdek 2021, eq. 19-26]
"""

from __future__ import annotations

import numpy as np

from jounce.spatial.rotation_vector import rotation_of_rotation_vector, rotation_vector_of_rotation


def rotation_product(
    knots: np.ndarray, R: np.ndarray, delta: np.ndarray, u: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Returns R(u) and its angular rate by u, from rotations R and angular rates delta (both in axes of A) at the
    knots.

    Angle and axis are not torn apart as in eq. 21, 22, 24 and 26: the exponential of their product needs no
    arccos and does not fail where a rotation or its rate is zero.
    """
    i = np.clip(np.searchsorted(knots, u, side="right") - 1, 0, len(knots) - 2)
    h = (knots[i + 1] - knots[i])[:, None]
    xi = ((u - knots[i]) / (knots[i + 1] - knots[i]))[:, None]
    delta_body = (np.swapaxes(R, -1, -2) @ delta[..., None])[..., 0]
    whole = rotation_vector_of_rotation(np.swapaxes(R[i], -1, -2) @ R[i + 1])  # (19), (21), (22)

    vectors = (
        delta_body[i] * h * (xi**3 - 2 * xi**2 + xi),  # (24) with h10 of (16)
        whole * (3 * xi**2 - 2 * xi**3),  # (25) with h01 of (15)
        delta_body[i + 1] * h * (xi**3 - xi**2),  # (26) with h11 of (16)
    )
    rates = (  # each about its own fixed axis
        delta_body[i] * (3 * xi**2 - 4 * xi + 1),
        whole * (6 * xi - 6 * xi**2) / h,
        delta_body[i + 1] * (3 * xi**2 - 2 * xi),
    )
    turned = R[i]
    w = np.zeros_like(whole)
    for vector, rate in zip(vectors, rates, strict=True):  # (23)
        w = w + (turned @ rate[..., None])[..., 0]
        turned = turned @ rotation_of_rotation_vector(vector)
    return turned, w
