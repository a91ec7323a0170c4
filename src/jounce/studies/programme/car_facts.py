"""Facts of a car at the head of its sheet: mass, where it lies, and the size of the frame it stands on."""

from __future__ import annotations

from typing import Any

from jounce.model import Vehicle
from jounce.results import Metric
from jounce.studies.handling.standing_car import standing_centre, standing_start


def car_facts(vehicle: Vehicle) -> dict[str, Metric]:
    """By name: frame in the design position, mass as the car stands; a car without wheels has only its mass."""
    car: Any = vehicle.car_model()
    wheels = car.corners
    facts = {"mass": Metric(float(car.mass), "kg", "of the whole car")}
    axles = list(vehicle.axles)
    if not all(f"{axle}_{side}" in wheels for axle in axles for side in ("left", "right")):
        return facts
    places = {axle: [wheels[f"{axle}_{side}"].wheel_centre for side in ("left", "right")] for axle in axles}
    wheelbase = float(places[axles[0]][0][0]) - float(places[axles[-1]][0][0])
    facts["wheelbase"] = Metric(wheelbase, "m", "from the first to the last axle")
    for axle in axles:
        left, right = places[axle]
        facts[f"track {axle}"] = Metric(float(left[1] - right[1]), "m", "between the wheel centres")
    seen = standing_start(car).seen()
    loads = {axle: sum(seen[f"{axle}_{side}.tyre.Fz"] for side in ("left", "right")) for axle in axles}
    if len(axles) == 2 and wheelbase > 0.0:
        share = loads[axles[0]] / sum(loads.values())
        facts["share of the front axle"] = Metric(share, "1", "of the weight, by the wheel loads", "share")
    height = float(standing_centre(car)[2])
    facts["centre of mass above the road"] = Metric(height, "m", "of the whole car where it stands")
    return facts
