"""Three rounded bumps under the wheels of one side."""

from __future__ import annotations

from dataclasses import replace

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.roads import Bump
from jounce.studies.driving.drive import Manoeuvre
from jounce.studies.ride.obstacles import Felt, Obstacles
from jounce.studies.settings import FORWARD_SPEED, HEIGHT, LENGTH, RADIUS, SIDE, STEP

MEASURING_STEP = 1e-3  # s


class ThreeBumps(Obstacles):
    """Three rounded bumps under the wheels of one side. [Szczotka 2007, Fig. 10]

    Straight ahead, or in a circle, over three cosine bumps, steering wheel and drive torque held. The paper gives
    height and spacing; speed and length of a bump are ours.
    """

    name = "three-bumps"
    kind = Bump
    speed = replace(FORWARD_SPEED, default="30 km/h")
    height = replace(HEIGHT, default="0.03 m")
    length = replace(LENGTH, default="0.8 m")
    side = replace(SIDE, default="left")
    radius = RADIUS
    step = STEP

    def felt(self, car: CarModel, corner: str) -> Felt:
        """Until the next one: where a wheel leaves a rounded bump it is pushed up again as hard as where it climbs."""
        return Felt(before=0.0, behind=self.spacing)

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        start = self.begin(car)
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.crossing_time(car),
            road=self.road(start),
            measuring_step=MEASURING_STEP,
            places=self.places(car),
        )
