"""What the driver's hands feel: the steering wheel left free over planks."""

from __future__ import annotations

from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import largest, root_mean_square, whole
from jounce.studies.driving.drive import Added, Manoeuvre, Values
from jounce.studies.ride.missed_obstacles import missed_obstacles
from jounce.studies.ride.planks import Planks

RIM = "steering.wheel.rim_acceleration"
MEANING = "tangential acceleration of the rim, radius times angular acceleration, positive to the left"


class RimAcceleration(Planks):
    """What the driver's hands feel: the steering wheel left free over planks. [Szczotka 2004, Fig. 12]

    Straight ahead over three planks, hands off the wheel: roll, pitch and the rim's tangential acceleration. The
    paper's text says angles and its caption velocities of the body; both are drawn.
    """

    name = "rim-acceleration"
    held = "torque"
    panels = (
        Panel("attitude of the body", ("vehicle.roll", "vehicle.pitch")),
        Panel("rates of the body", ("vehicle.roll_rate", "vehicle.pitch_rate")),
        Panel("rim of the steering wheel, tangential", (RIM,)),
        Panel("angle of the steering wheel", ("steering.wheel.angle",)),
    )
    metrics = {
        "rim_largest": ("m/s^2", "largest |tangential acceleration| of the rim"),
        "rim_rms": ("m/s^2", "root of the mean square over the run"),
        "wheel_largest": ("rad", "largest |angle| of the wheel"),
        **{name: Planks.metrics[name] for name in ("largest_roll", "largest_pitch")},
    }

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        radius = float(done.vehicle.steering.wheel_radius)  # type: ignore[arg-type]
        return {RIM: (radius * run["steering.wheel.angle_acceleration"], "m/s^2", MEANING)}

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        return missed_obstacles(run, done)  # no peak of the hub is read

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        return {
            "rim_largest": largest(run.time, run[RIM]),
            "rim_rms": root_mean_square(run.time, run[RIM], whole(run.time)),
            "wheel_largest": largest(run.time, run["steering.wheel.angle"]),
            "largest_roll": largest(run.time, run["vehicle.roll"]),
            "largest_pitch": largest(run.time, run["vehicle.pitch"]),
        }
