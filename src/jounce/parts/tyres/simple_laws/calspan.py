"""The tyre of Calspan, as the IAVSD benchmark has it: a cubic that saturates, for side slip."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, less, maximum, minimum, select
from jounce.parts.citation import Citation
from jounce.parts.tyres import carcass
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre
from jounce.units import (
    Damping,
    Number,
    PositiveForce,
    PositiveLength,
    PositiveNumber,
    PositiveStiffness,
    RelaxationLength,
)

LEAST_FRICTION = 0.1  # the parabola of the load holds for the loads of its measurement
LEAST = 1e-9  # N, keeps quotients of the load finite when the wheel lifts
VXLOW = 1.0  # m/s, below which the aligning moment fades as the wheel comes to reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class CalspanTyre:
    """Coefficients by the letters of the benchmark; each slip by itself, no combined slip.

    It gives no longitudinal force; here that follows the same curve with a stiffness of its own.
    """

    radius: PositiveLength
    stiffness: PositiveStiffness  # vertical
    damping: Damping = 0.0
    slip_relaxation: RelaxationLength = 0.15
    side_relaxation: RelaxationLength = 0.3
    slip_stiffness: PositiveForce  # force per longitudinal slip
    A0: PositiveForce  # N/rad
    A1: Number  # 1/rad
    A2: PositiveForce
    A3: Number = 0.0  # 1/rad
    A4: PositiveForce = 1e4
    B1: Number = 0.0  # 1/N
    B3: Number
    B4: Number = 0.0  # 1/N^2
    SN: PositiveNumber = 1.0  # friction of the road by that of the measurement
    AF1: Number = 0.0  # m/N
    AF2: Number = 0.0  # m/N

    title = "Calspan, as in the IAVSD benchmark"
    source = Citation("Frik, Leister, Schwartz 1993")

    free_radius = carcass.free_radius
    load = carcass.load
    effective_radius = carcass.effective_radius
    relaxation = carcass.relaxation

    def saturation(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        limit = self._limit(load, friction)
        return limit / self.slip_stiffness, limit / self._cornering_stiffness(load)

    def peak_forces(self, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
        return (self._limit(load, friction),) * 2

    def forces(self, contact: Contact) -> TyreForces:
        """Forces and aligning moment  [Frik, Leister, Schwartz 1993].

        f = (B3 + B1 Fz + B4 Fz^2) SN,   C = A0 + A1 Fz - A1 Fz^2 / A2  up to Fz = A2,
        Fy = f Fz g(-(C alpha + A3 (1 - Fz / A4) Fz gamma) / (f Fz)),   Mz = (AF1 Fz + AF2 |Fy|) Fy
        g(a) = a - a |a| / 3 + a^3 / 27 where |a| < 3, else its sign
        """
        Fz, limit = contact.load, self._limit(contact.load, contact.friction)
        by_camber = self.A3 * (1.0 - Fz / self.A4) * Fz * contact.inclination
        Fy = limit * _curve(-(self._cornering_stiffness(Fz) * contact.slip_angle + by_camber) / (limit + LEAST))
        Fx = limit * _curve(self.slip_stiffness * contact.slip / (limit + LEAST))
        Mz = (
            (self.AF1 * Fz + self.AF2 * absolute_for_tyre_law(Fy))
            * Fy
            * rolling_direction_of_tyre(contact.speed, VXLOW)
        )
        return TyreForces(Fx=Fx, Fy=Fy, Mz=Mz)

    def _limit(self, Fz: Scalar, friction: Scalar) -> Scalar:
        return maximum(self.B3 + self.B1 * Fz + self.B4 * Fz**2, LEAST_FRICTION) * self.SN * friction * Fz

    def _cornering_stiffness(self, Fz: Scalar) -> Scalar:
        held = minimum(Fz, self.A2)
        return self.A0 + self.A1 * held - self.A1 * held * held / self.A2


def _curve(a: Scalar) -> Scalar:
    """From 0 with slope 1 to 1 with slope 0 at a = 3, and odd; held there, so that no power of it overflows."""
    held = maximum(minimum(a, 3.0), -3.0)
    rising = held - held * absolute_for_tyre_law(held) / 3.0 + held * held * held / 27.0
    return select(less(absolute_for_tyre_law(a), 3.0), rising, select(less(a, 0.0), -1.0, 1.0))
