"""The first Magic Formula: side force, aligning moment and longitudinal force at pure slip."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, atan, exp, maximum, minimum, sin_half_turn
from jounce.parts.citation import Citation
from jounce.parts.tyres import carcass
from jounce.parts.tyres.magic_formula import mf_away_from_zero, sine
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre
from jounce.units import Axes, Damping, Number, PositiveLength, PositiveStiffness, RelaxationLength

DEGREES = 180.0 / math.pi
LEAST = 0.1  # of a factor: the linear terms of inclination hold for a few degrees only
FADING = 0.1  # kN, below which a constant vertical shift fades: a wheel in the air has no force
VXLOW = 1.0  # m/s, below which the aligning moment fades as the wheel comes to reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve1987:
    """The numbers of one curve as the paper prints them: load in kN, angles in degrees, slip in percent."""

    C: Number
    a1: Number
    a2: Number
    a3: Number
    a4: Number
    a5: Number
    a6: Number
    a7: Number
    a8: Number
    a9: Number = 0.0  # from here on: inclination
    a10: Number = 0.0
    a11: Number = 0.0
    a12: Number = 0.0
    a13: Number = 0.0
    Sh: Number = 0.0  # constant horizontal shift, deg or percent
    Sv: Number = 0.0  # constant vertical shift, N or N m

    source = Citation("Bakker, Nyborg, Pacejka 1987")


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicFormula1987:
    """Three curves, each at pure slip: together they exceed the friction of the road at combined slip."""

    radius: PositiveLength
    stiffness: PositiveStiffness  # vertical
    damping: Damping = 0.0
    slip_relaxation: RelaxationLength = 0.15
    side_relaxation: RelaxationLength = 0.3
    Fx: Annotated[Curve1987, Axes("1", "1")]
    Fy: Annotated[Curve1987, Axes("1", "1")]
    Mz: Annotated[Curve1987, Axes("1", "1")]

    title = "the first Magic Formula"
    source = Citation("Bakker, Nyborg, Pacejka 1987")

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation

    def saturation(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        Fz = load / 1000.0
        along, across = friction * _peak(Fz, self.Fx), friction * _peak(Fz, self.Fy)
        K_x, K_y = _by_exponential(Fz, self.Fx), _by_sine(Fz, self.Fy)
        return along / mf_away_from_zero(100.0 * K_x), across / mf_away_from_zero(DEGREES * K_y)

    def peak_forces(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        return friction * _peak(load / 1000.0, self.Fx), friction * _peak(load / 1000.0, self.Fy)

    def forces(self, contact: Contact) -> TyreForces:
        """Forces at pure slip  [Bakker, Nyborg, Pacejka 1987, SAE 870421]; combined slip is left out.

        The paper's y points right and its z down: Fy and Mz change sign on the way to ISO-W, slip angle and
        inclination do not. The friction of the road scales force and slip alike, so that stiffness stays
        [Pacejka 2012, section 4.2, similarity].
        """
        Fz, gamma = contact.load / 1000.0, contact.inclination * DEGREES
        alpha, kappa = contact.slip_angle * DEGREES, contact.slip * 100.0
        mu = contact.friction
        Fx = _curve(kappa, Fz, 0.0, mu, self.Fx, _by_exponential(Fz, self.Fx))
        Fy = _curve(alpha, Fz, gamma, mu, self.Fy, _by_sine(Fz, self.Fy))
        Mz = _curve(alpha, Fz, gamma, mu, self.Mz, _by_exponential(Fz, self.Mz))
        return TyreForces(Fx=Fx, Fy=-Fy, Mz=-Mz * rolling_direction_of_tyre(contact.speed, VXLOW))


def _peak(Fz: Scalar, c: Curve1987) -> Scalar:
    return c.a1 * Fz**2 + c.a2 * Fz


def _by_sine(Fz: Scalar, c: Curve1987) -> Scalar:
    """BCD of the side force."""
    return c.a3 * sin_half_turn(c.a4 * atan(c.a5 * Fz))


def _by_exponential(Fz: Scalar, c: Curve1987) -> Scalar:
    """BCD of longitudinal force and aligning moment."""
    return (c.a3 * Fz**2 + c.a4 * Fz) / exp(c.a5 * Fz)


def _curve(slip: Scalar, Fz: Scalar, gamma: Scalar, mu: Scalar, c: Curve1987, BCD: Scalar) -> Scalar:
    """y(x + S_h) + S_v, where y is the sine and gamma shifts and softens it."""
    D = mu * _peak(Fz, c)
    E = (c.a6 * Fz**2 + c.a7 * Fz + c.a8) / maximum(1.0 - c.a13 * absolute_for_tyre_law(gamma), LEAST)
    B = BCD / mf_away_from_zero(c.C * D) * maximum(1.0 - c.a12 * absolute_for_tyre_law(gamma), LEAST)
    S_h = c.a9 * gamma + c.Sh
    S_v = mu * ((c.a10 * Fz**2 + c.a11 * Fz) * gamma + c.Sv * minimum(Fz / FADING, 1.0))
    return sine(slip + S_h, B, c.C, D, E) + S_v
