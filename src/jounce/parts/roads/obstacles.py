"""Planks and bumps: one or a row of them on a line or a circle; across all of the road, under one side, or as said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, inf, pi, sin
from typing import Annotated, NamedTuple, Protocol

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Block, Hump
from jounce.parts.roads.layout import BUMP, PLANK, Range, record, road_layout_looking_distance
from jounce.parts.roads.quantities import Angle, Length, PositiveLength, PositiveNumber
from jounce.units import OneOf

SIDES: dict[str, Range] = {"both": (-inf, inf), "left": (0.0, inf), "right": (-inf, 0.0)}
Side = Annotated[str, OneOf(*SIDES)]


class Obstacle(Protocol):
    """What a row of obstacles is made of."""

    @property
    def height(self) -> float: ...
    @property
    def length(self) -> float: ...
    @property
    def start(self) -> float: ...
    @property
    def side(self) -> str: ...
    @property
    def y_min(self) -> float | None: ...
    @property
    def y_max(self) -> float | None: ...
    @property
    def count(self) -> float: ...
    @property
    def spacing(self) -> float: ...
    @property
    def direction(self) -> float: ...
    @property
    def radius(self) -> float | None: ...


class ObstaclePlace(NamedTuple):
    """Where one obstacle lies: a rectangle in axes of its own, s along its direction and n to the left of it."""

    x: float  # m, origin of its axes
    y: float
    direction: float  # rad, of s, from x to the left
    along: Range  # s from where to where
    across: Range  # n from where to where

    def local(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """s and n of places on the ground."""
        forward, aside = cos(self.direction), sin(self.direction)
        return forward * (x - self.x) + aside * (y - self.y), forward * (y - self.y) - aside * (x - self.x)

    def ground(self, s: float, n: float) -> tuple[float, float]:
        """x and y on the ground of a place in its axes."""
        forward, aside = cos(self.direction), sin(self.direction)
        return self.x + forward * s - aside * n, self.y + aside * s + forward * n

    def bounds(self) -> tuple[Range, Range]:
        """x and y from where to where: the rectangle along the ground's axes that holds it."""
        forward, aside = cos(self.direction), sin(self.direction)
        x = _sum(_stretched(forward, self.along), _stretched(-aside, self.across))
        y = _sum(_stretched(aside, self.along), _stretched(forward, self.across))
        return (self.x + x[0], self.x + x[1]), (self.y + y[0], self.y + y[1])


def places(obstacle: Obstacle) -> Iterator[ObstaclePlace]:
    """Each of the row. On a circle its first edge points to the centre, (13)."""
    n, ahead = obstacle_across(obstacle), obstacle.direction
    for k in range(int(obstacle.count)):
        first = obstacle.start + k * obstacle.spacing
        if obstacle.radius is None:
            yield ObstaclePlace(0.0, 0.0, ahead, (first, first + obstacle.length), n)
        else:
            half = 0.5 * first / obstacle.radius
            chord = 2.0 * obstacle.radius * sin(half)
            origin = chord * cos(ahead + half), chord * sin(ahead + half)
            yield ObstaclePlace(*origin, ahead + 2.0 * half, (0.0, obstacle.length), n)


def obstacle_across(obstacle: Obstacle) -> Range:
    """The side, or from y_min to y_max, as `rules` refuses both at once; on a circle no farther than its centre."""
    low, high = SIDES[obstacle.side]
    low = low if obstacle.y_min is None else max(low, obstacle.y_min)
    high = high if obstacle.y_max is None else min(high, obstacle.y_max)
    if obstacle.radius is None:
        return low, high
    return (low, min(high, obstacle.radius)) if obstacle.radius > 0.0 else (max(low, obstacle.radius), high)


def ranges_along(obstacle: Obstacle) -> list[Range]:
    """From where to where along the row's line each of them lies."""
    firsts = [obstacle.start + k * obstacle.spacing for k in range(int(obstacle.count))]
    return [(first, first + obstacle.length) for first in firsts]


def follow_row(obstacle: Obstacle, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distance along the row's line and to the left of it, for the places of a path one after another."""
    forward, aside, radius = cos(obstacle.direction), sin(obstacle.direction), obstacle.radius
    along, left = forward * x + aside * y, forward * y - aside * x
    if radius is None:
        return along, left
    turned = np.unwrap(np.arctan2(along, radius - left) if radius > 0.0 else np.arctan2(-along, left - radius))
    return radius * turned, radius - np.copysign(np.hypot(along, radius - left), radius)


def crossings(place: ObstaclePlace, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """For each step of a path, whether any of the straight line between its ends lies on the obstacle.

    The line is cut at each pair of edges in turn, and something of it is left. [Liang, Barsky 1984]
    """
    begin, end = np.zeros(len(x) - 1), np.ones(len(x) - 1)
    for position, (low, high) in zip(place.local(x, y), (place.along, place.across), strict=True):
        change, at = np.diff(position), position[:-1]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.sort([(low - at) / change, (high - at) / change], axis=0)
        inside = (low <= at) & (at <= high)  # of a path that does not go this way
        begin = np.maximum(begin, np.where(change != 0.0, share[0], np.where(inside, 0.0, inf)))
        end = np.minimum(end, np.where(change != 0.0, share[1], inf))
    return begin <= end


def _stretched(factor: float, given: Range) -> Range:
    """The range times a factor; an endless one times zero is nothing."""
    low, high = (factor * end if factor else 0.0 for end in given)
    return min(low, high), max(low, high)


def _sum(one: Range, other: Range) -> Range:
    return one[0] + other[0], one[1] + other[1]


def _records(kind: float, obstacle: Obstacle, curvature: float, looks: float) -> np.ndarray:
    """One record for each of the row, see `layout`."""
    found = []
    for place in places(obstacle):
        axes = [place.x, place.y, cos(place.direction), sin(place.direction), *place.across]
        own = [curvature, looks, obstacle.height, place.along[0], obstacle.length, *axes]
        found.append(record(kind, own, *place.bounds()))
    return np.concatenate(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plank:
    """A rectangular board with sharp edges across the road, or a row of them."""

    height: PositiveLength  # less than the wheel's radius; at most 0.3 m
    length: PositiveLength  # along the road
    start: Length  # of its first edge, along the line of the row
    side: Side = "both"  # of the line of the row; "left": y > 0, "right": y < 0
    y_min: Length | None = None  # where it ends on the right, from the line of the row
    y_max: Length | None = None  # where it ends on the left, from the line of the row
    count: PositiveNumber = 1  # how many
    spacing: PositiveLength = 1.0  # from first edge to first edge, along the line of the row
    direction: Angle = 0.0  # in which the line of the row leaves the origin, from x to the left
    radius: Length | None = None  # of a line that is a circle, positive to the left; straight where left out

    source = BY_DEFINITION
    drawing = Block()
    edged = True  # a force has a kink where a tyre comes to stand on an edge

    def data(self) -> np.ndarray:
        return _records(PLANK, self, 0.0, 0.0)

    def uneven(self) -> list[Range]:
        """From where to where along its line it shakes a wheel."""
        return ranges_along(self)

    def across(self) -> Range:
        """From where to where it lies, to the left of its line."""
        return obstacle_across(self)

    def straight(self) -> Plank:
        """The same row along x."""
        return replace(self, direction=0.0, radius=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """z = height (1 - cos(2 pi s/length))/2 of the way s behind the start (3), or a row of such bumps."""

    height: PositiveLength
    length: PositiveLength  # along the road
    start: Length  # where it begins, along the line of the row
    side: Side = "both"  # of the line of the row; "left": y > 0, "right": y < 0
    y_min: Length | None = None  # where it ends on the right, from the line of the row
    y_max: Length | None = None  # where it ends on the left, from the line of the row
    count: PositiveNumber = 1  # how many
    spacing: PositiveLength = 1.0  # from begin to begin, along the line of the row
    direction: Angle = 0.0  # in which the line of the row leaves the origin, from x to the left
    radius: Length | None = None  # of a line that is a circle, positive to the left; straight where left out

    source = BY_DEFINITION
    drawing = Hump()

    def data(self) -> np.ndarray:
        curvature = 0.5 * self.height * (2 * pi / self.length) ** 2
        return _records(BUMP, self, curvature, road_layout_looking_distance(self.length))

    def uneven(self) -> list[Range]:
        """From where to where along its line it shakes a wheel."""
        return ranges_along(self)

    def across(self) -> Range:
        """From where to where it lies, to the left of its line."""
        return obstacle_across(self)

    def straight(self) -> Bump:
        """The same row along x."""
        return replace(self, direction=0.0, radius=None)
