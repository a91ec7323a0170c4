"""Straight ahead, and how far the steering wheel shall turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.studies.driving.settings import Value, require_car, settings
from jounce.studies.driving_start import Start, circle, straight


def steered_start(
    study: str, vehicle: Vehicle, angle: Value | None, **wanted: tuple[Any, ...]
) -> tuple[Start, SimpleNamespace]:
    """The start and the settings; without an angle it is the one that holds a steady circle, found by trim."""
    car = require_car(study, vehicle).car_model(steering="angle")
    if car.steering is None:
        raise ModelError(
            study, [Problem("axles", "none is steered", "steered = true in [axles.front], and [steering]")]
        )
    given = settings(study, **wanted, **({} if angle is None else {"angle": (angle, "rad")}))
    word = "lateral_acceleration" if angle is None else "angle"
    if getattr(given, word) == 0.0:
        raise ModelError(study, [Problem(word, "is zero", "of either sign: the response is a share of it")])
    start = straight(car, given.speed)
    if angle is None:
        turning = circle(car, given.speed, given.lateral_acceleration / given.speed, at=start)
        given.angle = turning.inputs[car.steering] - start.inputs[car.steering]
    return start, given
