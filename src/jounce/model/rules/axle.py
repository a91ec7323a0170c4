"""What no suspension is like, though it could be built: unlike sides, axes that lie down, springs that push away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import degrees, pi
from typing import Any

from jounce.errors import Problem
from jounce.graph import atan2, sqrt
from jounce.model.axle_data import Axle, Place, mirrored
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import free_length, line_of
from jounce.spatial.vector import distance

MOST_DIFFERENCE = 0.1  # m between a point of the right side and the mirror image of the left one
MOST_TILT = 60.0  # deg of a steering axis from upright
FARTHEST_FROM_WHEEL = 3.0  # m of any point of a suspension from its wheel centre
SMALL = 1e-3  # m or m/s from rest, where an own law is asked whether it rises
MOST_FREE_LENGTH = 3.0  # of a spring, by its length as designed
WORDS = {"spring": "tension over extension", "damper": "tension over speed of extension"}
WORDS |= {"bump_stop": "push over compression"}


def sides_of(axle: Axle, path: str) -> Iterator[tuple[dict[str, Place], Callable[..., str | None]]]:
    """Points of each side, and a function that says where one of some points is written, if on this side.

    A mirrored side has the problems of the other; only what was written for it can be its own fault.
    """
    yield axle.points(1), lambda *names: f"{path}.hardpoints.{names[0]}"

    def on_the_right(*names: str) -> str | None:
        own = [name for name in names if name in axle.right_hardpoints]
        return f"{path}.right.hardpoints.{own[0]}" if own else None

    yield axle.points(-1), on_the_right


def mirror_images(axle: Axle, path: str) -> Iterator[Problem]:
    """The right side is nearly the mirror image of the left one: where it is far from it, a number slipped."""
    for name, off in axle.differences().items():
        if off > MOST_DIFFERENCE:
            image = _listed(mirrored(axle.hardpoints[name]))
            what = f"lies {off * 1000:.4g} mm away from the mirror image of the left one, {image}"
            hint = f"at most {MOST_DIFFERENCE * 1000:g} mm; leave it out where both sides are alike"
            yield Problem(f"{path}.right.hardpoints.{name}", what, hint)


def near_wheels(axle: Axle, path: str) -> Iterator[Problem]:
    """A suspension is about as large as its wheel, and so are its bodies."""
    for points, where in sides_of(axle, path):
        for name, point in points.items():
            if at := where(name):
                yield from _far_away(point, points["wheel_centre"], at)
    for role, data in axle.bodies.items():
        if data.centre is not None:
            yield from _far_away(data.centre, axle.hardpoints["wheel_centre"], f"{path}.bodies.{role}.centre")


def _far_away(point: Any, wheel: Place, at: str) -> Iterator[Problem]:
    if (away := distance(point, wheel)) > FARTHEST_FROM_WHEEL:
        what = f"{_listed(point)} is {away:.4g} m away from the wheel centre"
        yield Problem(at, what, f'at most {FARTHEST_FROM_WHEEL:g} m; with a unit: "195 mm"')


def upright_axes(axle: Axle, path: str) -> Iterator[Problem]:
    """A steering axis stands: its upper point above the lower one, not beside it."""
    for points, where in sides_of(axle, path):
        for low, high in TEMPLATES[axle.template].upright:
            x, y, z = (b - a for a, b in zip(points[low], points[high], strict=True))
            tilt = atan2(sqrt(x * x + y * y), z)
            if tilt > MOST_TILT * pi / 180 and (at := where(high, low)):
                what = f"the steering axis from '{low}' to '{high}' leans by {degrees(tilt):.3g} deg from upright"
                hint = f"at most {MOST_TILT:g} deg: '{high}' lies above '{low}'; are two points or coordinates swapped?"
                yield Problem(at, what, hint)


def resisting_laws(axle: Axle, path: str) -> Iterator[Problem]:
    """A spring, stop or damper resists: its force grows with what is done to it."""
    for word, meaning in WORDS.items():
        if word not in axle.elements:
            continue
        for field, value in _falling(axle.elements[word].law):
            what = f"{value}: it would pull where it should push"
            yield Problem(f"{path}.{word}.law.{field}", what, f"{meaning}: a positive rate")


def installed_lengths(axle: Axle, path: str) -> Iterator[Problem]:
    """A spring is not squeezed to a fraction of itself, and a stop has its clearance within the damper's length."""
    spring, stop = axle.elements.get("spring"), axle.elements.get("bump_stop")
    length = {word: _line_length(axle, word) for word in ("spring", "bump_stop")}
    if spring is not None:
        free = free_length(spring, length["spring"])
        if not 0 < free <= MOST_FREE_LENGTH * length["spring"]:
            key = "free_length" if spring.preload is None else "preload"
            what = f"its free length would be {free:.4g} m, and it is {length['spring']:.4g} m long as designed"
            hint = f"a free length up to {MOST_FREE_LENGTH:g} times that"
            if spring.preload is not None:
                hint += f"; from a preload of {spring.preload:g} N over a rate of {spring.law.slope:g} N/m"
            yield Problem(f"{path}.spring.{key}", what, hint)
    if stop is not None and stop.clearance >= length["bump_stop"]:
        what = f"{stop.clearance:g} m is more than the {length['bump_stop']:.4g} m between its ends"
        yield Problem(f"{path}.bump_stop.clearance", what, 'the way until it touches; with a unit: "30 mm"')


def _line_length(axle: Axle, element: str) -> Any:
    line = line_of(element, axle.hardpoints)
    return distance(axle.hardpoints[f"{line}_top"], axle.hardpoints[f"{line}_bottom"]) if line else 0.0


DOUBTS = (near_wheels, mirror_images, upright_axes, resisting_laws, installed_lengths)


def _falling(law: Any) -> Iterator[tuple[str, str]]:
    """Numbers of a law that make it fall: field and value."""
    if hasattr(law, "falling"):
        yield from law.falling()
    elif law.value(SMALL) < law.value(0.0):
        yield "value", f"falls from {law.value(0.0):g} at rest to {law.value(SMALL):g} at {SMALL:g}"


def _listed(point: Place) -> str:
    return f"[{', '.join(f'{v:g}' for v in point)}] m"
