"""The exact motion of a wheel carrier over travel, or over travel and rack, from the axle on its rig."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.depths.tables.tabulate import ExactMotion
from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import CARRIER_POINTS, QUANTITIES, AxleModel
from jounce.model.assembly.names import Side
from jounce.simulation.prepare import Prepared
from jounce.simulation.sweeps.sweep import Sweep, sweep
from jounce.spatial.body_motion import BodyMotion, PointMotion, body_motion_of_points


def carrier_motion(ready: Prepared, axle: AxleModel, side: Side) -> ExactMotion:
    """What `tabulate` wants to know of one corner, the other at rest: parameters are its travel, then the rack."""
    corner = axle.corners[side]
    inputs = [name for name in (corner.travel, axle.rack) if name]
    spin = np.array(corner.spin_axis)
    ahead = np.cross(spin, [0.0, 0.0, 1.0])
    ahead /= np.linalg.norm(ahead)
    R_design = np.stack([spin, ahead, np.cross(spin, ahead)], axis=-1)

    def exact(values: Sequence[np.ndarray], directions: Sequence[tuple[float, ...]]) -> list[BodyMotion]:
        names = inputs[: len(values)]
        order, path = _way(values)
        found = sweep(
            ready, dict(zip(names, path, strict=True)), [dict(zip(names, d, strict=True)) for d in directions]
        )
        if found.status != "finished":
            text = found.limit.text if found.limit else f"the linkage cannot be moved: {found.status}"
            raise ModelError(ready.model.name, [Problem(corner.prefix, text, "choose ranges that end before")])
        return [_on_grid(found, k, order, corner.prefix, R_design) for k in range(len(directions))]

    return exact


def _way(values: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Every point of the grid, as a walk that turns round at each end of a line, and where each point lies in it."""
    place = np.arange(np.prod([len(v) for v in values])).reshape([len(v) for v in values])
    walk = place.copy()
    if walk.ndim == 2:
        walk[1::2] = walk[1::2, ::-1]
    path = np.stack([grid.ravel()[walk.ravel()] for grid in np.meshgrid(*values, indexing="ij")])
    order = np.empty_like(place.ravel())
    order[walk.ravel()] = place.ravel()
    return order.reshape(place.shape), path


def _on_grid(found: Sweep, direction: int, order: np.ndarray, prefix: str, R_design: np.ndarray) -> BodyMotion:
    def history(point: str, quantity: str) -> np.ndarray:
        channels = [found.of(f"{prefix}.{point}.{quantity}_{axis}", direction) for axis in "xyz"]
        return np.stack(channels, axis=-1)[order]

    centre, spindle, mark = (PointMotion(*(history(p, quantity) for quantity in QUANTITIES)) for p in CARRIER_POINTS)
    return body_motion_of_points(centre, spindle, mark, R_design)
