"""Where the units of a combination are and how their axles move, read off a run or a steady circle."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.model.assembly.unit_model import UnitModel


class Histories(Protocol):
    """Gives channels by their names: numbers of one instant, or their histories."""

    def __getitem__(self, name: str, /) -> Any: ...


def axle_place(unit: UnitModel, axle: str) -> float:
    """Returns how far an axle lies ahead of the reference point of its unit, in the design position, in m."""
    corners = unit.axles[axle]
    return float(np.mean([corner.wheel_centre[0] for corner in corners])) - float(unit.reference[0])  # type: ignore[arg-type]


def unit_of_axle(car: CarModel, axle: str) -> UnitModel:
    """Returns the unit that an axle belongs to."""
    return next(unit for unit in car.units.values() if axle in unit.axles)


def first_axle(car: CarModel) -> str:
    """Returns the name of the foremost axle."""
    return next(iter(car.axles))


def last_axle(car: CarModel) -> str:
    """Returns the name of the rearmost axle."""
    return list(car.axles)[-1]


def point_on_ground(seen: Histories, unit: UnitModel, ahead: float, left: float = 0.0) -> tuple[Any, Any]:
    """Returns x and y of a point of a unit, given from its reference point, as seen from above."""
    yaw = seen[f"{unit.motion}.yaw"]
    c, s = np.cos(yaw), np.sin(yaw)
    return seen[f"{unit.motion}.x"] + c * ahead - s * left, seen[f"{unit.motion}.y"] + s * ahead + c * left


def axle_radius(seen: Histories, unit: UnitModel, axle: str) -> Any:
    """Returns the radius of the circle on which the middle of an axle goes: its speed divided by the yaw rate."""
    rate = seen[f"{unit.motion}.yaw_rate"]
    across = seen[f"{unit.motion}.vy"] + rate * axle_place(unit, axle)
    return np.hypot(seen[f"{unit.motion}.vx"], across) / abs(rate)
