"""Brake in a turn: does the car turn in, or run out of its circle?"""

from __future__ import annotations

from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.settings import PEDAL
from jounce.studies.stability.disturbed_circle import DisturbedCircle


class BrakeInTurn(DisturbedCircle):
    """Brake in a turn: does the car turn in, or run out of its circle? [ISO 7975:2019]

    The car drives a steady circle. Then the drive is let go and the brake pedal goes down, while the steering wheel is
    held. Figures are read 1 s later, beside those of a car that would follow the circle at its falling speed. Of
    the standard only the abstract was at hand: radius 100 m and 5 m/s^2 are values in common use.
    """

    name = "brake-in-turn"
    pedal = PEDAL

    def disturbance(self, start: SteadyMotionStart) -> dict[str, float]:
        return {self.brake(start.car): self.pedal} | {name: -start.inputs[name] for name in start.car.drive}
