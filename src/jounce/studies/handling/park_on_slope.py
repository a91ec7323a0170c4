"""Park on a slope: brakes and tyres hold the car."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.model import Vehicle
from jounce.parts.roads import Road, Slope
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import highest
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_parked
from jounce.studies.settings import DURATION, STEP, Amount


class ParkOnSlope(Drive):
    """Park on a slope: brakes and tyres hold the car.

    The brakes are fully applied, and the steering wheel is held.
    """

    name = "park-on-slope"
    grade = Amount(default="10 %", unit="1", least=-1.0, most=1.0, meaning="slope of the road, positive uphill")
    bank = Amount(default=0.0, unit="1", least=-1.0, most=1.0, meaning="slope across the road, positive up to the left")
    duration = replace(DURATION, default="60 s")
    step = STEP
    goes_straight = True
    panels = (
        Panel("position along the road", ("vehicle.x",)),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
    )
    metrics = {
        "displacement": ("m", "largest distance of the reference point from where it started"),
        "sum_of_loads": ("N", "sum of the loads of all tyres, normal to the road", "load"),
        "largest_speed": ("m/s", "largest speed of the reference point"),
    }

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        brake = self.brake(car)
        road = Road(name="slope", elements={"slope": Slope(grade=self.grade, bank=self.bank)})
        start = start_parked(car, road, {brake: 1.0})
        return Manoeuvre(vehicle=vehicle, start=start, duration=self.duration, measuring_step=0.05)

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        place = np.stack([run[f"vehicle.{axis}"] for axis in "xyz"])
        return {
            "displacement": highest(run.time, np.linalg.norm(place - place[:, :1], axis=0)),
            "sum_of_loads": sum(run[f"{corner}.tyre.Fz"][-1] for corner in done.car.corners),
            "largest_speed": highest(run.time, run["vehicle.speed"]),
        }
