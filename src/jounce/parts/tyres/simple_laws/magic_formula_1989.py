"""The Magic Formula of 1989, known as PAC89: three curves with shifts, and an ellipse for combined slip."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, exp, less, maximum, minimum, select, sin, sqrt
from jounce.parts.citation import Citation
from jounce.parts.tyres import carcass
from jounce.parts.tyres.magic_formula import mf_away_from_zero, mf_sin_of_twice_atan, sine
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre
from jounce.units import Damping, Number, PositiveLength, PositiveNumber, PositiveStiffness, Quantity, RelaxationLength

DEGREES = 180.0 / math.pi
LEAST = 0.1  # of a factor: the linear terms of inclination hold for a few degrees only
FADING = 0.1  # kN, below which shifts that do not depend on load fade: a wheel in the air has no force
NO_SLIP = 1e-30  # under a root, so that its slope is finite at zero slip
MOST_SLIP = 1e6  # whose square is taken: more is sliding altogether
VXLOW = 1.0  # m/s, below which moments fade as the wheel comes to reverse

Share = Annotated[Scalar, Quantity("1", "not negative")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicFormula1989:
    """Coefficients by the letters of the paper: A of the side force, B of the longitudinal one, C of the moment.

    They belong to a load in kN, angles in degrees, slip in percent, and give newtons and newton metres.
    """

    radius: PositiveLength
    stiffness: PositiveStiffness  # vertical
    damping: Damping = 0.0
    slip_relaxation: RelaxationLength = 0.15
    side_relaxation: RelaxationLength = 0.3
    lateral_stiffness: Annotated[Scalar, Quantity("N/m", "not negative")] = 0.0  # of the carcass; 0: the patch stays
    rolling_resistance: Share = 0.0  # moment over load and loaded radius

    A0: PositiveNumber  # shape
    A1: Number  # peak, by the load squared
    A2: PositiveNumber  # peak, by the load
    A3: PositiveNumber  # largest cornering stiffness, N/deg
    A4: PositiveNumber  # load of it, kN
    A5: Number = 0.0  # inclination softens
    A6: Number = 0.0  # curvature, by the load
    A7: Number = 0.0  # curvature
    A8: Number = 0.0  # horizontal shift, by the inclination
    A9: Number = 0.0  # by the load
    A10: Number = 0.0  # constant
    A11: Number = 0.0  # vertical shift, by load and inclination
    A12: Number = 0.0  # by the load
    A13: Number = 0.0  # constant

    B0: PositiveNumber
    B1: Number
    B2: PositiveNumber
    B3: Number  # slip stiffness, by the load squared
    B4: Number  # by the load
    B5: Number = 0.0  # its decay with the load
    B6: Number = 0.0  # curvature
    B7: Number = 0.0
    B8: Number = 0.0
    B9: Number = 0.0  # horizontal shift, by the load
    B10: Number = 0.0  # constant

    C0: Number = 0.0
    C1: Number = 0.0
    C2: Number = 0.0
    C3: Number = 0.0
    C4: Number = 0.0
    C5: Number = 0.0
    C6: Number = 0.0  # inclination softens
    C7: Number = 0.0  # curvature
    C8: Number = 0.0
    C9: Number = 0.0
    C10: Number = 0.0  # by the inclination
    C11: Number = 0.0  # horizontal shift, by the inclination
    C12: Number = 0.0
    C13: Number = 0.0
    C14: Number = 0.0  # vertical shift
    C15: Number = 0.0
    C16: Number = 0.0
    C17: Number = 0.0

    title = "the Magic Formula of 1989 (PAC89)"
    source = Citation("Pacejka, Bakker, Lidner 1989")

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation

    def saturation(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        Fz = load / 1000.0
        along, across = friction * self._peak_x(Fz), friction * self._peak_y(Fz)
        K_x, K_y = 100.0 * self._slip_stiffness(Fz), DEGREES * self._cornering_stiffness(Fz, inclination * DEGREES)
        return _positive(along / mf_away_from_zero(K_x)), _positive(across / mf_away_from_zero(K_y))

    def peak_forces(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        Fz = load / 1000.0
        return friction * self._peak_x(Fz), friction * self._peak_y(Fz)

    def forces(self, contact: Contact) -> TyreForces:
        """Forces at combined slip  [Pacejka, Bakker, Lidner 1989, SAE 890087; the ellipse as Adams/Tire has it].

        Each curve is D sin(C atan(B x - E (B x - atan(B x)))) + S_v with x = slip + S_h and B = BCD / (C D); E is at
        most 1, beyond which the force would turn round. With the slips from where the forces are zero, as ChPac02Tire
        of Project Chrono has them, k = |kappa + S_hx| and a = |sin(alpha + S_hy + S_vy / K_y)|, pure forces F0 become

            Fx = Fx0 k / sqrt(k^2 + a^2 (Fx0 / D_y)^2),   Fy = Fy0 a / sqrt(a^2 + k^2 ((Fy0 - S_vy) / D_x)^2)

        The paper's y points right and its z down: Fy and Mz change sign on the way to ISO-W, slip angle and
        inclination do not. The load acts where the side force has moved the patch to, d = Fy / lateral_stiffness: so
        Mx = Fz d, and the longitudinal force turns the wheel by -Fx d.
        """
        Fz, gamma, mu = contact.load / 1000.0, contact.inclination * DEGREES, contact.friction
        alpha, kappa = contact.slip_angle * DEGREES, contact.slip * 100.0
        D_x, D_y = mu * self._peak_x(Fz), mu * self._peak_y(Fz)
        S_hx, S_hy, S_vy = self._shifts(Fz, gamma, mu)
        Fx0, sine_y = self._pure_x(kappa + S_hx, Fz, D_x), self._sine_y(alpha + S_hy, Fz, gamma, D_y)
        Fy0 = -(sine_y + S_vy)

        K_y = mf_away_from_zero(self._cornering_stiffness(Fz, gamma))
        k = minimum(absolute_for_tyre_law(contact.slip + S_hx / 100.0), MOST_SLIP)
        a = sin(contact.slip_angle + (S_hy + S_vy / K_y) / DEGREES)
        rest = (self._sine_y(-S_vy / K_y, Fz, gamma, D_y) + S_vy) / (K_y * DEGREES)  # of Fy0 where a is zero, as a slip
        k2, a2 = k * k + NO_SLIP, a * a + rest * rest + NO_SLIP  # with it, Fy does not jump there
        q_x, q_y = Fx0 / mf_away_from_zero(D_y), sine_y / mf_away_from_zero(D_x)
        Fx, Fy = Fx0 * sqrt(k2 / (k2 + a2 * q_x * q_x)), Fy0 * sqrt(a2 / (a2 + k2 * q_y * q_y))

        forward = rolling_direction_of_tyre(contact.speed, VXLOW)
        rolling = contact.speed + contact.slip * absolute_for_tyre_law(contact.speed)  # spin times effective radius
        d = select(less(0.0, self.lateral_stiffness), Fy / maximum(self.lateral_stiffness, 1.0), 0.0)
        arm = self.rolling_resistance * (self.radius - contact.load / self.stiffness)
        return TyreForces(
            Fx=Fx,
            Fy=Fy,
            Mx=contact.load * d,
            My=-arm * contact.load * rolling_direction_of_tyre(rolling, VXLOW),
            Mz=-self._pure_z(alpha, Fz, gamma, mu) * forward - Fx * d,
        )

    def _pure_x(self, x: Scalar, Fz: Scalar, D: Scalar) -> Scalar:
        B = self._slip_stiffness(Fz) / mf_away_from_zero(self.B0 * D)
        E = self.B6 * Fz**2 + self.B7 * Fz + self.B8
        return sine(x, B, self.B0, D, minimum(E, 1.0))

    def _sine_y(self, x: Scalar, Fz: Scalar, gamma: Scalar, D: Scalar) -> Scalar:
        B = self._cornering_stiffness(Fz, gamma) / mf_away_from_zero(self.A0 * D)
        return sine(x, B, self.A0, D, minimum(self.A6 * Fz + self.A7, 1.0))

    def _shifts(self, Fz: Scalar, gamma: Scalar, mu: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        """S_hx in percent, S_hy in degrees, S_vy in newtons."""
        S_hx, S_hy = self.B9 * Fz + self.B10, self.A8 * gamma + self.A9 * Fz + self.A10
        return S_hx, S_hy, mu * (self.A11 * Fz * gamma + self.A12 * Fz + self.A13 * _fading(Fz))

    def _pure_z(self, alpha: Scalar, Fz: Scalar, gamma: Scalar, mu: Scalar) -> Scalar:
        D = mu * (self.C1 * Fz**2 + self.C2 * Fz)
        lean = absolute_for_tyre_law(gamma)
        BCD = (self.C3 * Fz**2 + self.C4 * Fz) * maximum(1.0 - self.C6 * lean, LEAST) * exp(-self.C5 * Fz)
        E = (self.C7 * Fz**2 + self.C8 * Fz + self.C9) * (1.0 - self.C10 * lean)
        S_h = self.C11 * gamma + self.C12 * Fz + self.C13
        S_v = (self.C14 * Fz**2 + self.C15 * Fz) * gamma + self.C16 * Fz + self.C17 * _fading(Fz)
        return sine(alpha + S_h, BCD / mf_away_from_zero(self.C0 * D), self.C0, D, E) + mu * S_v

    def _peak_x(self, Fz: Scalar) -> Scalar:
        return maximum(self.B1 * Fz**2 + self.B2 * Fz, 0.0)

    def _peak_y(self, Fz: Scalar) -> Scalar:
        return maximum(self.A1 * Fz**2 + self.A2 * Fz, 0.0)

    def _slip_stiffness(self, Fz: Scalar) -> Scalar:
        """BCD of the longitudinal force, newtons per percent."""
        return (self.B3 * Fz**2 + self.B4 * Fz) * exp(-self.B5 * Fz)

    def _cornering_stiffness(self, Fz: Scalar, gamma: Scalar) -> Scalar:
        """BCD of the side force, newtons per degree."""
        lean = maximum(1.0 - self.A5 * absolute_for_tyre_law(gamma), LEAST)
        return self.A3 * mf_sin_of_twice_atan(Fz / self.A4) * lean


def _fading(Fz: Scalar) -> Scalar:
    """1, and less where the wheel is about to lift."""
    return minimum(Fz / FADING, 1.0)


def _positive(x: Scalar) -> Scalar:
    return maximum(x, 0.0)
