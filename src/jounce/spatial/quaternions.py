"""Quaternions of many rotations at once (NumPy): scalar last, of unit length.

The four numbers follow from the products 4 q q^T, which are sums of entries of R. The row with the largest diagonal is
the one to divide by, so that no digits are lost at any angle. [Shepperd 1978]
"""

from __future__ import annotations

import numpy as np


def quaternions_of_rotations(R: np.ndarray) -> np.ndarray:
    """q with R v = q v q*, one row for each matrix."""
    products = np.empty((len(R), 4, 4))
    trace = R[:, 0, 0] + R[:, 1, 1] + R[:, 2, 2]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        products[:, i, i] = 1.0 + 2.0 * R[:, i, i] - trace
        products[:, i, j] = products[:, j, i] = R[:, i, j] + R[:, j, i]
        products[:, i, 3] = products[:, 3, i] = R[:, k, j] - R[:, j, k]
    products[:, 3, 3] = 1.0 + trace
    largest = np.argmax(np.diagonal(products, axis1=1, axis2=2), axis=1)
    q = products[np.arange(len(R)), largest]
    found: np.ndarray = q / np.linalg.norm(q, axis=1, keepdims=True)
    return found


def rotations_of_quaternions(q: np.ndarray) -> np.ndarray:
    """Returns the matrices of quaternions, scalar last, of any length, in the last axis."""
    x, y, z, w = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
        (2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)),
        (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
