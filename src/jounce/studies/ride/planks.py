"""Boards with sharp edges under the wheels of one side, straight ahead or in a circle, on enveloping tyres."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.roads import Plank, Road
from jounce.studies.driving.drive import Manoeuvre, drive_on_enveloping_tyres
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.ride.obstacles import FIRST, PATCH_ROWS, Felt, Obstacles, row_step
from jounce.studies.settings import OUTPUT_STEP, SPACING, SPEED, STEP

FINE = f"{PATCH_ROWS} rows while a wheel rolls by its contact length, at most 1 ms"


class Planks(Obstacles):
    """What studies of planks share. Steps and, unless given, rows are short enough for the planks' edges."""

    held: ClassVar[str] = "angle"  # of the steering wheel; "torque" where the hands are off
    speed = replace(SPEED, default="30 km/h")
    spacing = SPACING
    step = STEP
    output_step = replace(OUTPUT_STEP, default="auto", auto=FINE)
    radius: Any = None  # m, of a steady circle to the left

    def felt(self, car: CarModel, corner: str) -> Felt:
        """From one radius before to the middle: a wheel climbs there, and behind it rebounds, which may jerk harder."""
        radius: Any = car.corners[corner].wheel_centre[2]
        return Felt(before=float(radius), behind=0.5 * self.length)

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = drive_on_enveloping_tyres(vehicle).car_model(steering=self.held)
        wheel: Any = min(part.radius for part in car.model.forces if hasattr(part, "reads_road"))  # type: ignore[type-var]
        if self.height >= wheel:
            what = f"{self.height:g} m is a wall to wheels of {wheel:.3g} m"
            raise self.refuse("height", what, "below the radius of the tyres")
        short = row_step(car, self.speed)
        start = start_straight(car, self.speed)
        if self.radius is not None:
            start = start_in_circle(car, self.speed, self.speed / self.radius, at=start)
        size = {"height": self.height, "length": self.length, "spacing": self.spacing}
        boards = Plank(**size, start=FIRST, side=self.side, count=self.count)
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.crossing_time(car),
            road=Road(name=f"{self.count} planks", elements={"planks": boards}),
            output_step=self.output_step or short,
            longest_step=short,
            places=self.places(car),
            notes=() if self.output_step else (f"rows every {1e3 * short:g} ms: {FINE}",),
        )
