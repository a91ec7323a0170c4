"""Scene of a car's body: a shell by its class and size, and the steering wheel before its driver."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, cos, pi, sin
from typing import NamedTuple

from jounce.results.drawn.outline import GROUND
from jounce.spatial.vector import unit
from jounce.views.page.page_data import Ring, Shell, Vec3, Wheel
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
}
FEWEST_WHEELS = 3  # of a car
OVERHANG_FRONT, OVERHANG_REAR = 0.80, 0.72  # m, of a model that is no vehicle
ARCH, ARCH_PIECES = 1.14, 20  # radius of a wheel arch over the tyre's; straight pieces
STEERING_WHEEL = 0.18  # m, radius
# where a driver holds it: behind the front axle and above the road in parts of wheelbase and roof; m to the left
BEHIND, BESIDE, ABOVE = 0.42, 0.36, 0.64
FROM_SEAT = (0.45, 0.0, 0.3)  # m, from the seat's surface


def scene_of_car_body(
    placed: PlacedOutline, wheels: Sequence[Wheel], outline: Sequence[float] | None = None
) -> Shell | None:
    """Around a body that moves freely on three wheels or more, by the class and size that the file gives.

    An `outline` says the size in its place: ahead of the front axle, behind it, width.
    """
    told = placed.outline.car
    shape = SHAPES.get(told.shape if told else "hatchback")
    if len(wheels) < FEWEST_WHEELS or not placed.floating or shape is None:
        return None
    x, y = [w.centre[0] for w in wheels], [w.centre[1] for w in wheels]
    radius = max(w.radius for w in wheels)
    ground = min(w.centre[2] for w in wheels) - radius
    rear, front, sill = min(x) - OVERHANG_REAR, max(x) + OVERHANG_FRONT, ground + shape.sill * radius
    width = max(y) - min(y) + max(w.width for w in wheels)
    if outline or told:
        ahead, behind, width = outline or [placed.number(k) for k in (told.front, told.rear, told.width)]  # type: ignore[union-attr]
        front, rear = max(x) + ahead, max(x) + behind
    scale = ground + _car_height(placed, shape) - sill

    def place(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(rear + u * (front - rear), sill + v * scale) for u, v in points]

    axles = sorted({round(v, 2) for v in x}, reverse=True) if shape.arches else []
    lower = [*place(shape.lower), *(point for axle in axles for point in _arch(axle, sill, wheels))]
    width *= shape.width
    roof = place(shape.roof)
    name = placed.names[placed.base]
    return Shell("shell", name, placed.base, [*lower, *roof], len(lower), width, shape.roof_width * width)


def _car_height(placed: PlacedOutline, shape: CarShape) -> float:
    """Returns the height of the roof above the road, as the file says it or as it is usual."""
    car = placed.outline.car
    return placed.number(car.height) if car and car.height >= 0 else shape.height


def _arch(axle: float, sill: float, wheels: Sequence[Wheel]) -> list[tuple[float, float]]:
    """The edge of the wheel arch at an axle, from ahead to behind, from the sill up and down to it."""
    wheel = min(wheels, key=lambda w: abs(w.centre[0] - axle))
    radius, height = ARCH * wheel.radius, wheel.centre[2]
    first = asin((sill - height) / radius)
    angles = [first + k * (pi - 2 * first) / ARCH_PIECES for k in range(ARCH_PIECES + 1)]
    return [(wheel.centre[0] + radius * cos(a), height + radius * sin(a)) for a in angles]


def scene_of_steering_wheels(placed: PlacedOutline, wheels: Sequence[Wheel]) -> list[Ring]:
    """As rings around their hinges; where the file does not say their place, before the driver."""
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
    return (behind, middle, min(heights) + ABOVE * _car_height(placed, shape))
