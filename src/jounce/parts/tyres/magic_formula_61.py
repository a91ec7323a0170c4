"""Magic Formula 6.1 (`mf61_`): as 5.2, with inflation pressure and more terms of inclination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jounce.graph import Scalar, atan, cos, cos_half_turn, exp, log, maximum, minimum, sin, sin_half_turn
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
    mf_still,
    mf_trail,
    sine,
)
from jounce.parts.tyres.tyre_law import Contact, TyreForces, absolute_for_tyre_law, rolling_direction_of_tyre

if TYPE_CHECKING:
    from jounce.parts.tyres.magic_formula_data import MagicFormula61

EPSILON_V = 0.1  # m/s, below (4.E6a)
LEAST_LOAD = 1e-6  # of the nominal load: below it, powers of the load become proportional to it

# conicity, ply steer and other terms that change sign in the mirror
ASYMMETRIC = (
    *("RHX1", "QSX1", "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RBY3", "RVY1", "RVY2"),
    *("QBZ4", "QDZ6", "QDZ7", "QEZ4", "QHZ1", "QHZ2", "SSZ1"),
)


def forces(tyre: MagicFormula61, contact: Contact) -> TyreForces:
    """Forces and moments at combined slip and any pressure; turn slip (every zeta) is left out.

    Symbols and numbers as in [Pacejka 2012, section 4.3.2]; numbers with A are of [Besselink, Schmeitz, Pacejka
    2010]. Limits that the book puts in brackets (E <= 1, G > 0) hold here for any input. Of (4.E8), A_mu = 1.
    """
    p, gamma, dfz = tyre, mf61_camber_measure(contact.inclination, tyre), mf_load_change(contact.load, tyre)
    x, y = _longitudinal(contact, p), _lateral(contact, gamma, p)
    kappa, alpha = mf_combined_slips(contact, p)
    Fx = mf_longitudinal_weight(kappa, alpha, dfz, p.RBX1 + p.RBX3 * gamma**2, p) * x.F  # (4.E50)
    G = mf_side_weight(kappa, alpha, dfz, p.RBY1 + p.RBY4 * gamma**2, p)
    Fy = G * y.F + mf_side_shift(kappa, alpha, dfz, y.D, p.RVY3 * gamma, p)  # (4.E58)

    t, Mzr, s = _trail_residual_and_arm(contact, Fy, p, x, y)
    if p.aligning == "book":  # MF-Tyre keeps the camber in the weight, the book leaves it out [MFeval, calculateMz]
        G = mf_side_weight(kappa, alpha, dfz, p.RBY1, p)
    Fy_upright = G * _lateral(contact, 0.0, p).F  # (4.E74)
    Mz = -t * Fy_upright + Mzr + s * Fx  # (4.E71), (4.E72)
    return TyreForces(Fx=Fx, Fy=Fy, Mx=_overturning(contact, Fy, p), My=_rolling(contact, Fx, p), Mz=Mz)


def shape(tyre: MagicFormula61, contact: Contact) -> Shape:
    """Peaks and shifts of pure slip."""
    gamma = mf61_camber_measure(contact.inclination, tyre)
    x, y = _longitudinal(contact, tyre), _lateral(contact, gamma, tyre)
    return mf_shape(x, y, gamma, mf_load_change(contact.load, tyre), tyre)


def asymmetric(tyre: MagicFormula61) -> tuple[str, ...]:
    """Conicity, ply steer and other terms that change sign in the mirror."""
    return ASYMMETRIC if tyre.aligning == "book" else (*ASYMMETRIC, "QDZ3")


def mf61_slip_stiffness(load: Scalar, p: MagicFormula61) -> Scalar:
    """Slope of the longitudinal force at zero slip, K_xkappa  (4.E15)."""
    dfz, dpi = mf_load_change(load, p), mf61_pressure_change(p)
    by_pressure = 1.0 + p.PPX1 * dpi + p.PPX2 * dpi**2
    return load * (p.PKX1 + p.PKX2 * dfz) * exp(p.PKX3 * dfz) * by_pressure * p.LKX


def mf61_cornering_stiffness(load: Scalar, gamma: Scalar, p: MagicFormula61) -> Scalar:
    """Slope of the side force at zero slip, K_yalpha  (4.E25)."""
    Fz0, dpi = p.LFZO * p.FNOMIN, mf61_pressure_change(p)
    at_most = (p.PKY2 + p.PKY5 * gamma**2) * (1.0 + p.PPY2 * dpi)
    K = sin_half_turn(p.PKY4 * atan(load / (Fz0 * at_most))) * (1.0 - p.PKY3 * absolute_for_tyre_law(gamma))
    return p.PKY1 * Fz0 * (1.0 + p.PPY1 * dpi) * K * p.LKY


def mf61_camber_measure(inclination: Scalar, p: MagicFormula61) -> Scalar:
    return sin_half_turn(inclination) if p.slip_measure == "tangent" else inclination  # (4.E4)


def mf61_pressure_change(p: MagicFormula61) -> Scalar:
    return (p.INFLPRES - p.NOMPRES) / p.NOMPRES  # (4.E2b)


def saturation(tyre: MagicFormula61, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """|D / K| of both directions."""
    contact = mf_still(load, inclination, friction)
    gamma = mf61_camber_measure(inclination, tyre)
    return mf_peak_by_slope(_longitudinal(contact, tyre), _lateral(contact, gamma, tyre))


def peak_forces(tyre: MagicFormula61, load: Scalar, inclination: Scalar, friction: Scalar) -> tuple[Scalar, Scalar]:
    """|D| of both directions."""
    contact = mf_still(load, inclination, friction)
    gamma = mf61_camber_measure(inclination, tyre)
    return mf_peaks(_longitudinal(contact, tyre), _lateral(contact, gamma, tyre))


def _longitudinal(contact: Contact, p: MagicFormula61) -> Pure:
    dfz, dpi = mf_load_change(contact.load, p), mf61_pressure_change(p)
    mu = (p.PDX1 + p.PDX2 * dfz) * (1.0 + p.PPX3 * dpi + p.PPX4 * dpi**2)
    mu = mu * (1.0 - p.PDX3 * contact.inclination**2) * (p.LMUX * contact.friction)  # (4.E13)
    return mf_longitudinal(contact, mu, mf61_slip_stiffness(contact.load, p), p)


def _lateral(contact: Contact, gamma: Scalar, p: MagicFormula61) -> Pure:
    Fz, dfz, dpi = contact.load, mf_load_change(contact.load, p), mf61_pressure_change(p)
    LMUY = p.LMUY * contact.friction
    C = p.PCY1 * p.LCY  # (4.E21)
    mu = (p.PDY1 + p.PDY2 * dfz) * (1.0 + p.PPY3 * dpi + p.PPY4 * dpi**2) * (1.0 - p.PDY3 * gamma**2) * LMUY
    D = mu * Fz  # (4.E22), (4.E23)
    K = mf61_cornering_stiffness(Fz, gamma, p)  # (4.E25)
    B = K / mf_away_from_zero(C * D)  # (4.E26)
    K_gamma = Fz * (p.PKY6 + p.PKY7 * dfz) * (1.0 + p.PPY5 * dpi) * p.LKYC  # (4.E30)
    S_V_gamma = Fz * (p.PVY3 + p.PVY4 * dfz) * gamma * p.LKYC * LMUY  # (4.E28)
    S_V = Fz * (p.PVY1 + p.PVY2 * dfz) * p.LVY * LMUY + S_V_gamma  # (4.E29)
    S_H = (p.PHY1 + p.PHY2 * dfz) * p.LHY + (K_gamma * gamma - S_V_gamma) / mf_away_from_zero(K)  # (4.E27)
    a = mf_side_slip(contact, p) + S_H  # (4.E20)
    E = (p.PEY1 + p.PEY2 * dfz) * (1.0 + p.PEY5 * gamma**2 - (p.PEY3 + p.PEY4 * gamma) * mf_sign(a)) * p.LEY  # (4.E24)
    F = sine(a, B, C, D, minimum(E, 1.0)) + S_V  # (4.E19)
    return Pure(F, B, C, D, K, S_H, S_V)


def _trail_residual_and_arm(
    contact: Contact, Fy: Scalar, p: MagicFormula61, x: Pure, y: Pure
) -> tuple[Scalar, Scalar, Scalar]:
    """The pneumatic trail, the residual moment and the arm of the longitudinal force."""
    Fz, dfz, dpi = contact.load, mf_load_change(contact.load, p), mf61_pressure_change(p)
    star, R0 = mf61_camber_measure(contact.inclination, p), p.UNLOADED_RADIUS
    c = cos_half_turn(contact.slip_angle)
    cos_alpha = contact.speed * c / (absolute_for_tyre_law(contact.speed) + EPSILON_V * c)  # (4.E6), (4.E6a)

    if p.aligning == "book":
        gamma, Fz0 = star, p.LFZO * p.FNOMIN
        on_B = 1.0 + p.QBZ5 * absolute_for_tyre_law(gamma) + p.QBZ6 * gamma**2  # (4.E40)
        on_D = 1.0 + p.QDZ3 * absolute_for_tyre_law(gamma) + p.QDZ4 * gamma**2  # (4.E43)
    else:
        gamma, Fz0 = contact.inclination, p.FNOMIN
        on_B = 1.0 + p.QBZ4 * gamma + p.QBZ5 * absolute_for_tyre_law(gamma)  # (A58)
        on_D = 1.0 + p.QDZ3 * gamma + p.QDZ4 * gamma**2  # (A60)
    D = Fz * (R0 / Fz0) * (p.QDZ1 + p.QDZ2 * dfz) * (1.0 - p.PPZ1 * dpi) * p.LTR * on_D  # (4.E42)
    t = mf_trail(contact, star, on_B, D, x, y, p) * cos_alpha

    by_gamma = (p.QDZ8 + p.QDZ9 * dfz) * (1.0 + p.PPZ2 * dpi) + (p.QDZ10 + p.QDZ11 * dfz) * absolute_for_tyre_law(star)
    D = (p.QDZ6 + p.QDZ7 * dfz) * p.LRES + by_gamma * star * p.LKZC
    # (4.E47); MFeval has the cosine of tan alpha here, which oscillates towards a right angle
    D = Fz * R0 * D * (p.LMUY * contact.friction) * c * rolling_direction_of_tyre(contact.speed, p.VXLOW)
    Mzr = mf_residual_moment(contact, D, x, y, p)

    s = R0 * (p.SSZ1 + p.SSZ2 * Fy / Fz0 + (p.SSZ3 + p.SSZ4 * dfz) * gamma) * p.LS  # (4.E76), (A56)
    return t, Mzr, s


def _overturning(contact: Contact, Fy: Scalar, p: MagicFormula61) -> Scalar:
    """[Besselink, Schmeitz, Pacejka 2010, equation (49)], with the last terms of the MF-Tyre 6.1 manual."""
    Fz, gamma, R0 = contact.load, contact.inclination, p.UNLOADED_RADIUS
    y, z = Fy / p.FNOMIN, Fz / p.FNOMIN
    arm = p.QSX1 * p.LVMX - p.QSX2 * gamma * (1.0 + p.PPMX1 * mf61_pressure_change(p)) + p.QSX3 * y
    bulge = p.QSX4 * cos(p.QSX5 * atan((p.QSX6 * z) ** 2)) * sin(p.QSX7 * gamma + p.QSX8 * atan(p.QSX9 * y))
    lean = p.QSX10 * atan(p.QSX11 * z) * gamma
    more = Fy * (p.QSX13 + p.QSX14 * absolute_for_tyre_law(gamma)) - Fz * p.QSX12 * gamma * absolute_for_tyre_law(gamma)
    return R0 * p.LMX * (Fz * (arm + bulge + lean) + more)


def _rolling(contact: Contact, Fx: Scalar, p: MagicFormula61) -> Scalar:
    """Rolling resistance (A48), against the spin: it fades where the wheel locks, which the source leaves open."""
    z, V = contact.load / p.FNOMIN, contact.speed / p.LONGVL
    by_load = z * exp((p.QSY7 - 1.0) * log(maximum(z, LEAST_LOAD)))  # z ** QSY7
    by_pressure = exp(p.QSY8 * log(p.INFLPRES / p.NOMPRES))
    arm = p.QSY1 + p.QSY2 * Fx / p.FNOMIN + p.QSY3 * absolute_for_tyre_law(V) + p.QSY4 * V**4
    arm = arm + (p.QSY5 + p.QSY6 * z) * contact.inclination**2
    rolling = contact.speed + contact.slip * absolute_for_tyre_law(contact.speed)  # spin times effective radius
    moment = p.UNLOADED_RADIUS * p.FNOMIN * arm * by_load * by_pressure * p.LMY
    return -moment * rolling_direction_of_tyre(rolling, p.VXLOW)
