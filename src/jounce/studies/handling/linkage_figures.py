"""Figures of a car that follow from its linkages on the rig: ride, damping, alignment, bump steer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from jounce.errors import JounceError
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.model.usual.car_classes import unusual_figures
from jounce.model.usual.car_figures import all_figures_of_car, car_class
from jounce.parts.laws import Law
from jounce.studies.handling.standing_car import standing_linkage
from jounce.studies.handling.steady_circle import SteadyCircle
from jounce.studies.kinematics.outputs.rates import SLOW
from jounce.studies.kinematics.wheel_travel import WheelTravel
from jounce.studies.ride.equivalent_damping import RATED, forces_of, slope_for

TURNING = ("roll_gradient", "understeer_gradient", "steering_ratio")  # of steady circles
DIGITS = 4  # behind the point, of deg, Hz and shares: less is rounding
# of the left wheel in wheel-travel: factor to the unit of the table of usual ranges
LINKAGE = {
    "ride_frequency": 1.0,
    "camber": float(np.degrees(1.0)),
    "toe": float(np.degrees(1.0)),
    "bump_steer": float(np.degrees(1.0)),
}


def unusual_car_notes(vehicle: Vehicle) -> list[str]:
    """Returns a sentence for each figure, of numbers, linkages or circles of a car, that is unusual in its class."""
    car = vehicle.car_model()
    tyres = tyre_validities(car.model, vehicle)
    if not tyres:
        return []
    values = all_figures_of_car(vehicle, car, tyres)
    of_class = car_class(vehicle, values)
    with suppress(JounceError):  # of a car that cannot stand or turn, what is known before is told
        values |= dict(linkage_figures(vehicle, car))
        values |= dict(turning_figures(vehicle, car))
    return list(unusual_figures(values, of_class).values())


def linkage_figures(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds figures of the left wheels in the units of the table of usual ranges.

    They are those of the car where it stands; of an axle without wheels, those of the design position.
    """
    for place, axle in zip(("front", "rear"), vehicle.axles, strict=False):
        found = standing_linkage(vehicle, car, axle) if axle in car.axles else _design_linkage(vehicle, axle)
        left = next(iter(vehicle.axle_model(axle).corners.values())).prefix
        for word, factor in LINKAGE.items():
            if f"{left}.{word}" in found:
                yield f"{word}_{place}", round(float(found[f"{left}.{word}"] * factor), DIGITS) + 0.0
        if f"{left}.damping_ratio" in found:
            softening = _softening(vehicle.axles[axle].elements["damper"].law)
            yield f"damping_ratio_{place}", found[f"{left}.damping_ratio"] * softening
        if f"{axle}.steering_ratio" in found and place == "front":
            yield "steering_ratio", found[f"{axle}.steering_ratio"]
        for word in ("caster", "kingpin"):
            if place == "front" and f"{left}.{word}" in found:
                yield word, round(float(np.degrees(found[f"{left}.{word}"])), DIGITS) + 0.0


def turning_figures(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds what the car does in steady circles; nothing of one that is not steered or has no wheels."""
    if car.steering is not None and car.corners:
        found = SteadyCircle().run(vehicle).metrics
        yield from ((name, found[name].value) for name in TURNING if name in found)


def _design_linkage(vehicle: Vehicle, axle: str) -> dict[str, float]:
    found = WheelTravel(axle=axle, travel=(-1e-3, 1e-3), points=3).run(vehicle).metrics
    return {name: float(metric.value) for name, metric in found.items()}


def _softening(law: Law) -> float:
    """Returns the equivalent damping at the rated speed, divided by the mean slope near rest of the linkage's ratio."""
    ends = np.array([-1.1, -0.9, 0.9, 1.1]) * SLOW
    below, above = np.diff(forces_of(law, ends))[::2] / np.diff(ends)[::2]
    near = float(0.5 * (below + above))
    return slope_for(law, RATED) / near if near else 1.0  # without damping near rest the rig's ratio is zero as well
