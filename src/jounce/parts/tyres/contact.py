"""What a tyre formula is given and what it gives back, in ISO-W axes; and how it is mirrored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jounce.graph import Scalar, maximum, minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """The state of a wheel at its contact point, ISO-W axes: x where the wheel heads, z out of the road.

    `slip` kappa = (spin R_e - V_x) / |V_x|: positive where it pushes forward; a locked wheel has -1, and 1 in
    reverse. `slip_angle` alpha = atan2(V_y, |V_x|): positive where the wheel moves to its left; never beyond a
    right angle. `inclination` gamma: right-hand about x, so positive where the top leans to the right.
    """

    slip: Scalar
    slip_angle: Scalar  # rad
    inclination: Scalar  # rad
    load: Scalar  # N, not negative
    speed: Scalar  # m/s, V_x of the contact point; negative in reverse
    friction: Scalar = 1.0  # of the road, relative to the one the tyre was measured on


@dataclass(frozen=True, slots=True, kw_only=True)
class TyreForces:
    """What the road does to the wheel at the contact point, in ISO-W axes."""

    Fx: Scalar  # N, forward
    Fy: Scalar  # N, left
    Mx: Scalar = 0.0  # N m, overturning
    My: Scalar = 0.0  # N m, negative where it resists rolling forward
    Mz: Scalar = 0.0  # N m, aligning


def mirrored(law: Callable[[Contact, Any], TyreForces], contact: Contact, tyre: Any, side: Scalar) -> TyreForces:
    """The forces of a tyre measured on one side of a car and mounted on it (side = 1) or on the other (-1).

    Multiplying by -1 rounds nothing, so left and right are mirror images to the last bit.
    """
    seen = Contact(
        slip=contact.slip,
        slip_angle=side * contact.slip_angle,
        inclination=side * contact.inclination,
        load=contact.load,
        speed=contact.speed,
        friction=contact.friction,
    )
    forces = law(seen, tyre)
    return TyreForces(Fx=forces.Fx, Fy=side * forces.Fy, Mx=side * forces.Mx, My=forces.My, Mz=side * forces.Mz)


def rolling_direction(speed: Scalar, low: Scalar) -> Scalar:
    """1 forward, -1 in reverse, and a smooth cubic between where the speed is below `low`.

    The published formulas have a jump there: a trail and a rolling resistance that change sign with V_x.
    """
    v = maximum(minimum(speed / low, 1.0), -1.0)
    return v * (1.5 - 0.5 * v * v)


def absolute(x: Scalar) -> Scalar:
    """|x|; the built-in loses the type."""
    return abs(x)  # type: ignore[return-value]
