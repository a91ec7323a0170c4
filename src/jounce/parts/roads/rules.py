"""What makes a road impossible, in the words of a road file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from math import isfinite, pi
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.parts.roads.flat import Flat
from jounce.parts.roads.friction_patch import FrictionPatch
from jounce.parts.roads.iso_8608 import Iso8608
from jounce.parts.roads.obstacles import Bump, Plank, obstacle_across
from jounce.parts.roads.slope import Slope
from jounce.parts.roads.spline_surface import SplineSurface

MOST_OBSTACLES = 1000  # in a row: more make a road of their own
LONGEST = 20_000.0  # m of random road
MOST_POINTS = 500_000  # on each track
LARGEST_WAVE_NUMBER = 10.0  # cycle/m: shorter waves are texture, which a tyre does not follow
HIGHEST_PLANK = 0.3  # m: a car's wheel meets a wall
STEEPEST = 1.0  # 45 deg
MOST_FRICTION = 3.0  # of that where the tyre was measured
FARTHEST, SHORTEST = 1e6, 1e-6  # m: beyond them positions and slopes drown in rounding, or overflow
LENGTHS = ("length", "spacing", "fade", "track", "blend", "wavelength", "transition")
PLACES = ("start", "radius", "x_min", "x_max", "y_min", "y_max", "height", "amplitude", "x", "y", "heights")
FEWEST_POINTS = 4  # for a spline with continuous curvature that knows nothing of its ends


def road_problems(elements: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the elements."""
    found = [problem for name, element in elements.items() for problem in _problems(element, f"elements.{name}")]
    flat = [name for name, element in elements.items() if isinstance(element, Flat)]
    for name in flat[1:]:
        what = f"'{flat[0]}' is flat already: which friction holds?"
        found.append(Problem(f"elements.{name}", what, "keep one; other friction by friction_patch"))
    return found


def _problems(element: Any, path: str) -> Iterator[Problem]:
    if early := [*_not_finite(element, path)] or [*_extents(element, path)]:
        yield from early
        return
    yield from _sizes(element, path)
    match element:
        case Plank() | Bump():
            yield from _row(element, path)
        case FrictionPatch():
            for word, (low, high) in zip("xy", element.ranges(), strict=True):
                if low >= high:
                    yield _empty(path, word, low, high)
        case Iso8608():
            yield from _random(element, path)
        case SplineSurface():
            yield from _grid(element, path)


def _not_finite(element: Any, path: str) -> Iterator[Problem]:
    """Numbers that are none; of a list the first."""
    for f in fields(element):
        given = getattr(element, f.name)
        for value in given if isinstance(given, tuple) else (given,):
            if isinstance(value, int | float) and not isfinite(value):
                yield Problem(f"{path}.{f.name}", f"{value} is not a finite number", "leave out what is not measured")
                break


def _extents(element: Any, path: str) -> Iterator[Problem]:
    """Lengths and places that a road can have."""
    for word in (*LENGTHS, *PLACES):
        given = getattr(element, word, None)
        values = given if isinstance(given, tuple) else () if given is None else (given,)
        for value in values:
            if abs(value) > FARTHEST:
                yield Problem(f"{path}.{word}", f"{value:g} m is beyond any road", f"at most {FARTHEST:g} m")
                break
            if word in LENGTHS and value < SHORTEST:
                yield Problem(f"{path}.{word}", f"{value:g} m is no length on a road", f"at least {SHORTEST:g} m")


def _sizes(element: Any, path: str) -> Iterator[Problem]:
    """Numbers that no road has: they are in another unit."""
    match element:
        case Plank() if element.height > HIGHEST_PLANK:
            hint = f'at most {HIGHEST_PLANK:g} m, less than the wheel\'s radius; with its unit: "20 mm"'
            yield Problem(f"{path}.height", f"{element.height:g} m is a wall", hint)
        case Slope():
            for word in ("grade", "bank"):
                if abs(getattr(element, word)) > STEEPEST:
                    what = f"{getattr(element, word):g} is {100 * getattr(element, word):g} %"
                    yield Problem(f"{path}.{word}", what, f'at most {STEEPEST:g} either way; with its unit: "8 %"')
        case Flat() | FrictionPatch() if element.friction > MOST_FRICTION:
            hint = f"at most {MOST_FRICTION:g}; 1 is the road on which the tyre was measured"
            yield Problem(f"{path}.friction", f"{element.friction:g} times that of the tyre's measurement", hint)


def _empty(path: str, word: str, low: float, high: float) -> Problem:
    return Problem(
        f"{path}.{word}_max", f"{word} from {low:g} m to {high:g} m holds nothing", f"{word}_min < {word}_max"
    )


def _row(row: Plank | Bump, path: str) -> Iterator[Problem]:
    low, high = obstacle_across(row)
    given = [word for word in ("y_min", "y_max") if getattr(row, word) is not None]
    if row.side != "both" and given:
        what = f"side = {row.side!r} says where it lies across the road, and so does {given[0]}"
        yield Problem(
            f"{path}.{given[0]}", what, "keep one of them; the left side is y_min = 0, the right side y_max = 0"
        )
    elif low >= high:
        where = "y_max" if row.y_max is not None else "y_min"
        what = f"y from {low:g} m to {high:g} m holds nothing"
        yield Problem(f"{path}.{where}", what, "y_min < y_max; the left side has y > 0, the right side y < 0")
    if row.count != int(row.count) or not 1 <= row.count <= MOST_OBSTACLES:
        yield Problem(f"{path}.count", f"{row.count:g} obstacles", f"a whole number up to {MOST_OBSTACLES}")
    if row.count > 1 and row.spacing < row.length:
        what = f"{row.spacing:g} m from one to the next, but each is {row.length:g} m long"
        yield Problem(f"{path}.spacing", what, "at least the length; it counts from first edge to first edge")
    if row.radius is not None:
        yield from _circle(row, row.radius, path)


def _circle(row: Plank | Bump, radius: float, path: str) -> Iterator[Problem]:
    """A row on a circle goes round it once at most, and its obstacles end before the centre."""
    around, long = 2 * pi * abs(radius), (row.count - 1) * row.spacing + row.length
    if abs(radius) < SHORTEST:
        yield Problem(f"{path}.radius", f"{radius:g} m is no circle", "left out where the row is straight")
    elif long > around:
        what = f"a row of {long:g} m on a circle that is {around:.4g} m around"
        yield Problem(f"{path}.radius", what, "fewer obstacles, closer ones, or a larger radius")
    word = "y_max" if radius > 0 else "y_min"
    end = getattr(row, word)
    if end is not None and abs(end) > abs(radius) and end * radius > 0:
        yield Problem(f"{path}.{word}", f"{end:g} m lies beyond the centre of the circle", f"at most {radius:g} m")


def _random(profile: Iso8608, path: str) -> Iterator[Problem]:
    if profile.seed != int(profile.seed) or profile.seed < 0:
        yield Problem(f"{path}.seed", f"{profile.seed:g} is no seed", "a whole number, not negative")
    if profile.length > LONGEST:
        yield Problem(f"{path}.length", f"{profile.length:g} m is too long", f"at most {LONGEST:g} m")
    yield from _band(profile, path)
    if profile.blend is not None and profile.blend > profile.track:
        what = f"{profile.blend:g} m between tracks that are {profile.track:g} m apart"
        yield Problem(f"{path}.blend", what, "at most `track`")
    if profile.length < 2 * profile.fade:
        what = f"{profile.length:g} m hold no fades of {profile.fade:g} m at both ends"
        yield Problem(f"{path}.length", what, "at least twice `fade`")


def _band(profile: Iso8608, path: str) -> Iterator[Problem]:
    low, high = profile.wave_number_min, profile.wave_number_max
    if low >= high:
        what = f"waves from {low:g} to {high:g} cycle/m are none"
        yield Problem(f"{path}.wave_number_max", what, "wave_number_min < wave_number_max")
    elif high > LARGEST_WAVE_NUMBER:
        what = f"waves of {1e3 / high:.3g} mm are texture, no road"
        yield Problem(f"{path}.wave_number_max", what, f"at most {LARGEST_WAVE_NUMBER:g} 1/m")
    elif high * profile.length < 1.0:
        what = f"on {profile.length:g} m lies no whole wave of up to {high:g} cycle/m"
        yield Problem(f"{path}.wave_number_max", what, "a longer road, or shorter waves")
    elif profile.length <= LONGEST and profile.point_count() > MOST_POINTS:
        what = f"{profile.point_count()} points on each track"
        yield Problem(f"{path}.length", what, f"at most {MOST_POINTS}: a shorter road, or a smaller wave_number_max")


def _grid(surface: SplineSurface, path: str) -> Iterator[Problem]:
    for word in "xy":
        places = np.array(getattr(surface, word))
        if len(places) < FEWEST_POINTS:
            yield Problem(f"{path}.{word}", f"{len(places)} places", f"at least {FEWEST_POINTS}")
        elif (np.diff(places) <= 0).any():
            k = int(np.argmax(np.diff(places) <= 0))
            what = f"{places[k + 1]:g} m follows {places[k]:g} m"
            yield Problem(f"{path}.{word}", what, "rising places, each once")
    wanted = len(surface.x) * len(surface.y)
    if len(surface.heights) != wanted:
        what = f"{len(surface.heights)} heights for {len(surface.x)} x {len(surface.y)} places"
        yield Problem(f"{path}.heights", what, f"{wanted}: at the first x for every y, then at the next x")
