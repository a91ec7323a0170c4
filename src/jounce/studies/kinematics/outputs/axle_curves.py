"""All outputs that need both corners of an axle as formulas, by the names of `kc_outputs`."""

from __future__ import annotations

from typing import NamedTuple

from jounce.graph import Scalar
from jounce.spatial.vector import Vec3
from jounce.studies.kinematics.car_data import CarData
from jounce.studies.kinematics.outputs.corner_curves import Corner, Outputs
from jounce.studies.kinematics.outputs.roll_centre import (
    arm_trace,
    arms_instant_centre,
    force_based,
    geometric,
    kinematic,
)
from jounce.studies.kinematics.outputs.steering import ackermann, ideal_outer, steering_ratio, turn, turning_circle


class Arm(NamedTuple):
    """An arm that turns about an axis fixed in the body and carries a ball joint."""

    pivot: Vec3
    axis: Vec3
    ball: Vec3


Arms = tuple[Arm, Arm]  # lower, upper


def axle_outputs(
    left: Corner, right: Corner, arms: tuple[Arms, Arms] | None, kingpin_distance: Scalar, car: CarData
) -> Outputs:
    """`arms` are those of both corners, where the axle has such; `kingpin_distance` is taken as designed."""
    C_L, C_R = left.touch, right.touch
    track = C_L.at[1] - C_R.at[1]
    y, height = kinematic(C_L, C_R)
    found = {
        "track": track,
        "track_change": track - (left.design[1][1] - right.design[1][1]),
        "total_toe": right.steer.at - left.steer.at,
        "roll_centre_height": height,
        "roll_centre_y": y,
        "roll_centre_height_force": force_based(C_L, C_R),
        # roll to the right lowers the left wheel on its suspension by t/2 per radian and lifts the right one
        "roll_steer": 0.25 * track * (right.steer.d - left.steer.d),
        "roll_camber": 0.25 * track * (right.lean.d - left.lean.d),
    }
    if arms:
        centres = [
            arms_instant_centre(*(arm_trace(*arm, corner.wheel.centre.at[0]) for arm in both))
            for both, corner in zip(arms, (left, right), strict=True)
        ]
        found["roll_centre_height_2d"] = geometric(C_L, C_R, *centres).height
    return found | _steering(left, right, track, kingpin_distance, car)


def _steering(left: Corner, right: Corner, track: Scalar, kingpin_distance: Scalar, car: CarData) -> Outputs:
    found: Outputs = {}
    if left.steer_per_rack is None or right.steer_per_rack is None:
        return found
    if car.rack_ratio is not None:
        found["steering_ratio"] = steering_ratio(left.steer_per_rack, right.steer_per_rack, car.rack_ratio)
    if car.wheelbase is not None and left.axis and right.axis:
        angles = turn(left.steer.at, right.steer.at)
        ideal = ideal_outer(angles.inner, kingpin_distance, car.wheelbase)
        found["ackermann_error"] = angles.outer - ideal
        found["ackermann"] = ackermann(angles, ideal)
        found["turning_circle"] = turning_circle(angles.outer, car.wheelbase, track, kingpin_distance)
    return found
