"""All outputs of the corners of an axle along a sweep, by the names of `kc_outputs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.parts.laws import Law
from jounce.studies.alignment import inclination, steer
from jounce.studies.anti import anti_share, side_view_instant_centre, swing_arm_length
from jounce.studies.car_data import CarData
from jounce.studies.rates import WheelRate, ride_frequency, ride_rate, wheel_rate
from jounce.studies.roll_centre import front_view_instant_centre, n_line_slope
from jounce.studies.steering_axis import SteeringAxis, caster, kingpin, offsets
from jounce.studies.wheel_motion import Contact, Curve, WheelMotion, contact

Outputs = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True, kw_only=True)
class CornerSweep:
    """What was observed of both corners: [corner, position] or [corner, position, axis], left and design first."""

    wheel: WheelMotion  # rates by wheel travel
    by_rack: WheelMotion | None  # rates by rack displacement, wheel height held
    axis: SteeringAxis | None
    lengths: Mapping[str, Curve]  # of two-point elements, by their name without the corner's
    springs: Mapping[str, tuple[tuple[Law, Law], np.ndarray]]  # laws and free lengths of those that carry load


@dataclass(frozen=True, slots=True)
class Drawn:
    """What several outputs are made of, drawn from a sweep once."""

    touch: Contact
    steer: Curve
    lean: Curve
    steer_per_rack: np.ndarray | None

    @classmethod
    def of(cls, corner: CornerSweep) -> Drawn:
        wheel, by_rack = corner.wheel, corner.by_rack
        return cls(contact(wheel), steer(wheel.spin), inclination(wheel.spin), by_rack and steer(by_rack.spin).d)


def corner_outputs(corner: CornerSweep, drawn: Drawn, car: CarData, front: bool) -> Outputs:
    """Every output that what is known allows; changes are measured from the first position."""
    found = _alignment(corner.wheel, drawn) | _views(corner.wheel, drawn)
    found |= _steering_axis(corner, drawn.touch) | _rates(corner, car)
    if car.wheelbase and car.centre_height:
        found |= _anti(found, car, car.wheelbase / car.centre_height, front)
    if drawn.steer_per_rack is not None:
        found["steer_per_rack"] = drawn.steer_per_rack
    return found


def _alignment(wheel: WheelMotion, drawn: Drawn) -> Outputs:
    s, W, C = wheel.side, wheel.centre.at, drawn.touch.at
    moved, rolled = W - W[..., :1, :], C - C[..., :1, :]
    return {
        "travel": moved[..., 2],
        "steer": drawn.steer.at,
        "toe": -s * drawn.steer.at,
        "camber": -s * drawn.lean.at,
        "inclination": drawn.lean.at,
        "bump_steer": -s * drawn.steer.d,
        "bump_steer_curvature": -s * drawn.steer.dd,
        "bump_camber": -s * drawn.lean.d,
        "half_track_change": s * rolled[..., 1],
        "wheelbase_change": rolled[..., 0],
        "recession": -moved[..., 0],
    }


def _views(wheel: WheelMotion, drawn: Drawn) -> Outputs:
    front_view, side_view = front_view_instant_centre(wheel), side_view_instant_centre(wheel)
    return {
        "caster_change": -wheel.turning[..., 1],
        "jacking": -n_line_slope(drawn.touch),
        "front_view_swing_arm": swing_arm_length(drawn.lean.d),
        "front_view_centre_y": front_view.across,
        "front_view_centre_z": front_view.height,
        "side_view_swing_arm": swing_arm_length(wheel.turning[..., 1]),
        "side_view_centre_x": side_view.across,
        "side_view_centre_z": side_view.height,
        "support_slope_outboard": drawn.touch.locked[..., 0],
        "support_slope_inboard": wheel.centre.d[..., 0],
    }


def _steering_axis(corner: CornerSweep, touch: Contact) -> Outputs:
    if corner.axis is None:
        return {}
    wheel, axis = corner.wheel, corner.axis
    (caster_trail, hub_trail), (scrub_radius, hub_offset) = offsets(
        axis, np.array([touch.at, wheel.centre.at]), wheel.spin.at, wheel.side
    )
    nu = caster(axis)
    return {
        "caster": nu,
        "kingpin": kingpin(axis, wheel.side),
        "caster_trail": caster_trail,
        "scrub_radius": scrub_radius,
        "mechanical_trail": caster_trail * np.cos(nu),
        "hub_trail": hub_trail,
        "hub_offset": hub_offset,
    }


def _rates(corner: CornerSweep, car: CarData) -> Outputs:
    if not corner.springs:
        return {}
    parts = [_wheel_rates(*about, corner.lengths[name]) for name, about in corner.springs.items()]
    elastic, geometric, load = (np.sum(column, axis=0) for column in zip(*parts, strict=True))
    found: Outputs = {"wheel_rate": elastic + geometric, "wheel_rate_geometric": geometric, "wheel_load": load}
    if car.tyre_stiffness:
        found["ride_rate"] = ride_rate(found["wheel_rate"], car.tyre_stiffness)
        if car.sprung_mass:
            found["ride_frequency"] = ride_frequency(found["ride_rate"], car.sprung_mass)
    return found


def _wheel_rates(laws: tuple[Law, Law], free_length: np.ndarray, length: Curve) -> WheelRate:
    """Of the left and the right spring, which share a law unless the file says otherwise."""
    if laws[0] == laws[1]:
        return wheel_rate(laws[0], free_length, length)
    sides = (wheel_rate(law, free_length[k], Curve(*(part[k] for part in length))) for k, law in enumerate(laws))
    return WheelRate(*(np.stack(both) for both in zip(*sides, strict=True)))


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
