"""A slow turn of the steering wheel: the circles of `steady-circle` in one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import largest
from jounce.simulation.inputs import Source
from jounce.simulation.judging.car_checks import history_for_check
from jounce.simulation.judging.drive_checks import Asked
from jounce.studies.driving.drive import Added, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_in_circles, start_straight
from jounce.studies.driving.histories import ramp_history
from jounce.studies.handling.steady_cornering import SteadyCornering, cornering_excess_steer, steady_cornering_geometry
from jounce.studies.settings import OUTPUT_STEP, STEP, Amount

BEGIN, TAKE_UP = 0.2, 1.0  # s
POINTS = 9  # circles between which the drive torque is interpolated


class SlowRamp(SteadyCornering):
    """A slow turn of the steering wheel: the circles of `steady-circle` in one run. [ISO 4138:2021; 49 CFR 571.126]

    From straight ahead the steering wheel turns to the left at a constant rate, up to a lateral acceleration. The
    drive torque follows the steering angle as steady circles need it, so that the speed stays. The car lags behind the
    wheel, which shifts the curves over a_y, and turns them where the lag grows, in proportion to the rate.
    """

    name = "slow-ramp"
    simulates = True
    without: ClassVar[Sequence[str]] = ()
    output_step = OUTPUT_STEP
    rate = Amount(default="0.5 deg/s", unit="rad/s", least=1e-3, most=20.0, meaning="rate of the steering wheel")
    step = STEP
    holds_speed = True
    panels = (*SteadyCornering.panels, Panel("speed", ("vehicle.speed",)))

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        rates = np.linspace(0.0, self.lateral_acceleration, POINTS)[1:] / self.speed
        begin = start_straight(car, self.speed)
        starts = [begin, *start_in_circles(car, self.speed, rates, at=begin)]
        angles = np.array([start.inputs[wheel] for start in starts])
        if angles[-1] <= angles[0]:
            what = f"{self.speed:g} m/s: to turn faster to the left, the steering wheel would go to the right"
            raise self.refuse("speed", what, "a lower one: beyond the critical speed a slow turn follows no circles")
        duration = BEGIN + TAKE_UP + float(angles[-1] - angles[0]) / self.rate
        t, angle, kind = ramp_history(angles[0], self.rate, BEGIN, TAKE_UP, duration)
        inputs: dict[str, Source] = {wheel: (t, angle, kind)}
        for motor in car.drive:
            inputs[motor] = (t, np.interp(angle, angles, [start.inputs[motor] for start in starts]), kind)
        found = steady_cornering_geometry(vehicle, car)
        return Manoeuvre(vehicle=vehicle, start=begin, duration=duration, inputs=inputs, found=found)

    def asked(self, run: Result, done: Manoeuvre) -> Iterator[Asked]:
        """Yields the lateral acceleration up to which the steering wheel turns."""
        most = largest(run.time, history_for_check(run, "vehicle.cg.ay"))
        yield Asked("lateral acceleration", self.lateral_acceleration, most, "m/s^2")

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        return cornering_excess_steer(run, dict(done.found))

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        return self.gradients(run, done.car, dict(done.found))
