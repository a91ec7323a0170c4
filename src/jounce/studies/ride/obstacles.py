"""What all runs over obstacles share: where these lie, when a wheel meets them, and what one reads off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import floor
from typing import Any, ClassVar, NamedTuple

import numpy as np

from jounce.errors import Problem
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.characteristics import largest, peak
from jounce.results.panel import Panel
from jounce.studies.driving.drive import LONGEST_STEP, Drive, Manoeuvre, Values
from jounce.studies.settings import HEIGHT, LENGTH, SIDE, SPEED

FIRST = 3.0  # m ahead of the front axle at the start
BEHIND = 1.5  # s of the run after the last wheel
ADDED = 0.01  # of the largest sample: what a parabola through rows may add to it without a word
PATCH_ROWS = 20  # while a wheel rolls by the length of its contact


class Felt(NamedTuple):
    """Where the hub's peak over an obstacle is looked for, in m from the obstacle's first edge."""

    before: float
    behind: float


class Obstacles(Drive):
    """What studies of obstacles share: one or several of them under the wheels of one side."""

    count = 3
    speed = SPEED
    height = HEIGHT
    length = LENGTH
    side = SIDE
    spacing: Any
    panels: ClassVar[Sequence[Panel]] = (
        Panel("car body at the strut mount", ("{felt}.mount.az",)),
        Panel("hub", ("{felt}.hub.az",)),
    )
    metrics = {
        "hub_peak_{k}": ("m/s^2", "highest peak of the hub's upward acceleration over obstacle {k}"),
        "hub_interval_{k}": (
            "s",
            "from hub peak {k} to the next; spacing divided by speed, if the wheel does not jump",
        ),
        "hub_largest": ("m/s^2", "largest |acceleration| of the hub, between rows as its peaks"),
        "mount_largest": ("m/s^2", "largest |acceleration| of the body at the strut mount"),
        "largest_load": ("N", "largest vertical load of the front tyre on the obstacles' side"),
        "lifted_time": ("s", "for which that tyre is off the road"),
        "largest_roll": ("rad", "largest |roll| of the body"),
        "largest_pitch": ("rad", "largest |pitch| of the body"),
    }

    def contradictions(self) -> Iterator[Problem]:
        """One obstacle ends before the next begins."""
        if self.spacing < self.length:
            what = f"{self.spacing:g} m from one to the next, but each is {self.length:g} m long"
            yield Problem("spacing", what, "at least the length; it counts from first edge to first edge")

    def felt(self, car: CarModel, corner: str) -> Felt:
        """Where an obstacle is felt."""
        raise NotImplementedError

    def places(self, car: CarModel) -> dict[str, list[str]]:
        """The wheel that is looked at: of the first axle, on the obstacles' side."""
        return {"felt": [next(name for name in car.corners if name.endswith(f"_{self.side}"))]}

    def crossing_time(self, car: CarModel) -> float:
        """A run that brings the last wheel over all obstacles, and then some time."""
        rear: Any = min(corner.wheel_centre[0] for corner in car.corners.values())  # type: ignore[type-var]
        return float((FIRST + self.count * self.spacing - rear) / self.speed + BEHIND)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        """Where the highest peak lies between rows, and the parabola through them adds more than a little."""
        hub = run[f"{done.places['felt'][0]}.hub.az"]
        added = largest(run.time, hub) / max(float(np.abs(hub).max()), np.finfo(float).tiny) - 1.0
        if added <= ADDED:
            return []
        return [f"the hub's largest acceleration lies between rows, {100 * added:.2g} % above: shorten --output-step"]

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        """Peaks of hub and strut mount: of the hub one for each obstacle."""
        corner = done.places["felt"][0]
        edges = [FIRST + k * self.spacing for k in range(self.count)]
        peaks = _peaks(run, corner, done.car.corners[corner].wheel_centre, edges, self.felt(done.car, corner))
        hub, mount, load = (run[f"{corner}.{channel}"] for channel in ("hub.az", "mount.az", "tyre.Fz"))
        found = {f"hub_peak_{k}": value for k, (_, value) in enumerate(peaks, 1)}
        found |= {f"hub_interval_{k}": later[0] - earlier[0] for k, (earlier, later) in enumerate(pairwise(peaks), 1)}
        return found | {
            "hub_largest": largest(run.time, hub),
            "mount_largest": np.abs(mount).max(),
            "largest_load": load.max(),
            "lifted_time": np.mean(load <= 0.0) * run.duration,
            "largest_roll": np.abs(run["vehicle.roll"]).max(),
            "largest_pitch": np.abs(run["vehicle.pitch"]).max(),
        }


def row_step(car: CarModel, speed: float) -> float:
    """Time between rows, and the longest step, over obstacles with edges, in whole microseconds.

    A force has a kink where a cam comes to stand on an edge. It may be the peak and lies between two rows, and what
    they miss of it grows with their distance: with this one it is below 1 %, see docs/theory/roads.md.
    """
    patch: Any = min(part.contact_length for part in car.model.forces if hasattr(part, "contact_length"))  # type: ignore[type-var]
    return min(LONGEST_STEP, floor(1e6 * patch / PATCH_ROWS / speed) / 1e6)


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
