"""Facts of a car at the head of its sheet: mass, where it lies, and the size of the frame it stands on."""

from __future__ import annotations

from typing import Any

from jounce.model import Vehicle
from jounce.results import Metric
from jounce.studies.handling.standing_car import standing_centre, standing_start


def car_facts(vehicle: Vehicle) -> dict[str, Metric]:
    """Lists by name: frame in the design position, mass as the car stands; a car without wheels has only its mass."""
    car: Any = vehicle.car_model()
    corners = car.axles
    facts = {"mass": Metric(float(car.mass), "kg", "of the whole car")}
    axles = list(vehicle.axles)
    if not all(len(corners.get(axle, ())) == 2 for axle in axles):
        return facts
    places = {axle: [corner.wheel_centre for corner in corners[axle]] for axle in axles}
    wheelbase = float(places[axles[0]][0][0]) - float(places[axles[-1]][0][0])
    facts["wheelbase"] = Metric(wheelbase, "m", "from the first to the last axle")
    for axle in axles:
        left, right = places[axle]
        facts[f"track {axle}"] = Metric(float(left[1] - right[1]), "m", "between the wheel centres")
    seen = standing_start(car).seen()
    loads = {axle: sum(seen[f"{corner.prefix}.tyre.Fz"] for corner in corners[axle]) for axle in axles}
    if len(axles) == 2 and wheelbase > 0.0:
        share = loads[axles[0]] / sum(loads.values())
        facts["share of the front axle"] = Metric(share, "1", "of the weight, by the wheel loads", "share")
    height = float(standing_centre(car)[2])
    facts["centre of mass above the road"] = Metric(height, "m", "of the whole car where it stands")
    return facts
