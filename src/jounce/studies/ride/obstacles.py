"""What all runs over obstacles share: where these lie, when a wheel meets them, and what one reads off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, floor, pi, sin
from typing import Any, ClassVar, NamedTuple

import numpy as np

from jounce.errors import Problem
from jounce.model.assembly.car import CarModel
from jounce.parts.roads import Bump, Plank, Road
from jounce.parts.roads.obstacles import follow_row
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import highest, highest_top, largest, time_held
from jounce.studies.driving.drive import LONGEST_STEP, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circle, start_straight
from jounce.studies.ride.missed_obstacles import missed_obstacles
from jounce.studies.settings import FORWARD_SPEED, HEIGHT, LENGTH, OBSTACLES, SIDE, SLOWEST, SPACING

FIRST = 3.0  # m ahead of the front axle at the start
SMALLEST_CIRCLE = 1.0  # m
BEHIND = 1.5  # s of the run after the last wheel
PATCH_ROWS = 20  # while a wheel rolls by the length of its contact


class Felt(NamedTuple):
    """Where the hub's peak over an obstacle is looked for, in m from the obstacle's first edge."""

    before: float
    behind: float


class Obstacles(Drive):
    """What studies of obstacles share: one or several of them under the wheels of one side."""

    kind: ClassVar[type[Plank] | type[Bump]]
    speed = FORWARD_SPEED
    height = HEIGHT
    length = LENGTH
    side = SIDE
    count: Any = OBSTACLES
    spacing: Any = SPACING
    radius: Any = None  # m, of a steady circle; straight ahead where there is none
    needs_wheels = True
    waived = {"band of the road": "which is about short obstacles"}
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
        "largest_load": ("N", "largest vertical load of the front tyre on the obstacles' side", "wheel load"),
        "lifted_time": ("s", "for which that tyre is off the road"),
        "largest_roll": ("rad", "largest |roll| of the body"),
        "largest_pitch": ("rad", "largest |pitch| of the body"),
    }

    @property
    def goes_straight(self) -> bool:  # type: ignore[override]
        """Tells whether the car drives straight ahead, and not round a circle."""
        return self.radius is None

    def contradictions(self) -> Iterator[Problem]:
        """One obstacle ends before the next begins, and the last one before the first on a circle."""
        if self.count > 1 and self.spacing < self.length:
            what = f"{self.spacing:g} m from one to the next, but each is {self.length:g} m long"
            yield Problem("spacing", what, "at least the length; it counts from first edge to first edge")
        if self.radius is None:
            return
        row, around = FIRST + (self.count - 1) * self.spacing + self.length, 2 * pi * abs(self.radius)
        if abs(self.radius) < SMALLEST_CIRCLE:
            yield Problem(
                "radius", f"{self.radius:g} m", f"at least {SMALLEST_CIRCLE:g} m, or at most -1 m to the right"
            )
        elif row > around:
            what = f"obstacles over {row:g} m on a circle that is {around:.3g} m around"
            yield Problem("radius", what, "fewer obstacles, closer ones, or a larger radius")

    def felt(self, car: CarModel, corner: str) -> Felt:
        """Tells where an obstacle is felt."""
        raise NotImplementedError

    def places(self, car: CarModel) -> dict[str, list[str]]:
        """Returns the wheel that is looked at: of the first axle, on the obstacles' side."""
        return {"felt": [car.first_corner(self.side).prefix]}

    def begin(self, car: CarModel) -> SteadyMotionStart:
        """Starts straight ahead, or in the steady circle."""
        start = start_straight(car, self.speed)
        if self.radius is None:
            return start
        return start_in_circle(car, self.speed, self.speed / self.radius, at=start)

    def road(self, start: SteadyMotionStart) -> Road:
        """Returns the obstacles under the wheels of one side, along the path that the car is on."""
        word = self.kind.__name__.lower() + ("s" if self.count > 1 else "")
        line = {"side": self.side} if self.radius is None else self.circle(start)
        size = {"height": self.height, "length": self.length, "spacing": self.spacing, "count": self.count}
        return Road(name=f"{self.count} {word}", elements={word: self.kind(start=FIRST, **size, **line)})

    def circle(self, start: SteadyMotionStart) -> dict[str, float]:
        """Returns the circle of the car's origin, and from where on obstacles lie under one side only.

        Each wheel has a circle of its own, and those of the rear axle are smaller or, at speed, larger. Obstacles
        end half-way between those of the left and of the right wheels.
        """
        direction, radius = steady_circle(start)
        seen = start.seen()
        line = self.kind(height=1.0, length=1.0, start=0.0, direction=direction, radius=radius)
        at: dict[str, list[float]] = {}
        for name, corner in start.car.corners.items():
            at.setdefault(corner.side, []).append(follow_row(line, *_place(seen, name))[1].item())
        left, right = min(at["left"]), max(at["right"])
        if left <= right:
            what = f"wheels of the left side roll where those of the right side do, on a circle of {self.radius:g} m"
            raise self.refuse("radius", what, "a larger one: obstacles lie under one side only")
        end = {"y_min" if self.side == "left" else "y_max": 0.5 * (left + right)}
        return {"direction": direction, "radius": radius} | end

    def crossing_time(self, car: CarModel) -> float:
        """Returns a run that brings the last wheel over all obstacles, and then some time."""
        rear: Any = min(corner.wheel_centre[0] for corner in car.corners.values())  # type: ignore[type-var]
        return float((FIRST + self.count * self.spacing - rear) / self.speed + BEHIND)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        """Returns wheels that miss an obstacle."""
        return missed_obstacles(run, done)

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        """Returns peaks of hub and strut mount: of the hub one for each obstacle."""
        corner = done.places["felt"][0]
        peaks = _peaks(run, corner, done, self.felt(done.car, corner))
        hub, mount, load = (run[f"{corner}.{channel}"] for channel in ("hub.az", "mount.az", "tyre.Fz"))
        found: Values = {f"hub_peak_{k}": value for k, (_, value) in enumerate(peaks, 1)}
        found |= {f"hub_interval_{k}": later[0] - earlier[0] for k, (earlier, later) in enumerate(pairwise(peaks), 1)}
        return found | {
            "hub_largest": max([largest(run.time, hub), *(value for _, value in peaks)]),
            "mount_largest": largest(run.time, mount),
            "largest_load": highest(run.time, load),
            "lifted_time": time_held(run.time, load <= 0.0),
            "largest_roll": largest(run.time, run["vehicle.roll"]),
            "largest_pitch": largest(run.time, run["vehicle.pitch"]),
        }


def row_step(car: CarModel, speed: float) -> float:
    """Returns the time between rows, and the longest step, over obstacles with edges, in whole microseconds.

    A force has a kink where a cam comes to stand on an edge. It may be the peak and lies between two rows, and what
    they miss of it grows with their distance: with this one it is below 1 %, see docs/theory/roads.md.
    """
    patch: Any = min(part.contact_length for part in car.model.forces if hasattr(part, "contact_length"))  # type: ignore[type-var]
    fast = max(abs(speed), SLOWEST)
    return min(LONGEST_STEP, floor(1e6 * patch / PATCH_ROWS / fast) / 1e6)


def steady_circle(start: SteadyMotionStart) -> tuple[float, float]:
    """Direction and radius, positive to the left, of the circle on which the car's origin moves at a steady start."""
    seen = start.seen()
    course, radius = seen["vehicle.yaw"] + seen["vehicle.sideslip"], seen["vehicle.speed"] / seen["vehicle.yaw_rate"]
    x, y = seen["vehicle.x"] - radius * sin(course), seen["vehicle.y"] + radius * cos(course)  # its centre
    return float(np.arctan2(-x * radius, y * radius)), float(np.copysign(np.hypot(x, y), radius))


def _place(seen: Mapping[str, float], corner: str) -> tuple[np.ndarray, np.ndarray]:
    return np.array([seen[f"{corner}.tyre.x"]]), np.array([seen[f"{corner}.tyre.y"]])


def _peaks(run: Result, corner: str, done: Manoeuvre, felt: Felt) -> list[tuple[float, float]]:
    """Returns the time and height of the highest upward acceleration of the hub where each obstacle is felt.

    It rises to it and falls behind it: what still rises at the end of that stretch belongs to the next obstacle.
    """
    row: Any = next(iter(done.road.elements.values()))  # type: ignore[union-attr]
    s, _ = follow_row(row, run[f"{corner}.tyre.x"], run[f"{corner}.tyre.y"])
    az = run[f"{corner}.hub.az"]
    near = ((s >= edge - felt.before) & (s <= edge + felt.behind) for edge, _ in row.uneven())
    return [top for where in near if (top := highest_top(run.time, az, where)) is not None]
