"""Top speed by trim: the speed that full throttle holds in a gear, or the largest torques of motors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scipy.optimize import brentq

from jounce.errors import NumericalError
from jounce.model.assemblies.powertrain.parts import THROTTLE
from jounce.model.assembly.car import CarModel
from jounce.studies.driving.driving_start import start_steadily_in_gear, start_straight
from jounce.studies.driving.gear_choice import keeps_gear_at_full_throttle
from jounce.studies.driving.steady_motion import SteadyMotionStart

BEYOND_LIMITER = 1.1  # of the speed at which the limiter has closed the throttle, by the loaded radius of the tyre
SLOW = 0.3  # of it, where the search begins
NONE_HOLDS = -1.0  # as if the throttle had to be infinitely open
EXACT = 1e-6  # m/s
SLOWEST, FASTEST = 3.0, 150.0  # m/s, between which the top speed of a car with motors is looked for
GEARS = 3  # the highest ones: the fastest is among them


@dataclass(frozen=True)
class TopSpeed:
    """The fastest steady motion of a car."""

    speed: float  # m/s
    gear: int
    by_limiter: bool  # the limiter of the engine, rather than what resists the car


def top_speed(car: CarModel, parked: SteadyMotionStart) -> TopSpeed | None:
    """The highest speed that full throttle holds, in any gear that the shift lines then keep; None without any."""
    train: Any = car.powertrain
    found = []
    for gear in range(len(train.ratios), max(len(train.ratios) - GEARS, 0), -1):
        held = top_speed_in_gear(car, parked, gear)
        if held is not None:
            found.append(held)
    return max(found, key=lambda each: each.speed, default=None)


def top_speed_in_gear(car: CarModel, parked: SteadyMotionStart, gear: int) -> TopSpeed | None:
    """Returns the speed at which the throttle that holds the car is full.

    Close below the limiter any throttle is too small, so there is such a speed wherever a lower one can be held.
    """
    train: Any = car.powertrain
    fastest = float(train.limit_speed) / (float(train.ratios[gear - 1]) * car.output_turns_per_metre())
    last: dict[str, SteadyMotionStart] = {}

    def spare(speed: float) -> float:
        """Returns 1 divided by the throttle that holds a speed, less 1; beyond the limiter none does."""
        try:
            found = start_steadily_in_gear(car, speed, parked, gear)
        except NumericalError:
            return NONE_HOLDS
        held = 1.0 / found.inputs[THROTTLE] - 1.0
        if held >= 0.0 and found.inputs[THROTTLE] > 0.0:
            last["start"] = found
        return held

    if spare(SLOW * fastest) <= 0.0 or spare(BEYOND_LIMITER * fastest) > 0.0:
        return None
    speed = brentq(spare, SLOW * fastest, BEYOND_LIMITER * fastest, xtol=EXACT)
    if not keeps_gear_at_full_throttle(last["start"]):
        return None
    band = float(train.limit_speed) - float(train.limit_band)
    return TopSpeed(speed, gear, last["start"].seen()["engine.speed"] > band)


def top_speed_of_motors(car: CarModel, parked: SteadyMotionStart, motors: Sequence[str]) -> float | None:
    """Returns the speed at which the first motor gives all it can, in m/s; None where they hold none, or any."""

    def spare(speed: float) -> float:
        """Returns the least of largest torque by that which holds a speed, less 1; beyond the top speed none does."""
        try:
            seen = start_straight(car, speed, parked).seen()
        except NumericalError:
            return NONE_HOLDS
        held = [(seen[f"{name}.most"], seen[f"{name}.torque"]) for name in motors]
        return min(most / max(torque, EXACT) - 1.0 for most, torque in held)

    if spare(SLOWEST) <= 0.0 or spare(FASTEST) > 0.0:
        return None
    return float(brentq(spare, SLOWEST, FASTEST, xtol=EXACT))
