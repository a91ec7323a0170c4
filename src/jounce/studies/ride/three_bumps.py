"""Three rounded bumps under the wheels of one side. [Szczotka 2007, Fig. 10]"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.parts.roads import Bump, Road
from jounce.results import Result
from jounce.studies.driving.drive import Progress, drive, noted, outcome
from jounce.studies.driving.driving_start import straight
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.ride.obstacles import (
    FIRST,
    coarse_rows,
    crossing_time,
    edges_of,
    felt_bump,
    front_corner,
    obstacle_figure,
    obstacle_metrics,
    refuse_overlap,
    require_side,
)

STUDY, COUNT = "three-bumps", 3


def three_bumps(
    vehicle: Vehicle,
    *,
    speed: Value = "30 km/h",
    height: Value = "0.03 m",
    length: Value = "0.8 m",
    spacing: Value = "1 m",
    side: str = "left",
    step: Value = "auto",
    output_step: Value = "1 ms",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead, steering wheel and drive torque held, over three cosine bumps: [Szczotka 2007, Fig. 10].

    The paper gives height and spacing; speed and length of a bump are ours.
    """
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        height=(height, "m"),
        length=(length, "m"),
        spacing=(spacing, "m"),
        output_step=(output_step, "s"),
    )
    given.side = require_side(STUDY, side)
    refuse_overlap(STUDY, given)
    corner = front_corner(car, side)
    bumps = Bump(height=given.height, length=given.length, start=FIRST, side=side, count=COUNT, spacing=given.spacing)
    run = drive(
        straight(car, given.speed),
        crossing_time(car, given.speed, COUNT * given.spacing),
        road=Road(name="three bumps", elements={"bumps": bumps}),
        step=step_of(STUDY, step),
        output_step=given.output_step,
        on_progress=on_progress,
    )
    metrics = obstacle_metrics(run, car, corner, edges_of(COUNT, given.spacing), felt_bump(given.spacing))
    return outcome(noted(run, coarse_rows(run, corner)), STUDY, given, metrics, obstacle_figure(corner))
