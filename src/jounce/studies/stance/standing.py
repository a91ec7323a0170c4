"""How a car stands on level ground: its heights and roll against the design position, its corner weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.car import CarModel
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.handling.standing_car import standing_start
from jounce.studies.stance.offsets import heights_over_axles, offset_notes


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A car where it stands: the body over each axle against its design position, and the loads of its wheels."""

    heights: Mapping[str, float]  # m, of the body in its middle over the wheels of an axle; positive above
    roll: float  # rad, about x: positive where its left side is the higher one
    loads: Mapping[str, float]  # N, by corner
    start: SteadyMotionStart
    seen: Mapping[str, float]  # every channel

    def corners(self, axle: str) -> tuple[CornerModel, CornerModel]:
        """Returns the corners of an axle of the unit that leads, left before right."""
        left, right = self.start.car.leading.axles[axle]
        return left, right

    @property
    def cross_weight(self) -> float:
        """The share of the right front and the left rear wheel in the load of first and last axle."""
        names = list(self.heights)
        (left, right), (rear_left, rear_right) = self.corners(names[0]), self.corners(names[-1])
        crossed = self.loads[right.prefix] + self.loads[rear_left.prefix]
        return crossed / (crossed + self.loads[left.prefix] + self.loads[rear_right.prefix])


def standing_of_car(car: CarModel) -> Standing:
    """Returns how the unit that leads stands, with all that hangs on it."""
    start = standing_start(car)
    seen = start.seen()
    corners = [corner.prefix for pair in car.leading.axles.values() for corner in pair]
    loads = {name: seen[f"{name}.tyre.Fz"] for name in corners}
    heights = heights_over_axles(car, seen)
    return Standing(heights=heights, roll=seen["vehicle.roll"], loads=loads, start=start, seen=seen)


def standing_notes(vehicle: Vehicle) -> list[str]:
    """Says by how much a car does not stand in its design position; nothing where it does."""
    try:
        found = standing_of_car(vehicle.car_model())
    except NumericalError as error:
        return [f"how it stands is not known: {error}"]
    return list(offset_notes(found.heights, found.roll))
