"""Baseline of `kc-sweep`: a double wishbone moved through its travel in plain NumPy; positions, toe and camber only.

Unknown are position and rotation of the rigid upright; six equations: the lengths of two links to each ball joint
and of the tie rod, and the height of the wheel centre. Newton's method with an analytic Jacobian, started from the
point before. This is what an engineer would write in an afternoon.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

MOST_CORRECTIONS = 25
CLOSED = 1e-9  # mm^2 of the squared lengths, mm of the height


def sweep(
    inner: np.ndarray, outer: np.ndarray, centre: np.ndarray, spin: np.ndarray, travels: Iterable[float]
) -> np.ndarray:
    """One row for each travel: wheel centre (mm), steer angle to the left and inclination (rad).

    Points and travels are in mm; `inner` and `outer` are the ends of the five links, one row each; `spin` is the
    unit axis that points left.
    """
    length2 = ((outer - inner) ** 2).sum(axis=1)
    arms = outer - centre
    p, R = centre.copy(), np.eye(3)
    rows = []
    for travel in travels:
        for _ in range(MOST_CORRECTIONS):
            where = arms @ R.T
            d = p + where - inner
            residual = np.append((d**2).sum(axis=1) - length2, p[2] - centre[2] - travel)
            if np.abs(residual).max() < CLOSED:
                break
            J = np.zeros((6, 6))
            J[:5, :3] = 2 * d
            J[:5, 3:] = 2 * np.cross(where, d)
            J[5, 2] = 1
            step = np.linalg.solve(J, -residual)
            p = p + step[:3]
            R = _rotation(step[3:]) @ R
        e = R @ spin
        rows.append((*p, np.arctan2(-e[0], e[1]), np.arcsin(e[2])))
    return np.array(rows)


def _skew(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def _rotation(r: np.ndarray) -> np.ndarray:
    angle = np.linalg.norm(r)
    if angle < 1e-12:
        return np.eye(3) + _skew(r)
    k = _skew(r / angle)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)
