"""One plank: hub at 50 km/h, body at 30 km/h. [Szczotka 2007, Figs 13 and 14]"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.results import Result
from jounce.studies.driving.drive import Progress, outcome, with_contact
from jounce.studies.driving.obstacles import front_corner, obstacle_figure, obstacle_metrics, require_side
from jounce.studies.driving.planks import Planks
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.driving_start import straight

STUDY = "one-obstacle"


def one_obstacle(
    vehicle: Vehicle,
    *,
    speed: Value = "50 km/h",
    height: Value = "25 mm",
    length: Value = "100 mm",
    side: str = "left",
    step: Value = "auto",
    output_step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead over one plank with enveloping tyres: hub and strut mount, [Szczotka 2007, Figs 13 and 14].

    The paper shows the hub at 50 km/h and the body at 30 km/h; `--speed "30 km/h"` gives the latter.
    """
    car = with_contact(require_car(STUDY, vehicle), "enveloping").car_model(steering="angle")
    given = settings(STUDY, speed=(speed, "m/s"), height=(height, "m"), length=(length, "m"))
    corner = front_corner(car, require_side(STUDY, side))
    rows = step_of(STUDY, output_step, "output_step")
    planks = Planks(height=given.height, length=given.length, count=1, spacing=1.0, side=side)
    start = straight(car, given.speed)
    run = planks.under(car, start, given.speed, step_of(STUDY, step), rows, on_progress)
    metrics = obstacle_metrics(run, corner, given.speed, 1, planks.spacing, given.length)
    return outcome(run, STUDY, given, metrics, obstacle_figure(corner))
