"""Points that lie where their names or the other points do not let one expect them: told with the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from jounce.model.axle_data import Axle, Place
from jounce.model.rules.sides import ACROSS
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import LINES

# parts of the names of two points, the first of which lies nearer to the middle of the car
INBOARD = (("_inner", "_outer"), ("arm_front", "ball_joint"), ("arm_rear", "ball_joint"))
FAR = 1.2  # m of a point from its wheel centre
OUTBOARD = 0.15  # m of a point beyond the wheel centre
ALONE_IN_HEIGHT = 0.6  # m above all other points
CLEARANCE = 0.03  # m of a point above the road
ALONE = 3.0  # times as far from the middle of the car: where the next point lies, if one is alone there


def swapped_points(axle: Axle) -> Iterator[str]:
    """Inner points that lie outboard of outer ones, front behind rear, top below bottom."""
    points = axle.hardpoints
    for name, point in points.items():
        for inner, outer in INBOARD:
            other = points.get(name.replace(inner, outer)) if inner in name else None
            if other is not None and abs(point[1]) > abs(other[1]):
                yield _told(name, point, name.replace(inner, outer), other, "outboard of", 1)
        if "front" in name and (other := points.get(name.replace("front", "rear"))) and point[0] < other[0]:
            yield _told(name, point, name.replace("front", "rear"), other, "behind", 0)
    for line in dict.fromkeys(line for lines in LINES.values() for line in lines):
        top, bottom = points.get(f"{line}_top"), points.get(f"{line}_bottom")
        if top and bottom and top[2] < bottom[2]:
            yield _told(f"{line}_top", top, f"{line}_bottom", bottom, "below", 2)


def _told(name: str, point: Place, other_name: str, other: Place, where: str, k: int) -> str:
    numbers = f"{'xyz'[k]} = {1e3 * point[k]:.4g} and {1e3 * other[k]:.4g} mm"
    why = "are they swapped, or does x point rearward?" if k == 0 else "are they swapped?"
    return f".hardpoints.{name}: '{name}' lies {where} '{other_name}' ({numbers}): {why}"


def lonely_points(axle: Axle) -> Iterator[str]:
    """Points far from their wheel, at the origin, or alone near the middle of the car."""
    centre, anywhere = axle.hardpoints["wheel_centre"], TEMPLATES[axle.template].anywhere
    sided = {name: p for name, p in axle.hardpoints.items() if name not in anywhere}
    for name, point in sided.items():
        others = [abs(p[1]) for n, p in sided.items() if n != name]
        where, y = f".hardpoints.{name}", abs(point[1])
        if not any(point):
            yield f"{where}: [0, 0, 0]: was it forgotten?"
        elif dist(point, centre) > FAR:
            yield f"{where}: it lies {dist(point, centre):.3g} m away from the wheel centre"
        elif 0 < y < ACROSS and len(others) > 1 and min(others) > max(ALONE * y, 2 * ACROSS):
            told = f"the other points of this corner are at least {1e3 * min(others):.4g} mm from it"
            yield f"{where}: it lies {1e3 * y:.3g} mm from the middle of the car; {told}: has it another unit?"


def heights(axle: Axle) -> Iterator[str]:
    """Points far above all others, or all but on the road."""
    centre, radius = axle.hardpoints["wheel_centre"], float(axle.tyre.radius)  # type: ignore[arg-type]
    for name, point in axle.hardpoints.items():
        others = [p[2] for n, p in axle.hardpoints.items() if n != name]
        above = point[2] - (centre[2] - radius)
        if point[2] - max(others, default=point[2]) > ALONE_IN_HEIGHT:
            told = f"the next highest point at {1e3 * max(others):.4g} mm"
            yield f".hardpoints.{name}: z = {1e3 * point[2]:.4g} mm, {told}: has it another unit?"
        elif name != "wheel_centre" and abs(point[1]) > ACROSS and abs(above) < CLEARANCE:  # else told above
            told = f"{1e3 * above:.3g} mm above the road under the wheel"
            yield f".hardpoints.{name}: z = {1e3 * point[2]:.4g} mm, {told}: has it another unit?"


def wheels_off_their_points(axle: Axle) -> Iterator[str]:
    """A wheel centre that no point of its suspension comes near in height."""
    centre, radius = axle.hardpoints["wheel_centre"], float(axle.tyre.radius)  # type: ignore[arg-type]
    off = [p[2] - centre[2] for name, p in axle.hardpoints.items() if name not in ("wheel_centre", "spindle")]
    if len(off) > 1 and min(map(abs, off)) > radius:
        nearest = 1e3 * min(map(abs, off))
        yield (
            f".hardpoints.wheel_centre: z = {1e3 * centre[2]:.4g} mm; the nearest point in height is {nearest:.4g} mm "
            f"away, more than the radius of {1e3 * radius:.4g} mm"
        )


def wheels_inboard(axle: Axle) -> Iterator[str]:
    """A wheel centre with points of its suspension far outboard."""
    centre = axle.hardpoints["wheel_centre"]
    name = max(axle.hardpoints, key=lambda n: axle.hardpoints[n][1])
    off = axle.hardpoints[name][1] - centre[1]
    if off > OUTBOARD:
        yield f".hardpoints.wheel_centre: y = {1e3 * centre[1]:.4g} mm; '{name}' lies {1e3 * off:.4g} mm outboard of it"


ORDER = (swapped_points, lonely_points, heights, wheels_off_their_points, wheels_inboard)
