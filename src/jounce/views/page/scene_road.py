"""Scene of the road: planks as blocks, bumps at their true size, rolling ground along the way of the wheels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from jounce.model.outline import read_road_outline
from jounce.parts.drawing import Block, Ground, Hump
from jounce.parts.roads import Road
from jounce.parts.roads.layout import EVERYWHERE
from jounce.parts.roads.obstacles import ObstaclePlace, follow_row, places
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import HeightGrid, Obstacle

WIDE = 3.0  # m to each side of the way: what is drawn of an endless obstacle
HEIGHT_STEP = 1e-5  # m
BUMP_POINTS = 25
LEVEL = ObstaclePlace(0.0, 0.0, 0.0, EVERYWHERE, EVERYWHERE)  # the ground's own axes
FINEST, MOST_POINTS = 0.1, 12_000  # m between points of rolling ground; all of them


def scene_of_road(
    outline: Any, ways: Sequence[np.ndarray], encoder: Encoder
) -> tuple[list[Obstacle], list[HeightGrid]]:
    """Blocks and pieces of ground, from the road in a result's metadata and the ways [sample, xy] of its wheels."""
    if not outline or not ways:
        return [], []
    road = read_road_outline(outline)
    way = np.concatenate(ways)
    low, high = way.min(axis=0) - WIDE, way.max(axis=0) + WIDE
    blocks, pieces = [], []
    elements: dict[str, Any] = dict(road.elements)
    for element in elements.values():
        if isinstance(element.drawing, Block | Hump):
            _, left = follow_row(element, *way.T)  # of the line of the row: what is drawn ends WIDE beside the way
            for place in places(element):
                seen = place._replace(
                    across=tuple(np.clip(place.across, left.min() - WIDE, left.max() + WIDE).tolist())
                )
                if isinstance(element.drawing, Block):
                    blocks.append(_block(seen, float(element.height)))
                else:
                    pieces.append(
                        _grid("bump", road, seen, np.linspace(*seen.along, BUMP_POINTS), seen.across, encoder)
                    )
    rolling = {name: element for name, element in elements.items() if isinstance(element.drawing, Ground)}
    if rolling:
        step = max(FINEST, float(np.sqrt(np.prod(high - low) / MOST_POINTS)))
        x, y = (np.arange(low[k], high[k] + step, step) for k in (0, 1))
        pieces.append(_grid("ground", Road(name=road.name, elements=rolling), LEVEL, x, y, encoder))
    return blocks, pieces


def _block(place: ObstaclePlace, height: float) -> Obstacle:
    (first, last), (right, left) = place.along, place.across
    x, y = place.ground(0.5 * (first + last), 0.5 * (right + left))
    return Obstacle("plank", x, y, place.direction, last - first, left - right, height)


def _grid(
    kind: Literal["bump", "ground"], road: Road, place: ObstaclePlace, s: np.ndarray, n: ArrayLike, encoder: Encoder
) -> HeightGrid:
    height, across = road.function(), np.asarray(n, float)
    inside = np.clip(across, across[0] + HEIGHT_STEP, across[-1] - HEIGHT_STEP)  # an edge belongs to nobody
    z = np.array([[height(*place.ground(float(a), float(b)))[0] for b in inside] for a in s])
    axes = place.x, place.y, place.direction
    return HeightGrid(kind, *axes, encoder.add(s), encoder.add(across), encoder.add(z.ravel(), HEIGHT_STEP))
