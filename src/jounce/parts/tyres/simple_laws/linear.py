"""A linear tyre: forces proportional to slip and load, for small slips only."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.tyres import carcass
from jounce.parts.tyres.tyre_law import Contact, TyreForces
from jounce.units import Damping, Length, Number, PositiveLength, PositiveNumber, PositiveStiffness, RelaxationLength


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearTyre:
    """Stiffnesses per load: a tyre with 50 kN/rad at 4 kN has a cornering coefficient of 12.5.

        Fx = slip_coefficient Fz kappa
        Fy = -(cornering_coefficient alpha + camber_coefficient gamma) Fz
        Mz = trail cornering_coefficient alpha Fz

    No friction limit; friction and speed do not matter. Relaxation lengths unless given are those of a small car's
    tyre.
    """

    radius: PositiveLength
    stiffness: PositiveStiffness  # vertical
    damping: Damping = 0.0
    slip_relaxation: RelaxationLength = 0.15
    side_relaxation: RelaxationLength = 0.3
    slip_coefficient: PositiveNumber
    cornering_coefficient: PositiveNumber  # 1/rad
    camber_coefficient: Number = 0.0  # 1/rad
    trail: Length = 0.0  # pneumatic

    title = "linear in slip and load"
    source = Citation("Pacejka 2012", "section 1.2")

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation

    def saturation(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        return 1.0, 1.0  # it never slides

    def slopes(self, load: Scalar) -> tuple[Scalar, Scalar]:
        return self.slip_coefficient * load, self.cornering_coefficient * load

    def forces(self, contact: Contact) -> TyreForces:
        """Forces in the linear range  [Pacejka 2012, section 1.2, signs of ISO-W]."""
        by_slip = -self.cornering_coefficient * contact.slip_angle * contact.load
        by_camber = -self.camber_coefficient * contact.inclination * contact.load
        return TyreForces(
            Fx=self.slip_coefficient * contact.slip * contact.load,
            Fy=by_slip + by_camber,
            Mz=-self.trail * by_slip,
        )
