"""Springs, dampers and bump stops of a corner: lines between the car body and the suspension."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import dist
from typing import Any

from jounce.model.axle_data import BumpStopData, SpringData
from jounce.model.templates.corner import Corner, Template
from jounce.parts.forces import Damper, Spring
from jounce.parts.laws import Bilinear, Linear, Points

# whose top and bottom points an element takes, in this order
LINES = {
    "spring": ("spring", "strut"),
    "damper": ("damper", "spring", "strut"),
    "bump_stop": ("damper", "spring", "strut"),
}
BEYOND = 0.01  # m past contact where a stop's curve is still written out: flat from there on


def line_of(element: str, points: Collection[str]) -> str | None:
    """The pair of points that an element acts along: those of `<line>_top` and `<line>_bottom`."""
    found = (line for line in LINES[element] if {f"{line}_top", f"{line}_bottom"} <= set(points))
    return next(found, None)


def seat_of(element: str, template: Template, elements: Mapping[str, Any]) -> str:
    """The role of the body under an element."""
    return getattr(elements.get(element), "body", "") or template.seats[element]


def struts(given: Corner, template: Template, elements: Mapping[str, Any]) -> tuple[Any, ...]:
    """The force elements of a corner, in the order of LINES."""
    parts: list[Any] = []
    for word in LINES:
        if word not in elements:
            continue
        data, line = elements[word], line_of(word, given.points)
        named = word if word != "bump_stop" else "damper"
        seat = getattr(data, "body", "") or seat_of("spring" if line == "spring" else named, template, elements)
        top, bottom = given.points[f"{line}_top"], given.points[f"{line}_bottom"]
        ends: dict[str, Any] = dict(
            name=given.name(word), parent=given.mount, child=given.name(seat), point=top, child_point=bottom
        )
        length = dist(top, bottom)
        if word == "spring":
            parts.append(Spring(**ends, free_length=free_length(data, length), law=data.law))
        elif word == "damper":
            parts.append(Damper(**ends, law=data.law))
        else:
            parts.append(Spring(**ends, free_length=length - data.clearance, law=pushing_law(data)))
    return tuple(parts)


def free_length(data: SpringData, length: float) -> Any:
    """As given, or so that the spring pushes with its preload at the design length."""
    if data.preload is None:
        return data.free_length
    return length + data.preload / data.law.slope  # type: ignore[union-attr]


def pushing_law(data: BumpStopData) -> Bilinear | Points:
    """Tension over extension from push over compression: nothing while the stop is not touched."""
    if isinstance(data.law, Linear):
        return Bilinear(compression=data.law.slope, extension=0.0)
    law: Points = data.law  # type: ignore[assignment]
    x = (*(0.0 - x for x in reversed(law.x)), BEYOND)
    return Points(x=x, y=(*(0.0 - y for y in reversed(law.y)), 0.0), interpolation=law.interpolation)
