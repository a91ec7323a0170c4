"""What a car is where it stands: on its springs and tyres, not in the design position of its file."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.depths.car_masses import LumpedMass
from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.simulation.loops.pose import motions
from jounce.studies.driving.driving_start import start_parked, start_straight
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.kinematics.wheel_travel import WheelTravel

SLOW = (2.0, 5.0, 10.0, 20.0)  # m/s
STRIDE = 1e-3  # m, to the second of the two positions that a curve has at least


def standing_start(car: CarModel) -> SteadyMotionStart:
    """Returns the car on its springs: it rolls slowly, since tyres that stand hold the wheels apart as they are.

    One that cannot roll so slowly, in a high gear or by the creep of its converter, rolls as slowly as it can.
    """
    if not car.drive:
        return start_parked(car)
    for speed in SLOW[:-1]:
        try:
            return start_straight(car, speed)
        except NumericalError:
            continue
    return start_straight(car, SLOW[-1])


def standing_linkage(vehicle: Vehicle, car: CarModel, axle: str) -> dict[str, float]:
    """Returns the outputs of `wheel-travel` at the travel at which both wheels of an axle stand, by name.

    A car may stand far from its design position: hmmwv stands 0.1 m above, where springs and links are others.
    """
    seen = standing_start(car).seen()
    travel = float(np.mean([seen[f"{corner.prefix}.travel"] for corner in car.axles[axle]]))
    found = WheelTravel(axle=axle, travel=(travel, travel + STRIDE), points=2).run(vehicle)
    return {name: float(found[name][0]) for name in found}


def standing_centre(car: CarModel) -> np.ndarray:
    """Returns the centre of mass of all bodies of the standing leading unit in the axes of the ground, m.

    The point that `vehicle.cg` follows is fixed to the car body, and is this one in the design position only.
    """
    ready = standing_start(car).ready
    placed = motions(ready.mechanism, ready.layout, ready.state)
    lumps = {body.name: LumpedMass.of_body(body) for body in car.bodies_of(car.leading)}
    masses = np.array([float(lump.mass) for lump in lumps.values()])
    at: dict[str, Any] = {name: placed[ready.mechanism.index(name)] for name in lumps}
    places = [at[name].position(lump.centre) for name, lump in lumps.items()]
    return np.asarray(masses @ np.array(places, float) / masses.sum())
