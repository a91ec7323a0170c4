"""Minimise a smooth cost under smooth limits: sequential quadratic programming with a trust region.

Each step solves a quadratic programme with linearised limits, whose largest violation s costs `PENALTY` s + s^2/2:

    min  g . d + d H d / 2 + PENALTY s + s^2/2,    c + A d + s >= 0,    s >= 0,    |rows of the region| <= size

[Fletcher 1987, chapter 14]. It is turned into a problem of least distance and solved by non-negative least squares
[Lawson, Hanson 1974, chapter 23]. A step that does not pay is corrected once for the curvature of the limits, then the
region shrinks. H is the curvature of the cost, and that of limits by their multipliers, where the caller knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from jounce.errors import NumericalError

PENALTY = 5.0  # above the sum of all multipliers: then a violation never pays
FIRST_SIZE, LARGEST_SIZE, SMALLEST_SIZE = 0.5, 2.0, 1e-6
PAYS, PAYS_WELL, ACCEPTED = 0.25, 0.7, 0.05  # actual gain by the predicted one
CURVED = 1e-4  # of all variables, so that the programme has one solution
MOST_STEPS = 60


@dataclass(frozen=True, eq=False, kw_only=True)
class LocalModel:
    """A cost and limits at a point, to first order; limits are kept where they are not negative."""

    cost: float
    slopes: np.ndarray
    limits: np.ndarray
    limit_slopes: np.ndarray  # [limit, variable]
    region: np.ndarray  # [row, variable]: what may not change by more than the size of the region

    @property
    def violation(self) -> float:
        return float(max(0.0, -self.limits.min()))

    @property
    def merit(self) -> float:
        return self.cost + PENALTY * self.violation + 0.5 * self.violation**2


@dataclass(frozen=True, eq=False, kw_only=True)
class Descent:
    """Where a search ended, and its way."""

    point: np.ndarray
    merits: tuple[float, ...]  # of each evaluation's best so far
    converged: bool
    reason: str


Evaluate = Callable[[np.ndarray], LocalModel]
Curvature = Callable[[LocalModel, np.ndarray], np.ndarray]  # of the Lagrangian, from the multipliers of the limits


def descend_in_trust_region(
    at: Evaluate, curvature: Curvature, start: np.ndarray, low: np.ndarray, high: np.ndarray, tolerance: float = 1e-6
) -> Descent:
    """Descends from a start to a local optimum; `tolerance` is the least gain that is worth a step."""
    z, here, size = start.copy(), at(start), FIRST_SIZE
    multipliers, merits, reason = np.zeros(len(here.limits)), [here.merit], f"no end after {MOST_STEPS} steps"
    for _ in range(MOST_STEPS):
        H = curvature(here, multipliers) + CURVED * np.eye(len(z))
        step, next_multipliers = _solve_programme(here, H, z, low, high, size)
        predicted = here.merit - _predicted(here, curvature, step)
        if predicted < tolerance:
            return Descent(point=z, merits=tuple(merits), converged=True, reason=f"no step gains {tolerance:g}")
        there = _try(at, np.clip(z + step, low, high))
        if there is not None and here.merit - there.merit < PAYS * predicted:
            # limits bend: seen from here they lie where they were found there
            bent = replace(here, limits=there.limits - here.limit_slopes @ step)
            merits.append(min(merits[-1], there.merit))
            other, other_multipliers = _solve_programme(bent, H, z, low, high, size)
            corrected = _try(at, np.clip(z + other, low, high))
            if corrected is not None and corrected.merit < there.merit:
                step, there, next_multipliers = other, corrected, other_multipliers
        gained = here.merit - there.merit if there is not None else -np.inf
        moved = float(np.abs(here.region @ step).max())
        if there is not None and gained > ACCEPTED * predicted:
            z, here = np.clip(z + step, low, high), there
        merits.append(min(merits[-1], here.merit))
        multipliers = next_multipliers
        size = 0.5 * min(size, moved) if gained < PAYS * predicted else size
        size = min(2.0 * size, LARGEST_SIZE) if gained > PAYS_WELL * predicted else size
        if size < SMALLEST_SIZE:
            reason = "steps have become too short"
            break
    return Descent(point=z, merits=tuple(merits), converged=False, reason=reason)


def _try(at: Evaluate, z: np.ndarray) -> LocalModel | None:
    """A point that cannot be computed is a step too far."""
    try:
        return at(z)
    except NumericalError:
        return None


def _predicted(here: LocalModel, curvature: Curvature, step: np.ndarray) -> float:
    """Returns the merit that the programme expects behind a step; limits have no curvature there."""
    own = curvature(here, np.zeros(len(here.limits)))
    violation = max(0.0, -float((here.limits + here.limit_slopes @ step).min()))
    return float(here.cost + here.slopes @ step + 0.5 * step @ own @ step + PENALTY * violation + 0.5 * violation**2)


def _solve_programme(
    here: LocalModel, H: np.ndarray, z: np.ndarray, low: np.ndarray, high: np.ndarray, size: float
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the step, and the multipliers of the limits."""
    n, region = len(z), np.vstack([here.region, -here.region])
    rows = np.vstack([here.limit_slopes, np.eye(n), -np.eye(n), region, np.zeros(n)])
    slack = np.zeros(len(rows))
    slack[: len(here.limits)], slack[-1] = 1.0, 1.0
    bounds = np.concatenate([-here.limits, low - z, z - high, np.full(len(region), -size), [0.0]])
    found, multipliers = _least_distance(here.slopes, H, np.column_stack([rows, slack]), bounds)
    return found[:n], multipliers[: len(here.limits)]


def _least_distance(g: np.ndarray, H: np.ndarray, G: np.ndarray, h: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns min g . d + d H d/2 + PENALTY s + s^2/2 with G (d, s) >= h, and its multipliers.

    With H = L'L and y = L d + L'^-1 g it is the shortest y within half spaces.
    """
    from scipy.linalg import cholesky, solve_triangular
    from scipy.optimize import nnls

    L = np.eye(len(H) + 1)
    L[:-1, :-1] = cholesky(H)
    shift = solve_triangular(L, np.append(g, PENALTY), trans="T")
    turned = solve_triangular(L, G.T, trans="T").T
    E = np.vstack([turned.T, h + turned @ shift])
    wanted = np.zeros(len(E))
    wanted[-1] = 1.0
    u, _ = nnls(E, wanted, maxiter=30 * E.shape[1])
    residual = E @ u - wanted
    y = -residual[:-1] / residual[-1]
    return solve_triangular(L, y - shift), -u / residual[-1]
