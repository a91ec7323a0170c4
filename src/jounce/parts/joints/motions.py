"""Elementary motions: what a joint is made of.

A joint is a sequence of these, as the transforms T1 ... T6 in [Szczotka 2007, eq. 4-6]. Each acts
in the frame left by the one before it; all frames coincide with the vehicle frame in the design
position, so an axis keeps its design components there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.spatial.vector import X, Y, Z
from jounce.units import Direction, OneOf


@dataclass(frozen=True, slots=True)
class Slide:
    """Translation along an axis: one coordinate in m, one speed in m/s."""

    axis: Direction
    name: str = "displacement"
    unit = "m"


@dataclass(frozen=True, slots=True)
class Turn:
    """Rotation about an axis through the joint's point: one coordinate in rad, one speed in rad/s."""

    axis: Direction
    name: str = "angle"
    unit = "rad"


@dataclass(frozen=True, slots=True)
class Ball:
    """Any rotation about the joint's point: a quaternion (q0 first) and the child's own body rates.

    The rotation is that of q/|q|, so the length of q is free; the projection keeps it at one.
    The speeds are the angular velocity of child in parent, in the child's axes.
    """


@dataclass(frozen=True, slots=True)
class Float:
    """Any motion: position of the child's origin in the parent, quaternion, and six body rates.

    The speeds are angular and linear velocity of the child's origin, both in the child's axes.
    """


@dataclass(frozen=True, slots=True)
class Led:
    """One or two coordinates in m that lead the child along tables."""

    names: tuple[str, ...]


Motion = Slide | Turn | Ball | Float | Led

Angles = Annotated[str, OneOf("quaternion", "zyx")]  # coordinates of a rotation

# T1 ... T6 of the papers, by name
ELEMENTARY: dict[str, Slide | Turn] = {
    "tx": Slide(X, "tx"),
    "ty": Slide(Y, "ty"),
    "tz": Slide(Z, "tz"),
    "rz": Turn(Z, "rz"),
    "ry": Turn(Y, "ry"),
    "rx": Turn(X, "rx"),
}
Elementary = Annotated[str, OneOf(*ELEMENTARY)]
