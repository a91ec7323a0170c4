"""The tyre of Fiala: two stiffnesses and a friction that falls with slip; a parabola of pressure under the patch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, less, maximum, minimum, select, sqrt, tan
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

LEAST = 1e-9  # keeps quotients finite: newtons of friction, and slips
VXLOW = 1.0  # m/s, below which forward passes into reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class FialaTyre:
    """Stiffnesses that do not depend on load; each slip by itself, but both lower the friction."""

    radius: PositiveLength
    stiffness: PositiveStiffness  # vertical
    damping: Damping = 0.0
    slip_relaxation: RelaxationLength = 0.15
    side_relaxation: RelaxationLength = 0.3
    slip_stiffness: PositiveForce  # C_s: force per longitudinal slip
    cornering_stiffness: CorneringStiffness  # C_a
    camber_stiffness: Annotated[Scalar, Quantity("N/rad", "not negative")] = 0.0  # C_g
    friction: PositiveNumber  # mu_max, without slip
    sliding_friction: PositiveNumber  # mu_min, of a wheel that slides altogether
    width: PositiveLength = 0.2  # of the patch: the arm of the aligning moment
    rolling_resistance: Annotated[Scalar, Quantity("m", "not negative")] = 0.0  # arm of the load before the patch

    title = "Fiala"
    source = Citation("Fiala 1954")

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation
    saturation = friction_limit.saturation
    peak_forces = friction_limit.peak_forces

    def forces(self, contact: Contact) -> TyreForces:
        """Forces and aligning moment  [Fiala 1954, as Adams/Tire has it].

            mu = mu_max - (mu_max - mu_min) S,   S = sqrt(kappa^2 + tan^2 alpha), at most 1
            Fx = C_s kappa  while |kappa| < mu Fz / (2 C_s),  then  sign(kappa) (mu Fz - (mu Fz)^2 / (4 C_s |kappa|))
            H = 1 - C_a |s| / (3 mu Fz), not negative,   s = tan(alpha) + C_g gamma / C_a
            Fy = -mu Fz (1 - H^3) sign(s),   Mz = mu Fz w (1 - H) H^3 sign(s)

        Fiala's side force has no inclination; here it acts as a side slip with the same force at small angles, so that
        friction bounds both.
        """
        kappa, slope = contact.slip, tan(contact.slip_angle)
        size = absolute_for_tyre_law(kappa)
        S = minimum(sqrt(kappa * kappa + slope * slope + LEAST * LEAST), 1.0)
        limit = (self.friction - (self.friction - self.sliding_friction) * S) * contact.friction * contact.load
        sliding = limit * (1.0 - limit / maximum(4.0 * self.slip_stiffness * size, LEAST))
        elastic = less(2.0 * self.slip_stiffness * size, limit)
        Fx = select(elastic, self.slip_stiffness * kappa, select(less(kappa, 0.0), -sliding, sliding))

        by_slip = self.cornering_stiffness * slope + self.camber_stiffness * contact.inclination  # C_a s
        h = absolute_for_tyre_law(by_slip) / (3.0 * limit + LEAST)
        H = maximum(1.0 - h, 0.0)
        Fy = select(less(h, 1.0), -by_slip * (1.0 - h + h * h / 3.0), select(less(by_slip, 0.0), limit, -limit))
        Mz = self.width * by_slip / 3.0 * H * H * H * rolling_direction_of_tyre(contact.speed, VXLOW)
        rolling = contact.speed + kappa * absolute_for_tyre_law(contact.speed)  # spin times effective radius
        My = -self.rolling_resistance * contact.load * rolling_direction_of_tyre(rolling, VXLOW)
        return TyreForces(Fx=Fx, Fy=Fy, My=My, Mz=Mz)
