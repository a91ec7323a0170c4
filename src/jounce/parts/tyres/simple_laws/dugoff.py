"""The tyre of Dugoff and Uffelmann: two stiffnesses and a friction limit, for combined slip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, less, maximum, select, sqrt, tan
from jounce.parts.citation import Citation
from jounce.parts.tyres import carcass
from jounce.parts.tyres.simple_laws import friction_limit
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre
from jounce.units import (
    CorneringStiffness,
    Damping,
    PositiveForce,
    PositiveLength,
    PositiveNumber,
    PositiveStiffness,
    Quantity,
    RelaxationLength,
)

LEAST = 1e-9  # keeps quotients finite: newtons of slip force, and the rest of a slip
VXLOW = 1.0  # m/s, below which forward passes into reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class DugoffTyre:
    """Stiffnesses that do not depend on load; friction that may fall with the sliding speed."""

    radius: PositiveLength
    stiffness: PositiveStiffness  # vertical
    damping: Damping = 0.0
    slip_relaxation: RelaxationLength = 0.15
    side_relaxation: RelaxationLength = 0.3
    slip_stiffness: PositiveForce  # C_x: force per longitudinal slip
    cornering_stiffness: CorneringStiffness  # C_y
    friction: PositiveNumber  # mu_0
    friction_decay: Annotated[Scalar, Quantity("1", "not negative")] = 0.0  # s/m, A_s: loss per sliding speed

    title = "Dugoff and Uffelmann"
    source = Citation("Dugoff, Fancher, Segel 1970")

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation
    saturation = friction_limit.saturation
    peak_forces = friction_limit.peak_forces

    def forces(self, contact: Contact) -> TyreForces:
        """Forces without moments; inclination has no effect.

            s = sqrt((C_x kappa)^2 + (C_y tan alpha)^2),  mu = mu_0 (1 - A_s |V_x| sqrt(kappa^2 + tan^2 alpha))
            lambda = mu Fz (1 + kappa) / (2 s),   f = lambda (2 - lambda) where lambda < 1, else 1
            Fx = C_x kappa f / (1 + kappa),   Fy = -C_y tan(alpha) f / (1 + kappa)

        [Dugoff, Fancher, Segel 1970, SAE 700377]. 1 + kappa is the share of rolling in the motion, 1 - kappa in
        reverse. The quotient f / (1 + kappa) is written so that it stays finite for a locked wheel; a wheel that
        turns against its motion slides like a locked one.
        """
        kappa, slope = contact.slip, tan(contact.slip_angle)
        Sx, Sy = self.slip_stiffness * kappa, self.cornering_stiffness * slope
        s = sqrt(Sx * Sx + Sy * Sy + LEAST * LEAST)
        sliding = absolute_for_tyre_law(contact.speed) * sqrt(kappa * kappa + slope * slope + LEAST * LEAST)
        mu = self.friction * contact.friction * maximum(1.0 - self.friction_decay * sliding, 0.0)
        rolling = maximum(1.0 + kappa * rolling_direction_of_tyre(contact.speed, VXLOW), 0.0)
        half = 0.5 * mu * contact.load / s  # lambda / (1 + kappa)
        share = half * rolling
        f = select(less(share, 1.0), half * (2.0 - share), 1.0 / maximum(rolling, LEAST))
        return TyreForces(Fx=Sx * f, Fy=-Sy * f)
