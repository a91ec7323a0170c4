"""Boards with sharp edges under the wheels of one side, straight ahead or in a circle, on enveloping tyres."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.roads import Plank
from jounce.studies.driving.drive import Manoeuvre, drive_on_enveloping_tyres
from jounce.studies.ride.obstacles import PATCH_ROWS, Felt, Obstacles, row_step
from jounce.studies.settings import FORWARD_SPEED, STEP

FINE = f"{PATCH_ROWS} rows while a wheel rolls by its contact length, at most 1 ms"


class Planks(Obstacles):
    """What studies of planks share. Steps and the rows that figures are read off are short enough for their edges."""

    kind = Plank
    held: ClassVar[str] = "angle"  # of the steering wheel; "torque" where the hands are off
    speed = replace(FORWARD_SPEED, default="30 km/h")
    step = STEP

    def felt(self, car: CarModel, corner: str) -> Felt:
        """From one radius before to the middle: a wheel climbs there, and behind it rebounds, which may jerk harder."""
        radius: Any = car.corners[corner].wheel_centre[2]
        return Felt(before=float(radius), behind=0.5 * self.length)

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(drive_on_enveloping_tyres(vehicle), self.held)
        wheel: Any = min(part.radius for part in car.model.forces if hasattr(part, "reads_road"))  # type: ignore[type-var]
        if self.height >= wheel:
            what = f"{self.height:g} m is a wall to wheels of {wheel:.3g} m"
            raise self.refuse("height", what, "below the radius of the tyres")
        short = row_step(car, self.speed)
        start = self.begin(car)
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.crossing_time(car),
            road=self.road(start),
            measuring_step=short,
            longest_step=short,
            places=self.places(car),
            notes=(f"metrics are read every {1e3 * short:g} ms: {FINE}",),
        )
