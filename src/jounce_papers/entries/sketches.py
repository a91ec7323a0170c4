"""Pieces of sketches: points, frames and boxes in space."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from jounce_papers.shown import AXIS, DOT, THIN, Point, Stroke

ORIGIN: Point = (0.0, 0.0, 0.0)
Words = list[tuple[str, Point]]


def sketch_point(values: Iterable[float]) -> Point:
    x, y, z = (float(value) for value in values)
    return x, y, z


def sketch_frame(at: Point, R: np.ndarray, names: tuple[str, str, str], length: float) -> tuple[list[Stroke], Words]:
    """Three axes, and their names at their ends."""
    ends = [sketch_point(np.array(at) + length * R[:, k]) for k in range(3)]
    return [Stroke((at, end), AXIS) for end in ends], list(zip(names, ends, strict=True))


def sketch_box(at: Point, R: np.ndarray, half: Point) -> list[Stroke]:
    """A body as the edges of a box."""
    signs = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    corner = {each: sketch_point(np.array(at) + R @ (np.array(each) * half)) for each in signs}
    return [
        Stroke((a, b), THIN)
        for (p, a), (q, b) in combinations(corner.items(), 2)
        if sum(u != v for u, v in zip(p, q, strict=True)) == 1
    ]


def sketch_dots(places: Iterable[Point]) -> list[Stroke]:
    return [Stroke((place,), DOT) for place in places]
