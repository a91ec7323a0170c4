"""The tyre law: what a tyre is asked and what it answers, in ISO-W axes; and how it is mirrored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from jounce.graph import Scalar, maximum, minimum

LEAST_SLIP = 1e-6  # by which a peak is divided at least: without load both are zero


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


class TyreLaw(Protocol):
    """What every tyre answers: a frozen record of its numbers, which may be symbols, with these six methods.

    One that slides has a seventh, `peak_forces(load, inclination, friction)`: the largest Fx and Fy at pure slip, in
    newtons. From these follows the channel `friction_use`, and with `saturation` the slopes at no slip. One that never
    slides has `slopes(load)` instead: forces per slip and per tangent of the slip angle, both positive.

    The wheel's centre stands at a distance from the road; the deflection is the free radius less this distance. From
    it follows the load, from the load the effective radius and so the slip, and from all of them the forces. Each
    method is a smooth or piecewise smooth formula without memory: states of slip and the road belong to others.
    """

    def free_radius(self, spin: Scalar) -> Scalar:
        """Radius without load, in metres; `spin` in rad/s."""

    def load(self, deflection: Scalar, rate: Scalar, spin: Scalar) -> Scalar:
        """Force along the road's normal in newtons, never negative, zero without contact; `rate` is the
        deflection's, in m/s."""

    def effective_radius(self, load: Scalar, spin: Scalar) -> Scalar:
        """Forward speed per spin of the free rolling wheel, in metres."""

    def relaxation(self, load: Scalar, inclination: Scalar) -> tuple[Scalar, Scalar]:
        """Relaxation lengths for longitudinal slip and for slip angle, in metres: never negative, but zero where the
        wheel lifts or where the file gives none, so whoever divides bounds them from below."""

    def saturation(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        """Slip and tangent of the slip angle at which the slope at zero slip would reach the peak force: beyond
        them the patch slides."""

    def forces(self, contact: Contact) -> TyreForces:
        """Forces and moments of steady slip."""


def mirrored_tyre_law(tyre: TyreLaw, contact: Contact, side: Scalar) -> TyreForces:
    """The forces of a tyre measured on one side of a car and mounted on it (side = 1) or on the other (-1).

    Multiplying by -1 rounds nothing, so left and right are mirror images to the last bit.
    """
    seen = replace(contact, slip_angle=side * contact.slip_angle, inclination=side * contact.inclination)
    forces = tyre.forces(seen)
    return TyreForces(Fx=forces.Fx, Fy=side * forces.Fy, Mx=side * forces.Mx, My=forces.My, Mz=side * forces.Mz)


def says_tyre_slopes(law: Any) -> bool:
    """Tells whether a law answers how much force it has per slip."""
    return hasattr(law, "slopes") or hasattr(law, "peak_forces")


def tyre_slopes_at_no_slip(law: Any, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """Returns forces per slip and per tangent of the slip angle of a tyre that hardly slips, both positive, in newtons:
    the peaks divided by the slips at which these slopes would reach them."""
    if hasattr(law, "slopes"):
        found: tuple[Scalar, Scalar] = law.slopes(load)
        return found
    peaks, full = law.peak_forces(load, inclination, friction), law.saturation(load, inclination, friction)
    along, across = (peak / maximum(slip, LEAST_SLIP) for peak, slip in zip(peaks, full, strict=True))
    return along, across


def rolling_direction_of_tyre(speed: Scalar, low: Scalar) -> Scalar:
    """1 forward, -1 in reverse, and a smooth cubic between where the speed is below `low`.

    The published formulas have a jump there: a trail and a rolling resistance that change sign with V_x.
    """
    v = maximum(minimum(speed / low, 1.0), -1.0)
    return v * (1.5 - 0.5 * v * v)


def absolute_for_tyre_law(x: Scalar) -> Scalar:
    """|x|; the built-in loses the type."""
    return abs(x)  # type: ignore[return-value]
