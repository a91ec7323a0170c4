"""Ride frequency and damping of each axle, from the state in which a run starts: cheap enough for every verdict.

While car body and steering are held, a corner can do one motion: its wheel rises. How far springs and dampers go with
it is read by differences of the compiled kernels, in a millisecond or two for a car.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jounce.model.assembly.axle_model import CornerModel
from jounce.model.usual.car_figures import unsprung_mass
from jounce.studies.budgets.travel_speeds import speeds_of_travel
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.ride.equivalent_damping import RATED, slope_for

STRIDE = 1e-5  # m of travel to either side, of differences
NONE = 1e-10  # of the largest singular value
GRAVITY = 9.81  # m/s^2


def corner_figures(start: SteadyMotionStart) -> dict[str, float]:
    """Returns ride frequencies (Hz) and damping ratios of both axles, those of the left wheels; none of other cars."""
    axles, wheels = list(start.car.leading.axles.values()), start.car.leading.corners
    if len(axles) != 2 or not all(corner.springs for corners in axles for corner in corners):
        return {}
    seen, unsprung = start.seen(), unsprung_mass(start.car) / len(wheels)
    if not all(f"{corner}.travel" in seen and f"{corner}.tyre.Fz" in seen for corner in wheels):
        return {}
    slopes, found = _slopes_by_travel(start), dict[str, float]()
    for place, corners in zip(("front", "rear"), axles, strict=True):
        left, loads = corners[0], [seen[f"{corner.prefix}.tyre.Fz"] for corner in corners]
        sprung = sum(loads) / len(loads) / GRAVITY - unsprung
        found |= {f"{word}_{place}": value for word, value in _figures(start, left, slopes[left.prefix], sprung)}
    return found


def _figures(
    start: SteadyMotionStart, corner: CornerModel, slopes: dict[str, float], sprung: float
) -> Iterator[tuple[str, float]]:
    """The wheel rate of springs and stops, without that by the way their directions turn, in series with the tyre."""
    forces: Any = {part.name: part for part in start.car.model.forces}
    springs = (*corner.springs, *corner.bump_stops)
    rate = sum(slopes[f"{name}.force"] * slopes[f"{name}.length"] for name in springs)
    if not (rate > 0.0 and sprung > 0.0):
        return
    tyre = -slopes[f"{corner.prefix}.tyre.Fz"]
    if sidewall := forces.get(f"{corner.prefix}.sidewall"):  # held like a wheel, and in series with what it stands on
        tyre = 1.0 / (1.0 / tyre + 1.0 / sidewall.radial)
    yield "ride_frequency", float(np.sqrt(rate * tyre / (rate + tyre) / sprung) / (2.0 * np.pi))
    damping = sum(slope_for(forces[name].law, RATED) * slopes[f"{name}.length"] ** 2 for name in corner.dampers)
    yield "damping_ratio", float(damping / (2.0 * np.sqrt(rate * sprung)))


def _slopes_by_travel(start: SteadyMotionStart) -> dict[str, dict[str, float]]:
    """Finds by corner how channels change while its wheel rises, the others and the car body held."""
    ready, car, corners = start.ready, start.car, list(start.car.leading.corners)
    layout, work, first = ready.layout, ready.workspace(start.inputs), min(ready.layout.speeds.values())
    rest = ready.state.copy()
    rest[first : first + len(layout.speeds)] = 0.0
    free = speeds_of_travel(car, layout)
    ways = []
    for motion in _null_space(work.matrices(rest)["J"][:, free]).T:
        moving = rest.copy()
        moving[[first + at for at in free]] = motion
        ways.append(work.rhs(moving)[:first])  # rates of the coordinates

    def slopes(way: np.ndarray) -> np.ndarray:
        step = np.zeros_like(rest)
        step[:first] = STRIDE * way
        found: np.ndarray = (work.channels(rest + step) - work.channels(rest - step)) / (2.0 * STRIDE)
        return found

    places = [layout.channels[f"{corner}.travel"][0] for corner in corners]
    travels = np.array([slopes(way)[places] for way in ways])  # [motion, corner]
    shares = np.linalg.pinv(travels, rcond=NONE)  # [corner, motion]: the least motion with that travel, no idle spins
    found = [slopes(row @ np.array(ways)) for row in shares]
    return {
        corner: {name: float(row[at]) for name, (at, _, _) in layout.channels.items()}
        for corner, row in zip(corners, found, strict=True)
    }


def _null_space(rows: np.ndarray) -> np.ndarray:
    """Returns the motions that all rows let go, as columns."""
    rows = rows[np.abs(rows).max(axis=1, initial=0.0) > 0.0]
    if not len(rows):
        return np.eye(rows.shape[1])
    _, sizes, motions = np.linalg.svd(rows)
    found: np.ndarray = motions[int((sizes > NONE * sizes[0]).sum()) :].T
    return found
