"""One plank: hub at 50 km/h, body at 30 km/h. [Szczotka 2007, Figs 13 and 14]"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.results import Result
from jounce.studies.driving.drive import Progress, outcome
from jounce.studies.driving.obstacles import edges_of, felt_plank, front_corner, obstacle_figure, obstacle_metrics
from jounce.studies.driving.planks import over_planks
from jounce.studies.driving.settings import Value

STUDY = "one-obstacle"


def one_obstacle(
    vehicle: Vehicle,
    *,
    speed: Value = "50 km/h",
    height: Value = "25 mm",
    length: Value = "100 mm",
    side: str = "left",
    step: Value = "auto",
    output_step: Value = "1 ms",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead over one plank with enveloping tyres: hub and strut mount, [Szczotka 2007, Figs 13 and 14].

    The paper shows the hub at 50 km/h and the body at 30 km/h; `--speed "30 km/h"` gives the latter.
    """
    start, run, given = over_planks(
        STUDY,
        vehicle,
        count=1,
        side=side,
        step=step,
        on_progress=on_progress,
        speed=(speed, "m/s"),
        height=(height, "m"),
        length=(length, "m"),
        spacing=(length, "m"),
        output_step=(output_step, "s"),
    )
    corner = front_corner(start.car, side)
    metrics = obstacle_metrics(
        run, start.car, corner, edges_of(1, given.spacing), felt_plank(start.car, corner, given.length)
    )
    return outcome(run, STUDY, given, metrics, obstacle_figure(corner))
