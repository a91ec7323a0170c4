"""The lock of a steering: what a study may ask of the steering wheel, and what it does where that is less."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.model.assembly.car import CarModel

ROUNDING = 1e-9  # of the lock


def steering_lock(car: CarModel) -> float:
    """Returns the largest angle of the steering wheel, in rad; no bound where the file does not say it."""
    return np.inf if car.lock is None else float(car.lock)  # type: ignore[arg-type]


def beyond_steering_lock(car: CarModel, inputs: Mapping[str, Any]) -> float | None:
    """Returns the largest angle that inputs ask of the steering wheel, in rad, if its lock does not allow it."""
    given = inputs.get(car.steering or "")
    if car.lock is None or car.steering != "steering.wheel_angle" or given is None:
        return None
    values = given[1] if isinstance(given, tuple) else given
    if callable(values):
        return None
    largest = float(np.abs(np.asarray(values, float)).max(initial=0.0))
    return largest if largest > steering_lock(car) * (1.0 + ROUNDING) else None


def lock_words(car: CarModel) -> str:
    """Returns what the file says, for a message."""
    return f"the steering locks at {np.degrees(steering_lock(car)):.4g} deg"


def limited_by_lock(car: CarModel, angle: float, level: float = 0.0) -> tuple[float, tuple[str, ...]]:
    """How far the steering wheel turns both ways from a level, at most to its lock; and a note if that is less."""
    most = steering_lock(car) - abs(level)
    if abs(angle) <= most:
        return angle, ()
    note = f"{lock_words(car)}: {np.degrees(most):.4g} deg in place of {np.degrees(abs(angle)):.4g} deg"
    return float(np.copysign(most, angle)), (note,)
