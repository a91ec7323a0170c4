"""`small_car` with what every engine can do: linear tyres, no dry friction. Same bodies, joints, springs and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jounce.model import load
from jounce.model.assembly.car import CarModel
from jounce.model.model import Model
from jounce.parts.forces import Brake, DryFriction
from jounce.parts.laws import Linear
from jounce.parts.tyres.simple_laws.linear import LinearTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce_benchmarks.structural_car import SPEED

SMALL = 0.1
ROUNDING = 1e-12
MEASURED_WITH = (197.46, 640.32, 670.77)  # kg m^2 of the car body for which the stored curves of peers were made

# of the size of the car's own tyres at their load
TYRE = LinearTyre(
    radius=0.26585, stiffness=160e3, damping=150.0, slip_coefficient=18.0, cornering_coefficient=11.0, trail=0.02
)


def plain_car() -> CarModel:
    """The car less its dry friction (rack, differential, idle brakes), on linear tyres.

    Its engine turns as fast as the wheels, with the inertia that they feel: other engines have no geared hinges.
    """
    vehicle = load("small_car")
    slow = vehicle.with_values({"drive.turns": 1.0 / vehicle.values()["drive.final_ratio"]})
    car = replace(slow, body=replace(slow.body, inertia=MEASURED_WITH)).car_model()
    plain = Model(f"{car.model.name}, plain", car.model.gravity)
    plain.take(*(_plain(part) for part in car.model.parts if not isinstance(part, Brake | DryFriction)))
    return replace(car, model=plain)


def _plain(part: Any) -> Any:
    if isinstance(part, Tyre):
        return replace(part, law=TYRE)
    if getattr(part, "ratio", None) is not None:
        if abs(part.ratio - 1.0) > ROUNDING:
            raise ValueError(f"'{part.name}' turns {part.ratio} times as fast as its coordinate")
        return replace(part, ratio=None)
    return part


def straight_ahead() -> SteadyMotionStart:
    """At 60 km/h, trimmed."""
    return start_straight(plain_car(), SPEED)


def rate_of(law: Any) -> float:
    """A law as one number, for engines without tables: its mean slope up to a tenth of a metre, or per second."""
    if isinstance(law, Linear):
        return float(law.slope)  # type: ignore[arg-type]
    low, high = np.interp([-SMALL, SMALL], law.x, law.y)
    return float(high - low) / (2 * SMALL)
