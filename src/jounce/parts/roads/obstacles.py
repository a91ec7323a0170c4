"""Obstacles of a road, planks and bumps: one or a row of them, across the whole road or under one side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, pi
from typing import Annotated, Protocol

import numpy as np

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Block, Hump
from jounce.parts.roads.layout import BUMP, PLANK, Range, record, road_layout_looking_distance
from jounce.parts.roads.quantities import Length, PositiveLength, PositiveNumber
from jounce.units import OneOf

SIDES: dict[str, Range] = {"both": (-inf, inf), "left": (0.0, inf), "right": (-inf, 0.0)}
Side = Annotated[str, OneOf(*SIDES)]


class Obstacle(Protocol):
    """What a row of obstacles is made of."""

    @property
    def start(self) -> float: ...
    @property
    def length(self) -> float: ...
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


def places(obstacle: Obstacle) -> Iterator[tuple[Range, Range]]:
    """x and y from where to where, for each of the row."""
    y = obstacle_across(obstacle)
    for k in range(int(obstacle.count)):
        first = obstacle.start + k * obstacle.spacing
        yield (first, first + obstacle.length), y


def obstacle_across(obstacle: Obstacle) -> Range:
    """The side, or from y_min to y_max; `rules` refuses both at once."""
    low, high = SIDES[obstacle.side]
    low = low if obstacle.y_min is None else max(low, obstacle.y_min)
    return low, high if obstacle.y_max is None else min(high, obstacle.y_max)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plank:
    """A rectangular board with sharp edges across the road, or a row of them."""

    height: PositiveLength  # less than the wheel's radius; at most 0.3 m
    length: PositiveLength  # along x
    start: Length  # x of its first edge
    side: Side = "both"  # "left": y > 0, "right": y < 0
    y_min: Length | None = None  # where it ends on the right
    y_max: Length | None = None  # where it ends on the left
    count: PositiveNumber = 1
    spacing: PositiveLength = 1.0  # from first edge to first edge

    source = BY_DEFINITION
    drawing = Block()
    edged = True  # a force has a kink where a tyre comes to stand on an edge

    def data(self) -> np.ndarray:
        return np.concatenate([record(PLANK, [self.height], x, y) for x, y in places(self)])

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return [x for x, _ in places(self)]

    def across(self) -> Range:
        """y from where to where it lies."""
        return obstacle_across(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """z = height (1 - cos(2 pi s/length))/2 of the way s behind the start (3), or a row of such bumps."""

    height: PositiveLength
    length: PositiveLength  # along x
    start: Length  # x where it begins
    side: Side = "both"  # "left": y > 0, "right": y < 0
    y_min: Length | None = None  # where it ends on the right
    y_max: Length | None = None  # where it ends on the left
    count: PositiveNumber = 1
    spacing: PositiveLength = 1.0  # from begin to begin

    source = BY_DEFINITION
    drawing = Hump()

    def data(self) -> np.ndarray:
        curvature = 0.5 * self.height * (2 * pi / self.length) ** 2
        looks = road_layout_looking_distance(self.length)
        return np.concatenate(
            [record(BUMP, [curvature, looks, self.height, x[0], self.length], x, y) for x, y in places(self)]
        )

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return [x for x, _ in places(self)]

    def across(self) -> Range:
        """y from where to where it lies."""
        return obstacle_across(self)
