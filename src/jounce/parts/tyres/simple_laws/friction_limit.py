"""What tyres of two stiffnesses and one friction have in common: where they saturate, and what they hold at most."""

from __future__ import annotations

from typing import Protocol

from jounce.graph import Scalar


class LimitedByFriction(Protocol):
    """The numbers it needs; stiffnesses in N per slip and N/rad."""

    @property
    def slip_stiffness(self) -> Scalar: ...
    @property
    def cornering_stiffness(self) -> Scalar: ...
    @property
    def friction(self) -> Scalar: ...


def saturation(tyre: LimitedByFriction, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """Slips at which the straight lines of both stiffnesses reach the friction of a tyre that hardly slips."""
    limit = tyre.friction * friction * load
    return limit / tyre.slip_stiffness, limit / tyre.cornering_stiffness


def peak_forces(tyre: LimitedByFriction, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """Friction of a tyre that hardly slips, in either direction."""
    return (tyre.friction * friction * load,) * 2
