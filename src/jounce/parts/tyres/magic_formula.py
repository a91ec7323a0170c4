"""The sine and the cosine that give the Magic Formula its name, and the guards around them."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, atan, cos_half_turn, less, maximum, minimum, select, sin_half_turn, sqrt
from jounce.parts.tyres.contact import absolute

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


def cosine(x: Scalar, B: Scalar, C: Scalar, D: Scalar, E: Scalar) -> Scalar:
    """D cos(C atan(B x - E (B x - atan(B x))))  [Pacejka 2012, section 4.3.1]."""
    Bx = B * x
    return D * cos_half_turn(C * atan(Bx - E * (Bx - atan(Bx))))


def cos_atan(x: Scalar) -> Scalar:
    """cos(atan(x)), without the cost of either."""
    return 1.0 / sqrt(1.0 + x * x)


def sin_of_twice_atan(x: Scalar) -> Scalar:
    """sin(2 atan(x)), without the cost of either."""
    return 2.0 * x / (1.0 + x * x)


def sign(x: Scalar) -> Scalar:
    """-1 below zero, else 1."""
    return select(less(x, 0.0), -1.0, 1.0)


def away_from_zero(x: Scalar) -> Scalar:
    """x, moved away from zero by less than counts, so that one may divide by it."""
    return x + EPSILON * sign(x)


def per_friction(friction: Scalar) -> Scalar:
    """What multiplies the slips that the weights of combined slip see: on a slippery road less slip is as much.

    The peak moves to smaller slips by (4.E16) and (4.E26); without this the weights would not follow, and the combined
    force on ice would leave the friction ellipse by 40 % [Pacejka 2012, section 4.2, similarity].
    """
    return 1.0 / maximum(friction, LEAST_FRICTION)


def equivalent_slip(alpha: Scalar, more: Scalar, form: str) -> Scalar:
    """The slip angle that stands for combined slip; only its size counts, for a cosine follows.

    "book": sqrt(alpha^2 + more^2) (4.E77, 4.E78); "mf_tyre": the angle whose tangent is sqrt(tan^2 alpha + more^2)
    [Besselink, Schmeitz, Pacejka 2010, equations (A54), (A55)].
    """
    if form == "book":
        return sqrt(alpha * alpha + more * more + NO_SLIP)
    size = minimum(absolute(alpha), LARGEST_ANGLE)
    slope = sin_half_turn(size) / cos_half_turn(size)
    return atan(sqrt(slope * slope + more * more + NO_SLIP))
