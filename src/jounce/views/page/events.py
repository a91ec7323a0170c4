"""What happened when: ticks on the time line of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from jounce.model.fields import kind_word_of_field
from jounce.model.outline import read_road_outline
from jounce.parts.drawing import Block, Hump
from jounce.parts.roads.obstacles import crossings, places
from jounce.results import Result
from jounce.views.page.page_data import Event

MOST_EACH = 20  # of a kind: a wheel that hops must not hide the rest
BRAKING = 1.0  # N m of torque at a wheel


def events_of(result: Result) -> list[Event]:
    """Returns those that the study lists; wheels that leave the road; the brakes; obstacles under a wheel."""
    listed: Any = result.metadata.get("events", [])
    found = [Event(float(e["time"]), str(e.get("label", ""))) for e in listed if isinstance(e, dict) and "time" in e]
    count: Counter[str] = Counter()
    found = [event for event in found if count[event.label] < MOST_EACH and not count.update([event.label])]
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
    """Tells when the first wheel comes onto each."""
    road = read_road_outline(result.metadata.get("road") or [])  # type: ignore[arg-type]
    wheels = [name.removesuffix(".x") for name in result if name.endswith(".tyre.x") and f"{name[:-1]}y" in result]
    elements: list[Any] = list(road.elements.values())
    for element in elements:
        if isinstance(element.drawing, Block | Hump):
            for place in list(places(element))[:MOST_EACH]:
                met = [crossings(place, result[f"{wheel}.x"], result[f"{wheel}.y"]) for wheel in wheels]
                times = [result.time[int(flags.argmax()) + 1] for flags in met if flags.any()]
                if times:
                    yield Event(float(min(times)), kind_word_of_field(element))


def _find_begins(result: Result, flags: np.ndarray) -> list[float]:
    at = np.flatnonzero(flags[1:] & ~flags[:-1]) + 1
    return [float(t) for t in result.time[at[:MOST_EACH]]]
