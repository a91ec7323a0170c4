"""Dry friction and brakes as a smooth law with one state: it holds at rest and slides at its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE, ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.forces.torsion_bar import torsion_bar_sum
from jounce.parts.limits import factor_limit
from jounce.parts.signals import Signal
from jounce.units import Axes, Quantity, Ratio

QUICK = 2e-3  # s: how soon friction builds up at speed; a step of 1 ms resolves it
DAMPING = 1e-3  # s: of the spring that friction is at rest; without it a stopped wheel would ring

SMOOTH_FRICTION = (
    Citation("Canudas de Wit, Olsson, Astrom, Lischinsky 1995", "with one level of friction"),
    Citation("Dahl 1968"),
)

Slip = Annotated[Scalar, Quantity("rad or m", "positive")]
Limit = Annotated[Scalar, Quantity("N m or N", "not negative")]


@dataclass(frozen=True, slots=True, kw_only=True)
class DryFriction:
    """Friction against the rate of a joint coordinate, or of a sum of factor times coordinate.

    The force is -limit (z + DAMPING z'), and the state z, the share of the limit, follows the rate w:

        z' = (w - |w| z) / (slip + |w| QUICK)

    At rest it is a damped spring of stiffness limit/slip that stays where it is; sliding, z goes to the sign of w,
    over the distance `slip` when slow and in the time QUICK when fast. z' w is never negative, so damping takes
    energy.
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...] = (1.0,)
    limit: Limit
    slip: Slip

    source = SMOOTH_FRICTION
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts inside joints, which are drawn")
    states = (("share", "1"),)

    def terms(self) -> dict[str, Scalar]:
        """What it acts against: factor of each coordinate."""
        return dict(zip(self.coordinates, self.factors, strict=True))

    @property
    def holds(self) -> bool:
        """Whether there is any friction."""
        return bool(self.limit)

    def limits(self) -> Iterator[Problem]:
        return factor_limit(self)

    def loads(self, view: View) -> Loads:
        _, rate = torsion_bar_sum(self.coordinates, self.factors, view)
        share, change = _share(view, rate, self.slip)
        torque = self.limit * share
        return Loads(
            efforts=tuple(
                (name, -(factor * torque)) for name, factor in zip(self.coordinates, self.factors, strict=True)
            ),
            channels={"torque": Channel(torque, "N m", "friction against the motion (N on a slider)")},
            rates={"share": change},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Brake:
    """A brake on a wheel's bearing: dry friction as above, its limit `torque` times a signal from 0 to 1."""

    name: str
    coordinate: str  # "joint.coordinate"
    torque: Annotated[Scalar, Quantity("N m", "not negative")]  # at full pedal
    signal: Annotated[Signal, Axes("s", "1")]
    slip: Slip = 2e-3

    source = SMOOTH_FRICTION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")
    signal_range = (0.0, 1.0)  # more torque than its own it has not, and less than none would drive
    group = "brake"  # of its channels
    states = (("share", "1"),)

    def terms(self) -> dict[str, Scalar]:
        """What it acts against: factor of each coordinate."""
        return {self.coordinate: 1.0}

    @property
    def holds(self) -> bool:
        """Whether there is any friction."""
        return bool(self.torque)

    def loads(self, view: View) -> Loads:
        _, rate = view.coordinate(self.coordinate)
        share, change = _share(view, rate, self.slip)
        torque = self.torque * view.signal(self.signal) * share
        return Loads(
            efforts=((self.coordinate, -torque),),
            channels={
                "torque": Channel(torque, "N m", "against the motion of the wheel, positive where it rolls forward")
            },
            rates={"share": change},
        )


def _share(view: View, rate: Scalar, slip: Scalar) -> tuple[Scalar, Scalar]:
    """What there is of the limit, and the rate of the state."""
    z = view.state("share")
    speed: Any = abs(rate)
    change = (rate - speed * z) / (slip + QUICK * speed)
    return z + DAMPING * change, change
