"""Boards with sharp edges under the wheels of one side, straight ahead or in a circle."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.model.car import CarModel
from jounce.parts.roads import Plank, Road
from jounce.results import Result
from jounce.studies.driving.drive import Progress, drive
from jounce.studies.driving.obstacles import FIRST, crossing_time
from jounce.studies.driving_start import Start


@dataclass(frozen=True, slots=True, kw_only=True)
class Planks:
    """A row of boards, the first one a little ahead of the car."""

    height: float  # m
    length: float  # m, along the road
    count: int
    spacing: float  # m, from first edge to first edge
    side: str

    def road(self) -> Road:
        boards = Plank(
            height=self.height,
            length=self.length,
            start=FIRST,
            side=self.side,
            count=self.count,
            spacing=self.spacing,
        )
        return Road(name=f"{self.count} planks", elements={"planks": boards})

    def under(
        self, car: CarModel, start: Start, speed: float, step: float | None, output_step: float, told: Progress | None
    ) -> Result:
        """The run over all of them."""
        duration = crossing_time(car, speed, self.count * self.spacing)
        return drive(start, duration, road=self.road(), step=step, output_step=output_step, on_progress=told)
