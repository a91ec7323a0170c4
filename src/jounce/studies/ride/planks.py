"""Boards with sharp edges under the wheels of one side, straight ahead or in a circle, on enveloping tyres."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from jounce.model import Vehicle
from jounce.parts.roads import Plank, Road
from jounce.results import Result
from jounce.studies.driving.drive import Progress, drive, noted, outcome, with_contact
from jounce.studies.driving.driving_start import Start, circle, straight
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.ride.obstacles import (
    FIRST,
    PATCH_ROWS,
    coarse_rows,
    crossing_time,
    edges_of,
    felt_plank,
    front_corner,
    obstacle_figure,
    obstacle_metrics,
    refuse_overlap,
    refuse_wall,
    require_side,
    row_step,
)


def over_planks(
    study: str,
    vehicle: Vehicle,
    *,
    count: int,
    speed: Value,
    height: Value,
    length: Value,
    spacing: Value,
    side: str,
    step: Value,
    output_step: Value,
    steering: str = "angle",
    radius: Value | None = None,
    on_progress: Progress | None,
) -> tuple[Start, Result, SimpleNamespace]:
    """The start, the run over all boards, and the settings; with a radius, in a steady circle to the left.

    Steps and, unless given, rows are short enough for the boards' edges.
    """
    car = with_contact(require_car(study, vehicle), "enveloping").car_model(steering=steering)
    found = settings(
        study,
        speed=(speed, "m/s"),
        height=(height, "m"),
        length=(length, "m"),
        spacing=(spacing, "m"),
        **({} if radius is None else {"radius": (radius, "m")}),
    )
    found.side = require_side(study, side)
    refuse_overlap(study, found)
    refuse_wall(study, car, found.height)
    rows, short = step_of(study, output_step, "output_step"), row_step(car, found.speed)
    start = straight(car, found.speed)
    if radius is not None:
        start = circle(car, found.speed, found.speed / found.radius, at=start)
    boards = Plank(height=found.height, length=found.length, start=FIRST, side=side, count=count, spacing=found.spacing)
    run = drive(
        start,
        crossing_time(car, found.speed, count * found.spacing),
        road=Road(name=f"{count} planks", elements={"planks": boards}),
        step=step_of(study, step),
        output_step=rows or short,
        on_progress=on_progress,
        longest_step=short,
    )
    if not rows:
        apart = f"rows every {1e3 * short:g} ms: {PATCH_ROWS} while a wheel rolls by its contact length, at most 1 ms"
        run = replace(run, metadata=dict(run.metadata) | {"notes": [apart, *run.metadata["notes"]]})  # type: ignore[misc]
    return start, run, found


def plank_outcome(
    study: str, start: Start, run: Result, given: SimpleNamespace, *, count: int, spectrum: bool = False
) -> Result:
    """The run as a study's result: what hub and strut mount of the first wheel on the boards felt."""
    corner = front_corner(start.car, given.side)
    felt = felt_plank(start.car, corner, given.length)
    metrics = obstacle_metrics(run, start.car, corner, edges_of(count, given.spacing), felt)
    return outcome(noted(run, coarse_rows(run, corner)), study, given, metrics, obstacle_figure(corner, spectrum))
