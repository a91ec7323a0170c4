"""Magic Formula 6.1: as 5.2, with inflation pressure and more terms of inclination."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar, atan, cos, cos_half_turn, exp, log, maximum, minimum, sin, sin_half_turn, tan
from jounce.parts.tyres.contact import Contact, TyreForces, absolute, rolling_direction
from jounce.parts.tyres.magic_formula import (
    EPSILON,
    SHIFTS,
    Shape,
    away_from_zero,
    cos_atan,
    cosine,
    equivalent_slip,
    per_friction,
    sign,
    sine,
)

if TYPE_CHECKING:
    from jounce.parts.tyres.magic_formula_61_data import MagicFormula61

EPSILON_V = 0.1  # m/s, below (4.E6a)
LEAST_LOAD = 1e-6  # of the nominal load: below it, powers of the load become proportional to it

# conicity, ply steer and other terms that change sign in the mirror
ASYMMETRIC = (
    *("RHX1", "QSX1", "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RBY3", "RVY1", "RVY2"),
    *("QBZ4", "QDZ6", "QDZ7", "QEZ4", "QHZ1", "QHZ2", "SSZ1"),
)


def forces(contact: Contact, tyre: MagicFormula61) -> TyreForces:
    """Forces and moments at combined slip and any pressure; turn slip (every zeta) is left out.

    Symbols and numbers as in [Pacejka 2012, section 4.3.2]; numbers with A are of [Besselink, Schmeitz, Pacejka
    2010]. Limits that the book puts in brackets (E <= 1, G > 0) hold here for any input. Of (4.E8), A_mu = 1.
    """
    p, gamma, dfz = tyre, camber_measure(contact.inclination, tyre), load_change(contact.load, tyre)
    more = per_friction(contact.friction)
    kappa, alpha = contact.slip * more, _slip(contact, p) * more
    x, y = _longitudinal(contact, p), _lateral(contact, gamma, p)

    B = (p.RBX1 + p.RBX3 * gamma**2) * cos_atan(p.RBX2 * kappa) * p.LXAL  # (4.E54)
    E = minimum(p.REX1 + p.REX2 * dfz, 1.0)  # (4.E56)
    S_H = p.RHX1  # (4.E57)
    G = cosine(alpha + S_H, B, p.RCX1, 1.0, E) / cosine(S_H, B, p.RCX1, 1.0, E)  # (4.E51), (4.E55)
    Fx = maximum(G, 0.0) * x.F  # (4.E50)

    B = (p.RBY1 + p.RBY4 * gamma**2) * cos_atan(p.RBY2 * (alpha - p.RBY3)) * p.LYKA  # (4.E62)
    E = minimum(p.REY1 + p.REY2 * dfz, 1.0)  # (4.E64)
    S_H = p.RHY1 + p.RHY2 * dfz  # (4.E65)
    G = cosine(kappa + S_H, B, p.RCY1, 1.0, E) / cosine(S_H, B, p.RCY1, 1.0, E)  # (4.E59), (4.E63)
    G = maximum(G, 0.0)
    D_V = y.D * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma) * cos_atan(p.RVY4 * alpha)  # (4.E67)
    S_V = D_V * sin_half_turn(p.RVY5 * atan(p.RVY6 * kappa)) * p.LVYKA  # (4.E66)
    Fy = G * y.F + S_V  # (4.E58)

    trail, Mzr, s = _trail_residual_and_arm(contact, Fy, p, x, y)
    Fy_upright = G * _lateral(contact, 0.0, p).F  # (4.E74)
    Mz = -trail * Fy_upright + Mzr + s * Fx  # (4.E71), (4.E72)
    return TyreForces(Fx=Fx, Fy=Fy, Mx=_overturning(contact, Fy, p), My=_rolling(contact, Fx, p), Mz=Mz)


def shape(contact: Contact, tyre: MagicFormula61) -> Shape:
    """Peaks and shifts of pure slip; the shift of the side force by longitudinal slip counts in full."""
    p, gamma, dfz = tyre, camber_measure(contact.inclination, tyre), load_change(contact.load, tyre)
    x, y = _longitudinal(contact, p), _lateral(contact, gamma, p)
    by_slip = absolute(y.D * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma))  # (4.E67), at most
    return Shape(
        peak_x=absolute(x.D) + absolute(x.S_V),
        peak_y=absolute(y.D) + absolute(y.S_V) + by_slip,
        shift_x=absolute(x.S_H) + absolute(x.S_V / away_from_zero(x.K)),
        shift_y=absolute(y.S_H) + (absolute(y.S_V) + by_slip) / absolute(away_from_zero(y.K)),
    )


def symmetric(tyre: MagicFormula61) -> MagicFormula61:
    """The tyre without what differs between left and right: conicity, ply steer."""
    odd = ASYMMETRIC if tyre.aligning == "book" else (*ASYMMETRIC, "QDZ3")
    none: dict[str, Any] = dict.fromkeys(odd, 0.0)
    return replace(tyre, **none)


def even(tyre: MagicFormula61) -> MagicFormula61:
    """The symmetric tyre without shifts along the wheel either: upright, it has no force at zero slip."""
    none: dict[str, Any] = dict.fromkeys(SHIFTS, 0.0)
    return replace(symmetric(tyre), **none)


def slip_stiffness(load: Scalar, p: MagicFormula61) -> Scalar:
    """Slope of the longitudinal force at zero slip, K_xkappa  (4.E15)."""
    dfz, dpi = load_change(load, p), pressure_change(p)
    by_pressure = 1.0 + p.PPX1 * dpi + p.PPX2 * dpi**2
    return load * (p.PKX1 + p.PKX2 * dfz) * exp(p.PKX3 * dfz) * by_pressure * p.LKX


def cornering_stiffness(load: Scalar, gamma: Scalar, p: MagicFormula61) -> Scalar:
    """Slope of the side force at zero slip, K_yalpha  (4.E25)."""
    Fz0, dpi = p.LFZO * p.FNOMIN, pressure_change(p)
    at_most = (p.PKY2 + p.PKY5 * gamma**2) * (1.0 + p.PPY2 * dpi)
    K = sin_half_turn(p.PKY4 * atan(load / (Fz0 * at_most))) * (1.0 - p.PKY3 * absolute(gamma))
    return p.PKY1 * Fz0 * (1.0 + p.PPY1 * dpi) * K * p.LKY


def camber_measure(inclination: Scalar, p: MagicFormula61) -> Scalar:
    return sin_half_turn(inclination) if p.slip_measure == "tangent" else inclination  # (4.E4)


def load_change(Fz: Scalar, p: MagicFormula61) -> Scalar:
    Fz0 = p.LFZO * p.FNOMIN  # (4.E1)
    return (Fz - Fz0) / Fz0  # (4.E2a)


def pressure_change(p: MagicFormula61) -> Scalar:
    return (p.INFLPRES - p.NOMPRES) / p.NOMPRES  # (4.E2b)


def saturation(load: Scalar, inclination: Scalar, friction: Scalar, tyre: MagicFormula61) -> tuple[Scalar, Scalar]:
    """|D / K| of both directions; files differ in the sign of the side's stiffness."""
    still = Contact(slip=0.0, slip_angle=0.0, inclination=inclination, load=load, speed=0.0, friction=friction)
    x, y = _longitudinal(still, tyre), _lateral(still, camber_measure(inclination, tyre), tyre)
    return absolute(x.D / away_from_zero(x.K)), absolute(y.D / away_from_zero(y.K))


@dataclass(frozen=True, slots=True)
class _Pure:
    """A force at pure slip and what the aligning moment needs of it."""

    F: Scalar
    B: Scalar
    C: Scalar
    D: Scalar
    K: Scalar  # slip stiffness
    S_H: Scalar
    S_V: Scalar


def _slip(contact: Contact, p: MagicFormula61) -> Scalar:
    return tan(contact.slip_angle) if p.slip_measure == "tangent" else contact.slip_angle  # (4.E3)


def _longitudinal(contact: Contact, p: MagicFormula61) -> _Pure:
    Fz, dfz, dpi = contact.load, load_change(contact.load, p), pressure_change(p)
    LMUX = p.LMUX * contact.friction
    C = p.PCX1 * p.LCX  # (4.E11)
    mu = (p.PDX1 + p.PDX2 * dfz) * (1.0 + p.PPX3 * dpi + p.PPX4 * dpi**2)
    mu = mu * (1.0 - p.PDX3 * contact.inclination**2) * LMUX  # (4.E13)
    D = mu * Fz  # (4.E12)
    K = slip_stiffness(Fz, p)  # (4.E15)
    B = K / away_from_zero(C * D)  # (4.E16)
    S_H = (p.PHX1 + p.PHX2 * dfz) * p.LHX  # (4.E17)
    S_V = Fz * (p.PVX1 + p.PVX2 * dfz) * p.LVX * LMUX  # (4.E18)
    k = contact.slip + S_H  # (4.E10)
    E = (p.PEX1 + p.PEX2 * dfz + p.PEX3 * dfz**2) * (1.0 - p.PEX4 * sign(k)) * p.LEX  # (4.E14)
    F = sine(k, B, C, D, minimum(E, 1.0)) + S_V  # (4.E9)
    return _Pure(F, B, C, D, K, S_H, S_V)


def _lateral(contact: Contact, gamma: Scalar, p: MagicFormula61) -> _Pure:
    Fz, dfz, dpi = contact.load, load_change(contact.load, p), pressure_change(p)
    LMUY = p.LMUY * contact.friction
    C = p.PCY1 * p.LCY  # (4.E21)
    mu = (p.PDY1 + p.PDY2 * dfz) * (1.0 + p.PPY3 * dpi + p.PPY4 * dpi**2) * (1.0 - p.PDY3 * gamma**2) * LMUY
    D = mu * Fz  # (4.E22), (4.E23)
    K = cornering_stiffness(Fz, gamma, p)  # (4.E25)
    B = K / away_from_zero(C * D)  # (4.E26)
    K_gamma = Fz * (p.PKY6 + p.PKY7 * dfz) * (1.0 + p.PPY5 * dpi) * p.LKYC  # (4.E30)
    S_V_gamma = Fz * (p.PVY3 + p.PVY4 * dfz) * gamma * p.LKYC * LMUY  # (4.E28)
    S_V = Fz * (p.PVY1 + p.PVY2 * dfz) * p.LVY * LMUY + S_V_gamma  # (4.E29)
    S_H = (p.PHY1 + p.PHY2 * dfz) * p.LHY + (K_gamma * gamma - S_V_gamma) / away_from_zero(K)  # (4.E27)
    a = _slip(contact, p) + S_H  # (4.E20)
    E = (p.PEY1 + p.PEY2 * dfz) * (1.0 + p.PEY5 * gamma**2 - (p.PEY3 + p.PEY4 * gamma) * sign(a)) * p.LEY  # (4.E24)
    F = sine(a, B, C, D, minimum(E, 1.0)) + S_V  # (4.E19)
    return _Pure(F, B, C, D, K, S_H, S_V)


def _trail_residual_and_arm(
    contact: Contact, Fy: Scalar, p: MagicFormula61, x: _Pure, y: _Pure
) -> tuple[Scalar, Scalar, Scalar]:
    """The pneumatic trail, the residual moment and the arm of the longitudinal force."""
    Fz, dfz, dpi = contact.load, load_change(contact.load, p), pressure_change(p)
    alpha, star = _slip(contact, p), camber_measure(contact.inclination, p)
    LMUY, R0 = p.LMUY * contact.friction, p.UNLOADED_RADIUS
    c = cos_half_turn(contact.slip_angle)
    cos_alpha = contact.speed * c / (absolute(contact.speed) + EPSILON_V * c)  # (4.E6), (4.E6a)
    K = away_from_zero(y.K)  # (4.E39)
    a_t = alpha + p.QHZ1 + p.QHZ2 * dfz + (p.QHZ3 + p.QHZ4 * dfz) * star  # (4.E34), (4.E35)
    a_r = alpha + y.S_H + y.S_V / K  # (4.E37), (4.E38)
    more = x.K / K * contact.slip

    if p.aligning == "book":
        gamma, Fz0 = star, p.LFZO * p.FNOMIN
        on_B = 1.0 + p.QBZ5 * absolute(gamma) + p.QBZ6 * gamma**2  # (4.E40)
        on_D = 1.0 + p.QDZ3 * absolute(gamma) + p.QDZ4 * gamma**2  # (4.E43)
    else:
        gamma, Fz0 = contact.inclination, p.FNOMIN
        on_B = 1.0 + p.QBZ4 * gamma + p.QBZ5 * absolute(gamma)  # (A58)
        on_D = 1.0 + p.QDZ3 * gamma + p.QDZ4 * gamma**2  # (A60)
    per_grip = p.LKY / (LMUY + EPSILON)
    B = (p.QBZ1 + p.QBZ2 * dfz + p.QBZ3 * dfz**2) * on_B * per_grip
    D = Fz * (R0 / Fz0) * (p.QDZ1 + p.QDZ2 * dfz) * (1.0 - p.PPZ1 * dpi) * p.LTR * on_D  # (4.E42)
    E = p.QEZ1 + p.QEZ2 * dfz + p.QEZ3 * dfz**2
    E = E * (1.0 + (p.QEZ4 + p.QEZ5 * star) * (2.0 / math.pi) * atan(B * p.QCZ1 * a_t))  # (4.E44)
    E = minimum(E, 1.0)
    trail = cosine(equivalent_slip(a_t, more, p.aligning), B, p.QCZ1, D, E) * cos_alpha  # (4.E73), (4.E41)

    B = p.QBZ9 * per_grip + p.QBZ10 * y.B * y.C  # (4.E45)
    by_gamma = (p.QDZ8 + p.QDZ9 * dfz) * (1.0 + p.PPZ2 * dpi) + (p.QDZ10 + p.QDZ11 * dfz) * absolute(star)
    D = (p.QDZ6 + p.QDZ7 * dfz) * p.LRES + by_gamma * star * p.LKZC
    # (4.E47); MFeval has the cosine of tan alpha here, which oscillates towards a right angle
    D = Fz * R0 * D * LMUY * c * rolling_direction(contact.speed, p.VXLOW)
    Mzr = D * cos_atan(B * equivalent_slip(a_r, more, p.aligning))  # (4.E75), (4.E46)

    s = R0 * (p.SSZ1 + p.SSZ2 * Fy / Fz0 + (p.SSZ3 + p.SSZ4 * dfz) * gamma) * p.LS  # (4.E76), (A56)
    return trail, Mzr, s


def _overturning(contact: Contact, Fy: Scalar, p: MagicFormula61) -> Scalar:
    """[Besselink, Schmeitz, Pacejka 2010, equation (49)], with the last terms of the MF-Tyre 6.1 manual."""
    Fz, gamma, R0 = contact.load, contact.inclination, p.UNLOADED_RADIUS
    y, z = Fy / p.FNOMIN, Fz / p.FNOMIN
    arm = p.QSX1 * p.LVMX - p.QSX2 * gamma * (1.0 + p.PPMX1 * pressure_change(p)) + p.QSX3 * y
    bulge = p.QSX4 * cos(p.QSX5 * atan((p.QSX6 * z) ** 2)) * sin(p.QSX7 * gamma + p.QSX8 * atan(p.QSX9 * y))
    lean = p.QSX10 * atan(p.QSX11 * z) * gamma
    more = Fy * (p.QSX13 + p.QSX14 * absolute(gamma)) - Fz * p.QSX12 * gamma * absolute(gamma)
    return R0 * p.LMX * (Fz * (arm + bulge + lean) + more)


def _rolling(contact: Contact, Fx: Scalar, p: MagicFormula61) -> Scalar:
    """Rolling resistance (A48), against the spin: it fades where the wheel locks, which the source leaves open."""
    z, V = contact.load / p.FNOMIN, contact.speed / p.LONGVL
    by_load = z * exp((p.QSY7 - 1.0) * log(maximum(z, LEAST_LOAD)))  # z ** QSY7
    by_pressure = exp(p.QSY8 * log(p.INFLPRES / p.NOMPRES))
    arm = p.QSY1 + p.QSY2 * Fx / p.FNOMIN + p.QSY3 * absolute(V) + p.QSY4 * V**4
    arm = arm + (p.QSY5 + p.QSY6 * z) * contact.inclination**2
    rolling = contact.speed + contact.slip * absolute(contact.speed)  # spin times effective radius
    moment = p.UNLOADED_RADIUS * p.FNOMIN * arm * by_load * by_pressure * p.LMY
    return -moment * rolling_direction(rolling, p.VXLOW)
