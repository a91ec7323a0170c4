"""How a car stands on level ground: its heights and roll against the design position, its corner weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jounce.errors import NumericalError
from jounce.model import Vehicle
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

    @property
    def cross_weight(self) -> float:
        """The share of the right front and the left rear wheel in the load of first and last axle."""
        front, rear = self._ends()
        crossed = self.loads[f"{front}_right"] + self.loads[f"{rear}_left"]
        return crossed / sum(self.loads[f"{axle}_{side}"] for axle in (front, rear) for side in ("left", "right"))

    def _ends(self) -> tuple[str, str]:
        names = list(self.heights)
        return names[0], names[-1]


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
