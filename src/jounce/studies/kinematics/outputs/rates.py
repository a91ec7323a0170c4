"""Rates at the wheel: motion ratio, wheel rate, ride rate and frequency, damping."""

from __future__ import annotations

from math import nan, pi
from typing import NamedTuple

from jounce.graph import Expression, Scalar, derivative, less, select, sqrt
from jounce.parts.laws import Law
from jounce.spatial.vector import dot, vector_difference, vector_norm
from jounce.studies.kinematics.outputs.wheel_motion import Derived

SLOW = 1e-3  # m/s at the damper, where its slope is read: a kink at rest has a slope on either side


class WheelRate(NamedTuple):
    """dFz/dz of one spring: what its stiffness gives, and what its force on a changing lever gives."""

    elastic: Scalar  # k_s MR^2
    geometric: Scalar  # F_s dMR/dz, often forgotten
    load: Scalar  # F_s MR, the force at the wheel itself


class WheelDamping(NamedTuple):
    """dFz/dz' of one damper near rest."""

    jounce: Scalar
    rebound: Scalar


def motion_ratio_between(a: Derived, b: Derived) -> Derived:
    """Returns the distance l of two moving points; its motion ratio, compression per wheel travel, is MR = -dl/dz."""
    r, r_d, r_dd = map(vector_difference, b, a)
    length = vector_norm(r)
    rate = dot(r, r_d) / length
    return Derived(length, rate, (dot(r_d, r_d) + dot(r, r_dd) - rate * rate) / length)


def wheel_rate(law: Law, free_length: Scalar, length: Derived) -> WheelRate:
    """Returns k_w = k_s MR^2 + F_s dMR/dz, with the law's tangent stiffness k_s and its compression force F_s."""
    tension, stiffness = rate_of_law(law, length.at - free_length)
    return WheelRate(stiffness * length.d * length.d, tension * length.dd, tension * length.d)


def wheel_damping(law: Law, length: Derived) -> WheelDamping:
    """c_w = c MR^2, with the slope c of the law at a speed near rest: compression in jounce, extension in rebound."""
    graph = length.d.graph
    jounce, rebound = (rate_of_law(law, graph.constant(speed))[1] for speed in (-SLOW, SLOW))
    return WheelDamping(jounce * length.d * length.d, rebound * length.d * length.d)


def rate_of_law(law: Law, x: Expression) -> tuple[Scalar, Scalar]:
    """Returns a characteristic and its slope at x, by the derivative of its own formula."""
    value = law.value(x)
    return value, derivative([value], x)[0]


def ride_rate(wheel: Scalar, tyre: Scalar) -> Scalar:
    """Returns k_r = k_w k_t / (k_w + k_t): suspension and tyre in series."""
    return wheel * tyre / (wheel + tyre)


def ride_frequency(rate: Scalar, sprung_mass: Scalar) -> Scalar:
    """Returns f = sqrt(k_r / m_s) / (2 pi) of one corner, in Hz; nan where the rate is negative."""
    return sqrt(_not_negative(rate) / sprung_mass) / (2.0 * pi)


def damping_ratio(damping: Scalar, rate: Scalar, sprung_mass: Scalar) -> Scalar:
    """Returns zeta = c_w / (2 sqrt(k_w m_s)) of one corner; nan where the rate is negative."""
    return damping / (2.0 * sqrt(_not_negative(rate) * sprung_mass))


def _not_negative(rate: Scalar) -> Scalar:
    return select(less(rate, 0.0), nan, rate)
