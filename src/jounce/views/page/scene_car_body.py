"""Scene of a car's body: a shell by its class and size, and the steering wheel before its driver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import asin, cos, pi, sin
from typing import NamedTuple

from jounce.results.drawn.outline import GROUND, CarBody
from jounce.spatial.vector import unit
from jounce.views.page.page_data import Ring, Rod, Shell, Vec3, Wheel
from jounce.views.page.placed_outline import PlacedOutline
from jounce.views.page.scene_bodies import SAME

Side = tuple[tuple[float, float], ...]


class CarShape(NamedTuple):
    """A class of cars in the side view: part of the length from the rear, part of the height above the sill."""

    lower: Side  # clockwise from the tail; arches follow where there are any
    roof: Side
    height: float  # m above the road, where the file does not say it
    width: float = 1.0  # of the car's width
    roof_width: float = 0.86  # of that
    arches: bool = True
    sill: float = 0.62  # height above the road divided by the wheel's radius


SHAPES = {
    "hatchback": CarShape(
        ((0.01, 0.0), (0.0, 0.16), (0.01, 0.46), (0.05, 0.6), (0.62, 0.6), (0.97, 0.4), (1.0, 0.26), (0.99, 0.0)),
        ((0.04, 0.6), (0.13, 0.97), (0.22, 1.0), (0.45, 1.0), (0.53, 0.95), (0.72, 0.57)),
        1.42,
    ),
    "sedan": CarShape(
        ((0.01, 0.0), (0.0, 0.2), (0.01, 0.56), (0.2, 0.62), (0.66, 0.6), (0.97, 0.42), (1.0, 0.26), (0.99, 0.0)),
        ((0.14, 0.61), (0.28, 0.96), (0.34, 1.0), (0.53, 1.0), (0.59, 0.96), (0.75, 0.58)),
        1.42,
    ),
    "off-road": CarShape(
        ((0.0, 0.0), (0.0, 0.56), (0.02, 0.6), (0.66, 0.6), (0.98, 0.55), (1.0, 0.5), (1.0, 0.1), (0.97, 0.0)),
        ((0.01, 0.6), (0.03, 0.98), (0.06, 1.0), (0.57, 1.0), (0.6, 0.98), (0.67, 0.6)),
        1.83,
        roof_width=0.92,
        sill=0.8,
    ),
    "open-wheel": CarShape(
        ((0.03, 0.0), (0.0, 0.3), (0.3, 0.62), (0.36, 0.45), (0.56, 0.42), (0.62, 0.5), (1.0, 0.12), (0.97, 0.0)),
        ((0.28, 0.6), (0.345, 1.0), (0.37, 1.0), (0.375, 0.45)),
        1.05,
        width=0.4,
        roof_width=0.5,
        arches=False,
        sill=0.25,
    ),
    "truck": CarShape(
        ((0.0, 0.0), (0.0, 0.16), (0.55, 0.16), (0.57, 0.55), (0.99, 0.55), (1.0, 0.3), (1.0, 0.0)),
        ((0.57, 0.55), (0.58, 0.97), (0.62, 1.0), (0.95, 1.0), (0.99, 0.55)),
        3.6,
        roof_width=0.96,
        sill=0.8,
    ),
    "box": CarShape(
        ((0.0, 0.0), (0.0, 0.5), (1.0, 0.5), (1.0, 0.0)),
        ((0.0, 0.5), (0.0, 0.98), (0.01, 1.0), (0.97, 1.0), (1.0, 0.9), (1.0, 0.5)),
        2.6,
        roof_width=1.0,
        sill=1.1,
    ),
}
DRAWBAR, DRAWBAR_RADIUS = 0.3, 0.04  # of the width, half the distance of its feet; m
FEWEST_WHEELS = 3  # of a car
OVERHANG_FRONT, OVERHANG_REAR = 0.80, 0.72  # m, of a model that is no vehicle
ARCH, ARCH_PIECES = 1.14, 20  # radius of a wheel arch over the tyre's; straight pieces
STEERING_WHEEL = 0.18  # m, radius
# where a driver holds it: behind the front axle and above the road in parts of wheelbase and roof; m to the left
BEHIND, BESIDE, ABOVE = 0.42, 0.36, 0.64
FROM_SEAT = (0.45, 0.0, 0.3)  # m, from the seat's surface


def scene_of_pulled_bodies(placed: PlacedOutline, wheels: Sequence[Wheel]) -> list[Shell | Rod]:
    """Around the bodies of the units behind, each on its own wheels, with a drawbar where the hitch is ahead of it."""
    found: list[Shell | Rod] = []
    for told in placed.outline.pulled:
        index = placed.outline.index(told.body)
        own = wheels_of_unit(placed, wheels, index)
        if index == GROUND or not own or told.shape not in SHAPES:
            continue
        shell = _shell(placed, told, index, own)
        found += [shell, *_drawbar(placed, shell)]
    return found


def wheels_of_unit(placed: PlacedOutline, wheels: Sequence[Wheel], body: int) -> list[Wheel]:
    """Returns the wheels of the unit that a floating body belongs to."""
    return [wheel for wheel in wheels if placed.bodies[wheel.body].unit == placed.bodies[body].unit]


def _drawbar(placed: PlacedOutline, shell: Shell) -> Iterator[Rod]:
    """Draws two rods from the hitch to the front of a body."""
    front = max(x for x, _ in shell.profile)
    low = min(z for _, z in shell.profile)
    for mark in placed.joints:
        if mark.bodies[1] == shell.body and mark.points[1][0] > front:
            for side in (-1.0, 1.0):
                foot = (front, side * DRAWBAR * shell.width, low)
                yield Rod("rod", f"{shell.name}: drawbar", shell.body, mark.points[1], foot, DRAWBAR_RADIUS, "frame")


def scene_of_car_body(
    placed: PlacedOutline, every_wheel: Sequence[Wheel], outline: Sequence[float] | None = None
) -> Shell | None:
    """Draws around a body that moves freely on three wheels or more, by the class and size that the file gives.

    An `outline` says the size in its place: ahead of the front axle, behind it, width.
    """
    told = placed.outline.car
    wheels = wheels_of_unit(placed, every_wheel, placed.base) if placed.floating else []
    if len(wheels) < FEWEST_WHEELS or (told and told.shape not in SHAPES):
        return None
    return _shell(placed, told, placed.base, wheels, outline)


def _shell(
    placed: PlacedOutline,
    told: CarBody | None,
    body: int,
    wheels: Sequence[Wheel],
    outline: Sequence[float] | None = None,
) -> Shell:
    """Draws by shape and sizes as they are told, else by what is usual."""
    shape = SHAPES[told.shape if told else "hatchback"]
    x, y = [w.centre[0] for w in wheels], [w.centre[1] for w in wheels]
    radius = max(w.radius for w in wheels)
    ground = min(w.centre[2] for w in wheels) - radius
    rear, front, sill = min(x) - OVERHANG_REAR, max(x) + OVERHANG_FRONT, ground + shape.sill * radius
    width = max(y) - min(y) + max(w.width for w in wheels)
    if outline or told:
        ahead, behind, width = outline or [placed.number(k) for k in (told.front, told.rear, told.width)]  # type: ignore[union-attr]
        front, rear = max(x) + ahead, max(x) + behind
    scale = ground + _car_height(placed, told, shape) - sill

    def place(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(rear + u * (front - rear), sill + v * scale) for u, v in points]

    axles = sorted({round(v, 2) for v in x}, reverse=True) if shape.arches else []
    lower = [*place(shape.lower), *(point for axle in axles for point in _arch(axle, sill, wheels))]
    width *= shape.width
    roof = place(shape.roof)
    return Shell("shell", placed.names[body], body, [*lower, *roof], len(lower), width, shape.roof_width * width)


def _car_height(placed: PlacedOutline, told: CarBody | None, shape: CarShape) -> float:
    """Returns the height of the roof above the road, as the file says it or as it is usual."""
    return placed.number(told.height) if told and told.height >= 0 else shape.height


def _arch(axle: float, sill: float, wheels: Sequence[Wheel]) -> list[tuple[float, float]]:
    """Draws the edge of the wheel arch at an axle, from ahead to behind, from the sill up and down to it."""
    wheel = min(wheels, key=lambda w: abs(w.centre[0] - axle))
    radius, height = ARCH * wheel.radius, wheel.centre[2]
    first = asin((sill - height) / radius)
    angles = [first + k * (pi - 2 * first) / ARCH_PIECES for k in range(ARCH_PIECES + 1)]
    return [(wheel.centre[0] + radius * cos(a), height + radius * sin(a)) for a in angles]


def scene_of_steering_wheels(placed: PlacedOutline, wheels: Sequence[Wheel]) -> list[Ring]:
    """Draws rings around their hinges; where the file does not say their place, before the driver."""
    found = []
    for mark in placed.of_kind("pin"):
        body = mark.bodies[1]
        if body != GROUND and placed.bodies[body].look == "steering wheel":
            told = mark.points[0]
            at = told if any(abs(number) > SAME for number in told) else _before_driver(placed, wheels)
            axis: Vec3 = unit(mark.axis)  # type: ignore[arg-type, assignment]
            found.append(Ring("ring", placed.names[body], body, at, axis, STEERING_WHEEL))
    return found


def _before_driver(placed: PlacedOutline, wheels: Sequence[Wheel]) -> Vec3:
    car = placed.outline.car
    if car and car.seat:
        x, y, z = (number + shift for number, shift in zip(placed.vector(car.seat), FROM_SEAT, strict=True))
        return (x, y, z)
    shape = SHAPES.get(car.shape if car else "", SHAPES["hatchback"])
    x_of, heights = [w.centre[0] for w in wheels] or [0.0], [w.centre[2] - w.radius for w in wheels] or [0.0]
    middle = 0.0 if not shape.arches else BESIDE  # in a single-seater the driver sits in the middle
    behind = max(x_of) - BEHIND * (max(x_of) - min(x_of))
    return (behind, middle, min(heights) + ABOVE * _car_height(placed, car, shape))
