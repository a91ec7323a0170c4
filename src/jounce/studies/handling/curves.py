"""Steady cornering in numbers: steering ratio, understeer, roll and sideslip gradients. [ISO 4138:2021]"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.studies.kinematics.wheel_travel import wheel_travel

GRAVITY = 9.81  # m/s^2, in which gradients per g are given
HALF_RANGE = 0.5  # of the largest lateral acceleration, where gradients are read


def wheelbase(car: CarModel) -> float:
    """From the first to the last axle."""
    places: list[Any] = [corner.wheel_centre[0] for corner in car.corners.values()]
    return float(max(places) - min(places))


def steering_ratio(vehicle: Vehicle) -> float:
    """Steering-wheel angle by mean steer of the wheels, straight ahead, by the linkage alone."""
    axle = next(name for name, axle in vehicle.axles.items() if axle.steered)
    found = wheel_travel(vehicle, axle=axle, mode="rack", travel=(-1e-3, 1e-3), points=3)
    return found.metrics[f"{axle}.steering_ratio"].value


def excess_steer(angle: np.ndarray, yaw_rate: np.ndarray, speed: np.ndarray, ratio: float, base: float) -> np.ndarray:
    """Steer angle of the wheels beyond wheelbase over radius, in rad; its slope over a_y is the understeer gradient."""
    return angle / ratio - base * yaw_rate / speed


def gradient(acceleration: np.ndarray, values: np.ndarray, at: float) -> float:
    """Slope of y = c0 + c1 a + c2 a^3 + c3 a^5, fitted by least squares, at a lateral acceleration."""
    a = acceleration / at  # near one, so that the powers can be told apart
    terms = np.stack([np.ones_like(a), a, a**3, a**5], axis=1)
    c, *_ = np.linalg.lstsq(terms, values, rcond=None)
    return float((c[1] + 3 * c[2] + 5 * c[3]) / at)
