"""Facts of a car at the head of its sheet: mass, where it lies, and the size of the frame it stands on."""

from __future__ import annotations

from typing import Any

from jounce.model import Vehicle
from jounce.results import Metric


def car_facts(vehicle: Vehicle) -> dict[str, Metric]:
    """In the design position, by name; a linear car, which has no wheels, has only those of its mass."""
    car: Any = vehicle.car_model()
    mass, centre, wheels = float(car.mass), [float(c) for c in car.centre], car.corners
    facts = {"mass": Metric(mass, "kg", "of the whole car")}
    axles = list(vehicle.axles)
    if not all(f"{axle}_{side}" in wheels for axle in axles for side in ("left", "right")):
        return facts
    places = {axle: [wheels[f"{axle}_{side}"].wheel_centre for side in ("left", "right")] for axle in axles}
    xs = [float(places[axle][0][0]) for axle in (axles[0], axles[-1])]
    wheelbase = xs[0] - xs[1]
    facts["wheelbase"] = Metric(wheelbase, "m", "from the first to the last axle")
    for axle in axles:
        left, right = places[axle]
        facts[f"track {axle}"] = Metric(float(left[1] - right[1]), "m", "between the wheel centres")
    if len(axles) == 2 and wheelbase > 0.0:
        share = (centre[0] - xs[1]) / wheelbase
        facts["share of the front axle"] = Metric(share, "1", "of the mass, by the centre of mass", "share")
    facts["centre of mass above the road"] = Metric(centre[2], "m", "of the whole car")
    return facts
