"""Lift off in a turn: the drive is let go, and the car turns in."""

from __future__ import annotations

from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.settings import Amount
from jounce.studies.stability.disturbed_circle import DisturbedCircle


class LiftOffInTurn(DisturbedCircle):
    """Lift off in a turn: the drive is let go, and the car turns in. [ISO 9816:2018]

    The car drives a steady circle. Then the drive torque falls to `drag`, or the throttle of an engine closes, while
    the steering wheel is held. Figures are read 1 s later, beside those of a car that would follow the circle at its
    falling speed. Of the standard only the abstract was at hand: radius 100 m and 5 m/s^2 are values in common use.
    """

    name = "lift-off-in-turn"
    drag = Amount(
        default="0 N m",
        unit="N m",
        least=-1e5,
        most=0.0,
        meaning="torque of each motor afterwards: that of a dragged engine",
    )

    def disturbance(self, start: SteadyMotionStart) -> dict[str, float]:
        if not start.car.drive:
            raise self.refuse("drive", "the car has none", "a table [drive]")
        if start.car.powertrain is not None and self.drag:
            raise self.refuse(
                "drag", "the car has an engine of its own, which drags", "leave it out: the throttle closes"
            )
        return {name: self.drag - start.inputs[name] for name in start.car.drive}
