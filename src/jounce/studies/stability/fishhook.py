"""Fishhook: a hard turn, and at once the other way. Does the car tip up?"""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.studies.driving.drive import drive
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.driving.histories import History
from jounce.studies.settings import Amount
from jounce.studies.stability.tip_up import BEGIN, TipUp, tip_up_angle, tip_up_speeds, turns_history

RETURN_IN = 2.0  # s, back to straight ahead
QUIET = np.radians(1.5)  # rad/s of roll, at which the wheel turns back
LONGEST_WAIT = 3.0  # s for the roll to come to rest


class Fishhook(TipUp):
    """Fishhook: a hard turn, and at once the other way. Does the car tip up? [NHTSA 2013]

    The car coasts. The steering wheel turns by 6.5 times the angle that holds 0.3 g, at 720 deg/s. Where the roll rate
    has fallen below 1.5 deg/s, it turns by as much to the other side, stays there for 3 s and comes back in 2 s. Runs
    start at 35, 40, 45, 47.5 and 50 miles per hour, to both sides, and end with the first that lifts both wheels of a
    side by 2 inches. Rates, the hold and the roll rate are recalled from 68 FR 59249, and not verified.
    """

    name = "fishhook"
    scalar = 6.5
    speeds = tip_up_speeds(35.0, 40.0, 45.0, 47.5, 50.0)
    angle = tip_up_angle(6.5)
    rate = Amount(default="720 deg/s", unit="rad/s", least=0.1, most=50.0, meaning="rate of the steering wheel")
    hold = Amount(default="3 s", unit="s", least=0.1, most=60.0, meaning="time for which the last angle is held")

    def turned(self, vehicle: Vehicle, start: SteadyMotionStart, angle: float) -> tuple[History, float]:
        level = start.inputs[self.steering(start.car)]
        first = BEGIN + abs(angle) / self.rate
        wait = first + LONGEST_WAIT
        history = turns_history(level, [(BEGIN, level + angle)], self.rate, wait)
        run = drive(self.coast(vehicle, start, history, wait), self)  # once with the first turn only: when to turn back
        later = run.time > first
        quiet = np.abs(run["vehicle.roll_rate"][later]) <= QUIET
        back = float(run.time[later][np.argmax(quiet)]) if quiet.any() else wait
        second = back + 2.0 * abs(angle) / self.rate
        end = second + self.hold
        history = turns_history(level, [(BEGIN, level + angle), (back, level - angle)], self.rate, end + RETURN_IN)
        returning = np.interp(history[0], [end, end + RETURN_IN], [0.0, 1.0])
        return (history[0], history[1] + returning * angle, "spline"), end + RETURN_IN
