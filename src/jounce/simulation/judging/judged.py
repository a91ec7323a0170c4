"""`jounce.simulate`: a simulation whose result was also checked against what its parts are valid for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from jounce.arguments import check_arguments
from jounce.model import Vehicle
from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.outdated import Arguments, take_old_order, warn_outdated
from jounce.results import Result
from jounce.simulation.judging.car_checks import checks_of_jumps, checks_of_motion
from jounce.simulation.prepare import Prepared
from jounce.simulation.simulate import simulate as simulate_unjudged
from jounce.simulation.verdict import warn_of_doubts, with_checks
from jounce.units import to_si

WHEEL = "steering.wheel.angle"
Asked = ParamSpec("Asked")  # what a simulation is asked by


def _judged(simulate: Callable[Asked, Result]) -> Callable[Asked, Result]:
    """Returns the same simulation, followed by the checks."""

    @wraps(simulate)
    def simulate_and_judge(*places: Asked.args, **named: Asked.kwargs) -> Result:
        result = simulate(*places, **named)
        if result.end is None:
            return warn_of_doubts(result)
        ready: Prepared = result.end
        model = places[0] if places else named.get("model")
        tyres = tyre_validities(ready.model, model if isinstance(model, Vehicle) else None)
        motion = checks_of_motion(result, ready.model, tyres, ready.road)
        held = {"steering.wheel_angle": result.coordinates[WHEEL][0]} if WHEEL in result.coordinates else {}
        inputs: Any = named.get("inputs") or {}
        return warn_of_doubts(with_checks(result, [*motion, *checks_of_jumps(inputs, held)]))

    return simulate_and_judge


def _take_times(places: list[Any], named: dict[str, Any]) -> Arguments:
    """`on_progress` of the version before was called with the simulated time."""
    if "on_progress" in named:
        warn_outdated("on_progress=", "progress=, which is called with the share that is done")
        report, lasts = named.pop("on_progress"), places[1] if len(places) > 1 else named["duration"]
        if report is not None:
            named["progress"] = lambda share: report(share * to_si(lasts, "s"))
    return places, named


simulate = take_old_order(_take_times)(check_arguments(_judged(simulate_unjudged)))
