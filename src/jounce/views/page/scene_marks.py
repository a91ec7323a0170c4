"""Scene of marks that engineers draw: names of hardpoints, steering axes, instant centres, roll centres."""

from __future__ import annotations

from collections.abc import Sequence

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
    marks = []
    for kind, name, body, at, wheels in found:
        x, y, z = (encoder.add(at[:, k], CENTRE_STEP) for k in range(3))
        marks.append(Centre(kind, name, body, every, (x, y, z), list(wheels)))  # type: ignore[arg-type]
    return marks
