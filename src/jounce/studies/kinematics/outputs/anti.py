"""Side view: support of longitudinal forces by the suspension. Signs follow from virtual work.

A longitudinal force F_x adds F_x dx/dz to the vertical force in the jounce direction, where x is the motion of
the point that carries it: C* when the torque is reacted by the carrier (outboard brake, live axle), the wheel
centre when it is reacted by the body (inboard brake, half-shafts).
"""

from __future__ import annotations

from jounce.graph import Scalar
from jounce.studies.kinematics.outputs.roll_centre import Place
from jounce.studies.kinematics.outputs.wheel_motion import WheelMotion, magnitude


def anti_share(slope: Scalar, share: Scalar, length_by_height: Scalar, front: bool) -> Scalar:
    """Part of the load transfer that the linkage carries: share slope L/h, opposite in sign at the rear.

    `share` is the axle's part of the brake or drive force; `slope` is dx/dz of the point that carries it; L is
    the wheelbase and h the height of the centre of mass.
    """
    return (1.0 if front else -1.0) * share * slope * length_by_height


def side_view_instant_centre(wheel: WheelMotion) -> Place:
    """The point of the carrier at rest in the side view: W + (1/w_y, -x_W'/w_y); the pivot of a trailing arm."""
    W, W_d, _ = wheel.centre
    w = wheel.turning[1]
    return Place(W[0] + W_d[2] / w, W[2] - W_d[0] / w)


def swing_arm_length(rate: Scalar) -> Scalar:
    """1/|rate| of an angle by travel; infinite where the wheel does not turn."""
    return 1.0 / magnitude(rate)
