"""The tyre as a spring on the road, and the simple carcass of a tyre of which little is known.

That one has one radius, a vertical spring and damper, and fixed relaxation lengths. A slip law with these five numbers
takes the functions as its methods, by `free_radius = carcass.free_radius`.
"""

from __future__ import annotations

from typing import Protocol

from jounce.graph import Scalar, maximum, minimum


def simple_carcass_damped_load(elastic: Scalar, damping: Scalar, rate: Scalar) -> Scalar:
    """The load of a spring force and a damper, never negative and continuous through lift-off.

    The damper's share is at most the spring's: without this a wheel that touches down would meet damping x speed at
    once, and one that leaves would pull at the road.
    """
    held = maximum(elastic, 0.0)
    return held + maximum(minimum(damping * rate, held), -held)


class SimpleCarcass(Protocol):
    """The numbers it needs; lengths in metres."""

    @property
    def radius(self) -> Scalar: ...
    @property
    def stiffness(self) -> Scalar: ...
    @property
    def damping(self) -> Scalar: ...
    @property
    def slip_relaxation(self) -> Scalar: ...
    @property
    def side_relaxation(self) -> Scalar: ...


def free_radius(tyre: SimpleCarcass, spin: Scalar) -> Scalar:
    """It does not grow with the spin."""
    return tyre.radius


def load(tyre: SimpleCarcass, deflection: Scalar, rate: Scalar, spin: Scalar) -> Scalar:
    """Of a linear spring and damper, never negative."""
    return simple_carcass_damped_load(tyre.stiffness * deflection, tyre.damping, rate)


def effective_radius(tyre: SimpleCarcass, load: Scalar, spin: Scalar) -> Scalar:
    """Free radius less a third of the deflection."""
    return tyre.radius - load / (3.0 * tyre.stiffness)


def relaxation(tyre: SimpleCarcass, load: Scalar, inclination: Scalar) -> tuple[Scalar, Scalar]:
    """As given, at any load."""
    return tyre.slip_relaxation, tyre.side_relaxation
