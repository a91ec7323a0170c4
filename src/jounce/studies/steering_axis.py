"""The axis about which a wheel steers, and where it meets the road."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.studies.wheel_motion import Side, cross, heading, row_dot, row_length


class SteeringAxis(NamedTuple):
    """A line: a point P of it and its unit direction k, which points up."""

    point: np.ndarray
    direction: np.ndarray


class Offsets(NamedTuple):
    """Distances between the axis and a point of the wheel, in a level plane through that point."""

    trail: np.ndarray  # positive: the axis passes ahead of the point
    offset: np.ndarray  # positive: the point lies outboard of the axis


def axis_through(low: np.ndarray, high: np.ndarray) -> SteeringAxis:
    """The geometric axis: two ball joints, or ball joint and strut top."""
    k = high - low
    return SteeringAxis(low, k / row_length(k)[..., None])


def screw_axis(at: np.ndarray, velocity: np.ndarray, w: np.ndarray) -> SteeringAxis:
    """The virtual axis: line of the instantaneous screw of a body that turns with w, its point `at` with `velocity`.

    P = at + w x v / w^2. [Featherstone 2008, section 2.4]
    """
    with np.errstate(divide="ignore", invalid="ignore"):  # a body that does not turn has no axis: nan
        point = at + cross(w, velocity) / row_dot(w, w)[..., None]
        k = w / row_length(w)[..., None]
    return SteeringAxis(point, k * np.where(k[..., 2] < 0.0, -1.0, 1.0)[..., None])


def caster(axis: SteeringAxis) -> np.ndarray:
    """nu = atan2(-k_x, k_z), positive when the top leans rearward."""
    return np.arctan2(-axis.direction[..., 0], axis.direction[..., 2])


def kingpin(axis: SteeringAxis, side: Side) -> np.ndarray:
    """sigma = atan2(-s k_y, k_z), positive when the top leans inward."""
    return np.arctan2(-side * axis.direction[..., 1], axis.direction[..., 2])


def level_point(axis: SteeringAxis, at: np.ndarray) -> np.ndarray:
    """G = P + k [n . (at - P)] / (n . k): where the axis meets the level plane through `at`."""
    P, k = axis
    return P + k * ((at[..., 2] - P[..., 2]) / k[..., 2])[..., None]


def offsets(axis: SteeringAxis, at: np.ndarray, e: np.ndarray, side: Side) -> Offsets:
    """(G - at) . x_w and s (at - G) . y_w: at the contact point, caster trail and scrub radius."""
    x_w, y_w = heading(e)
    d = level_point(axis, at) - at
    return Offsets(row_dot(d, x_w), -side * row_dot(d, y_w))
