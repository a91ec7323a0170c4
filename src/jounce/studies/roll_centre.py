"""Three definitions of the roll centre, and the front-view swing arm. Print which one is meant.

A wheel's n-line goes through its contact point at right angles to that point's motion: slope m = -y_C'/z_C'.
Heights are above the road at the car's middle plane between the contact points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.studies.wheel_motion import Contact, WheelMotion, cross

PARALLEL = 1e-9  # difference of slopes below which two n-lines do not meet


class Place(NamedTuple):
    """A point in the front view (y, z) or side view (x, z)."""

    across: np.ndarray
    height: np.ndarray


def n_line_slope(contact: Contact) -> np.ndarray:
    """m = -y_C'/z_C'; its negative is the jacking coefficient, lifting force per unit of side force."""
    return -contact.rolling[..., 1] / contact.rolling[..., 2]


def ground(left: Contact, right: Contact) -> np.ndarray:
    return 0.5 * (left.at[..., 2] + right.at[..., 2])


def kinematic(left: Contact, right: Contact) -> Place:
    """Where both n-lines meet; nan where they are parallel."""
    m_L, m_R = n_line_slope(left), n_line_slope(right)
    return _raised(_meeting(left.at, m_L, right.at, m_R), left, right)


def geometric(left: Contact, right: Contact, centre_left: Place, centre_right: Place) -> Place:
    """Two-dimensional: lines from each contact point to the instant centre drawn from the arms."""
    m_L, m_R = (
        (centre.height - side.at[..., 2]) / (centre.across - side.at[..., 1])
        for centre, side in ((centre_left, left), (centre_right, right))
    )
    return _raised(_meeting(left.at, m_L, right.at, m_R), left, right)


def force_based(left: Contact, right: Contact) -> np.ndarray:
    """Height at which equal side forces of both wheels have the same roll moment; finite for parallel n-lines."""
    y_L, y_R = left.at[..., 1], right.at[..., 1]
    middle = 0.5 * (y_L + y_R)
    return -0.5 * ((y_L - middle) * n_line_slope(left) + (y_R - middle) * n_line_slope(right))


def arm_trace(pivot: np.ndarray, pivot_axis: np.ndarray, ball: np.ndarray, x: np.ndarray) -> tuple[Place, np.ndarray]:
    """The line in which an arm's plane cuts the axle's plane at x: a point of it, and its slope dz/dy.

    The plane holds the pivot axis and the ball joint.
    """
    normal = cross(pivot_axis, ball - pivot)
    height = ball[..., 2] - (x - ball[..., 0]) * normal[..., 0] / normal[..., 2]
    return Place(ball[..., 1], height), -normal[..., 1] / normal[..., 2]


def arms_instant_centre(one: tuple[Place, np.ndarray], other: tuple[Place, np.ndarray]) -> Place:
    """Where the traces of two arms meet: the instant centre of the front view, in two dimensions."""
    (p, a), (q, b) = one, other
    with np.errstate(divide="ignore", invalid="ignore"):
        y = (a * p.across - b * q.across + q.height - p.height) / (a - b)
    return Place(y, p.height + a * (y - p.across))


def front_view_instant_centre(wheel: WheelMotion) -> Place:
    """The point of the carrier at rest in the front view: W + (-1/w_x, y_W'/w_x)."""
    W, W_d, _ = wheel.centre
    w = wheel.turning[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        return Place(W[..., 1] - W_d[..., 2] / w, W[..., 2] + W_d[..., 1] / w)


def _meeting(left: np.ndarray, m_L: np.ndarray, right: np.ndarray, m_R: np.ndarray) -> Place:
    apart = np.where(np.abs(m_L - m_R) > PARALLEL, m_L - m_R, np.nan)
    y = (m_L * left[..., 1] - m_R * right[..., 1] + right[..., 2] - left[..., 2]) / apart
    return Place(y, left[..., 2] + m_L * (y - left[..., 1]))


def _raised(place: Place, left: Contact, right: Contact) -> Place:
    return Place(place.across, place.height - ground(left, right))
