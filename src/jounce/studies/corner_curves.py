"""All outputs of one corner along a sweep, by the names of `kc_outputs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.parts.laws import Law
from jounce.studies.alignment import camber, inclination, steer, toe
from jounce.studies.anti import anti_share, side_view_instant_centre, swing_arm_length
from jounce.studies.car_data import CarData
from jounce.studies.rates import law_and_slope, ride_frequency, ride_rate, wheel_rate
from jounce.studies.roll_centre import front_view_instant_centre, n_line_slope
from jounce.studies.steering_axis import SteeringAxis, caster, kingpin, offsets
from jounce.studies.wheel_motion import Curve, WheelMotion, contact

Outputs = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True, kw_only=True)
class CornerSweep:
    """What was observed of one corner. The first row of every array is the design position."""

    wheel: WheelMotion  # rates by wheel travel
    by_rack: WheelMotion | None  # rates by rack displacement, wheel height held
    axis: SteeringAxis | None
    lengths: Mapping[str, Curve]  # of two-point elements, by their name
    springs: Mapping[str, tuple[Law, float]]  # law and free length of those that carry load


def corner_outputs(corner: CornerSweep, car: CarData, front: bool) -> Outputs:
    """Every output that what is known allows; changes are measured from the first row."""
    found = _alignment(corner.wheel) | _views(corner.wheel)
    found |= _steering_axis(corner) | _rates(corner, car)
    if car.wheelbase and car.centre_height:
        found |= _anti(found, car, car.wheelbase / car.centre_height, front)
    if corner.by_rack:
        found["steer_per_rack"] = steer(corner.by_rack.spin).d
    return found


def _alignment(wheel: WheelMotion) -> Outputs:
    s, e, W, C = wheel.side, wheel.spin, wheel.centre.at, contact(wheel).at
    in_toe, lean = toe(e, s), camber(e, s)
    return {
        "travel": W[:, 2] - W[0, 2],
        "steer": steer(e).at,
        "toe": in_toe.at,
        "camber": lean.at,
        "inclination": inclination(e).at,
        "bump_steer": in_toe.d,
        "bump_steer_curvature": in_toe.dd,
        "bump_camber": lean.d,
        "half_track_change": s * (C[:, 1] - C[0, 1]),
        "wheelbase_change": C[:, 0] - C[0, 0],
        "recession": W[0, 0] - W[:, 0],
    }


def _views(wheel: WheelMotion) -> Outputs:
    touch, front_view, side_view = contact(wheel), front_view_instant_centre(wheel), side_view_instant_centre(wheel)
    return {
        "caster_change": -wheel.turning[:, 1],
        "jacking": -n_line_slope(touch),
        "front_view_swing_arm": swing_arm_length(inclination(wheel.spin).d),
        "front_view_centre_y": front_view.across,
        "front_view_centre_z": front_view.height,
        "side_view_swing_arm": swing_arm_length(wheel.turning[:, 1]),
        "side_view_centre_x": side_view.across,
        "side_view_centre_z": side_view.height,
        "support_slope_outboard": touch.locked[:, 0],
        "support_slope_inboard": wheel.centre.d[:, 0],
    }


def _steering_axis(corner: CornerSweep) -> Outputs:
    if corner.axis is None:
        return {}
    wheel, axis = corner.wheel, corner.axis
    at_ground = offsets(axis, contact(wheel).at, wheel.spin.at, wheel.side)
    at_hub = offsets(axis, wheel.centre.at, wheel.spin.at, wheel.side)
    return {
        "caster": caster(axis),
        "kingpin": kingpin(axis, wheel.side),
        "caster_trail": at_ground.trail,
        "scrub_radius": at_ground.offset,
        "mechanical_trail": at_ground.trail * np.cos(caster(axis)),
        "hub_trail": at_hub.trail,
        "hub_offset": at_hub.offset,
    }


def _rates(corner: CornerSweep, car: CarData) -> Outputs:
    if not corner.springs:
        return {}
    elastic, geometric, load = (np.zeros(len(corner.wheel.turning)) for _ in range(3))
    for name, (law, free_length) in corner.springs.items():
        length = corner.lengths[name]
        part = wheel_rate(law, free_length, length)
        elastic += part.elastic
        geometric += part.geometric
        load += law_and_slope(law, length.at - free_length)[0] * length.d
    found = {"wheel_rate": elastic + geometric, "wheel_rate_geometric": geometric, "wheel_load": load}
    if car.tyre_stiffness:
        found["ride_rate"] = ride_rate(found["wheel_rate"], car.tyre_stiffness)
        if car.sprung_mass:
            found["ride_frequency"] = ride_frequency(found["ride_rate"], car.sprung_mass)
    return found


def _anti(known: Outputs, car: CarData, length_by_height: float, front: bool) -> Outputs:
    """Braking and driving, each with the torque on the carrier and on the body."""
    outboard, inboard = known["support_slope_outboard"], known["support_slope_inboard"]
    braking, driving = ("anti_dive", "anti_lift") if front else ("anti_lift", "anti_squat")
    found = {}
    if (p_b := car.front_brake_share) is not None:
        share = p_b if front else 1.0 - p_b
        found[braking] = anti_share(outboard, share, length_by_height, front)
        found[f"{braking}_inboard"] = anti_share(inboard, share, length_by_height, front)
    if (p_d := car.front_drive_share) is not None:
        share = p_d if front else 1.0 - p_d
        found[driving] = anti_share(inboard, share, length_by_height, front)
        found[f"{driving}_carrier"] = anti_share(outboard, share, length_by_height, front)
    return found
