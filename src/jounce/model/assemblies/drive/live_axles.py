"""Drive of a live axle: a propeller shaft from the car body to a pinion on the axle, which carries the differential."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jounce.graph import Scalar, maximum
from jounce.model.assemblies.body.parts import HALVES
from jounce.model.assemblies.drive.data import DriveData
from jounce.model.assembly import rotors
from jounce.model.assembly.axle_model import CornerModel
from jounce.parts.joints import Coupling, ShaftJoint
from jounce.spatial.vector import Vec3

ALONG = rotors.AXES["along"]
LEAST_INERTIA = 1e-5  # kg m^2, of a pinion and of the end of a shaft: nothing that turns weighs nothing


def carries_its_drive(pair: Iterable[CornerModel]) -> bool:
    """Tells whether the differential of an axle sits on the axle, and not on the car body."""
    return all(corner.frame not in (rotors.CAR, *HALVES) for corner in pair)


def live_axle_differential(
    axle: str, drive: DriveData, pair: list[CornerModel], place: Vec3, input_inertia: Scalar
) -> list[Any]:
    """Returns propeller shaft, pinion and the gears of the differential, whose outputs are the wheels themselves.

    Propeller shaft and pinion turn about -x, `final_ratio` times as far as their coordinates, which count turns of the
    differential's case. The shaft turns on the car body, the pinion on the axle: what goes through it turns the axle
    over against the body, and presses the left wheel on the road as the car is driven forward. The inertia of the case
    is given half to each.
    """
    ratio: Any = drive.final_ratio
    half = 0.5 * drive.differential_inertia * (1.0 / (ratio * ratio))
    case, pinion = f"drive.{axle}_differential", f"drive.{axle}_pinion"
    bodies = f"{axle}_propeller", f"{axle}_pinion"
    shaft = maximum(half + input_inertia, LEAST_INERTIA)
    return [
        *rotors.rotor(bodies[0], case, shaft, place, ALONG, ratio=ratio),
        *rotors.rotor(
            bodies[1],
            pinion,
            maximum(half, LEAST_INERTIA),
            place,
            ALONG,
            interface=False,
            ratio=ratio,
            carrier=pair[0].frame,
        ),
        ShaftJoint(
            name=f"{axle}.propeller_joint",
            parent=bodies[0],
            child=bodies[1],
            point=place,
            axis=ALONG,
            child_axis=ALONG,
        ),
        Coupling(
            name=f"{case}_gear",
            coordinates=(f"{pinion}.angle", *(corner.wheel for corner in pair)),
            factors=(2.0, -1.0, -1.0),
        ),
    ]
