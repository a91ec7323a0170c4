"""From rack to wheels: ratio, Ackermann, turning circle."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Turn(NamedTuple):
    """Steer angles as magnitudes, sorted by which wheel is nearer to the centre of the turn."""

    inner: np.ndarray
    outer: np.ndarray


def turn(left: np.ndarray, right: np.ndarray) -> Turn:
    """Inner and outer angle; nan near straight ahead, where the wheels point to different sides."""
    to_left = left + right > 0.0
    inner = np.where(to_left, left, -right)
    outer = np.where(to_left, right, -left)
    valid = (inner > 0.0) & (outer > 0.0)
    return Turn(np.where(valid, inner, np.nan), np.where(valid, outer, np.nan))


def ideal_outer(inner: np.ndarray, kingpin_distance: float, wheelbase: float) -> np.ndarray:
    """cot(outer) = cot(inner) + t_k/L: both wheels roll about one point on the rear axle's line."""
    return np.arctan(1.0 / (1.0 / np.tan(inner) + kingpin_distance / wheelbase))


def ackermann(angles: Turn, ideal: np.ndarray) -> np.ndarray:
    """(inner - outer) / (inner - ideal outer): 1 is full Ackermann, 0 parallel, negative the other way."""
    with np.errstate(divide="ignore", invalid="ignore"):  # straight ahead there is nothing to compare
        return (angles.inner - angles.outer) / (angles.inner - ideal)


def turning_circle(outer: np.ndarray, wheelbase: float, track: np.ndarray, kingpin_distance: float) -> np.ndarray:
    """2 (L / sin(outer) + (t - t_k)/2): diameter on which the outer wheel's middle runs."""
    return 2.0 * (wheelbase / np.sin(outer) + 0.5 * (track - kingpin_distance))


def steering_ratio(left_rate: np.ndarray, right_rate: np.ndarray, rack_ratio: float) -> np.ndarray:
    """|d delta_H / d delta_mean|, from the steer angles' rates by rack displacement."""
    with np.errstate(divide="ignore"):
        return np.abs(2.0 / (rack_ratio * (left_rate + right_rate)))
