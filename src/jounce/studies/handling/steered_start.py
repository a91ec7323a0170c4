"""Straight ahead, and how far the steering wheel shall turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.studies.driving.driving_start import Start, circle, straight
from jounce.studies.driving.settings import Value, require_car, settings, steering_of


def turn_settings(study: str, angle: Value | None, **wanted: tuple[Any, ...]) -> SimpleNamespace:
    """The settings with an angle, or with a lateral acceleration that stands for it; not zero, which turns nothing."""
    given = settings(study, **wanted, **({} if angle is None else {"angle": (angle, "rad")}))
    word = "lateral_acceleration" if angle is None else "angle"
    if getattr(given, word) == 0.0:
        raise ModelError(study, [Problem(word, "is zero", "of either sign: the response is a share of it")])
    return given


def steered_start(study: str, vehicle: Vehicle, given: SimpleNamespace) -> Start:
    """Straight ahead; an angle that is not given becomes the one that holds a steady circle, found by trim."""
    car = require_car(study, vehicle).car_model(steering="angle")
    wheel = steering_of(study, car)
    start = straight(car, given.speed)
    if not hasattr(given, "angle"):
        turning = circle(car, given.speed, given.lateral_acceleration / given.speed, at=start)
        given.angle = turning.inputs[wheel] - start.inputs[wheel]
    return start
