"""Rules for the air and the wind."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from jounce.errors import Problem


def check_air_coefficients(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds coefficients that are no parabola over the slip angle."""
    for word in ("drag", "side", "lift", "roll", "pitch", "yaw") if unit.aero is not None else ():
        count = len(getattr(unit.aero, word))
        if not 1 <= count <= 3:
            hint = "one to three: constant, per rad and per rad^2 of slip angle"
            yield Problem(f"aero.{word}", f"{count} numbers", hint)


def check_wind_stretch(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds a stretch of wind without room for both of its ends."""
    wind = unit.wind
    if wind is not None and wind.zone == "stretch" and wind.zone_length < 2.0 * wind.zone_edge:
        what = f"{wind.zone_length:g} m is shorter than its two edges of {wind.zone_edge:g} m"
        yield Problem("wind.zone_length", what, "at least twice zone_edge")
