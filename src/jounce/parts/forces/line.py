"""The line between two points: its length, its rate, and a pull along it; the base of elements on a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from jounce.graph import Scalar
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.spatial.vector import Vec3, dot, negative_vector, scale_vector, vector_difference, vector_norm


class LineBetweenPoints(Protocol):
    """What is mounted between a point of one body and a point of another."""

    @property
    def parent(self) -> str: ...
    @property
    def child(self) -> str: ...
    @property
    def point(self) -> Vec3: ...
    @property
    def child_point(self) -> Vec3: ...


@dataclass(frozen=True, slots=True)
class Line:
    """From a point of the parent to one of the child. [Kim, eq. 10-11]"""

    start: Vec3
    end: Vec3
    direction: Vec3
    length: Scalar
    rate: Scalar


def line_between(element: LineBetweenPoints, view: View) -> Line:
    a = view.point(element.parent, element.point)
    b = view.point(element.child, element.child_point)
    d = vector_difference(b.r, a.r)
    length = vector_norm(d)
    e = scale_vector(1.0 / length, d)
    return Line(a.r, b.r, e, length, dot(e, vector_difference(b.v, a.v)))


def pull_along_line(element: LineBetweenPoints, along: Line, tension: Scalar) -> Loads:
    """A tension draws the two points together."""
    f = scale_vector(tension, along.direction)
    return Loads(
        balanced=True,
        pushes=(Push(element.parent, along.start, f), Push(element.child, along.end, negative_vector(f))),
        channels={
            "length": Channel(along.length, "m", "distance of its two points", "length"),
            "rate": Channel(along.rate, "m/s", "rate of length, positive when it extends"),
            "force": Channel(tension, "N", "force along the line, positive in tension"),
        },
    )
