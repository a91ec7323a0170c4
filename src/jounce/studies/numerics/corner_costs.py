"""Cost of a body with many corners, or with corners of many links: synthesis corner by corner, or one dense matrix."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from jounce.equations.relative_cartesian.effective_inertia import (
    SubsystemBlocks,
    effective_by_independent,
    effective_by_multipliers,
    split_subsystem_blocks,
)
from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.joints import Free, Revolute
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import Prepared, prepare, prepare_by_route
from jounce.studies.numerics.quarter_car_routes import quarter_car_at_rest

COUNTS = (2, 4, 8, 16, 24, 40)
LINKS, CORNERS = (1, 2, 4, 8, 12), 4  # links of a chain; chains on one body
ROUNDS = 25
Blocks = tuple[np.ndarray, np.ndarray, SubsystemBlocks]


@one_blas_thread()
def measure_corner_costs(counts: Sequence[int] = COUNTS, rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Returns seconds of one evaluation, by way and number of corners; all corners are the quarter car's."""
    blocks = quarter_car_blocks()
    return _costs([(blocks, count) for count in counts], rounds)


@one_blas_thread()
def measure_link_costs(links: Sequence[int] = LINKS, rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Returns seconds of one evaluation, by way and number of links in each of four equal chains on one body."""
    return _costs([(chain_blocks(count), CORNERS) for count in links], rounds)


def _costs(cases: Sequence[tuple[Blocks, int]], rounds: int) -> dict[str, list[float]]:
    ways: dict[str, Callable[..., np.ndarray]] = {
        "synthesis, multipliers": partial(synthesise_corners, effective=effective_by_multipliers),
        "synthesis, independent": partial(synthesise_corners, effective=effective_by_independent),
        "one dense matrix": solve_corners_at_once,
    }
    return {
        way: [_time(partial(solve, M, g, [corner] * count), rounds) for (M, g, corner), count in cases]
        for way, solve in ways.items()
    }


def quarter_car_blocks() -> Blocks:
    """Returns inertia and force of the chassis with its corner, and the corner's blocks, at rest."""
    return _blocks(quarter_car_at_rest(), "heave.")


def chain_blocks(links: int) -> Blocks:
    """Returns the same of a body that floats, with one chain of hinged links."""
    model = Model("chain").add(
        Body(name="body", mass=800.0, centre=(0.0, 0.0, 0.0), inertia=(300.0, 900.0, 1000.0)),
        Free(name="float", parent=GROUND, child="body"),
    )
    for k in range(links):
        link = Body(name=f"link {k}", mass=5.0, centre=(k + 0.5, 0.0, 0.0), inertia=(0.1, 0.5, 0.5))
        parent = f"link {k - 1}" if k else "body"
        axis = (0.0, 1.0, 0.0) if k % 2 else (0.0, 0.0, 1.0)
        model.add(
            link, Revolute(name=f"hinge {k}", parent=parent, child=link.name, point=(float(k), 0.0, 0.0), axis=axis)
        )
    return _blocks(prepare(model), "float.")


def _blocks(start: Prepared, base: str) -> Blocks:
    """Returns the blocks at the start; the speeds of the base body are those of its joint."""
    ready = prepare_by_route(start, "relative_cartesian")
    work = ready.workspace()
    speeds = list(ready.layout.speeds)
    outer = [k for k, name in enumerate(speeds) if name.startswith(base)]
    inner = [k for k in range(len(speeds)) if k not in outer]
    M, g, (corner,) = split_subsystem_blocks(work.matrices(ready.state), [inner], outer)
    return M, g, corner


def synthesise_corners(
    M: np.ndarray,
    g: np.ndarray,
    corners: Sequence[SubsystemBlocks],
    effective: Callable[[SubsystemBlocks], tuple[np.ndarray, np.ndarray]],
) -> np.ndarray:
    """Returns all accelerations: the body's from the sum of what corners are to it, then each corner's."""
    inertia, force = M.copy(), g.copy()
    for corner in corners:
        more_inertia, more_force = effective(corner)
        inertia += more_inertia
        force += more_force
    y0_rate = np.linalg.solve(inertia, force)
    return np.concatenate([y0_rate, *(corner.accelerations(y0_rate) for corner in corners)])


def solve_corners_at_once(M: np.ndarray, g: np.ndarray, corners: Sequence[SubsystemBlocks]) -> np.ndarray:
    """Returns the same out of one matrix with all speeds and all rows."""
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
