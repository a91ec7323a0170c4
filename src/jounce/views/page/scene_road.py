"""Scene of the road: planks as blocks, bumps at their true size, rolling ground along the way of the wheels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from jounce.model.outline import read_road_outline
from jounce.parts.drawing import Block, Ground, Hump
from jounce.parts.roads import Road
from jounce.parts.roads.obstacles import places
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import HeightGrid, Obstacle

WIDE = 3.0  # m to each side of the way: what is drawn of an endless obstacle
HEIGHT_STEP = 1e-5  # m
BUMP_POINTS = 25
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
            for (x0, x1), across in places(element):
                y0, y1 = np.clip(across, low[1], high[1]).tolist()
                if isinstance(element.drawing, Block):
                    blocks.append(Obstacle("plank", x0, x1, y0, y1, float(element.height)))
                else:
                    pieces.append(_grid("bump", road, np.linspace(x0, x1, BUMP_POINTS), np.array([y0, y1]), encoder))
    rolling = {name: element for name, element in elements.items() if isinstance(element.drawing, Ground)}
    if rolling:
        step = max(FINEST, float(np.sqrt(np.prod(high - low) / MOST_POINTS)))
        x, y = (np.arange(low[k], high[k] + step, step) for k in (0, 1))
        pieces.append(_grid("ground", Road(name=road.name, elements=rolling), x, y, encoder))
    return blocks, pieces


def _grid(kind: Literal["bump", "ground"], road: Road, x: np.ndarray, y: np.ndarray, encoder: Encoder) -> HeightGrid:
    height = road.function()
    inside = np.clip(y, y[0] + HEIGHT_STEP, y[-1] - HEIGHT_STEP)  # an edge belongs to nobody
    z = np.array([[height(float(a), float(b))[0] for b in inside] for a in x])
    return HeightGrid(kind, encoder.add(x), encoder.add(y), encoder.add(z.ravel(), HEIGHT_STEP))
