"""`jounce.simulate`: a simulation whose result was also checked against what its parts are valid for."""

from __future__ import annotations

from functools import wraps
from typing import Any

from jounce.model import Model, Vehicle
from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.results import Result
from jounce.simulation.judging.car_checks import checks_of_jumps, checks_of_motion
from jounce.simulation.prepare import Prepared
from jounce.simulation.simulate import simulate as simulate_unjudged
from jounce.simulation.verdict import warn_of_doubts, with_checks

WHEEL = "steering.wheel.angle"


@wraps(simulate_unjudged)
def simulate(model: Model | Vehicle | Prepared, duration: float | str, **settings: Any) -> Result:
    result = simulate_unjudged(model, duration, **settings)
    if result.end is None:
        return warn_of_doubts(result)
    ready: Prepared = result.end
    tyres = tyre_validities(ready.model, model if isinstance(model, Vehicle) else None)
    motion = checks_of_motion(result, ready.model, tyres, ready.road)
    held = {"steering.wheel_angle": result.coordinates[WHEEL][0]} if WHEEL in result.coordinates else {}
    return warn_of_doubts(with_checks(result, [*motion, *checks_of_jumps(settings.get("inputs") or {}, held)]))
