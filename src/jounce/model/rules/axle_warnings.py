"""What a suspension may be like, though a number has probably slipped: told with the numbers, not refused."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, dist
from typing import TYPE_CHECKING

from jounce.model.axle_data import Axle
from jounce.model.rules.axle import sides_of
from jounce.model.rules.order_warnings import ORDER
from jounce.model.rules.sides import LEAST_HALF_TRACK
from jounce.model.rules.triangles import off_line, spread_about_line
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import free_length, line_of
from jounce.model.tyre_files.tir_parts import missing_parts
from jounce.parts.laws import constant_rate

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

SHORT = 0.02  # m: a member this short
FLAT = 0.05  # of the longest side of a triangle: one with less height is nearly a line
# least and largest rate, SI
RATES = {"spring": (1e3, 1e7, "N/m"), "damper": (50.0, 1e6, "N s/m"), "bump_stop": (1e3, 1e8, "N/m")}
MOST_ANGLE = {"toe": 3.0, "camber": 10.0}  # deg
WHEELS = (0.15, 0.6)  # m, loaded radius from a kart's wheel with its tyre to a lorry's


def vehicle_warnings(vehicle: Vehicle, only: str | None = None) -> list[str]:
    """A sentence for each number that is unusual, beginning with its path; of one axle, or of all."""
    axles = [(name, axle) for name, axle in vehicle.axles.items() if only in (None, name)]
    return [f"axles.{name}{told}" for name, axle in axles for rule in DOUBTFUL for told in rule(axle)]


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


def narrow_knuckles(axle: Axle) -> Iterator[str]:
    """Outer ends of rods that lie nearly on one line."""
    names = TEMPLATES[axle.template].spread
    for points, where in sides_of(axle, ""):
        if names and (off := spread_about_line([points[n] for n in names])) < SHORT and (at := where(*names)):
            yield f"{at}: {', '.join(names)} lie within {1e3 * off:.3g} mm of one line"


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


def odd_rates(axle: Axle) -> Iterator[str]:
    """Springs and dampers of another size than those of road vehicles: a unit may have slipped."""
    for word, (low, high, unit) in RATES.items():
        law = axle.elements[word].law if word in axle.elements else None
        rate = constant_rate(law)
        if rate and not low <= float(rate) <= high:  # type: ignore[arg-type]
            yield f".{word}.law: a rate of {rate:.4g} {unit}; road vehicles have {low:g} to {high:g} {unit}"


def odd_angles(axle: Axle) -> Iterator[str]:
    """Static toe and camber that no car drives with."""
    for word, most in MOST_ANGLE.items():
        angle = degrees(float(getattr(axle.alignment, word) or 0.0))
        if abs(angle) > most:
            yield f'.alignment.{word}: {angle:.3g} deg is unusual, more than {most:g} deg; with its unit: "0.1 deg"'


def incomplete_tyres(axle: Axle) -> Iterator[str]:
    """What the tyre's property file leaves out, or that it may be cut."""
    for note in (*missing_parts(axle.tyre.law), *axle.tyre_cut) if axle.tyre.file else ():
        yield f".tyre.file: {axle.tyre.file}: {note}"


DOUBTFUL = (
    unlike_sides,
    short_members,
    flat_triangles,
    narrow_knuckles,
    pulling_springs,
    odd_wheels,
    odd_rates,
    odd_angles,
    incomplete_tyres,
    *ORDER,
)
