"""The seat of the driver as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.units import Quantity

PositiveMass = Annotated[float, Quantity("kg", "positive")]
Damping = Annotated[float, Quantity("N s/m", "not negative")]
SpringStiffness = Annotated[float, Quantity("N/m", "positive")]
Point = Annotated[tuple[float, float, float], Quantity("m")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatData:
    """Where the driver sits, and as an option the driver as a mass on the cushion of a seat that is a mass on springs.

    Vibration is measured at seat, floor and back. With `driver_mass` the two masses slide up and down in the car body,
    which is weighed with both of them.
    """

    point: Point  # on the surface of the seat, under the driver
    floor: Point | None = None  # under the driver's feet; 0.5 m ahead of the seat and 0.35 m below where left out
    back: Point | None = None  # on the backrest; 0.25 m behind the seat and 0.4 m above where left out
    driver_mass: PositiveMass | None = None  # that rests on the cushion
    cushion_stiffness: SpringStiffness | None = None  # between seat and driver
    cushion_damping: Damping = 0.0  # between seat and driver
    mass: PositiveMass | None = None  # of the seat that moves on its springs
    stiffness: SpringStiffness | None = None  # between car body and seat
    damping: Damping = 0.0  # between car body and seat
