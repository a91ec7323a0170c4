"""What the linkages of a car say where it stands: on its springs, not in the design position of its file."""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.model.axle_data import SIDES
from jounce.studies.driving.driving_start import start_parked
from jounce.studies.kinematics.wheel_travel import WheelTravel

STRIDE = 1e-3  # m, to the second of the two positions that a curve has at least


def standing_linkage(vehicle: Vehicle, car: CarModel, axle: str) -> dict[str, float]:
    """Returns the outputs of `wheel-travel` at the travel at which both wheels of an axle stand, by name.

    A car may stand far from its design position: hmmwv 0.1 m below, where springs and links are others.
    """
    seen = start_parked(car).seen()
    travel = float(np.mean([seen[f"{axle}_{side}.travel"] for side in SIDES]))
    found = WheelTravel(axle=axle, travel=(travel, travel + STRIDE), points=2).run(vehicle)
    return {name: float(found[name][0]) for name in found}
