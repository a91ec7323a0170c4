"""Magic Formula 5.2, known as PAC2002 too: a tyre at any slip, load and inclination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jounce.graph import Scalar, atan, cos_half_turn, exp, maximum, minimum
from jounce.parts.tyres.carcass import simple_carcass_damped_load
from jounce.parts.tyres.magic_formula import (
    Pure,
    Shape,
    mf_away_from_zero,
    mf_combined_slips,
    mf_load_change,
    mf_longitudinal,
    mf_longitudinal_weight,
    mf_peak_by_slope,
    mf_peaks,
    mf_residual_moment,
    mf_shape,
    mf_side_shift,
    mf_side_slip,
    mf_side_weight,
    mf_sign,
    mf_sin_of_twice_atan,
    mf_still,
    mf_trail,
    sine,
)
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre

if TYPE_CHECKING:
    from jounce.parts.tyres.magic_formula_data import MagicFormula52

# conicity, ply steer and other terms that change sign in the mirror [MSC, Adams/Tire PAC2002, TYRESIDE]
ASYMMETRIC = (
    *("RHX1", "QSX1", "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RBY3", "RVY1", "RVY2"),
    *("QBZ4", "QDZ3", "QDZ6", "QDZ7", "QEZ4", "QHZ1", "QHZ2", "SSZ1"),
)


def forces(tyre: MagicFormula52, contact: Contact) -> TyreForces:
    """Forces and moments at combined slip; turn slip (path curvature) is left out.

    Symbols and numbers as in [Pacejka 2012, section 4.3.2], whose steady-state formulas without pressure these
    are; "5.2" marks what MF 5.2 writes differently [MSC, Adams/Tire PAC2002]. Limits that the book puts in
    brackets (E <= 1, G > 0) hold here for any input.
    """
    p, Fz, gamma, dfz = tyre, contact.load, contact.inclination, mf_load_change(contact.load, tyre)
    x, y = _longitudinal(contact, p), _lateral(contact, p)
    kappa, alpha = mf_combined_slips(contact, p)
    Fx = mf_longitudinal_weight(kappa, alpha, dfz, p.RBX1, p) * x.F  # (4.E50)
    Fy_without_S_V = mf_side_weight(kappa, alpha, dfz, p.RBY1, p) * y.F
    Fy = Fy_without_S_V + mf_side_shift(kappa, alpha, dfz, y.D, p.RVY3 * gamma * p.LGAY, p)  # (4.E58)

    t, Mzr = _trail_and_residual(contact, p, x, y)
    R0, Fz0 = p.UNLOADED_RADIUS, p.FNOMIN
    s = R0 * (p.SSZ1 + p.SSZ2 * Fy / Fz0 + (p.SSZ3 + p.SSZ4 * dfz) * gamma * p.LGAZ) * p.LS  # (4.E76)
    Mz = -t * Fy_without_S_V + Mzr + s * Fx  # (4.E71), (4.E72); 5.2 keeps the camber in F_y here

    Mx = R0 * Fz * (p.QSX1 * p.LVMX + (-p.QSX2 * gamma + p.QSX3 * Fy / Fz0) * p.LMX)  # 5.2
    V = contact.speed / p.LONGVL
    My = -R0 * Fz * (p.QSY1 + p.QSY2 * Fx / Fz0 + p.QSY3 * absolute_for_tyre_law(V) + p.QSY4 * V**4) * p.LMY  # 5.2
    rolling = contact.speed + contact.slip * absolute_for_tyre_law(contact.speed)  # spin times effective radius
    return TyreForces(Fx=Fx, Fy=Fy, Mx=Mx, My=My * rolling_direction_of_tyre(rolling, p.VXLOW), Mz=Mz)


def shape(tyre: MagicFormula52, contact: Contact) -> Shape:
    """Peaks and shifts of pure slip."""
    x, y = _longitudinal(contact, tyre), _lateral(contact, tyre)
    return mf_shape(x, y, contact.inclination * tyre.LGAY, mf_load_change(contact.load, tyre), tyre)


def asymmetric(tyre: MagicFormula52) -> tuple[str, ...]:
    """Conicity, ply steer and other terms that change sign in the mirror."""
    return ASYMMETRIC


def free_radius(tyre: MagicFormula52, spin: Scalar) -> Scalar:
    """The radius without load; 5.2 does not grow with the spin."""
    return tyre.UNLOADED_RADIUS


def load(tyre: MagicFormula52, deflection: Scalar, rate: Scalar, spin: Scalar) -> Scalar:
    """A linear spring and damper between the wheel's centre and the road."""
    return simple_carcass_damped_load(tyre.VERTICAL_STIFFNESS * deflection, tyre.VERTICAL_DAMPING, rate)


def loaded_radius(tyre: MagicFormula52, load: Scalar) -> Scalar:
    """From the wheel's centre to the road, on a linear vertical spring."""
    return tyre.UNLOADED_RADIUS - load / tyre.VERTICAL_STIFFNESS


def effective_radius(tyre: MagicFormula52, load: Scalar, spin: Scalar) -> Scalar:
    """Forward speed per spin of the free rolling wheel  [MSC, Adams/Tire PAC2002]."""
    p = tyre
    at_nominal = p.FNOMIN / p.VERTICAL_STIFFNESS  # deflection
    ratio = load / p.FNOMIN
    return p.UNLOADED_RADIUS - at_nominal * (p.DREFF * atan(p.BREFF * ratio) + p.FREFF * ratio)


def relaxation(tyre: MagicFormula52, load: Scalar, inclination: Scalar) -> tuple[Scalar, Scalar]:
    """Relaxation lengths [TNO, MF-Tyre 5.2 equation manual]; PAC2002 has the opposite sign of PTX3.

    sigma_kappa = Fz (PTX1 + PTX2 dfz) exp(-PTX3 dfz) R0 / Fz0
    sigma_alpha = PTY1 sin(2 atan(Fz / (PTY2 Fz0))) (1 - PKY3 |gamma|) R0
    """
    p, dfz = tyre, mf_load_change(load, tyre)
    R0, gamma = p.UNLOADED_RADIUS, inclination * p.LGAY
    along = load * (p.PTX1 + p.PTX2 * dfz) * exp(-p.PTX3 * dfz) * (R0 / p.FNOMIN) * p.LSGKP
    across = p.PTY1 * mf_sin_of_twice_atan(load / mf_away_from_zero(p.PTY2 * p.LFZO * p.FNOMIN))
    across = across * (1.0 - p.PKY3 * absolute_for_tyre_law(gamma)) * R0 * p.LFZO * p.LSGAL
    return maximum(along, 0.0), maximum(across, 0.0)


def saturation(tyre: MagicFormula52, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """|D / K| of both directions."""
    contact = mf_still(load, inclination, friction)
    return mf_peak_by_slope(_longitudinal(contact, tyre), _lateral(contact, tyre))


def peak_forces(tyre: MagicFormula52, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """|D| of both directions."""
    contact = mf_still(load, inclination, friction)
    return mf_peaks(_longitudinal(contact, tyre), _lateral(contact, tyre))


def _longitudinal(contact: Contact, p: MagicFormula52) -> Pure:
    Fz, dfz, gamma = contact.load, mf_load_change(contact.load, p), contact.inclination * p.LGAX
    mu = (p.PDX1 + p.PDX2 * dfz) * (1.0 - p.PDX3 * gamma**2) * (p.LMUX * contact.friction)  # (4.E13)
    K = Fz * (p.PKX1 + p.PKX2 * dfz) * exp(p.PKX3 * dfz) * p.LKX  # (4.E15)
    return mf_longitudinal(contact, mu, K, p)


def _lateral(contact: Contact, p: MagicFormula52) -> Pure:
    Fz, dfz, gamma = contact.load, mf_load_change(contact.load, p), contact.inclination * p.LGAY
    LMUY, Fz0 = p.LMUY * contact.friction, p.LFZO * p.FNOMIN
    C = p.PCY1 * p.LCY  # (4.E21)
    mu = (p.PDY1 + p.PDY2 * dfz) * (1.0 - p.PDY3 * gamma**2) * LMUY  # (4.E23)
    D = mu * Fz  # (4.E22)
    K = (
        p.PKY1 * Fz0 * mf_sin_of_twice_atan(Fz / (p.PKY2 * Fz0)) * (1.0 - p.PKY3 * absolute_for_tyre_law(gamma)) * p.LKY
    )  # (4.E25), 5.2
    B = K / mf_away_from_zero(C * D)  # (4.E26)
    S_H = (p.PHY1 + p.PHY2 * dfz) * p.LHY + p.PHY3 * gamma  # (4.E27), 5.2
    S_V = Fz * ((p.PVY1 + p.PVY2 * dfz) * p.LVY + (p.PVY3 + p.PVY4 * dfz) * gamma) * LMUY  # (4.E29), 5.2
    a = mf_side_slip(contact, p) + S_H  # (4.E20)
    E = (p.PEY1 + p.PEY2 * dfz) * (1.0 - (p.PEY3 + p.PEY4 * gamma) * mf_sign(a)) * p.LEY  # (4.E24)
    F = sine(a, B, C, D, minimum(E, 1.0)) + S_V  # (4.E19)
    return Pure(F, B, C, D, K, S_H, S_V)


def _trail_and_residual(contact: Contact, p: MagicFormula52, x: Pure, y: Pure) -> tuple[Scalar, Scalar]:
    """The pneumatic trail and the residual moment."""
    Fz, dfz, gamma = contact.load, mf_load_change(contact.load, p), contact.inclination * p.LGAZ
    cos_alpha = cos_half_turn(contact.slip_angle) * rolling_direction_of_tyre(contact.speed, p.VXLOW)  # (4.E6)

    on_B = 1.0 + p.QBZ4 * gamma + p.QBZ5 * absolute_for_tyre_law(gamma)  # 5.2
    D = Fz * (p.QDZ1 + p.QDZ2 * dfz) * (1.0 + p.QDZ3 * gamma + p.QDZ4 * gamma**2)  # 5.2
    D = D * (p.UNLOADED_RADIUS / p.FNOMIN) * p.LTR
    t = mf_trail(contact, gamma, on_B, D, x, y, p) * cos_alpha

    D = (p.QDZ6 + p.QDZ7 * dfz) * p.LRES + (p.QDZ8 + p.QDZ9 * dfz) * gamma
    D = Fz * p.UNLOADED_RADIUS * D * (p.LMUY * contact.friction) * cos_alpha  # (4.E47)
    return t, mf_residual_moment(contact, D, x, y, p)
