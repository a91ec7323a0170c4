"""Scene of marks that engineers draw: names of hardpoints, steering axes, instant centres, roll centres."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.results.drawn.outline import Centre as KnownCentre
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import AxisLine, Centre, NamedPoint, Place
from jounce.views.page.placed_outline import PlacedOutline

MOST_PLACES = 250  # of a centre over a run
CENTRE_STEP = 1e-4  # m


def scene_named_points(placed: PlacedOutline) -> list[NamedPoint]:
    """Hardpoints of the vehicle file on the bodies that have a point there."""
    return [
        NamedPoint(known.name, Place(known.spot.body, placed.vector(known.spot.at)))
        for known in placed.outline.hardpoints
    ]


def scene_steering_axes(placed: PlacedOutline, points: Sequence[NamedPoint]) -> list[AxisLine]:
    """Of the wheels of steered axles, between the hardpoints that carry them."""
    return [AxisLine(name, points[low].place, points[high].place) for name, low, high in placed.outline.steering_axes]


def scene_centre_stride(samples: int) -> int:
    """Returns how many samples lie from one place of a centre to the next."""
    return max(1, -(-samples // MOST_PLACES))


def scene_centres(found: Sequence[KnownCentre], every: int, encoder: Encoder) -> list[Centre]:
    """Instant centres of each wheel on the car body, and the roll centre of each axle, at some samples of the run."""
    if not found:
        return []
    kept = encoder.add_columns(np.concatenate([centre.at for centre in found], axis=1), CENTRE_STEP)
    return [
        Centre(kind, name, body, every, tuple(kept[3 * k : 3 * k + 3]), list(wheels))  # type: ignore[arg-type]
        for k, (kind, name, body, _, wheels) in enumerate(found)
    ]
