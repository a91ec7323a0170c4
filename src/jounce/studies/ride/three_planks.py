"""Three planks, straight ahead or in a circle: history and spectrum. [Szczotka 2004, Figs 8 and 9]"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.results import Result
from jounce.studies.driving.drive import Progress
from jounce.studies.driving.settings import Value
from jounce.studies.ride.planks import over_planks, plank_outcome

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
    start, run, given = over_planks(
        STUDY,
        vehicle,
        count=COUNT,
        speed=speed,
        height=height,
        length=length,
        spacing=spacing,
        side=side,
        step=step,
        output_step=output_step,
        radius=radius,
        on_progress=on_progress,
    )
    return plank_outcome(STUDY, start, run, given, count=COUNT, spectrum=True)
