"""Scene of elements between bodies or on them: springs, dampers, actuators, massless rods, half-shafts, wheels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import copysign, dist

from jounce.results import Result
from jounce.results.drawn.outline import GROUND
from jounce.results.kinds import shown_unit_factor
from jounce.spatial.vector import unit
from jounce.views.page.page_data import Bar, Coil, Place, Shape, Strut, Vec3, Wheel
from jounce.views.page.placed_outline import PlacedMark, PlacedOutline
from jounce.views.page.scene_bodies import SAME, Hardpoints

COIL_OVER = (0.06, 0.62)  # part of a damper's line that a spring around it takes, from the body
ROD, TUBE = 0.72, 0.55  # of a damper's length in the design position
COIL_RADIUS, COIL_OVER_RADIUS, TUBE_RADIUS = 0.09, 0.15, 0.045  # of an element's length
MOST_COIL, MOST_TUBE = 0.055, 0.022  # m
DIFFERENTIAL = 0.12  # m from the middle of the car to the end of a half-shaft
BAR_RADIUS, MOST_BAR = 0.02, 0.01  # of a massless rod's length; m
WIDTH = 0.62  # of the radius, where the width is not given
THIN = 0.1  # of the radius, of a wheel that rolls on its rim
LEFT: Vec3 = (0.0, 1.0, 0.0)


def scene_of_elements(placed: PlacedOutline, points: Hardpoints) -> list[Shape]:
    """Returns springs, tubes and rods; of elements on one line, one spring and one damper are drawn."""
    coils, tubes, rods = (_on_lines(placed, kind) for kind in ("coil", "tube", "rod"))
    found: list[Shape] = [_strut(mark.name, *mark.ends) for mark in tubes]
    for mark in coils:
        a, b = mark.ends
        length = dist(a.point, b.point)
        around = any(_on_one_line(mark, other) for other in tubes)
        begin, end = COIL_OVER if around else (0.0, 1.0)
        radius = min((COIL_OVER_RADIUS if around else COIL_RADIUS) * length, MOST_COIL)
        found.append(Coil("coil", mark.name, a, b, begin, end, radius))
    for mark in placed.of_kind("lines"):
        places = list(map(Place, mark.bodies, mark.points))
        found += [_bar(mark.name, a, b) for a, b in pairwise(places)]
    found += _guides(placed, points, tubes)
    found += _half_shafts(placed)
    found += [_bar(mark.name, *mark.ends) for mark in rods]
    return found


def _bar(name: str, a: Place, b: Place) -> Bar:
    return Bar("bar", name, a, b, min(BAR_RADIUS * dist(a.point, b.point), MOST_BAR))


def _on_lines(placed: PlacedOutline, kind: str) -> list[PlacedMark]:
    """Returns parts that are drawn so, the first on each line."""
    found: list[PlacedMark] = []
    for mark in placed.of_kind(kind):
        if not any(_on_one_line(mark, other) for other in found):
            found.append(mark)
    return found


def _strut(name: str, a: Place, b: Place) -> Strut:
    length = dist(a.point, b.point)
    return Strut("strut", name, a, b, ROD * length, TUBE * length, min(TUBE_RADIUS * length, MOST_TUBE))


def _guides(placed: PlacedOutline, points: Hardpoints, tubes: Sequence[PlacedMark]) -> Iterator[Shape]:
    """The strut of a suspension that has no damper on it: from the one point of the guide to what slides on it."""
    for mark in placed.of_kind("guide"):
        (parent, child), bottom = mark.bodies, mark.points[1]
        if len(points.own[parent]) == 1:
            top = points.own[parent][0]
            if not any(dist(top, tube.points[0]) < SAME and dist(bottom, tube.points[1]) < SAME for tube in tubes):
                yield _strut(placed.names[parent], Place(parent, top), Place(child, bottom))


def _half_shafts(placed: PlacedOutline) -> Iterator[Shape]:
    """Draws from the wheel towards the middle of the car, where the model has only a rotor."""
    carriers = {mark.bodies[1]: mark.bodies[0] for mark in placed.of_kind("pin")}
    for mark in placed.of_kind("shaft"):
        rotor, wheel = mark.bodies
        if carriers.get(rotor, GROUND) != GROUND:
            x, y, z = mark.points[0]
            inner = Place(carriers[rotor], (x, copysign(DIFFERENTIAL, y), z))
            yield Bar("bar", placed.names[rotor], inner, Place(wheel, (x, y, z)), MOST_BAR)


def _on_one_line(mark: PlacedMark, other: PlacedMark) -> bool:
    return all(dist(a, b) < SAME for a, b in zip(mark.points[:2], other.points[:2], strict=True))


def scene_wheels_of_elements(placed: PlacedOutline, result: Result) -> list[Wheel]:
    """Returns those of tyres, those that joints let roll, those of a rig."""
    found = []
    for mark in sorted(placed.of_kind("wheel"), key=lambda mark: mark.mark.joint):
        width = (THIN if mark.mark.joint else WIDTH) * mark.radius
        # the contact force of a rim is given in the axes of the ground, not in those of the wheel: no arrow
        forces = (None, 1.0) if mark.mark.joint else _forces(mark.name, result)
        road = f"{mark.name}.road" if f"{mark.name}.road" in result else ""
        axis, label = unit(mark.axis or LEFT), mark.mark.label
        found.append(Wheel("wheel", label, mark.bodies[0], mark.points[0], axis, mark.radius, width, *forces, road))  # type: ignore[arg-type]
    return found


def _forces(tyre: str, result: Result) -> tuple[tuple[str, str, str] | None, float]:
    """Returns channels of a tyre's force, and how many newtons one unit is in which they are shown."""
    x, y, z = (name if (name := f"{tyre}.{force}") in result else "" for force in ("Fx", "Fy", "Fz"))
    shown = {channel.shown_unit for channel in result.channels if channel.name in (x, y, z)}
    return ((x, y, z), shown_unit_factor(shown.pop(), "N")) if shown else (None, 1.0)
