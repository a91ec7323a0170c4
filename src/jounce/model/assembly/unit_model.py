"""Model of a unit: one body on its wheels, with the names by which a study reaches it and its design geometry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.model.assembly.axle_model import CornerModel
from jounce.spatial.vector import Vec3


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitModel:
    """One body on its wheels: a car or a trailer."""

    name: str  # "car", "caravan"
    body: str  # name of its floating body
    joint: str  # by which this moves on the ground, or on the unit that pulls it
    motion: str  # of its reference point: "vehicle" for channels such as vehicle.yaw_rate
    corners: Mapping[str, CornerModel]  # "front_left", ...: axles from front to rear, left before right
    reference: Vec3  # point of the body whose motion is recorded, in the design position
    centre: Vec3  # centre of mass of the whole unit in the design position
    mass: Scalar  # kg, of the whole unit

    def __repr__(self) -> str:
        return f"<UnitModel '{self.name}' on {', '.join(self.corners)}>"

    @property
    def axles(self) -> dict[str, tuple[CornerModel, ...]]:
        """Returns the corners of each axle: one after another from left to right."""
        found: dict[str, tuple[CornerModel, ...]] = {}
        for corner in self.corners.values():
            found[corner.axle] = (*found.get(corner.axle, ()), corner)
        return found

    @property
    def wheelbase(self) -> Scalar:
        """Returns the distance from the first to the last axle, in the design position; 0 with one axle."""
        places = [corner.wheel_centre[0] for corner in self.corners.values()]
        return places[0] - places[-1]

    def coordinate(self, word: str) -> str:
        """Returns the name of a coordinate or speed of its body: "z", "q0", "vx", "wz_rate"; on a hitch "yaw"."""
        return f"{self.joint}.{word}"
