"""A linear tyre: forces proportional to slip and load, for small slips only."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.tyres.contact import Contact, TyreForces
from jounce.units import Length, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearTyre:
    """Stiffnesses per load: a tyre with 50 kN/rad at 4 kN has a cornering coefficient of 12.5.

        Fx = slip_coefficient Fz kappa
        Fy = -(cornering_coefficient alpha + camber_coefficient gamma) Fz
        Mz = trail cornering_coefficient alpha Fz

    No friction limit; friction and speed do not matter.
    """

    slip_coefficient: Number
    cornering_coefficient: Number  # 1/rad
    camber_coefficient: Number = 0.0  # 1/rad
    trail: Length = 0.0  # pneumatic


def forces(contact: Contact, tyre: LinearTyre) -> TyreForces:
    """Forces in the linear range  [Pacejka 2012, section 1.2, signs of ISO-W]."""
    by_slip = -tyre.cornering_coefficient * contact.slip_angle * contact.load
    by_camber = -tyre.camber_coefficient * contact.inclination * contact.load
    return TyreForces(
        Fx=tyre.slip_coefficient * contact.slip * contact.load,
        Fy=by_slip + by_camber,
        Mz=-tyre.trail * by_slip,
    )
