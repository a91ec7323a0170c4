"""A course: lanes one behind another, and the cones that mark them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Lane:
    """A stretch of road that the whole car must stay in, between straight limits along x."""

    name: str
    begin: float  # m from the entry of the course
    end: float
    right: float  # m, positive to the left of the middle of the first lane
    left: float

    @property
    def middle(self) -> float:
        return 0.5 * (self.right + self.left)

    @property
    def width(self) -> float:
        return self.left - self.right


@dataclass(frozen=True, slots=True)
class Cone:
    """A cone: a circle on the road that touches the limit of its lane from outside."""

    name: str  # "lane 2, left, 3"
    x: float  # m, of its middle
    y: float


@dataclass(frozen=True, slots=True)
class Course:
    """Lanes and cones in the axes of every run through them: x from the entry, y from the middle of lane 1 to the left.

    Places of the car and of its line are in these axes too: runs at other speeds and lines lie over each other.
    """

    name: str
    lanes: tuple[Lane, ...]
    cones: tuple[Cone, ...]
    radius: float  # m, of the base of a cone
    note: str  # how the text of its standard was read

    @property
    def length(self) -> float:
        return self.lanes[-1].end

    def as_data(self) -> dict[str, Any]:
        """Returns the course as plain data: what a result carries."""
        return {
            "name": self.name,
            "radius": self.radius,
            "note": self.note,
            "lanes": [[lane.begin, lane.end, lane.right, lane.left] for lane in self.lanes],
            "cones": [{"name": cone.name, "x": cone.x, "y": cone.y} for cone in self.cones],
        }


def course_of(name: str, lanes: tuple[Lane, ...], radius: float, spacing: float, note: str) -> Course:
    """Returns a course with cones at both ends of each lane and evenly between them, about `spacing` apart."""
    cones = []
    for lane in lanes:
        count = max(2, round((lane.end - lane.begin) / spacing) + 1)
        for side, y in (("right", lane.right - radius), ("left", lane.left + radius)):
            for k, x in enumerate(np.linspace(lane.begin, lane.end, count).tolist(), 1):
                cones.append(Cone(f"{lane.name}, {side}, {k} of {count}", x, y))
    return Course(name, lanes, tuple(cones), radius, note)
