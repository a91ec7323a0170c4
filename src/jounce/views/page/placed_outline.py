"""Placed outline: what a scene is built from, bodies and marks with the numbers of one result in their places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.results.drawn.outline import GROUND, Mark, Outline, OutlineBody, Places
from jounce.views.page.page_data import Place, Vec3


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A part as it is drawn: its points by their design positions, each on its body."""

    mark: Mark
    name: str
    kind: str
    bodies: tuple[int, ...]  # of its points; GROUND among them
    points: tuple[Vec3, ...]
    axis: Vec3 | None
    radius: float

    @property
    def ends(self) -> tuple[Place, Place]:
        """Returns its first two points with their bodies."""
        (a, b), (p, q) = self.bodies[:2], self.points[:2]
        return Place(a, p), Place(b, q)

    def hardpoints(self) -> list[tuple[int, Vec3]]:
        """Returns bodies and points that it joins; none of a part that acts on one body alone."""
        spots = self.mark.spots
        pairs = zip(spots[:2], self.points[:2], strict=True)
        return [(spot.body, point) for spot, point in pairs if spot.mounted] if len(spots) > 1 else []


class PlacedOutline:
    """The outline of a result with its numbers."""

    def __init__(self, outline: Outline, numbers: np.ndarray):
        self.outline, self._numbers = outline, numbers.tolist()
        self.bodies: tuple[OutlineBody, ...] = outline.bodies
        self.names = [body.name for body in outline.bodies]
        self.centres: list[Vec3] = [self.vector(body.centre) for body in outline.bodies]
        self.masses = [self.number(body.mass) for body in outline.bodies]
        self.marks = [self._placed(mark) for mark in outline.marks]
        self.joints = [mark for mark in self.marks if mark.mark.joint]
        self.floating = [k for k, body in enumerate(outline.bodies) if body.floats]
        self.base = self.floating[0] if self.floating else GROUND

    def of_kind(self, *kinds: str) -> list[PlacedMark]:
        """Returns the marks of some kinds."""
        return [mark for mark in self.marks if mark.kind in kinds]

    def number(self, place: int) -> float:
        """Returns a drawn number."""
        return self._numbers[place]

    def vector(self, places: Places) -> Vec3:
        """Returns a point or a direction."""
        x, y, z = places
        return (self._numbers[x], self._numbers[y], self._numbers[z])

    def _placed(self, mark: Mark) -> PlacedMark:
        return PlacedMark(
            mark,
            mark.name,
            mark.kind,
            tuple(spot.body for spot in mark.spots),
            tuple(self.vector(spot.at) for spot in mark.spots),
            self.vector(mark.axis) if mark.axis else None,
            self._numbers[mark.radius] if mark.radius >= 0 else 0.0,
        )
