"""Three planks, straight ahead or in a circle: history and spectrum. [Szczotka 2004, Figs 8 and 9]"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.results import Result
from jounce.studies.driving.drive import Progress, outcome, with_contact
from jounce.studies.driving.obstacles import front_corner, obstacle_figure, obstacle_metrics, require_side
from jounce.studies.driving.planks import Planks
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.driving_start import circle, straight

STUDY, COUNT = "three-planks", 3


def three_planks(
    vehicle: Vehicle,
    *,
    speed: Value = "30 km/h",
    radius: Value | None = None,
    height: Value = "25 mm",
    length: Value = "100 mm",
    spacing: Value = "1 m",
    side: str = "right",
    step: Value = "auto",
    output_step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """Over three planks with enveloping tyres, steering wheel and drive torque held: [Szczotka 2004, Fig. 8].

    With `radius` the car comes in a steady circle to the left, Fig. 9. The paper gives the height; its track is drawn.
    """
    car = with_contact(require_car(STUDY, vehicle), "enveloping").car_model(steering="angle")
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        height=(height, "m"),
        length=(length, "m"),
        spacing=(spacing, "m"),
        **({} if radius is None else {"radius": (radius, "m")}),
    )
    corner = front_corner(car, require_side(STUDY, side))
    rows = step_of(STUDY, output_step, "output_step")
    planks = Planks(height=given.height, length=given.length, count=COUNT, spacing=given.spacing, side=side)
    start = straight(car, given.speed)
    if radius is not None:
        start = circle(car, given.speed, given.speed / given.radius, at=start)
    run = planks.under(car, start, given.speed, step_of(STUDY, step), rows, on_progress)
    metrics = obstacle_metrics(run, corner, given.speed, COUNT, given.spacing, given.length)
    return outcome(run, STUDY, given, metrics, obstacle_figure(corner, spectrum=True))
