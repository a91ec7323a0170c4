"""Samples of the unit cube for designs: Latin hypercube, Sobol's sequence, and draws at random."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np

ALMOST_ZERO = 2.0**-53  # where a drawn number is 0 or 1, a distribution without ends would be at infinity


def draw_design_sample(method: str, first: int, last: int, width: int, seed: int) -> np.ndarray:
    """Returns points `first` up to but not with `last` of Sobol's sequence, or at random; a row each, within (0, 1).

    At random, a point follows from the seed and its number: as many may be drawn as are wanted, in any order.
    """
    if method == "sobol":
        return within_unit_cube(_sobol(first, last, width, seed))
    points = [np.random.default_rng([seed, number]).random(width) for number in range(first, last)]
    return within_unit_cube(np.array(points).reshape(last - first, width))


def latin_hypercube(count: int, width: int, seed: int) -> np.ndarray:
    """Returns a Latin hypercube of `count` points. [McKay, Beckman, Conover 1979]"""
    from scipy.stats import qmc  # slow to import

    return within_unit_cube(qmc.LatinHypercube(width, seed=np.random.default_rng(seed)).random(count))


def _sobol(first: int, last: int, width: int, seed: int) -> np.ndarray:
    """Returns the part of Sobol's sequence, scrambled. [Sobol 1967; Matousek 1998]"""
    from scipy.stats import qmc  # slow to import

    sequence = qmc.Sobol(width, scramble=True, seed=np.random.default_rng(seed))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the count is no power of two: the number of variants is the user's
        if first:
            sequence.fast_forward(first)
        return sequence.random(last - first)


def correlate_design_sample(u: np.ndarray, correlations: Sequence[Sequence[float]]) -> np.ndarray:
    """Returns the points with correlated normal scores (a Gaussian copula): each column stays evenly spread by itself.

    z = ndtri(u), z_c = L z with the correlations L L^T, u_c = ndtr(z_c). [Nelsen 2006, section 2.3]
    """
    from scipy.special import ndtr, ndtri  # slow to import

    L = np.linalg.cholesky(np.asarray(correlations))
    return within_unit_cube(ndtr(ndtri(u) @ L.T))


def within_unit_cube(u: np.ndarray) -> np.ndarray:
    """Moves points inside the ends, which they may touch by rounding."""
    return np.clip(u, ALMOST_ZERO, 1.0 - ALMOST_ZERO)
