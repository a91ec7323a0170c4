"""Where obstacles lie: one or a row of them, across the whole road, under one side, or as far as is said."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated, Protocol

from jounce.parts.roads.layout import Range
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
    y = across(obstacle)
    for k in range(int(obstacle.count)):
        first = obstacle.start + k * obstacle.spacing
        yield (first, first + obstacle.length), y


def across(obstacle: Obstacle) -> Range:
    """The side, or from y_min to y_max; `rules` refuses both at once."""
    low, high = SIDES[obstacle.side]
    low = low if obstacle.y_min is None else max(low, obstacle.y_min)
    return low, high if obstacle.y_max is None else min(high, obstacle.y_max)
