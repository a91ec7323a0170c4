"""One plank: hub at 50 km/h, body at 30 km/h. [Szczotka 2007, Figs 13 and 14]"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.results import Result
from jounce.studies.driving.drive import Progress
from jounce.studies.driving.settings import Value
from jounce.studies.ride.planks import over_planks, plank_outcome

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
    start, run, given = over_planks(
        STUDY,
        vehicle,
        count=1,
        speed=speed,
        height=height,
        length=length,
        spacing=length,
        side=side,
        step=step,
        output_step=output_step,
        on_progress=on_progress,
    )
    return plank_outcome(STUDY, start, run, given, count=1)
