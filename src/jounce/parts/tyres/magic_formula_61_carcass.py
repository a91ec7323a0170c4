"""Magic Formula 6.1: radii, load and relaxation lengths.

[1] Besselink, Schmeitz, Pacejka, An improved Magic Formula/Swift tyre model that can handle inflation pressure
changes, Vehicle System Dynamics 48, 2010.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jounce.graph import Scalar, atan, less, maximum, select, sqrt
from jounce.parts.tyres.carcass import simple_carcass_damped_load
from jounce.parts.tyres.magic_formula import EPSILON, mf_load_change
from jounce.parts.tyres.magic_formula_61 import (
    mf61_camber_measure,
    mf61_cornering_stiffness,
    mf61_pressure_change,
    mf61_slip_stiffness,
)
from jounce.parts.tyres.tyre_law import absolute_for_tyre_law

if TYPE_CHECKING:
    from jounce.parts.tyres.magic_formula_data import MagicFormula61

LEAST_STIFFNESS = 0.1  # of the file's: what large forces and loads may leave of it


def free_radius(tyre: MagicFormula61, spin: Scalar) -> Scalar:
    """The radius of the spinning tyre without load  [1, equation (1)]."""
    p, R0 = tyre, tyre.UNLOADED_RADIUS
    return R0 * (p.Q_RE0 + p.Q_V1 * (spin * R0 / p.LONGVL) ** 2)


def effective_radius(tyre: MagicFormula61, load: Scalar, spin: Scalar) -> Scalar:
    """Forward speed per spin of the free rolling wheel  [1, equation (7)]."""
    p, ratio = tyre, load / tyre.FNOMIN
    at_nominal = p.FNOMIN / (p.VERTICAL_STIFFNESS * (1.0 + p.PFZ1 * mf61_pressure_change(p)))  # deflection
    return free_radius(p, spin) - at_nominal * (p.DREFF * atan(p.BREFF * ratio) + p.FREFF * ratio)


def loaded_radius(tyre: MagicFormula61, load: Scalar, spin: Scalar, Fx: Scalar, Fy: Scalar) -> Scalar:
    """From the wheel's centre to the road: the free radius less the deflection r R0 that carries the load.

        load = Fz0 k (Q_FZ1 r + Q_FZ2 r^2)        [1, equations (4) and (5)]

    where k holds spin, forces and pressure. Its root is written so that Q_FZ2 may be zero.
    """
    p, Q_FZ1 = tyre, _vertical_slope(tyre)
    carried = load / (p.FNOMIN * _stiffening(spin, Fx, Fy, p))
    r = 2.0 * carried / (Q_FZ1 + sqrt(Q_FZ1**2 + 4.0 * p.Q_FZ2 * carried))
    return free_radius(p, spin) - r * p.UNLOADED_RADIUS


def load(tyre: MagicFormula61, deflection: Scalar, rate: Scalar, spin: Scalar) -> Scalar:
    """The load that a deflection carries  [1, equations (4) and (5)].

    Forces in the road's plane soften the spring by Q_FCX and Q_FCY; they follow from the load, so they are left out
    here and kept in `loaded_radius`.
    """
    p, r = tyre, maximum(deflection, 0.0) / tyre.UNLOADED_RADIUS
    elastic = p.FNOMIN * _stiffening(spin, 0.0, 0.0, p) * (_vertical_slope(p) * r + p.Q_FZ2 * r**2)
    return simple_carcass_damped_load(elastic, p.VERTICAL_DAMPING, rate)


def relaxation(tyre: MagicFormula61, load: Scalar, inclination: Scalar) -> tuple[Scalar, Scalar]:
    """Slip stiffness over carcass stiffness  [1, equations (17) to (19)]."""
    p, dfz, dpi = tyre, mf_load_change(load, tyre), mf61_pressure_change(tyre)
    by_load = maximum(1.0 + p.PCFX1 * dfz + p.PCFX2 * dfz**2, LEAST_STIFFNESS)
    Cx = p.LONGITUDINAL_STIFFNESS * by_load * (1.0 + p.PCFX3 * dpi)
    by_load = maximum(1.0 + p.PCFY1 * dfz + p.PCFY2 * dfz**2, LEAST_STIFFNESS)
    Cy = p.LATERAL_STIFFNESS * by_load * (1.0 + p.PCFY3 * dpi)
    K_x, K_y = mf61_slip_stiffness(load, p), mf61_cornering_stiffness(load, mf61_camber_measure(inclination, p), p)
    return _quotient(K_x, Cx), _quotient(K_y, Cy)


def _quotient(K: Scalar, C: Scalar) -> Scalar:
    """|K| / C, and zero where the file gives no carcass stiffness."""
    return select(less(0.0, C), absolute_for_tyre_law(K) / maximum(C, EPSILON), 0.0)


def _stiffening(spin: Scalar, Fx: Scalar, Fy: Scalar, p: MagicFormula61) -> Scalar:
    """Tells what spin, forces and pressure make of the vertical stiffness."""
    by_spin = p.Q_V2 * absolute_for_tyre_law(spin) * p.UNLOADED_RADIUS / p.LONGVL
    k = 1.0 + by_spin - (p.Q_FCX * Fx / p.FNOMIN) ** 2 - (p.Q_FCY * Fy / p.FNOMIN) ** 2
    return maximum(k * (1.0 + p.PFZ1 * mf61_pressure_change(p)), LEAST_STIFFNESS)


def _vertical_slope(p: MagicFormula61) -> Scalar:
    """Q_FZ1, such that the stiffness at the nominal load is that of the file."""
    return sqrt((p.VERTICAL_STIFFNESS * p.UNLOADED_RADIUS / p.FNOMIN) ** 2 - 4.0 * p.Q_FZ2)
