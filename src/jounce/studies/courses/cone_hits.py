"""Cones that a car hit: its outline against their bases and against the limits of the lanes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.model.assemblies.size.data import CarOutline
from jounce.studies.courses.course import Cone, Course, Lane

FINEST = 0.02  # m that the car moves between the poses that are looked at
SOFTNESS = 0.02  # m of difference between two limits that still count nearly alike
CORNER = 0.3  # m from a corner of the outline that still count as that corner


@dataclass(frozen=True, slots=True)
class Poses:
    """Where the middle of the front axle is and where the car points, in the axes of the course."""

    time: np.ndarray
    x: np.ndarray
    y: np.ndarray
    yaw: np.ndarray

    def refined(self) -> Poses:
        """Returns the same with poses so close that no cone is passed between two of them."""
        far = float(np.hypot(np.diff(self.x), np.diff(self.y)).max(initial=0.0))
        parts = max(1, int(np.ceil(far / FINEST)))
        at = np.linspace(0.0, len(self.time) - 1.0, (len(self.time) - 1) * parts + 1)
        rows = np.arange(len(self.time), dtype=float)
        return Poses(*(np.interp(at, rows, column) for column in (self.time, self.x, self.y, np.unwrap(self.yaw))))

    def near(self, first: float, last: float, outline: CarOutline) -> Poses:
        """Returns those at which some of the car may be between two places along the course."""
        reach = np.hypot(max(abs(outline.front), abs(outline.rear)), outline.width)
        inside = (self.x > first - reach) & (self.x < last + reach)
        return Poses(self.time[inside], self.x[inside], self.y[inside], self.yaw[inside])


@dataclass(frozen=True, slots=True)
class ConeHit:
    """The first touch of a cone."""

    cone: Cone
    time: float  # s
    side: str  # of the car: "front left corner", "left side", ...

    def sentence(self) -> str:
        return f"{self.cone.name} at x = {self.cone.x:.3g} m, by its {self.side}, at {self.time:.3g} s"


def cones_hit(course: Course, outline: CarOutline, poses: Poses) -> list[ConeHit]:
    """Returns every cone whose base the outline of the car touches, in the order in which they are met."""
    found = []
    fine = poses.refined()
    for cone in course.cones:
        own = fine.near(cone.x, cone.x, outline)
        c, s = np.cos(own.yaw), np.sin(own.yaw)
        ahead = (cone.x - own.x) * c + (cone.y - own.y) * s
        left = (cone.y - own.y) * c - (cone.x - own.x) * s
        beside_x = np.maximum(np.maximum(outline.rear - ahead, ahead - outline.front), 0.0)
        beside_y = np.maximum(np.abs(left) - 0.5 * outline.width, 0.0)
        touched = np.flatnonzero(np.hypot(beside_x, beside_y) < course.radius * (1.0 - 1e-9))
        if touched.size:
            k = int(touched[0])
            found.append(ConeHit(cone, float(own.time[k]), _side(outline, float(ahead[k]), float(left[k]))))
    return sorted(found, key=lambda hit: hit.time)


def _side(outline: CarOutline, ahead: float, left: float) -> str:
    """Returns the part of the outline that is nearest to a place in the car's axes."""
    side = "left" if left > 0.0 else "right"
    for end, at in (("front", outline.front), ("rear", outline.rear)):
        if abs(ahead - at) < CORNER or (ahead - at) * (1 if end == "front" else -1) > 0.0:
            if abs(left) > 0.5 * outline.width - CORNER:
                return f"{end} {side} corner"
            return end
    return f"{side} side"


@dataclass(frozen=True, slots=True)
class Clearance:
    """How near the outline came to the limits of the lanes."""

    least: float  # m; negative by how far it went beyond
    lane: str
    side: str  # of the lane
    x: float  # m along the course
    time: float  # s
    by_limit: dict[tuple[str, str], float]  # least of each limit that the car came to: lane and side

    def by_lane(self) -> dict[str, float]:
        """Returns the least of each lane."""
        found: dict[str, float] = {}
        for (lane, _), least in self.by_limit.items():
            found[lane] = min(found.get(lane, np.inf), least)
        return found

    def soft_least(self) -> float:
        """A smooth stand-in for the least, a little below it: all near limits count, so that a search feels them."""
        rooms = np.array(list(self.by_limit.values()))
        return float(self.least - SOFTNESS * np.log(np.exp((self.least - rooms) / SOFTNESS).sum()))


def lane_clearance(course: Course, outline: CarOutline, poses: Poses) -> Clearance | None:
    """Returns the least distance to a limit over the whole course; None where the car never came to a lane."""
    nearest, by_limit = None, {}
    fine = poses.refined()
    for lane in course.lanes:
        own = fine.near(lane.begin, lane.end, outline)
        if not own.time.size:
            continue
        highest, lowest, at_high, at_low = _extremes(lane, outline, own)
        for side, room, at in (("left", lane.left - highest, at_high), ("right", lowest - lane.right, at_low)):
            if not np.isfinite(room).any():
                continue
            k = int(np.nanargmin(room))
            least = float(room[k])
            by_limit[(lane.name, side)] = least
            if nearest is None or least < nearest.least:
                nearest = Clearance(least, lane.name, side, float(at[k]), float(own.time[k]), by_limit)
    return nearest


def _extremes(lane: Lane, outline: CarOutline, poses: Poses) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Returns the largest and smallest y of what of the outline is inside a lane at each pose, and their x; NaN where
    nothing is.

    A rectangle cut by the beginning and the end of the lane has its extremes at its own corners inside, or where its
    edges cross these two lines.
    """
    c, s = np.cos(poses.yaw), np.sin(poses.yaw)
    half = 0.5 * outline.width
    corners = [(outline.front, half), (outline.front, -half), (outline.rear, -half), (outline.rear, half)]
    X = np.array([poses.x + a * c - b * s for a, b in corners])
    Y = np.array([poses.y + a * s + b * c for a, b in corners])
    inside = (X >= lane.begin) & (X <= lane.end)
    xs, ys = [np.where(inside, X, np.nan)], [np.where(inside, Y, np.nan)]
    X2, Y2 = np.roll(X, -1, axis=0), np.roll(Y, -1, axis=0)
    for line in (lane.begin, lane.end):
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (line - X) / (X2 - X)
        crosses = (share >= 0.0) & (share <= 1.0)
        xs.append(np.where(crosses, line, np.nan))
        ys.append(np.where(crosses, Y + np.where(crosses, share, 0.0) * (Y2 - Y), np.nan))
    x, y = np.concatenate(xs), np.concatenate(ys)
    rows = np.arange(y.shape[1])
    top, low = (np.where(np.isnan(y), fill, y) for fill in (-np.inf, np.inf))
    high_at, low_at = top.argmax(axis=0), low.argmin(axis=0)
    none = np.isnan(y).all(axis=0)
    highest, lowest = np.where(none, np.nan, top[high_at, rows]), np.where(none, np.nan, low[low_at, rows])
    return highest, lowest, x[high_at, rows], x[low_at, rows]
