"""The picture of a car: what a page needs to draw besides its moving parts, as plain data that a result can carry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.model.assemblies.size.data import SHAPES, car_outline

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

SIDES = (("left", 1), ("right", -1))


def car_picture(vehicle: Vehicle) -> dict[str, Any]:
    """Names of hardpoints with their design positions, which axles are steered, and the body's shape and size."""
    points = {
        f"{name}.{point}" if point in axle.middle() else f"{name}_{side}.{point}": [float(number) for number in place]
        for name, axle in vehicle.axles.items()
        for side, sign in SIDES
        for point, place in axle.points(sign).items()
    }
    steered = [name for name, axle in vehicle.axles.items() if axle.steered]
    body = {} if vehicle.body is None else {"body": _body(vehicle)}
    return {"hardpoints": points, "steered": steered, **body}


def _body(vehicle: Vehicle) -> dict[str, Any]:
    size, seat = vehicle.size, vehicle.seat
    outline = car_outline(vehicle)
    return {
        "shape": SHAPES[0] if size is None else size.shape,
        "front": float(outline.front),
        "rear": float(outline.rear),
        "width": float(outline.width),
        "height": None if size is None or size.height is None else float(size.height),
        "seat": None if seat is None else [float(number) for number in seat.point],
    }
