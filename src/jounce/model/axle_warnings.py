"""What a suspension may be like, though a number has probably slipped: told with the numbers, not refused."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import TYPE_CHECKING

from jounce.model.axle_checks import sides_of
from jounce.model.axle_data import Axle
from jounce.model.side_checks import LEAST_HALF_TRACK
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import free_length, line_of
from jounce.model.triangles import off_line

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

SHORT = 0.02  # m: a member this short
FLAT = 0.05  # of the longest side of a triangle: one with less height is nearly a line
WHEELS = (0.15, 0.6)  # m, loaded radius from a kart's wheel with its tyre to a lorry's


def vehicle_warnings(vehicle: Vehicle) -> list[str]:
    """A sentence for each number that is unusual, beginning with its path."""
    return [f"axles.{name}{told}" for name, axle in vehicle.axles.items() for rule in DOUBTFUL for told in rule(axle)]


def unlike_sides(axle: Axle) -> Iterator[str]:
    """Points of the right side that are not the mirror images of the left ones."""
    found = {name: off for name, off in axle.differences().items() if off > 0}
    if found:
        listed = ", ".join(f"{name} by {1e3 * off:.3g} mm" for name, off in found.items())
        yield f".right: the right side differs from the mirror image of the left one: {listed}"


def short_members(axle: Axle) -> Iterator[str]:
    """Members and axes that are so short that a millimetre turns them."""
    for points, where in sides_of(axle, ""):
        for a, b in (*TEMPLATES[axle.template].apart, ("wheel_centre", "spindle")):
            if a in points and b in points and (off := dist(points[a], points[b])) < SHORT and (at := where(b, a)):
                yield f"{at}: '{a}' and '{b}' are only {1e3 * off:.3g} mm apart"


def flat_triangles(axle: Axle) -> Iterator[str]:
    """Levers that are so short that the linkage nearly locks or nearly falls apart."""
    for points, where in sides_of(axle, ""):
        for names in TEMPLATES[axle.template].bent:
            a, b, c = names
            off = off_line(points[a], points[b], points[c])
            longest = max(dist(points[p], points[q]) for p, q in ((a, b), (b, c), (c, a)))
            if off < FLAT * longest and (at := where(c, b, a)):
                yield (
                    f"{at}: '{c}' lies only {1e3 * off:.3g} mm off the line through '{a}' and '{b}': "
                    f"with so short a lever a small movement there turns it far, and forces grow"
                )


def pulling_springs(axle: Axle) -> Iterator[str]:
    """A suspension spring that pulls in the design position."""
    spring, line = axle.elements.get("spring"), line_of("spring", axle.hardpoints)
    if spring is None or line is None:
        return
    length = dist(axle.hardpoints[f"{line}_top"], axle.hardpoints[f"{line}_bottom"])
    free = float(free_length(spring, length))
    if free < length:
        key = "free_length" if spring.preload is None else f"preload: {spring.preload:g} N;"
        yield (
            f".spring.{key} its free length of {1e3 * free:.4g} mm is less than its {1e3 * length:.4g} mm as designed: "
            "it pulls the wheel up; a preload is positive in compression"
        )


def odd_wheels(axle: Axle) -> Iterator[str]:
    """Wheels unlike those of a road vehicle, or nearly in one place."""
    radius, half = float(axle.tyre.radius), axle.hardpoints["wheel_centre"][1]  # type: ignore[arg-type]
    if not WHEELS[0] <= radius <= WHEELS[1]:
        usual = f"{1e3 * WHEELS[0]:g} to {1e3 * WHEELS[1]:g} mm"
        yield f".tyre.radius: {1e3 * radius:.4g} mm is unusual for a loaded radius; road vehicles have {usual}"
    if half < LEAST_HALF_TRACK:
        yield f".hardpoints.wheel_centre: y = {1e3 * half:.3g} mm, so the wheels are {2e3 * half:.3g} mm apart"


DOUBTFUL = (unlike_sides, short_members, flat_triangles, pulling_springs, odd_wheels)
