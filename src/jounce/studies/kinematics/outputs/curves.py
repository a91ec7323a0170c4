"""Curves of all outputs of an axle as formulas, by the names of `kc_outputs`: of one corner and of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from jounce.graph import Scalar, cos, sin, sqrt
from jounce.parts.laws import Law
from jounce.spatial.vector import Vec3, cross, dot
from jounce.studies.kinematics.car_data import CarData
from jounce.studies.kinematics.outputs.instant_centres import (
    arms_instant_centre,
    force_based_roll_centre,
    front_view_instant_centre,
    geometric_roll_centre,
    instant_centre_arm_trace,
    instant_n_line_slope,
    instant_swing_arm_length,
    kinematic_roll_centre,
    roll_turn,
    side_view_anti_share,
    side_view_instant_centre,
)
from jounce.studies.kinematics.outputs.rates import damping_ratio, ride_frequency, ride_rate, wheel_damping, wheel_rate
from jounce.studies.kinematics.outputs.steering_kinematics import (
    Steered,
    SteeringAxis,
    ackermann_steering,
    caster_of_steering_axis,
    ideal_outer_steering,
    kingpin_of_steering_axis,
    steering_axis_offsets,
    steering_ratio,
    steering_turning_circle,
    turn,
)
from jounce.studies.kinematics.outputs.wheel_motion import (
    Contact,
    Derived,
    WheelMotion,
    wheel_camber,
    wheel_heading,
    wheel_toe,
)

Outputs = dict[str, Scalar]


class Rolled(NamedTuple):
    """Rates of one wheel as the left one rises and the right one sinks."""

    touch: Vec3  # C'
    steer: Scalar
    lean: Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedCorner:
    """What is known of one corner at one position."""

    wheel: WheelMotion  # rates by wheel travel
    touch: Contact
    steer: Derived
    lean: Derived
    rolled: Rolled
    design: tuple[Vec3, Vec3]  # wheel centre and contact point in the design position
    steer_per_rack: Scalar | None  # wheel height held
    steered: Steered | None  # by the rack, spring length held
    axis: SteeringAxis | None
    lengths: Mapping[str, Derived]  # of two-point elements, by their name without the corner's
    springs: Mapping[str, tuple[Law, Scalar]]  # law and free length of those that carry load
    dampers: Mapping[str, Law]


def corner_output_curves(corner: ObservedCorner, car: CarData, front: bool) -> Outputs:
    """Returns every output that what is known allows; changes are measured from the design position."""
    found = _alignment(corner) | _views(corner) | _steering_axis(corner) | _rates(corner, car)
    if car.rim_diameter is not None:
        found["toe_at_rim"] = car.rim_diameter * sin(found["toe"])
    if car.wheelbase is not None and car.centre_height is not None:
        found |= _anti(found, car, car.wheelbase / car.centre_height, front)
    return found | _steering(corner)


def _alignment(corner: ObservedCorner) -> Outputs:
    s, W, C = corner.wheel.side, corner.wheel.centre.at, corner.touch.at
    W_design, C_design = corner.design
    tau, gamma = wheel_toe(corner.wheel.spin, s), wheel_camber(corner.wheel.spin, s)
    return {
        "travel": W[2] - W_design[2],
        "steer": corner.steer.at,
        "toe": tau.at,
        "camber": gamma.at,
        "inclination": corner.lean.at,
        "bump_steer": tau.d,
        "bump_steer_curvature": tau.dd,
        "bump_camber": gamma.d,
        "half_track_change": s * (C[1] - C_design[1]),
        "wheelbase_change": C[0] - C_design[0],
        "recession": W_design[0] - W[0],
        "wheel_centre_x": W[0],
        "wheel_centre_y": W[1],
        "wheel_centre_z": W[2],
    }


def _views(corner: ObservedCorner) -> Outputs:
    wheel = corner.wheel
    front_view, side_view = front_view_instant_centre(wheel), side_view_instant_centre(wheel)
    return {
        "caster_change": -wheel.turning[1],
        "jacking": -instant_n_line_slope(corner.touch),
        "front_view_swing_arm": instant_swing_arm_length(corner.lean.d),
        "front_view_centre_y": front_view.across,
        "front_view_centre_z": front_view.height,
        "side_view_swing_arm": instant_swing_arm_length(wheel.turning[1]),
        "side_view_centre_x": side_view.across,
        "side_view_centre_z": side_view.height,
        "support_slope_outboard": corner.touch.locked[0],
        "support_slope_inboard": wheel.centre.d[0],
    }


def _steering_axis(corner: ObservedCorner) -> Outputs:
    if corner.axis is None:
        return {}
    wheel, axis = corner.wheel, corner.axis
    at_ground = steering_axis_offsets(axis, corner.touch.at, wheel.spin.at, wheel.side)
    at_hub = steering_axis_offsets(axis, wheel.centre.at, wheel.spin.at, wheel.side)
    nu = caster_of_steering_axis(axis)
    return {
        "caster": nu,
        "kingpin": kingpin_of_steering_axis(axis, wheel.side),
        "caster_trail": at_ground.trail,
        "scrub_radius": at_ground.offset,
        "mechanical_trail": at_ground.trail * cos(nu),
        "hub_trail": at_hub.trail,
        "hub_offset": at_hub.offset,
    }


def _rates(corner: ObservedCorner, car: CarData) -> Outputs:
    found: Outputs = {}
    if corner.springs:
        parts = [wheel_rate(*about, corner.lengths[name]) for name, about in corner.springs.items()]
        elastic, geometric, load = (sum(column) for column in zip(*parts, strict=True))
        found = {"wheel_rate": elastic + geometric, "wheel_rate_geometric": geometric, "wheel_load": load}
        if car.tyre_stiffness is not None:
            found["ride_rate"] = ride_rate(found["wheel_rate"], car.tyre_stiffness)
            if car.sprung_mass is not None:
                found["ride_frequency"] = ride_frequency(found["ride_rate"], car.sprung_mass)
    if corner.dampers:
        both = [wheel_damping(law, corner.lengths[name]) for name, law in corner.dampers.items()]
        jounce, rebound = (sum(column) for column in zip(*both, strict=True))
        found |= {"wheel_damping_jounce": jounce, "wheel_damping_rebound": rebound}
        if corner.springs and car.sprung_mass is not None:
            mean = 0.5 * (jounce + rebound)
            found["damping_ratio"] = damping_ratio(mean, found["wheel_rate"], car.sprung_mass)
    return found


def _anti(known: Outputs, car: CarData, length_by_height: Scalar, front: bool) -> Outputs:
    """Returns braking and driving, each with the torque on the carrier and on the body."""
    outboard, inboard = known["support_slope_outboard"], known["support_slope_inboard"]
    braking, driving = ("anti_dive", "anti_lift") if front else ("anti_lift", "anti_squat")
    found: Outputs = {}
    if (p_b := car.front_brake_share) is not None:
        share = p_b if front else 1.0 - p_b
        found[braking] = side_view_anti_share(outboard, share, length_by_height, front)
        found[f"{braking}_inboard"] = side_view_anti_share(inboard, share, length_by_height, front)
    if (p_d := car.front_drive_share) is not None:
        share = p_d if front else 1.0 - p_d
        found[driving] = side_view_anti_share(inboard, share, length_by_height, front)
        found[f"{driving}_carrier"] = side_view_anti_share(outboard, share, length_by_height, front)
    return found


def _steering(corner: ObservedCorner) -> Outputs:
    """Virtual work: a load times the motion of its point per rack travel, the spring at rest, is held by the rack."""
    if corner.steered is None or corner.steer_per_rack is None:
        return {}
    e, s, (turning, W_d, C_d) = corner.wheel.spin.at, corner.wheel.side, corner.steered
    e_d = cross(turning, e)
    steer_rate = (e[0] * e_d[1] - e[1] * e_d[0]) / (e[0] * e[0] + e[1] * e[1])
    x_w, y_w = wheel_heading(e)
    return {
        "steer_per_rack": corner.steer_per_rack,
        "camber_per_steer": -s * e_d[2] / (sqrt(1.0 - e[2] * e[2]) * steer_rate),
        "lift_per_steer": -C_d[2] / steer_rate,
        "rack_force_vertical": -C_d[2],
        "rack_force_lateral": -dot(C_d, y_w),
        "rack_force_forward_locked": -dot(C_d, x_w),
        "rack_force_forward_at_hub": -dot(W_d, x_w),
        "rack_force_aligning": -turning[2],
    }


class Arm(NamedTuple):
    """An arm that turns about an axis fixed in the body and carries a ball joint."""

    pivot: Vec3
    axis: Vec3
    ball: Vec3


Arms = tuple[Arm, Arm]  # lower, upper


def axle_output_curves(
    left: ObservedCorner, right: ObservedCorner, arms: tuple[Arms, Arms] | None, kingpin_distance: Scalar, car: CarData
) -> Outputs:
    """`arms` are those of both corners, where the axle has such; `kingpin_distance` is taken as designed."""
    C_L, C_R = left.touch, right.touch
    track = C_L.at[1] - C_R.at[1]
    rolled = left.rolled.touch, right.rolled.touch
    y, height = kinematic_roll_centre(C_L, C_R, *rolled)
    # the left wheel rises and the right one sinks as the body rolls to the left: roll is the turn with the other sign
    per_roll = -0.5 / roll_turn(track, *rolled)
    found = {
        "track": track,
        "track_change": track - (left.design[1][1] - right.design[1][1]),
        "total_toe": right.steer.at - left.steer.at,
        "roll_centre_height": height,
        "roll_centre_y": y,
        "roll_centre_height_force": force_based_roll_centre(C_L, C_R, *rolled),
        "roll_steer": per_roll * (left.rolled.steer + right.rolled.steer),
        "roll_camber": per_roll * (left.rolled.lean + right.rolled.lean),
    }
    if arms:
        centres = [
            arms_instant_centre(*(instant_centre_arm_trace(*arm, corner.wheel.centre.at[0]) for arm in both))
            for both, corner in zip(arms, (left, right), strict=True)
        ]
        found["roll_centre_height_2d"] = geometric_roll_centre(C_L, C_R, *centres).height
    return found | _steering_of_axle(left, right, track, kingpin_distance, car)


def _steering_of_axle(
    left: ObservedCorner, right: ObservedCorner, track: Scalar, kingpin_distance: Scalar, car: CarData
) -> Outputs:
    found: Outputs = {}
    if left.steer_per_rack is None or right.steer_per_rack is None:
        return found
    if car.rack_ratio is not None:
        found["steering_ratio"] = steering_ratio(left.steer_per_rack, right.steer_per_rack, car.rack_ratio)
    if car.wheelbase is not None and left.axis and right.axis:
        angles = turn(left.steer.at, right.steer.at)
        ideal = ideal_outer_steering(angles.inner, kingpin_distance, car.wheelbase)
        found["ackermann_error"] = angles.outer - ideal
        found["ackermann"] = ackermann_steering(angles, ideal)
        found["turning_circle"] = steering_turning_circle(angles.outer, car.wheelbase, track, kingpin_distance)
    return found
