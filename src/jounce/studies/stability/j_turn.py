"""J-turn: one hard turn of the steering wheel. Does the car tip up?"""

from __future__ import annotations

from jounce.model import Vehicle
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.driving.histories import History
from jounce.studies.settings import Amount
from jounce.studies.stability.tip_up import BEGIN, TipUp, tip_up_angle, tip_up_speeds, turns_history


class JTurn(TipUp):
    """J-turn: one hard turn of the steering wheel. Does the car tip up?

    The car coasts. The steering wheel turns by 8 times the angle that holds 0.3 g, at 1000 deg/s, and stays there for
    4 s. Runs start at 35, 40, 45, 50, 55 and 60 miles per hour, to both sides, and end with the first that lifts both
    wheels of a side by 2 inches. The numbers are recalled from the
    research of NHTSA on rollover, and not verified.
    """

    name = "j-turn"
    scalar = 8.0
    speeds = tip_up_speeds(35.0, 40.0, 45.0, 50.0, 55.0, 60.0)
    angle = tip_up_angle(8.0)
    rate = Amount(default="1000 deg/s", unit="rad/s", least=0.1, most=50.0, meaning="rate of the steering wheel")
    hold = Amount(default="4 s", unit="s", least=0.1, most=60.0, meaning="time for which the angle is held")

    def turned(self, vehicle: Vehicle, start: SteadyMotionStart, angle: float) -> tuple[History, float]:
        level = start.inputs[self.steering(start.car)]
        duration = BEGIN + abs(angle) / self.rate + self.hold
        return turns_history(level, [(BEGIN, level + angle)], self.rate, duration), duration
