"""What all runs over obstacles share: where these lie, when a wheel meets them, and what one reads off."""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model.car import CarModel
from jounce.parts.tyres.tyre import Tyre
from jounce.results import Result
from jounce.results.characteristics import highest_peaks
from jounce.results.panel import FREQUENCY, Panel
from jounce.studies.driving.drive import LONGEST_STEP, Metrics

FIRST = 3.0  # m ahead of the front axle at the start
BEHIND = 1.5  # s of the run after the last wheel
SIDES = ("left", "right")
PATCH_ROWS = 20  # while a wheel rolls by the length of its contact


def require_side(study: str, side: str) -> str:
    if side not in SIDES:
        raise ModelError(study, [Problem("side", f"'{side}'", "left or right")])
    return side


def front_corner(car: CarModel, side: str) -> str:
    """The corner of the first axle on a side."""
    return next(name for name in car.corners if name.endswith(f"_{side}"))


def crossing_time(car: CarModel, speed: float, row: float) -> float:
    """A run that brings the last wheel over a row of obstacles of this length, and then some time."""
    rear: Any = min(corner.wheel_centre[0] for corner in car.corners.values())  # type: ignore[type-var]
    return float((FIRST + row - rear) / speed + BEHIND)


def row_step(car: CarModel, speed: float) -> float:
    """Time between rows, and the longest step, over obstacles with edges, in whole microseconds.

    A force has a kink where a cam comes to stand on an edge. It may be the peak and lies between two rows, and what
    they miss of it grows with their distance: with this one it is below 1 %, see docs/theory/roads.md.
    """
    patch: Any = min(part.contact_length for part in car.model.parts if isinstance(part, Tyre))  # type: ignore[type-var]
    return min(LONGEST_STEP, floor(1e6 * patch / PATCH_ROWS / speed) / 1e6)


def obstacle_metrics(run: Result, corner: str, speed: float, count: int, spacing: float, length: float) -> Metrics:
    """Peaks of hub and strut mount while the front wheel passes the row."""
    begins, ends = FIRST / speed, (FIRST + (count - 1) * spacing + length) / speed
    near = (run.time >= begins - 0.02) & (run.time <= ends + 0.25 * spacing / speed)
    t, hub = run.time[near], run[f"{corner}.hub.az"][near]
    peaks = highest_peaks(t, hub, count, 0.5 * spacing / speed)
    found: dict[str, tuple[float, str, str]] = {
        f"hub_peak_{k}": (value, "m/s^2", f"highest upward acceleration of the hub over obstacle {k}")
        for k, (_, value) in enumerate(peaks, 1)
    }
    found |= {
        f"hub_interval_{k}": (later[0] - earlier[0], "s", f"between hub peaks {k} and {k + 1}; spacing by speed")
        for k, (earlier, later) in enumerate(pairwise(peaks), 1)
    }
    mount, load = run[f"{corner}.mount.az"], run[f"{corner}.tyre.Fz"]
    return found | {
        "hub_largest": (float(np.abs(run[f"{corner}.hub.az"]).max()), "m/s^2", "largest |acceleration| of the hub"),
        "mount_largest": (float(np.abs(mount).max()), "m/s^2", "largest |acceleration| of the body at the strut mount"),
        "largest_load": (float(load.max()), "N", "largest vertical load of the front tyre on the obstacles' side"),
        "lifted_time": (
            float(np.mean(load <= 0.0) * run.duration),
            "s",
            "for which that tyre is off the road",
        ),
        "largest_roll": (float(np.abs(run["vehicle.roll"]).max()), "rad", "largest |roll| of the body"),
        "largest_pitch": (float(np.abs(run["vehicle.pitch"]).max()), "rad", "largest |pitch| of the body"),
    }


def obstacle_figure(corner: str, spectrum: bool = False) -> list[Panel]:
    panels = [
        Panel("car body at the strut mount", (f"{corner}.mount.az",)),
        Panel("hub", (f"{corner}.hub.az",)),
    ]
    if spectrum:
        panels.append(Panel("hub, amplitude spectrum", (f"{corner}.hub.az",), FREQUENCY))
    return panels
