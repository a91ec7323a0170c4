"""Boards with sharp edges under the wheels of one side, straight ahead or in a circle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model.car import CarModel
from jounce.parts.roads import Plank, Road
from jounce.parts.tyres.tyre import Tyre
from jounce.results import Result
from jounce.studies.driving.drive import Progress, drive
from jounce.studies.driving.obstacles import FIRST, PATCH_ROWS, crossing_time, row_step
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
        self,
        car: CarModel,
        start: Start,
        speed: float,
        step: float | None,
        output_step: float | None,
        told: Progress | None,
    ) -> Result:
        """The run over all of them, with steps and, unless given, rows that are short enough for their edges."""
        wheel: Any = min(part.law.free_radius(0.0) for part in car.model.parts if isinstance(part, Tyre))  # type: ignore[type-var]
        if self.height >= wheel:
            what = f"{self.height:g} m is a wall to wheels of {wheel:.3g} m"
            raise ModelError("planks", [Problem("height", what, "below the radius of the tyres")])
        duration = crossing_time(car, speed, self.count * self.spacing)
        short = row_step(car, speed)
        run = drive(start, duration, None, self.road(), step, output_step or short, told, longest_step=short)
        if output_step:
            return run
        note = (
            f"rows every {1e3 * short:g} ms: {PATCH_ROWS} while a wheel rolls by its contact length, at most 1 ms apart"
        )
        return replace(run, metadata=dict(run.metadata) | {"notes": [note, *run.metadata["notes"]]})  # type: ignore[misc]
