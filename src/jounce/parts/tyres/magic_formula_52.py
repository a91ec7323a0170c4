"""Magic Formula 5.2, known as PAC2002 too: a tyre at any slip, load and inclination."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar, atan, cos_half_turn, exp, maximum, minimum, sin_half_turn, tan
from jounce.parts.tyres.carcass import damped_load
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
    sin_of_twice_atan,
    sine,
)

if TYPE_CHECKING:
    from jounce.parts.tyres.magic_formula_52_data import MagicFormula52

# conicity, ply steer and other terms that change sign in the mirror [MSC, Adams/Tire PAC2002, TYRESIDE]
ASYMMETRIC = (
    *("RHX1", "QSX1", "PEY3", "PHY1", "PHY2", "PVY1", "PVY2", "RBY3", "RVY1", "RVY2"),
    *("QBZ4", "QDZ3", "QDZ6", "QDZ7", "QEZ4", "QHZ1", "QHZ2", "SSZ1"),
)


def forces(contact: Contact, tyre: MagicFormula52) -> TyreForces:
    """Forces and moments at combined slip; turn slip (path curvature) is left out.

    Symbols and numbers as in [Pacejka 2012, section 4.3.2], whose steady-state formulas without pressure these
    are; "5.2" marks what MF 5.2 writes differently [MSC, Adams/Tire PAC2002]. Limits that the book puts in
    brackets (E <= 1, G > 0) hold here for any input.
    """
    x, y = _longitudinal(contact, tyre), _lateral(contact, tyre)
    p, Fz, gamma, dfz = tyre, contact.load, contact.inclination, _load_change(contact.load, tyre)
    more = per_friction(contact.friction)
    kappa, alpha = contact.slip * more, _slip(contact, p) * more

    B = p.RBX1 * cos_atan(p.RBX2 * kappa) * p.LXAL  # (4.E54)
    E = minimum(p.REX1 + p.REX2 * dfz, 1.0)  # (4.E56)
    S_H = p.RHX1  # (4.E57)
    G = cosine(alpha + S_H, B, p.RCX1, 1.0, E) / cosine(S_H, B, p.RCX1, 1.0, E)  # (4.E51), (4.E55)
    Fx = maximum(G, 0.0) * x.F  # (4.E50)

    B = p.RBY1 * cos_atan(p.RBY2 * (alpha - p.RBY3)) * p.LYKA  # (4.E62)
    E = minimum(p.REY1 + p.REY2 * dfz, 1.0)  # (4.E64)
    S_H = p.RHY1 + p.RHY2 * dfz  # (4.E65)
    G = cosine(kappa + S_H, B, p.RCY1, 1.0, E) / cosine(S_H, B, p.RCY1, 1.0, E)  # (4.E59), (4.E63)
    D_V = y.D * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma * p.LGAY) * cos_atan(p.RVY4 * alpha)  # (4.E67)
    S_V = D_V * sin_half_turn(p.RVY5 * atan(p.RVY6 * kappa)) * p.LVYKA  # (4.E66)
    Fy_without_S_V = maximum(G, 0.0) * y.F
    Fy = Fy_without_S_V + S_V  # (4.E58)

    trail, Mzr = _trail_and_residual(contact, p, x, y)
    R0, Fz0 = p.UNLOADED_RADIUS, p.FNOMIN
    s = R0 * (p.SSZ1 + p.SSZ2 * Fy / Fz0 + (p.SSZ3 + p.SSZ4 * dfz) * gamma * p.LGAZ) * p.LS  # (4.E76)
    Mz = -trail * Fy_without_S_V + Mzr + s * Fx  # (4.E71), (4.E72); 5.2 keeps the camber in F_y here

    Mx = R0 * Fz * (p.QSX1 * p.LVMX + (-p.QSX2 * gamma + p.QSX3 * Fy / Fz0) * p.LMX)  # 5.2
    V = contact.speed / p.LONGVL
    My = -R0 * Fz * (p.QSY1 + p.QSY2 * Fx / Fz0 + p.QSY3 * absolute(V) + p.QSY4 * V**4) * p.LMY  # 5.2
    rolling = contact.speed + contact.slip * absolute(contact.speed)  # spin times effective radius
    return TyreForces(Fx=Fx, Fy=Fy, Mx=Mx, My=My * rolling_direction(rolling, p.VXLOW), Mz=Mz)


def shape(contact: Contact, tyre: MagicFormula52) -> Shape:
    """Peaks and shifts of pure slip; the shift of the side force by longitudinal slip counts in full."""
    p, gamma, dfz = tyre, contact.inclination * tyre.LGAY, _load_change(contact.load, tyre)
    x, y = _longitudinal(contact, p), _lateral(contact, p)
    by_slip = absolute(y.D * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma))  # (4.E67), at most
    return Shape(
        peak_x=absolute(x.D) + absolute(x.S_V),
        peak_y=absolute(y.D) + absolute(y.S_V) + by_slip,
        shift_x=absolute(x.S_H) + absolute(x.S_V / away_from_zero(x.K)),
        shift_y=absolute(y.S_H) + (absolute(y.S_V) + by_slip) / absolute(away_from_zero(y.K)),
    )


def symmetric(tyre: MagicFormula52) -> MagicFormula52:
    """The tyre without what differs between left and right: conicity, ply steer."""
    none: dict[str, Any] = dict.fromkeys(ASYMMETRIC, 0.0)
    return replace(tyre, **none)


def even(tyre: MagicFormula52) -> MagicFormula52:
    """The symmetric tyre without shifts along the wheel either: upright, it has no force at zero slip."""
    none: dict[str, Any] = dict.fromkeys(SHIFTS, 0.0)
    return replace(symmetric(tyre), **none)


def free_radius(spin: Scalar, tyre: MagicFormula52) -> Scalar:
    """The radius without load; 5.2 does not grow with the spin."""
    return tyre.UNLOADED_RADIUS


def load(deflection: Scalar, rate: Scalar, spin: Scalar, tyre: MagicFormula52) -> Scalar:
    """A linear spring and damper between the wheel's centre and the road."""
    return damped_load(tyre.VERTICAL_STIFFNESS * deflection, tyre.VERTICAL_DAMPING, rate)


def loaded_radius(load: Scalar, tyre: MagicFormula52) -> Scalar:
    """From the wheel's centre to the road, on a linear vertical spring."""
    return tyre.UNLOADED_RADIUS - load / tyre.VERTICAL_STIFFNESS


def effective_radius(load: Scalar, spin: Scalar, tyre: MagicFormula52) -> Scalar:
    """Forward speed per spin of the free rolling wheel  [MSC, Adams/Tire PAC2002]."""
    p = tyre
    at_nominal = p.FNOMIN / p.VERTICAL_STIFFNESS  # deflection
    ratio = load / p.FNOMIN
    return p.UNLOADED_RADIUS - at_nominal * (p.DREFF * atan(p.BREFF * ratio) + p.FREFF * ratio)


def relaxation(load: Scalar, inclination: Scalar, tyre: MagicFormula52) -> tuple[Scalar, Scalar]:
    """Relaxation lengths [TNO, MF-Tyre 5.2 equation manual]; PAC2002 has the opposite sign of PTX3.

    sigma_kappa = Fz (PTX1 + PTX2 dfz) exp(-PTX3 dfz) R0 / Fz0
    sigma_alpha = PTY1 sin(2 atan(Fz / (PTY2 Fz0))) (1 - PKY3 |gamma|) R0
    """
    p, dfz = tyre, _load_change(load, tyre)
    R0, gamma = p.UNLOADED_RADIUS, inclination * p.LGAY
    along = load * (p.PTX1 + p.PTX2 * dfz) * exp(-p.PTX3 * dfz) * (R0 / p.FNOMIN) * p.LSGKP
    across = p.PTY1 * sin_of_twice_atan(load / away_from_zero(p.PTY2 * p.LFZO * p.FNOMIN))
    across = across * (1.0 - p.PKY3 * absolute(gamma)) * R0 * p.LFZO * p.LSGAL
    return maximum(along, 0.0), maximum(across, 0.0)


def saturation(load: Scalar, inclination: Scalar, friction: Scalar, tyre: MagicFormula52) -> tuple[Scalar, Scalar]:
    """|D / K| of both directions; files differ in the sign of the side's stiffness."""
    still = Contact(slip=0.0, slip_angle=0.0, inclination=inclination, load=load, speed=0.0, friction=friction)
    x, y = _longitudinal(still, tyre), _lateral(still, tyre)
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


def _load_change(Fz: Scalar, p: MagicFormula52) -> Scalar:
    Fz0 = p.LFZO * p.FNOMIN  # (4.E1)
    return (Fz - Fz0) / Fz0  # (4.E2a)


def _slip(contact: Contact, p: MagicFormula52) -> Scalar:
    return tan(contact.slip_angle) if p.slip_measure == "tangent" else contact.slip_angle  # (4.E3)


def _longitudinal(contact: Contact, p: MagicFormula52) -> _Pure:
    Fz, dfz, gamma = contact.load, _load_change(contact.load, p), contact.inclination * p.LGAX
    LMUX = p.LMUX * contact.friction
    C = p.PCX1 * p.LCX  # (4.E11)
    mu = (p.PDX1 + p.PDX2 * dfz) * (1.0 - p.PDX3 * gamma**2) * LMUX  # (4.E13)
    D = mu * Fz  # (4.E12)
    K = Fz * (p.PKX1 + p.PKX2 * dfz) * exp(p.PKX3 * dfz) * p.LKX  # (4.E15)
    B = K / away_from_zero(C * D)  # (4.E16)
    S_H = (p.PHX1 + p.PHX2 * dfz) * p.LHX  # (4.E17)
    S_V = Fz * (p.PVX1 + p.PVX2 * dfz) * p.LVX * LMUX  # (4.E18)
    k = contact.slip + S_H  # (4.E10)
    E = (p.PEX1 + p.PEX2 * dfz + p.PEX3 * dfz**2) * (1.0 - p.PEX4 * sign(k)) * p.LEX  # (4.E14)
    F = sine(k, B, C, D, minimum(E, 1.0)) + S_V  # (4.E9)
    return _Pure(F, B, C, D, K, S_H, S_V)


def _lateral(contact: Contact, p: MagicFormula52) -> _Pure:
    Fz, dfz, gamma = contact.load, _load_change(contact.load, p), contact.inclination * p.LGAY
    LMUY, Fz0 = p.LMUY * contact.friction, p.LFZO * p.FNOMIN
    C = p.PCY1 * p.LCY  # (4.E21)
    mu = (p.PDY1 + p.PDY2 * dfz) * (1.0 - p.PDY3 * gamma**2) * LMUY  # (4.E23)
    D = mu * Fz  # (4.E22)
    K = p.PKY1 * Fz0 * sin_of_twice_atan(Fz / (p.PKY2 * Fz0)) * (1.0 - p.PKY3 * absolute(gamma)) * p.LKY  # (4.E25), 5.2
    B = K / away_from_zero(C * D)  # (4.E26)
    S_H = (p.PHY1 + p.PHY2 * dfz) * p.LHY + p.PHY3 * gamma  # (4.E27), 5.2
    S_V = Fz * ((p.PVY1 + p.PVY2 * dfz) * p.LVY + (p.PVY3 + p.PVY4 * dfz) * gamma) * LMUY  # (4.E29), 5.2
    a = _slip(contact, p) + S_H  # (4.E20)
    E = (p.PEY1 + p.PEY2 * dfz) * (1.0 - (p.PEY3 + p.PEY4 * gamma) * sign(a)) * p.LEY  # (4.E24)
    F = sine(a, B, C, D, minimum(E, 1.0)) + S_V  # (4.E19)
    return _Pure(F, B, C, D, K, S_H, S_V)


def _trail_and_residual(contact: Contact, p: MagicFormula52, x: _Pure, y: _Pure) -> tuple[Scalar, Scalar]:
    """The pneumatic trail and the residual moment."""
    Fz, dfz, gamma = contact.load, _load_change(contact.load, p), contact.inclination * p.LGAZ
    LMUY = p.LMUY * contact.friction
    alpha = _slip(contact, p)
    cos_alpha = cos_half_turn(contact.slip_angle) * rolling_direction(contact.speed, p.VXLOW)  # (4.E6)
    K = away_from_zero(y.K)  # (4.E39)
    a_t = alpha + p.QHZ1 + p.QHZ2 * dfz + (p.QHZ3 + p.QHZ4 * dfz) * gamma  # (4.E34), (4.E35)
    a_r = alpha + y.S_H + y.S_V / K  # (4.E37), (4.E38)
    more = x.K / K * contact.slip

    per_grip = p.LKY / (LMUY + EPSILON)
    B = (p.QBZ1 + p.QBZ2 * dfz + p.QBZ3 * dfz**2) * (1.0 + p.QBZ4 * gamma + p.QBZ5 * absolute(gamma)) * per_grip  # 5.2
    C = p.QCZ1  # (4.E41)
    D = Fz * (p.QDZ1 + p.QDZ2 * dfz) * (1.0 + p.QDZ3 * gamma + p.QDZ4 * gamma**2)  # 5.2
    D = D * (p.UNLOADED_RADIUS / p.FNOMIN) * p.LTR
    E = p.QEZ1 + p.QEZ2 * dfz + p.QEZ3 * dfz**2
    E = E * (1.0 + (p.QEZ4 + p.QEZ5 * gamma) * (2.0 / math.pi) * atan(B * C * a_t))  # (4.E44)
    trail = cosine(equivalent_slip(a_t, more, p.aligning), B, C, D, minimum(E, 1.0)) * cos_alpha  # (4.E73)

    B = p.QBZ9 * per_grip + p.QBZ10 * y.B * y.C  # (4.E45)
    D = (p.QDZ6 + p.QDZ7 * dfz) * p.LRES + (p.QDZ8 + p.QDZ9 * dfz) * gamma
    D = Fz * p.UNLOADED_RADIUS * D * LMUY * cos_alpha  # (4.E47)
    return trail, D * cos_atan(B * equivalent_slip(a_r, more, p.aligning))  # (4.E75), (4.E46)
