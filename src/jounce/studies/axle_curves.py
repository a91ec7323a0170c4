"""All outputs that need both corners of an axle, by the names of `kc_outputs`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.studies.car_data import CarData
from jounce.studies.corner_curves import CornerSweep, Drawn, Outputs
from jounce.studies.roll_centre import Place, arm_trace, arms_instant_centre, force_based, geometric, kinematic
from jounce.studies.steering import ackermann, ideal_outer, steering_ratio, turn, turning_circle
from jounce.studies.steering_axis import level_point
from jounce.studies.wheel_motion import Contact


class Arm(NamedTuple):
    """The arms of both corners that turn about an axis fixed in the body and carry a ball joint."""

    pivot: np.ndarray  # (2, 1, 3)
    axis: np.ndarray  # (2, 1, 3)
    ball: np.ndarray  # (2, n, 3)


def axle_outputs(corners: CornerSweep, drawn: Drawn, arms: tuple[Arm, Arm] | None, car: CarData) -> Outputs:
    """`arms` are the lower and the upper one, where the axle has such."""
    C_L, C_R = (Contact(*(part[k] for part in drawn.touch)) for k in (0, 1))
    track = C_L.at[:, 1] - C_R.at[:, 1]
    y, height = kinematic(C_L, C_R)
    found = {
        "track": track,
        "track_change": track - track[0],
        "total_toe": drawn.steer.at[1] - drawn.steer.at[0],
        "roll_centre_height": height,
        "roll_centre_y": y,
        "roll_centre_height_force": force_based(C_L, C_R),
        # roll to the right lowers the left wheel on its suspension by t/2 per radian and lifts the right one
        "roll_steer": 0.25 * track * (drawn.steer.d[1] - drawn.steer.d[0]),
        "roll_camber": 0.25 * track * (drawn.lean.d[1] - drawn.lean.d[0]),
    }
    if arms:
        at_axle = corners.wheel.centre.at[..., 0]
        y_IC, z_IC = arms_instant_centre(*(arm_trace(arm.pivot, arm.axis, arm.ball, at_axle) for arm in arms))
        found["roll_centre_height_2d"] = geometric(C_L, C_R, *(Place(y_IC[k], z_IC[k]) for k in (0, 1))).height
    return found | _steering(corners, drawn, track, car)


def _steering(corners: CornerSweep, drawn: Drawn, track: np.ndarray, car: CarData) -> Outputs:
    found: Outputs = {}
    if drawn.steer_per_rack is None:
        return found
    if car.rack_ratio:
        left, right = drawn.steer_per_rack
        found["steering_ratio"] = steering_ratio(left, right, car.rack_ratio)
    if car.wheelbase and corners.axis:
        meets = level_point(corners.axis, drawn.touch.at)[:, 0, 1]
        kingpin_distance = float(meets[0] - meets[1])
        angles = turn(*drawn.steer.at)
        ideal = ideal_outer(angles.inner, kingpin_distance, car.wheelbase)
        found["ackermann_error"] = angles.outer - ideal
        found["ackermann"] = ackermann(angles, ideal)
        found["turning_circle"] = turning_circle(angles.outer, car.wheelbase, track, kingpin_distance)
    return found
