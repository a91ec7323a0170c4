"""Steady circles by trim: understeer and roll gradient."""

from __future__ import annotations

import time as clock
from typing import Any

import numpy as np

from jounce import __version__
from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.run_result import run_result_channels
from jounce.studies.driving.drive import drive_with_channels
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circles, start_straight
from jounce.studies.handling.steady_cornering import (
    ACCELERATION,
    SteadyCornering,
    cornering_excess_steer,
    steady_cornering_geometry,
)
from jounce.studies.settings import Count
from jounce.studies.study import Progress

KEPT = ("steering.wheel.", "steering.driver.", "vehicle.", ".tyre.F", ".tyre.slip", "steering.rack.displacement")


class SteadyCircle(SteadyCornering):
    """Steady circles by trim: understeer and roll gradient. [ISO 4138:2021, constant speed]

    Circles to the left at one speed, each found by trim, up to a lateral acceleration. Samples run over the lateral
    acceleration of the centre of mass. Gradients are read at half the largest one.
    """

    name = "steady-circle"
    doing = "finding circles"
    # the gradients fit four numbers, and not to the smallest of the points
    points = Count(default=9, least=6, most=200, meaning="circles, straight ahead included")
    panels = (*SteadyCornering.panels, Panel("wheel loads", ("{corner}.tyre.Fz",), ACCELERATION))

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        car = self.build_car(vehicle)
        self.steering(car)
        began = clock.perf_counter()
        rates = np.linspace(0.0, self.lateral_acceleration, self.points)[1:] / self.speed
        starts, failure = [start_straight(car, self.speed)], None
        try:
            for start in start_in_circles(car, self.speed, rates, at=starts[0]):
                starts.append(start)
                if on_progress:
                    on_progress((len(starts) - 1) / len(rates))
        except NumericalError as stop:  # the tyres' limit, or a radius too small: what was found is kept
            failure = stop
        about, places = steady_cornering_geometry(vehicle, car), {"corner": list(car.corners)}
        run = _observed(vehicle, starts, clock.perf_counter() - began)
        run = drive_with_channels(run, cornering_excess_steer(run, about))
        if failure:
            partial = self.outcome(run, {}, places, about, status="stopped")
            raise NumericalError(str(failure), partial=partial)
        return self.outcome(run, self.gradients(run, car, about), places, about)


def _observed(vehicle: Vehicle, starts: list[SteadyMotionStart], took: float) -> Result:
    """The channels of each circle."""
    ready = starts[0].ready
    seen = [start.seen() for start in starts]
    names = [name for name in ready.layout.channels if any(word in name for word in KEPT)]
    return Result(
        time=np.arange(len(starts), dtype=float),
        channels=run_result_channels(
            ready.layout, vehicle.axles, {name: ready.layout.channels[name][2] for name in names}
        ),
        values=np.array([[row[name] for name in names] for row in seen]),
        metadata={
            "model": ready.model.name,
            "model_hash": ready.fingerprint(),
            "jounce_version": __version__,
            "abscissa": ACCELERATION,
            "settings": {},
            "wall_time": took,
            "status": "finished",
            "notes": list(starts[-1].notes),
        },
    )
