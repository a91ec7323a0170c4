"""Cost of a body with many corners: effective inertias one after the other, or all equations in one dense matrix."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from jounce.equations.relative_cartesian.effective_inertia import (
    SubsystemBlocks,
    effective_by_independent,
    effective_by_multipliers,
    split_subsystem_blocks,
)
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import prepare_by_route
from jounce.studies.numerics.quarter_car_routes import quarter_car_at_rest

COUNTS = (2, 4, 8, 16, 24, 40)
ROUNDS = 25


@one_blas_thread()
def measure_corner_costs(counts: Sequence[int] = COUNTS, rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Seconds of one evaluation, by way and number of corners; all corners are the quarter car's."""
    M, g, corner = quarter_car_blocks()
    ways: dict[str, Callable[[int], np.ndarray]] = {
        "synthesis, multipliers": lambda n: synthesise_corners(M, g, [corner] * n, effective_by_multipliers),
        "synthesis, independent": lambda n: synthesise_corners(M, g, [corner] * n, effective_by_independent),
        "one dense matrix": lambda n: solve_corners_at_once(M, g, [corner] * n),
    }
    return {way: [_time(lambda n=n, f=f: f(n), rounds) for n in counts] for way, f in ways.items()}  # type: ignore[misc]


def quarter_car_blocks() -> tuple[np.ndarray, np.ndarray, SubsystemBlocks]:
    """Inertia and force of the chassis with its corner, and the corner's blocks, at rest."""
    ready = prepare_by_route(quarter_car_at_rest(), "relative_cartesian")
    work = ready.workspace()
    speeds = list(ready.layout.speeds)
    outer = [k for k, name in enumerate(speeds) if name.startswith("heave.")]
    inner = [k for k in range(len(speeds)) if k not in outer]
    M, g, (corner,) = split_subsystem_blocks(work.matrices(ready.state), [inner], outer)
    return M, g, corner


def synthesise_corners(
    M: np.ndarray,
    g: np.ndarray,
    corners: Sequence[SubsystemBlocks],
    effective: Callable[[SubsystemBlocks], tuple[np.ndarray, np.ndarray]],
) -> np.ndarray:
    """All accelerations: the body's from the sum of what corners are to it, then each corner's."""
    inertia, force = M.copy(), g.copy()
    for corner in corners:
        more_inertia, more_force = effective(corner)
        inertia += more_inertia
        force += more_force
    y0_rate = np.linalg.solve(inertia, force)
    return np.concatenate([y0_rate, *(corner.accelerations(y0_rate) for corner in corners)])


def solve_corners_at_once(M: np.ndarray, g: np.ndarray, corners: Sequence[SubsystemBlocks]) -> np.ndarray:
    """The same out of one matrix with all speeds and all rows."""
    base, speeds, rows = len(M), len(corners[0].M_GG), len(corners[0].Phi)
    size = base + len(corners) * (speeds + rows)
    K, right = np.zeros((size, size)), np.zeros(size)
    K[:base, :base], right[:base] = M, g
    found = list(range(base))
    for number, corner in enumerate(corners):
        at = base + number * (speeds + rows)
        y, mu = slice(at, at + speeds), slice(at + speeds, at + speeds + rows)
        K[:base, y], K[y, :base], K[y, y] = corner.M_EG, corner.M_EG.T, corner.M_GG
        K[y, mu], K[mu, y] = corner.Phi.T, corner.Phi
        right[y], right[mu] = corner.g_G, corner.gamma
        found += range(at, at + speeds)
    solved: np.ndarray = np.linalg.solve(K, right)[found]
    return solved


def _time(evaluate: Callable[[], np.ndarray], rounds: int) -> float:
    best = np.inf
    for _ in range(rounds):
        began = time.process_time()
        evaluate()
        best = min(best, time.process_time() - began)
    return float(best)
