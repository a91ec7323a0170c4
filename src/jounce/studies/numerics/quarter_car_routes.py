"""The quarter car of Kim's paper over its bump, by every route: histories on one axis, and the table of times.

    from jounce.studies.numerics.quarter_car_routes import quarter_car_by_route, time_quarter_car_routes

    run = quarter_car_by_route("relative_cartesian/independent")   # a Result, 5 s at 0.01 s, "chassis_height"
    for row in time_quarter_car_routes():                          # time per frame, ratio, real-time factor
        print(row.route, row.time_per_frame, row.ratio, row.real_time_factor)

The paper's two eliminations are KIM_ROUTES. A frame is a row of its output, 0.01 s; the integrator takes ten steps of
RK4 for it. The paper took 0.0086 s and 0.0096 s per frame in Matlab on a PC of 2.4 GHz. [Kim, table 1]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from jounce.equations.route import FORMULATIONS, INDEPENDENT, MULTIPLIERS
from jounce.model import Model, load
from jounce.results import Result
from jounce.simulation.integrators.run_method import integrate
from jounce.simulation.prepare import Prepared, prepare, prepare_by_route
from jounce.simulation.simulate import simulate
from jounce.simulation.trim import standing

MODEL = "hmmwv_quarter"
DURATION, FRAME, STEP = 5.0, 0.01, 1e-3  # s
HEIGHT = "chassis_height"
KIM_ROUTES = {  # of the paper's table, with its seconds per frame
    f"relative_cartesian/{MULTIPLIERS}": 0.0086,
    f"relative_cartesian/{INDEPENDENT}": 0.0096,
}
EVERY_ROUTE = (*KIM_ROUTES, *FORMULATIONS)
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class RouteTime:
    """One row of the table."""

    route: str
    coordinates: int
    rows: int
    time_per_frame: float  # s of processor time
    ratio: float  # to the fastest of the paper's two
    published: float | None  # s per frame in the paper

    @property
    def real_time_factor(self) -> float:
        """Returns simulated time divided by processor time."""
        return FRAME / self.time_per_frame


@cache
def quarter_car_at_rest() -> Prepared:
    """Returns the quarter car on its wheel, before the bump; the 18 histories of each body are recorded."""
    model: Model = load(MODEL)  # type: ignore[assignment]
    ready = prepare(model.with_histories())
    return ready.starting_from(standing(ready).state)


def quarter_car_by_route(route: str) -> Result:
    """Returns the run over the bump: 5 s, a row every 0.01 s."""
    return simulate(quarter_car_at_rest(), DURATION, step=STEP, output_step=FRAME, route=route)


def time_quarter_car_routes(
    routes: Iterable[str] = EVERY_ROUTE, rounds: int = ROUNDS, on_progress: Callable[[str], None] = lambda text: None
) -> list[RouteTime]:
    """The table of times, the least of several rounds; routes take turns, so that a noisy machine hits all alike."""
    ready = {}
    for route in routes:
        on_progress(f"quarter car by {route}")
        ready[route] = quarter_car_at_rest() if route == "recursive" else prepare_by_route(quarter_car_at_rest(), route)
    best = dict.fromkeys(ready, np.inf)
    for _ in range(rounds):
        for route, one in ready.items():
            best[route] = min(best[route], _time_of_frame(one))
    measure = min((best[route] for route in KIM_ROUTES if route in best), default=min(best.values()))
    return [
        RouteTime(
            route,
            len(one.layout.coordinates),
            one.layout.sizes["rows"],
            best[route],
            best[route] / measure,
            KIM_ROUTES.get(route),
        )
        for route, one in ready.items()
    ]


def _time_of_frame(ready: Prepared) -> float:
    """Returns processor time of a frame, with all channels."""
    samples = np.arange(round(DURATION / FRAME) + 1) * FRAME
    began = time.thread_time()
    integrate(ready.workspace(), ready.state, 0.0, DURATION, samples=samples, method="rk4", step=STEP)
    return (time.thread_time() - began) / (len(samples) - 1)
