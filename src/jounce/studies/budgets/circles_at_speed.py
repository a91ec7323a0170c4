"""Circles at one speed: what the budgets of a steady circle share."""

from __future__ import annotations

import time as clock
from typing import Any

from jounce.errors import NumericalError
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.handling.steady_circle import SteadyCircle, observe_steady_circles
from jounce.studies.study import Progress


class CirclesAtSpeed(SteadyCircle):
    """Steady circles at one speed, the first of them straight ahead, in which everything is compared with that one."""

    method = "speed"  # no setting: all circles are compared with straight ahead at the same speed
    radius = angle = None
    needs_wheels = True

    def require_budget(self, subject: Any) -> tuple[Any, CarModel]:
        """Requires a car on wheels that is steered, and returns it as a model."""
        vehicle = self.require_car(subject)
        car = self.build_car(vehicle)
        self.steering(car)
        return vehicle, car

    def find_all(
        self, vehicle: Any, car: CarModel, on_progress: Progress | None
    ) -> tuple[list[SteadyMotionStart], Result]:
        """All circles, and their channels; where the tyres cannot hold one, the message says how far they went."""
        began = clock.perf_counter()
        starts: list[SteadyMotionStart] = []
        try:
            for start in self.find_circles(car):
                starts.append(start)
                if on_progress:
                    on_progress(0.8 * len(starts) / self.points)
        except NumericalError as stop:
            hint = "a smaller lateral_acceleration: a budget needs all of its circles"
            raise NumericalError(f"{stop}; {hint}") from None
        return starts, observe_steady_circles(vehicle, starts, clock.perf_counter() - began)
