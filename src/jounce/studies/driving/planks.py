"""Boards with sharp edges under the wheels of one side, straight ahead or in a circle, on enveloping tyres."""

from __future__ import annotations

from types import SimpleNamespace

from jounce.model import Vehicle
from jounce.parts.roads import Plank, Road
from jounce.results import Result
from jounce.studies.driving.drive import Progress, drive, with_contact
from jounce.studies.driving.obstacles import FIRST, crossing_time, refuse_overlap, require_side
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.driving_start import Start, circle, straight


def over_planks(
    study: str,
    vehicle: Vehicle,
    *,
    count: int,
    side: str,
    step: Value,
    steering: str = "angle",
    radius: Value | None = None,
    on_progress: Progress | None,
    **given: tuple[Value, str],
) -> tuple[Start, Result, SimpleNamespace]:
    """The start, the run over all boards, and the settings; with a radius, in a steady circle to the left."""
    car = with_contact(require_car(study, vehicle), "enveloping").car_model(steering=steering)
    found = settings(study, **given, **({} if radius is None else {"radius": (radius, "m")}))
    found.side = require_side(study, side)
    refuse_overlap(study, found)
    start = straight(car, found.speed)
    if radius is not None:
        start = circle(car, found.speed, found.speed / found.radius, at=start)
    boards = Plank(height=found.height, length=found.length, start=FIRST, side=side, count=count, spacing=found.spacing)
    run = drive(
        start,
        crossing_time(car, found.speed, count * found.spacing),
        road=Road(name=f"{count} planks", elements={"planks": boards}),
        step=step_of(study, step),
        output_step=found.output_step,
        on_progress=on_progress,
    )
    return start, run, found
