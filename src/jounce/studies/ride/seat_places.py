"""Places where vibration is measured in a car: those of its file's [seat], or usual ones."""

from __future__ import annotations

from typing import Any

from jounce.model import Vehicle
from jounce.model.assemblies.seat.data import SeatData

USUAL = (
    "the file has no [seat]: vibration is measured in the middle of the wheelbase, a quarter of the track to the left"
)


def with_seat_places(vehicle: Vehicle) -> Vehicle:
    """The vehicle with a seat: its own, or one as high as the car body's centre of mass, without a mass of its own."""
    if vehicle.seat is not None or vehicle.body is None or vehicle.body.centre is None:
        return vehicle
    centres: list[Any] = [axle.hardpoints["wheel_centre"] for axle in vehicle.axles.values()]
    x = 0.5 * (centres[0][0] + centres[-1][0])
    return vehicle.with_leading_tables(seat=SeatData(point=(x, 0.5 * centres[0][1], vehicle.body.centre[2])))


def seat_place_notes(vehicle: Vehicle) -> tuple[str, ...]:
    """Returns what a user should know of where vibration is measured."""
    return () if vehicle.seat is not None else (USUAL,)
