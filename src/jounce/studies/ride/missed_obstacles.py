"""Which wheels do not meet an obstacle that lies before them, read off where they stood during a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from jounce.parts.roads.obstacles import ObstaclePlace, crossings, follow_row, obstacle_across, places
from jounce.results import Result
from jounce.studies.driving.drive import Manoeuvre


def missed_obstacles(run: Result, done: Manoeuvre) -> list[str]:
    """A sentence for each wheel that passes obstacles on which it was heading, or for which the run is too short."""
    rows = {name: e for name, e in done.road.elements.items() if hasattr(e, "across")} if done.road else {}
    return [
        note
        for name, row in rows.items()
        for corner in done.car.corners
        for note in _missed(row, name, corner, run[f"{corner}.tyre.x"], run[f"{corner}.tyre.y"])
    ]


def _missed(row: Any, name: str, corner: str, x: np.ndarray, y: np.ndarray) -> Iterator[str]:
    """Finds what one wheel misses of one row; a wheel heads for those before it if it starts between their ends."""
    s, n = follow_row(row, x, y)
    low, high = obstacle_across(row)
    if not low <= n[0] <= high:
        return
    ahead = [(k, place) for k, place in enumerate(places(row), 1) if row.uneven()[k - 1][0] > s[0]]
    unmet = [(k, place) for k, place in ahead if not crossings(place, x, y).any()]
    beyond = [k for k, _ in unmet if row.uneven()[k - 1][0] > s.max()]
    passed = [(k, place) for k, place in unmet if k not in beyond]
    if passed:
        closest = min(_distance(place, x, y) for _, place in passed)
        numbers = list_missed_numbers([k for k, _ in passed])
        yield f"{corner} misses {numbers} of '{name}': it passes {closest:.2g} m beside or farther"
    if beyond:
        yield f"{corner} does not come to {list_missed_numbers(beyond)} of '{name}': the run ends before"


def _distance(place: ObstaclePlace, x: np.ndarray, y: np.ndarray) -> float:
    """Returns from the obstacle to the nearest point of a path, sample by sample."""
    away = [v - np.clip(v, *ends) for v, ends in zip(place.local(x, y), (place.along, place.across), strict=True)]
    return float(np.hypot(*away).min())


def list_missed_numbers(numbers: Sequence[int]) -> str:
    """Returns  "1, 4 to 7" for 1, 4, 5, 6, 7."""
    runs: list[list[int]] = []
    for k in numbers:
        if runs and k == runs[-1][-1] + 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
