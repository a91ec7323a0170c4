"""Independent rows: which constraints say something that the others do not, by pivoted QR in the mass metric."""

from __future__ import annotations

import numpy as np

# Sine of the angle between a row and the span of the others, below which it adds nothing: what hardpoints that disagree
# by 1e-6 m are in a loop of 0.1 m. A closed singular position, known to the root of 1e-13 only, lies below it.
DEPENDENT = 1e-5
FAR_APART = 1e-3  # least singular value of rows of unit length that are independent beyond doubt


def independent_rows(
    J: np.ndarray,
    M: np.ndarray,
    dependent: float = DEPENDENT,
    most: int | None = None,
    first: np.ndarray | None = None,
    most_first: int | None = None,
) -> list[int]:
    """Returns rows that a pivoted QR of the mass-weighted Jacobian keeps; of more than `most` the strongest.

    Those marked as `first`, at most `most_first` of them, come before the others: where a row of positions and one of
    speeds say the same of speeds, the one that holds the position stays.
    """
    if not J.size:
        return []
    rest = _weighted(J, M)
    lengths = np.linalg.norm(rest, axis=0)
    vanishes = np.linalg.norm(J, axis=1) < DEPENDENT
    most = min(rest.shape) if most is None else most
    if most >= len(J) and not vanishes.any():
        rows = rest / lengths
        if np.linalg.eigvalsh(rows.T @ rows)[0] > FAR_APART**2:  # no sine is below the least singular value
            return list(range(len(J)))
    least = np.where(vanishes, np.inf, dependent * lengths)
    first = np.ones(len(J), bool) if first is None else first
    most_first = most if most_first is None else most_first
    chosen: list[int] = []
    while len(chosen) < most:
        sizes = np.linalg.norm(rest, axis=0)
        able = sizes > least
        if len(chosen) >= most_first or not (first & able).any():
            able &= ~first
        else:
            able &= first
        if not able.any():
            break
        best = int(np.argmax(np.where(able, sizes, 0.0)))
        chosen.append(best)
        direction = rest[:, best] / sizes[best]
        for _ in range(2):  # twice is enough: what the first sweep leaves is at rounding level
            rest -= np.outer(direction, direction @ rest)
    return sorted(chosen)


def strengths_of_independent_rows(J: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Returns what the pivot of each row would be without the others: J M^-1 J^T."""
    found: np.ndarray = np.square(_weighted(J, M)).sum(axis=0)
    return found


def _weighted(J: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Returns columns are rows of J, in the mass metric."""
    return np.linalg.solve(np.linalg.cholesky(M), J.T)
