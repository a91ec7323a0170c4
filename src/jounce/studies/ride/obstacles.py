"""What all runs over obstacles share: where these lie, when a wheel meets them, and what one reads off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model.assembly.car import CarModel
from jounce.parts.tyres.tyre import Tyre
from jounce.results import Result
from jounce.results.characteristics import largest, peak
from jounce.results.panel import FREQUENCY, Panel
from jounce.studies.driving.drive import LONGEST_STEP, Metrics

FIRST = 3.0  # m ahead of the front axle at the start
BEHIND = 1.5  # s of the run after the last wheel
SIDES = ("left", "right")
ADDED = 0.01  # of the largest sample: what a parabola through rows may add to it without a word
PATCH_ROWS = 20  # while a wheel rolls by the length of its contact


class Felt(NamedTuple):
    """Where the hub's peak over an obstacle is looked for, in m from the obstacle's first edge."""

    before: float
    behind: float


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


def refuse_wall(study: str, car: CarModel, height: float) -> None:
    """Wheels roll over what is lower than they."""
    wheel: Any = min(part.law.free_radius(0.0) for part in car.model.parts if isinstance(part, Tyre))  # type: ignore[type-var]
    if height >= wheel:
        what = f"{height:g} m is a wall to wheels of {wheel:.3g} m"
        raise ModelError(study, [Problem("height", what, "below the radius of the tyres")])


def refuse_overlap(study: str, given: SimpleNamespace) -> None:
    """One obstacle ends before the next begins."""
    if given.spacing < given.length:
        what = f"{given.spacing:g} m from one to the next, but each is {given.length:g} m long"
        raise ModelError(
            study, [Problem("spacing", what, "at least the length; it counts from first edge to first edge")]
        )


def obstacle_metrics(run: Result, car: CarModel, corner: str, edges: Sequence[float], felt: Felt) -> Metrics:
    """Peaks of hub and strut mount: of the hub one for each obstacle, by the place of its first edge."""
    hub = run[f"{corner}.hub.az"]
    peaks = _peaks(run, corner, car.corners[corner].wheel_centre, edges, felt)
    found: dict[str, tuple[float, str, str]] = {
        f"hub_peak_{k}": (value, "m/s^2", f"highest peak of the hub's upward acceleration over obstacle {k}")
        for k, (_, value) in enumerate(peaks, 1)
    }
    found |= {
        f"hub_interval_{k}": (
            later[0] - earlier[0],
            "s",
            f"between hub peaks {k} and {k + 1}; spacing by speed, if the wheel does not jump",
        )
        for k, (earlier, later) in enumerate(pairwise(peaks), 1)
    }
    mount, load = run[f"{corner}.mount.az"], run[f"{corner}.tyre.Fz"]
    return found | {
        "hub_largest": (
            largest(run.time, hub),
            "m/s^2",
            "largest |acceleration| of the hub, between rows as its peaks",
        ),
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


def coarse_rows(run: Result, corner: str) -> list[str]:
    """A note where the highest peak lies between rows, and the parabola through them adds more than a little."""
    hub = run[f"{corner}.hub.az"]
    added = largest(run.time, hub) / max(float(np.abs(hub).max()), np.finfo(float).tiny) - 1.0
    if added <= ADDED:
        return []
    return [f"the hub's largest acceleration lies between rows, {100 * added:.2g} % above: shorten --output-step"]


def obstacle_figure(corner: str, spectrum: bool = False) -> list[Panel]:
    panels = [
        Panel("car body at the strut mount", (f"{corner}.mount.az",)),
        Panel("hub", (f"{corner}.hub.az",)),
    ]
    if spectrum:
        panels.append(Panel("hub, amplitude spectrum", (f"{corner}.hub.az",), FREQUENCY))
    return panels


def edges_of(count: int, spacing: float) -> list[float]:
    """Where the obstacles of a row begin."""
    return [FIRST + k * spacing for k in range(count)]


def felt_plank(car: CarModel, corner: str, length: float) -> Felt:
    """From one radius before it to its middle: a wheel climbs there, and behind it rebounds, which may jerk harder."""
    radius: Any = car.corners[corner].wheel_centre[2]
    return Felt(before=float(radius), behind=0.5 * length)


def felt_bump(spacing: float) -> Felt:
    """Until the next one: where a wheel leaves a rounded bump it is pushed up again as hard as where it climbs."""
    return Felt(before=0.0, behind=spacing)


def _peaks(run: Result, corner: str, wheel: Any, edges: Sequence[float], felt: Felt) -> list[tuple[float, float]]:
    """Time and height of the highest upward acceleration of the hub where each obstacle is felt.

    It rises to it and falls behind it: what still rises at the end of that stretch belongs to the next obstacle.
    """
    x, az = run["vehicle.x"] - wheel[1] * np.sin(run["vehicle.yaw"]), run[f"{corner}.hub.az"]
    tops = np.flatnonzero((az[1:-1] >= az[:-2]) & (az[1:-1] > az[2:])) + 1
    found = []
    for edge in edges:
        near = tops[(x[tops] >= edge - felt.before) & (x[tops] <= edge + felt.behind)]
        if near.size:
            top = near[az[near].argmax()]
            found.append(peak(run.time[top - 1 : top + 2], az[top - 1 : top + 2]))
    return found
