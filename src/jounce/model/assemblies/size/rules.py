"""Rules for the size of a car: its outline holds its wheels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from jounce.errors import Problem
from jounce.model.assemblies.size.data import car_outline

WIDEST_BY_TRACK = 1.6  # width of a body by its track: cars have 1.1 to 1.25, lorries on twin tyres to 1.4


def check_size(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds an outline out of which wheels would stand."""
    size: Any = unit.size
    given = [axle.hardpoints.get("wheel_centre") for axle in unit.axles.values()]
    places = [place for place in given if place is not None]
    if size is None or not places or len(places) < len(given):
        return
    track = 2.0 * max(abs(place[1]) for place in places)
    if size.width is not None and not track <= size.width <= WIDEST_BY_TRACK * track:
        hint = f"without mirrors, from the track of {track:.4g} m to {WIDEST_BY_TRACK:g} times as much"
        yield Problem("size.width", f"{size.width:g} m at a track of {track:.4g} m", hint)
    wheelbase = places[0][0] - places[-1][0]
    if size.length is not None and size.length <= wheelbase:
        hint = "over the bumpers: longer than the wheelbase"
        yield Problem("size.length", f"{size.length:g} m at a wheelbase of {wheelbase:.4g} m", hint)
    elif size.front_overhang is not None and -car_outline(unit).rear <= wheelbase:
        whole = car_outline(unit).length
        what = f"{size.front_overhang:g} m before the wheelbase of {wheelbase:.4g} m, of a car of {whole:.4g} m"
        hint = f"from front axle to front bumper, below {whole - wheelbase:.4g} m: the car holds its rear axle too"
        yield Problem("size.front_overhang", what, hint)
