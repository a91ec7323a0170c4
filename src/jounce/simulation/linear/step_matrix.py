"""One step of RK4 on a linear system y' = J y, as the matrix that takes y over the step.

The tables are those of `integrators/rk4.py`: Kutta's for all states, the mean of the middle speeds for coordinates
whose rates are speeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

import numpy as np

SLOW = 0.5  # |eigenvalue| times step up to which a step follows a motion closely, be it decaying or growing
ROUNDING = 1e-3  # of a factor: loops have double eigenvalues at zero, which rounding moves by its root


def step_matrix(J: np.ndarray, plain: Iterable[Sequence[int]], h: float) -> np.ndarray:
    """y after a step of h by y before it. `plain`, as of a layout: first coordinate, its speed, how many in a row."""
    one = np.eye(len(J))
    coordinates, speeds = _pairs(plain)
    Y2 = one + h / 2 * J
    k2 = J @ Y2
    Y3 = one + h / 2 * k2
    Y3[coordinates] = one[coordinates] + h / 4 * (k2[coordinates] + Y3[speeds])
    k3 = J @ Y3
    Y4 = one + h * k3
    Y4[coordinates] = one[coordinates] + h / 2 * (k2[coordinates] + k3[coordinates])
    return one + h / 6 * (J + 2 * (k2 + k3) + J @ Y4)


def step_matrix_excess_growth(J: np.ndarray, plain: Iterable[Sequence[int]], h: float) -> float:
    """Tells how much more motions grow in a step of h than the slow ones do by themselves; above ROUNDING, it is
    unstable.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # of motions so fast that powers of them end the floats
        after = step_matrix(J, plain, h)
    if not np.isfinite(after).all():
        return inf
    largest = float(np.abs(np.linalg.eigvals(after)).max(initial=0.0))
    if largest <= 1.0 + ROUNDING:
        return largest - 1.0  # as nearly always, and without the motions' own growth
    exponents = h * np.linalg.eigvals(J)
    own_growth = exponents.real[np.abs(exponents) < SLOW].max(initial=0.0)
    return largest - float(np.exp(own_growth))


def _pairs(plain: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    coordinates: list[int] = []
    speeds: list[int] = []
    for first, speed, count in plain:
        coordinates += range(first, first + count)
        speeds += range(speed, speed + count)
    return coordinates, speeds
