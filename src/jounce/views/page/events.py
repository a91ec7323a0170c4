"""What happened when: ticks on the time line of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jounce.model.fields import kind_word_of_field
from jounce.model.outline import read_outline, read_road_outline
from jounce.parts.drawing import Block, Hump, Wheel
from jounce.parts.roads.obstacles import places
from jounce.results import Result
from jounce.views.page.page_data import Event

MOST_EACH = 20  # of a kind: a wheel that hops must not hide the rest
BRAKING = 1.0  # N m of torque at a wheel


def events_of(result: Result) -> list[Event]:
    """Those that the study lists; wheels that leave the road; the brakes; obstacles under the car's first wheels."""
    listed: Any = result.metadata.get("events", [])
    found = [Event(float(e["time"]), str(e.get("label", ""))) for e in listed if isinstance(e, dict) and "time" in e]
    if "abscissa" not in result.metadata:
        found += [*_lift_offs(result), *_brakes(result), *_obstacles(result)]
    return sorted(found, key=lambda event: event.time)


def _lift_offs(result: Result) -> Iterator[Event]:
    for channel in result.channels:
        if channel.kind == "wheel load":
            for t in _find_begins(result, result[channel.name] <= 0.0):
                yield Event(t, f"{channel.owner.part} lifts off")


def _brakes(result: Result) -> Iterator[Event]:
    torques = [np.abs(result[name]) for name in result.select(group="brake", kind="moment")]
    if torques:
        for t in _find_begins(result, np.max(torques, axis=0) > BRAKING):
            yield Event(t, "brakes")


def _obstacles(result: Result) -> Iterator[Event]:
    """When the foremost wheel centre reaches an edge, on a car that goes along x."""
    road = read_road_outline(result.metadata.get("road") or [])  # type: ignore[arg-type]
    if not road.elements or "vehicle.x" not in result:
        return
    x = result["vehicle.x"] - result["vehicle.x"][0] + _foremost(result)
    elements: list[Any] = list(road.elements.values())
    for element in elements:
        if isinstance(element.drawing, Block | Hump):
            for (begin, _), _ in list(places(element))[:MOST_EACH]:
                for t in _find_begins(result, x >= begin):
                    yield Event(t, kind_word_of_field(element))


def _foremost(result: Result) -> float:
    """x of the foremost tyre's centre in the design position, where a drive begins."""
    parts = read_outline(str(result.metadata["outline"])).forces
    return max((float(part.point[0]) for part in parts if isinstance(part.drawing, Wheel)), default=0.0)


def _find_begins(result: Result, flags: np.ndarray) -> list[float]:
    at = np.flatnonzero(flags[1:] & ~flags[:-1]) + 1
    return [float(t) for t in result.time[at[:MOST_EACH]]]
