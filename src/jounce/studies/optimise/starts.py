"""Starts of an optimisation: the car as it is, and points of the bounds that lie far from each other."""

from __future__ import annotations

import numpy as np

DRAWN = 64  # points from which starts are taken
MORE = 8  # of them for each start, where many starts are wanted


def spread_starts(own: np.ndarray, count: int, seed: int) -> list[np.ndarray]:
    """In parts of the bounds: the car as it is, kept within them, then each time the point farthest from all before.

    Points come from a scrambled Sobol sequence of the seed, which fills the bounds evenly. Taken one after the other
    they may lie anywhere, also beside the car; so many are drawn, and the one is taken whose distance to the nearest
    start is largest.
    """
    from scipy.stats import qmc

    starts = [np.clip(own, 0.0, 1.0)]
    points = qmc.Sobol(len(own), seed=seed).random_base2(int(np.ceil(np.log2(max(DRAWN, MORE * count)))))
    gaps = np.linalg.norm(points - starts[0], axis=1)
    while len(starts) < count:
        starts.append(points[np.argmax(gaps)])
        gaps = np.minimum(gaps, np.linalg.norm(points - starts[-1], axis=1))
    return starts
