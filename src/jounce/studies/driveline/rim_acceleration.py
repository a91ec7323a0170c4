"""What the driver's hands feel: the steering wheel left free over planks. [Szczotka 2004, Fig. 12]"""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.studies.driving.drive import Progress, outcome, with_channels
from jounce.studies.driving.settings import Value
from jounce.studies.ride.planks import over_planks

STUDY, COUNT = "rim-acceleration", 3
RIM = "steering.wheel.rim_acceleration"
FIGURE = (
    Panel("attitude of the body", ("vehicle.roll", "vehicle.pitch")),
    Panel("rates of the body", ("vehicle.roll_rate", "vehicle.pitch_rate")),
    Panel("rim of the steering wheel, tangential", (RIM,)),
    Panel("angle of the steering wheel", ("steering.wheel.angle",)),
)


def rim_acceleration(
    vehicle: Vehicle,
    *,
    speed: Value = "30 km/h",
    height: Value = "25 mm",
    length: Value = "100 mm",
    spacing: Value = "1 m",
    side: str = "right",
    step: Value = "auto",
    output_step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead over three planks, hands off the wheel: roll, pitch and the rim's tangential acceleration.

    The paper's text says angles and its caption velocities of the body; both are drawn.
    """
    _, run, given = over_planks(
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
        steering="torque",
        on_progress=on_progress,
    )
    rim = float(vehicle.steering.wheel_radius) * run["steering.wheel.angle_acceleration"]  # type: ignore[arg-type]
    meaning = "tangential acceleration of the rim, radius times angular acceleration, positive to the left"
    run = with_channels(run, {RIM: (rim, "m/s^2", meaning)})
    metrics = {
        "rim_largest": (float(np.abs(rim).max()), "m/s^2", "largest |tangential acceleration| of the rim"),
        "rim_rms": (float(np.sqrt(np.mean(rim**2))), "m/s^2", "root of the mean square over the run"),
        "wheel_largest": (float(np.abs(run["steering.wheel.angle"]).max()), "rad", "largest |angle| of the wheel"),
        "largest_roll": (float(np.abs(run["vehicle.roll"]).max()), "rad", "largest |roll| of the body"),
        "largest_pitch": (float(np.abs(run["vehicle.pitch"]).max()), "rad", "largest |pitch| of the body"),
    }
    return outcome(run, STUDY, given, metrics, FIGURE)
