"""Instant centres: three definitions of the roll centre in the front view, and what the side view supports.

A wheel's n-line goes through its contact point at right angles to that point's motion: slope m = -y_C'/z_C'.
Heights are above the road at the car's middle plane between the contact points.

A longitudinal force F_x adds F_x dx/dz to the vertical force in the jounce direction, where x is the motion of the
point that carries it: C* when the torque is reacted by the carrier (outboard brake, live axle), the wheel centre when
it is reacted by the body (inboard brake, half-shafts). Signs follow from virtual work.
"""

from __future__ import annotations

from math import nan
from typing import NamedTuple

from jounce.graph import Scalar, less, select
from jounce.spatial.vector import Vec3, cross, dot, scale_vector, vector_difference
from jounce.studies.kinematics.outputs.wheel_motion import Contact, WheelMotion, wheel_motion_magnitude

PARALLEL = 1e-9  # difference of slopes below which two lines do not meet, and m by which they may miss each other


class ViewPoint(NamedTuple):
    """A point in the front view (y, z) or side view (x, z)."""

    across: Scalar
    height: Scalar


def instant_n_line_slope(contact: Contact) -> Scalar:
    """Returns m = -y_C'/z_C'; its negative is the jacking coefficient, lifting force per unit of side force."""
    return -contact.rolling[1] / contact.rolling[2]


def roll_centre_ground(left: Contact, right: Contact) -> Scalar:
    return 0.5 * (left.at[2] + right.at[2])


def roll_turn(track: Scalar, rolled_left: Vec3, rolled_right: Vec3) -> Scalar:
    """(z_L' - z_R')/t: turn of the line through both contact points, by C' as the left wheel rises, the right sinks."""
    return (rolled_left[2] - rolled_right[2]) / track


def kinematic_roll_centre(left: Contact, right: Contact, rolled_left: Vec3, rolled_right: Vec3) -> ViewPoint:
    """Tells where the body turns while both contact points rest on the road; nan where it can do so nowhere.

    The wheels then move by p parallel and q opposite travel, so that for a turn of 1 the contact points part as those
    of a rigid body: p (a_L - a_R) + q (b_L - b_R) = (z_L - z_R, y_R - y_L), with a = C' by parallel and b by opposite
    travel, each (y, z). Wheels that move alone turn about the point where their n-lines meet. Where parallel travel
    parts the contact points by nothing, none is needed: of level parallel arms, of a beam axle.
    """
    (_, y, z), a = vector_difference(left.at, right.at), vector_difference(left.rolling, right.rolling)
    b = vector_difference(rolled_left, rolled_right)
    p = _share(z + y * b[1] / b[2], a[1] - a[2] * b[1] / b[2])
    q = -(y + p * a[2]) / b[2]
    across, up = (p * left.rolling[k] + q * rolled_left[k] for k in (1, 2))
    return ViewPoint(left.at[1] + up, left.at[2] - across - roll_centre_ground(left, right))


def geometric_roll_centre(left: Contact, right: Contact, centre_left: Vec3, centre_right: Vec3) -> ViewPoint:
    """Two-dimensional: lines from each contact point to the instant centre drawn from the arms."""
    return _meeting(
        left, slope_towards_instant_centre(centre_left, left), right, slope_towards_instant_centre(centre_right, right)
    )


def force_based_roll_centre(left: Contact, right: Contact, rolled_left: Vec3, rolled_right: Vec3) -> Scalar:
    """Gives height at which equal side forces of both wheels have the same roll moment; finite for parallel n-lines.

    Their work while one contact point rises as far as the other sinks, per turn: (y_L' + y_R')/(2 turn).
    """
    lift = (rolled_left[2] + rolled_right[2]) / (left.rolling[2] + right.rolling[2])
    moved_left = vector_difference(rolled_left, scale_vector(lift, left.rolling))
    moved_right = vector_difference(rolled_right, scale_vector(lift, right.rolling))
    return 0.5 * (moved_left[1] + moved_right[1]) / roll_turn(left.at[1] - right.at[1], moved_left, moved_right)


def instant_centre_arm_trace(pivot: Vec3, pivot_axis: Vec3, ball: Vec3, x: Scalar) -> Vec3:
    """Returns the line in which an arm's plane cuts the axle's plane at x: (a, b, c) of a y + b z + c = 0.

    The plane n . r = n . ball holds the pivot axis and the ball joint.
    """
    n = cross(pivot_axis, vector_difference(ball, pivot))
    return (n[1], n[2], n[0] * x - dot(n, ball))


def arms_instant_centre(one: Vec3, other: Vec3) -> Vec3:
    """Tells where the traces of two arms meet: (Y, Z, W) of the point (Y/W, Z/W) in the front view.

    W is zero for parallel arms, whose centre is the direction (Y, Z): nothing is divided here.
    """
    return cross(one, other)


def slope_towards_instant_centre(centre: Vec3, contact: Contact) -> Scalar:
    """Returns dz/dy of the line from the contact point to (Y/W, Z/W): (Z - z_C W) / (Y - y_C W)."""
    Y, Z, W = centre
    return (Z - contact.at[2] * W) / (Y - contact.at[1] * W)


def front_view_instant_centre(wheel: WheelMotion) -> ViewPoint:
    """Returns the point of the carrier at rest in the front view: W + (-1/w_x, y_W'/w_x)."""
    W, W_d, _ = wheel.centre
    w = wheel.turning[0]
    return ViewPoint(W[1] - W_d[2] / w, W[2] + W_d[1] / w)


def _meeting(left: Contact, m_L: Scalar, right: Contact, m_R: Scalar) -> ViewPoint:
    """Tells where two lines through the contact points meet, above the road.

    Parallel lines do not meet: nan. Those of level parallel arms are one and the same: in the middle.
    """
    (_, y_L, z_L), (_, y_R, z_R) = left.at, right.at
    middle = 0.5 * (y_L + y_R)
    y = middle + _share(z_R - z_L + 0.5 * (m_L + m_R) * (y_L - y_R), m_L - m_R)
    return ViewPoint(y, z_L + m_L * (y - y_L) - roll_centre_ground(left, right))


def _share(miss: Scalar, apart: Scalar) -> Scalar:
    """Returns miss / apart; where both vanish 0, where only the divisor does nan."""
    same = select(less(wheel_motion_magnitude(miss), PARALLEL), 0.0, nan)
    return select(less(PARALLEL, wheel_motion_magnitude(apart)), miss / apart, same)


def side_view_anti_share(slope: Scalar, share: Scalar, length_by_height: Scalar, front: bool) -> Scalar:
    """Returns the part of the load transfer that the linkage carries: share slope L/h, opposite in sign at the rear.

    `share` is the axle's part of the brake or drive force; `slope` is dx/dz of the point that carries it; L is
    the wheelbase and h the height of the whole car's centre of mass: that of the body alone transfers less load.
    """
    return (1.0 if front else -1.0) * share * slope * length_by_height


def side_view_instant_centre(wheel: WheelMotion) -> ViewPoint:
    """Gives the point of the carrier at rest in the side view: W + (1/w_y, -x_W'/w_y); the pivot of a trailing arm."""
    W, W_d, _ = wheel.centre
    w = wheel.turning[1]
    return ViewPoint(W[0] + W_d[2] / w, W[2] - W_d[0] / w)


def instant_swing_arm_length(rate: Scalar) -> Scalar:
    """Returns 1/|rate| of an angle by travel; infinite where the wheel does not turn."""
    return 1.0 / wheel_motion_magnitude(rate)
