"""The path that a turning vehicle sweeps: how wide it is, and how far tails swing out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.model.assemblies.size.data import car_outline
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.read_offs import highest
from jounce.studies.combinations.unit_motion import point_on_ground

SLICE = 0.1  # m of the wanted way, in which the swept path is looked at
OUTSIDE = "outside"  # of a turn to the left
Trace = tuple[np.ndarray, np.ndarray]  # x and y over time


@dataclass(frozen=True)
class Turn:
    """Straight on along x, an arc to the left, and straight on: the way of the first axle's middle."""

    radius: float  # m
    angle: float  # rad
    begin: float  # x where the arc begins, m
    y: float = 0.0  # of the way in

    def place(self, x: np.ndarray, y: np.ndarray) -> Trace:
        """Returns station (0 where the arc begins) and distance to the left of the way, of points near it."""
        ahead, left = x - self.begin, y - self.y
        turned = np.arctan2(ahead, self.radius - left)  # angle at the centre of the arc
        on_arc = np.clip(turned, 0.0, self.angle)
        c, s = np.cos(self.angle), np.sin(self.angle)
        beyond_x, beyond_y = ahead - self.radius * s, left - self.radius * (1.0 - c)
        leaving = (turned > self.angle) & (c * beyond_x + s * beyond_y > 0.0)
        station = np.where(ahead < 0.0, ahead, self.radius * on_arc)
        station = np.where(leaving, self.radius * self.angle + c * beyond_x + s * beyond_y, station)
        aside = np.where(ahead < 0.0, left, self.radius - np.hypot(ahead, self.radius - left))
        return station, np.where(leaving, c * beyond_y - s * beyond_x, aside)


def outline_points(vehicle: Vehicle, car: CarModel) -> dict[str, dict[str, tuple[float, float]]]:
    """Returns points of each unit that may sweep farthest, ahead and to the left of its reference point, by name.

    Corners of the body where the file gives its size, and outer sides of the wheels.
    """
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name, unit in car.units.items():
        reference = float(unit.reference[0])  # type: ignore[arg-type]
        own: dict[str, tuple[float, float]] = {}
        for corner in unit.corners.values():
            x, y = (float(number) for number in corner.wheel_centre[:2])  # type: ignore[arg-type]
            own[corner.prefix] = (x - reference, y)
        data: Any = vehicle.units[name]
        if data.size is not None and data.size.length is not None:
            outline, first = car_outline(data), max(x for x, _ in own.values())
            for end, ahead in (("front", first + outline.front), ("rear", first + outline.rear)):
                own |= {
                    f"{end}, inside": (ahead, 0.5 * outline.width),
                    f"{end}, {OUTSIDE}": (ahead, -0.5 * outline.width),
                }
        found[name] = own
    return found


def swept_values(run: Result, car: CarModel, turn: Turn, points: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """Returns the width of the swept path, and how far the rear right corner of each unit swings out to the right."""
    traces = {
        (name, corner): turn.place(*point_on_ground(run, car.units[name], *place))
        for name, own in points.items()
        for corner, place in own.items()
    }
    width = _widest_slice(traces.values(), turn)
    found = {} if width is None else {"swept_path_width": width}
    for name, own in points.items():
        if (tail := f"rear, {OUTSIDE}") in own:
            _, left = traces[name, tail]
            found[f"{name}.tail_swing"] = highest(run.time, left[0] - left)
    return found


def _widest_slice(traces: Iterable[Trace], turn: Turn) -> float | None:
    """Returns the width of the swept path where it is widest; None where no slice was passed whole, in a short run."""
    edges = np.arange(-1.0, turn.radius * turn.angle + turn.radius, SLICE)
    inner, outer = np.full(len(edges) + 1, -np.inf), np.full(len(edges) + 1, np.inf)
    for station, left in traces:
        rows = np.digitize(station, edges)
        np.maximum.at(inner, rows, left)
        np.minimum.at(outer, rows, left)
    whole = (inner > -np.inf) & (outer < np.inf)
    whole[[0, -1]] = False  # before and behind
    return float(np.max((inner - outer)[whole])) if whole.any() else None
