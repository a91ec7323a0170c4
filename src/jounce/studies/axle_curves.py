"""All outputs that need both corners of an axle, by the names of `kc_outputs`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.studies.alignment import inclination, steer, toe
from jounce.studies.car_data import CarData
from jounce.studies.corner_curves import CornerSweep, Outputs
from jounce.studies.roll_centre import arm_trace, arms_instant_centre, force_based, geometric, kinematic
from jounce.studies.steering import ackermann, ideal_outer, steering_ratio, turn, turning_circle
from jounce.studies.steering_axis import level_point
from jounce.studies.wheel_motion import contact


class Arm(NamedTuple):
    """An arm that turns about an axis fixed in the body and carries a ball joint."""

    pivot: np.ndarray  # (3,)
    axis: np.ndarray  # (3,)
    ball: np.ndarray  # (n, 3)


def axle_outputs(
    left: CornerSweep, right: CornerSweep, arms: tuple[tuple[Arm, Arm], tuple[Arm, Arm]] | None, car: CarData
) -> Outputs:
    """`arms` are the lower and the upper one of the left and of the right corner, where the axle has such."""
    C_L, C_R = contact(left.wheel), contact(right.wheel)
    track = C_L.at[:, 1] - C_R.at[:, 1]
    y, height = kinematic(C_L, C_R)
    found = {
        "track": track,
        "track_change": track - track[0],
        "total_toe": sum(toe(c.wheel.spin, c.wheel.side).at for c in (left, right)),
        "roll_centre_height": height,
        "roll_centre_y": y,
        "roll_centre_height_force": force_based(C_L, C_R),
        # roll to the right lowers the left wheel on its suspension by t/2 per radian and lifts the right one
        "roll_steer": 0.25 * track * (steer(right.wheel.spin).d - steer(left.wheel.spin).d),
        "roll_camber": 0.25 * track * (inclination(right.wheel.spin).d - inclination(left.wheel.spin).d),
    }
    if arms:
        centres = [
            arms_instant_centre(*(arm_trace(a.pivot, a.axis, a.ball, corner.wheel.centre.at[:, 0]) for a in pair))
            for corner, pair in zip((left, right), arms, strict=True)
        ]
        found["roll_centre_height_2d"] = geometric(C_L, C_R, *centres).height
    return found | _steering(left, right, track, car)


def _steering(left: CornerSweep, right: CornerSweep, track: np.ndarray, car: CarData) -> Outputs:
    found: Outputs = {}
    if left.by_rack is None or right.by_rack is None:
        return found
    if car.rack_ratio:
        rate_left, rate_right = (steer(c.spin).d for c in (left.by_rack, right.by_rack))
        found["steering_ratio"] = steering_ratio(rate_left, rate_right, car.rack_ratio)
    if car.wheelbase and left.axis and right.axis:
        meets = [level_point(c.axis, contact(c.wheel).at)[0, 1] for c in (left, right)]  # type: ignore[arg-type]
        kingpin_distance = float(meets[0] - meets[1])
        angles = turn(steer(left.wheel.spin).at, steer(right.wheel.spin).at)
        ideal = ideal_outer(angles.inner, kingpin_distance, car.wheelbase)
        found["ackermann_error"] = angles.outer - ideal
        found["ackermann"] = ackermann(angles, ideal)
        found["turning_circle"] = turning_circle(angles.outer, car.wheelbase, track, kingpin_distance)
    return found
