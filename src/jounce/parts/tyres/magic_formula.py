"""The Magic Formula (`mf_`): what 5.2 and 6.1 share, with the numbers of equations in [Pacejka 2012, section 4.3.2].

What the versions write differently is handed in: a friction, a stiffness, a factor of inclination. `gamma` is the
inclination as the version measures and scales it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar, atan, cos_half_turn, less, maximum, minimum, select, sin_half_turn, sqrt, tan
from jounce.parts.tyres.tyre_law import Contact, absolute_for_tyre_law

if TYPE_CHECKING:
    from jounce.parts.tyres.magic_formula_data import MagicFormulaNumbers

EPSILON = 1e-9  # N, N/rad: keeps quotients of load finite when the wheel lifts; far below any force
LEAST_FRICTION = 0.01  # of the road, by which slips are divided
LARGEST_ANGLE = 1.5  # rad, whose tangent is taken: a slip with shifts, or a tangent itself, may pass a right angle
SHIFTS = ("PHX1", "PHX2", "PVX1", "PVX2", "RHY1", "RHY2")  # no asymmetry of sides, but shifts all the same
NO_SLIP = 1e-30  # under a root, so that its slope is finite at zero slip; a slip of 1e-15


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How large the forces of a Magic Formula get at a state, and how far from zero slip they vanish.

    To first order a force vanishes at a slip of S_H + S_V / K; here the sizes of the parts are added.
    """

    peak_x: Scalar  # N, of the longitudinal force at pure slip, shift included
    peak_y: Scalar
    shift_x: Scalar  # longitudinal slip
    shift_y: Scalar  # slip angle or its tangent


def sine(x: Scalar, B: Scalar, C: Scalar, D: Scalar, E: Scalar) -> Scalar:
    """D sin(C atan(B x - E (B x - atan(B x))))  [Pacejka 2012, section 4.3.1]."""
    Bx = B * x
    return D * sin_half_turn(C * atan(Bx - E * (Bx - atan(Bx))))


def mf_cosine(x: Scalar, B: Scalar, C: Scalar, D: Scalar, E: Scalar) -> Scalar:
    """D cos(C atan(B x - E (B x - atan(B x))))  [Pacejka 2012, section 4.3.1]."""
    Bx = B * x
    return D * cos_half_turn(C * atan(Bx - E * (Bx - atan(Bx))))


def mf_cos_atan(x: Scalar) -> Scalar:
    """cos(atan(x)), without the cost of either."""
    return 1.0 / sqrt(1.0 + x * x)


def mf_sin_of_twice_atan(x: Scalar) -> Scalar:
    """sin(2 atan(x)), without the cost of either."""
    return 2.0 * x / (1.0 + x * x)


def mf_sign(x: Scalar) -> Scalar:
    """-1 below zero, else 1."""
    return select(less(x, 0.0), -1.0, 1.0)


def mf_away_from_zero(x: Scalar) -> Scalar:
    """x, moved away from zero by less than counts, so that one may divide by it."""
    return x + EPSILON * mf_sign(x)


def mf_per_friction(friction: Scalar) -> Scalar:
    """Tells what multiplies the slips that the weights of combined slip see: on a slippery road less slip is as much.

    The peak moves to smaller slips by (4.E16) and (4.E26); without this the weights would not follow, and the combined
    force on ice would leave the friction ellipse by 40 % [Pacejka 2012, section 4.2, similarity].
    """
    return 1.0 / maximum(friction, LEAST_FRICTION)


def mf_equivalent_slip(alpha: Scalar, more: Scalar, form: str) -> Scalar:
    """The slip angle that stands for combined slip; only its size counts, for a cosine follows.

    "book": sqrt(alpha^2 + more^2) (4.E77, 4.E78); "mf_tyre": the angle whose tangent is sqrt(tan^2 alpha + more^2)
    [Besselink, Schmeitz, Pacejka 2010, equations (A54), (A55)].
    """
    if form == "book":
        return sqrt(alpha * alpha + more * more + NO_SLIP)
    size = minimum(absolute_for_tyre_law(alpha), LARGEST_ANGLE)
    slope = sin_half_turn(size) / cos_half_turn(size)
    return atan(sqrt(slope * slope + more * more + NO_SLIP))


@dataclass(frozen=True, slots=True)
class Pure:
    """A force at pure slip and what the aligning moment needs of it."""

    F: Scalar
    B: Scalar
    C: Scalar
    D: Scalar
    K: Scalar  # slip stiffness
    S_H: Scalar
    S_V: Scalar


def mf_load_change(Fz: Scalar, p: MagicFormulaNumbers) -> Scalar:
    Fz0 = p.LFZO * p.FNOMIN  # (4.E1)
    return (Fz - Fz0) / Fz0  # (4.E2a)


def mf_side_slip(contact: Contact, p: MagicFormulaNumbers) -> Scalar:
    return tan(contact.slip_angle) if p.slip_measure == "tangent" else contact.slip_angle  # (4.E3)


def mf_longitudinal(contact: Contact, mu: Scalar, K: Scalar, p: MagicFormulaNumbers) -> Pure:
    """The longitudinal force at pure slip, for a friction (4.E13) and a slip stiffness (4.E15)."""
    Fz, dfz = contact.load, mf_load_change(contact.load, p)
    C = p.PCX1 * p.LCX  # (4.E11)
    D = mu * Fz  # (4.E12)
    B = K / mf_away_from_zero(C * D)  # (4.E16)
    S_H = (p.PHX1 + p.PHX2 * dfz) * p.LHX  # (4.E17)
    S_V = Fz * (p.PVX1 + p.PVX2 * dfz) * p.LVX * (p.LMUX * contact.friction)  # (4.E18)
    k = contact.slip + S_H  # (4.E10)
    E = (p.PEX1 + p.PEX2 * dfz + p.PEX3 * dfz**2) * (1.0 - p.PEX4 * mf_sign(k)) * p.LEX  # (4.E14)
    F = sine(k, B, C, D, minimum(E, 1.0)) + S_V  # (4.E9)
    return Pure(F, B, C, D, K, S_H, S_V)


def mf_combined_slips(contact: Contact, p: MagicFormulaNumbers) -> tuple[Scalar, Scalar]:
    """kappa and alpha as the weights of combined slip see them."""
    more = mf_per_friction(contact.friction)
    return contact.slip * more, mf_side_slip(contact, p) * more


def mf_longitudinal_weight(kappa: Scalar, alpha: Scalar, dfz: Scalar, RBX: Scalar, p: MagicFormulaNumbers) -> Scalar:
    """Tells what side slip leaves of the longitudinal force; RBX is the sum in (4.E54)."""
    B = RBX * mf_cos_atan(p.RBX2 * kappa) * p.LXAL  # (4.E54)
    E = minimum(p.REX1 + p.REX2 * dfz, 1.0)  # (4.E56)
    S_H = p.RHX1  # (4.E57)
    G = mf_cosine(alpha + S_H, B, p.RCX1, 1.0, E) / mf_cosine(S_H, B, p.RCX1, 1.0, E)  # (4.E51), (4.E55)
    return maximum(G, 0.0)


def mf_side_weight(kappa: Scalar, alpha: Scalar, dfz: Scalar, RBY: Scalar, p: MagicFormulaNumbers) -> Scalar:
    """Tells what longitudinal slip leaves of the side force; RBY is the sum in (4.E62)."""
    B = RBY * mf_cos_atan(p.RBY2 * (alpha - p.RBY3)) * p.LYKA  # (4.E62)
    E = minimum(p.REY1 + p.REY2 * dfz, 1.0)  # (4.E64)
    S_H = p.RHY1 + p.RHY2 * dfz  # (4.E65)
    G = mf_cosine(kappa + S_H, B, p.RCY1, 1.0, E) / mf_cosine(S_H, B, p.RCY1, 1.0, E)  # (4.E59), (4.E63)
    return maximum(G, 0.0)


def mf_side_shift(
    kappa: Scalar, alpha: Scalar, dfz: Scalar, D: Scalar, by_gamma: Scalar, p: MagicFormulaNumbers
) -> Scalar:
    """The side force that longitudinal slip brings; `by_gamma` is the term of inclination in (4.E67)."""
    D_V = D * (p.RVY1 + p.RVY2 * dfz + by_gamma) * mf_cos_atan(p.RVY4 * alpha)  # (4.E67)
    return D_V * sin_half_turn(p.RVY5 * atan(p.RVY6 * kappa)) * p.LVYKA  # (4.E66)


def mf_trail(
    contact: Contact, gamma: Scalar, on_B: Scalar, D: Scalar, x: Pure, y: Pure, p: MagicFormulaNumbers
) -> Scalar:
    """The pneumatic trail without its cosine of the slip angle; `on_B` is the factor of inclination in (4.E40)."""
    dfz = mf_load_change(contact.load, p)
    a_t = mf_side_slip(contact, p) + p.QHZ1 + p.QHZ2 * dfz + (p.QHZ3 + p.QHZ4 * dfz) * gamma  # (4.E34), (4.E35)
    B = (p.QBZ1 + p.QBZ2 * dfz + p.QBZ3 * dfz**2) * on_B * _per_grip(contact, p)  # (4.E40)
    C = p.QCZ1  # (4.E41)
    E = p.QEZ1 + p.QEZ2 * dfz + p.QEZ3 * dfz**2
    E = E * (1.0 + (p.QEZ4 + p.QEZ5 * gamma) * (2.0 / math.pi) * atan(B * C * a_t))  # (4.E44)
    more = _by_slip(contact, x, y)
    return mf_cosine(mf_equivalent_slip(a_t, more, p.aligning), B, C, D, minimum(E, 1.0))  # (4.E73)


def mf_residual_moment(contact: Contact, D: Scalar, x: Pure, y: Pure, p: MagicFormulaNumbers) -> Scalar:
    """The aligning moment besides that of the trail, for its peak (4.E47)."""
    a_r = mf_side_slip(contact, p) + y.S_H + y.S_V / mf_away_from_zero(y.K)  # (4.E37), (4.E38), (4.E39)
    B = p.QBZ9 * _per_grip(contact, p) + p.QBZ10 * y.B * y.C  # (4.E45)
    return D * mf_cos_atan(B * mf_equivalent_slip(a_r, _by_slip(contact, x, y), p.aligning))  # (4.E75), (4.E46)


def _per_grip(contact: Contact, p: MagicFormulaNumbers) -> Scalar:
    return p.LKY / (p.LMUY * contact.friction + EPSILON)


def _by_slip(contact: Contact, x: Pure, y: Pure) -> Scalar:
    """The longitudinal slip as an angle of side slip  (4.E77), (4.E78)."""
    return x.K / mf_away_from_zero(y.K) * contact.slip


def mf_shape(x: Pure, y: Pure, gamma: Scalar, dfz: Scalar, p: MagicFormulaNumbers) -> Shape:
    """Peaks and shifts of pure slip; the shift of the side force by longitudinal slip counts in full."""
    by_slip = absolute_for_tyre_law(y.D * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma))  # (4.E67), at most
    return Shape(
        peak_x=absolute_for_tyre_law(x.D) + absolute_for_tyre_law(x.S_V),
        peak_y=absolute_for_tyre_law(y.D) + absolute_for_tyre_law(y.S_V) + by_slip,
        shift_x=absolute_for_tyre_law(x.S_H) + absolute_for_tyre_law(x.S_V / mf_away_from_zero(x.K)),
        shift_y=absolute_for_tyre_law(y.S_H)
        + (absolute_for_tyre_law(y.S_V) + by_slip) / absolute_for_tyre_law(mf_away_from_zero(y.K)),
    )


def mf_still(load: Scalar, inclination: Scalar, friction: Scalar) -> Contact:
    """A wheel at standstill, without slip."""
    return Contact(slip=0.0, slip_angle=0.0, inclination=inclination, load=load, speed=0.0, friction=friction)


def mf_peak_by_slope(x: Pure, y: Pure) -> tuple[Scalar, Scalar]:
    """|D / K| of both directions; files differ in the sign of the side's stiffness."""
    return absolute_for_tyre_law(x.D / mf_away_from_zero(x.K)), absolute_for_tyre_law(y.D / mf_away_from_zero(y.K))


def mf_peaks(x: Pure, y: Pure) -> tuple[Scalar, Scalar]:
    """|D| of both directions, without the shifts by ply steer and camber."""
    return absolute_for_tyre_law(x.D), absolute_for_tyre_law(y.D)


def mf_zeros(names: Iterable[str]) -> dict[str, Any]:
    return dict.fromkeys(names, 0.0)
