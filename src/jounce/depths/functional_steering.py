"""Steering of a functional car: tables from the column to both road wheels, read off the rack of a linkage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

from jounce.depths.reach import within_reach
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.names import Side
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.templates import TEMPLATES
from jounce.model.vehicle import Vehicle
from jounce.results import Metric
from jounce.simulation.prepare import prepare
from jounce.simulation.sweeps.sweep import Sweep, sweep
from jounce.spatial.rotation import rotation_about

STEER_POINTS, TURNS = 29, 1.75  # of the tables, and turns of the steering wheel to each side
MOST_TURN = 0.5  # rad by which the turn about a king-pin may differ from the change of heading
KEPT = (
    "wheel_mass",
    "wheel_inertia",
    "wheel_centre",
    "wheel_radius",
    "column_axis",
    "column_inertia",
    "column_elements",
    "column_stiffness",
    "column_damping",
    "input",
    "lock",
)


def functional_steering(vehicle: Vehicle, rest: Mapping[str, float], found: dict[str, Metric]) -> SteeringData:
    """Makes tables from the column's lower end to the left and the right road wheel, at the heights where these stand.

    The column is that of the car, rigid or in torsion: it twists under the same moment. A rack's own mass, damping and
    friction are left out.
    """
    data = vehicle.steering
    axle = next((name for name, axle in vehicle.axles.items() if axle.steered), None)
    if axle is None or TEMPLATES[vehicle.axles[axle].template].has_kingpin:
        return data
    rig = axle_rig(vehicle, axle)
    rack, moved = _wheels_over_rack(vehicle, rig, rest[axle])
    headings = {side: _heading(moved, rig, side) for side in rig.corners}
    sense = float(np.sign(np.polyfit(rack, headings[Side.LEFT], 1)[0]))
    angle = sense * _angle_of_rack(data, rack)
    order = np.argsort(angle)
    tables: dict[str, Any] = {
        f"table_{side}": tuple(_kingpin_turns(moved, rig, side)[order].tolist()) for side in rig.corners
    }
    mean = 0.5 * (headings[Side.LEFT] + headings[Side.RIGHT])
    ratio = 1.0 / float(CubicSpline(angle[order], mean[order])(0.0, 1))
    what = "steering-wheel angle per mean steer angle by the linkage alone, where the car stands"
    found["steering.ratio"] = Metric(ratio, "1", what)
    found["steering.range"] = Metric(float(angle.max()), "rad", "steering-wheel angle to which the tables reach")
    same: dict[str, Any] = {word: getattr(data, word) for word in KEPT}
    return SteeringData(form="wheel table", table_angle=tuple(angle[order].tolist()), **tables, **same)


def _wheels_over_rack(vehicle: Vehicle, rig: AxleModel, rest: float) -> tuple[np.ndarray, Sweep]:
    """Moves the rack as far as the linkage goes, from the middle to either side, the wheels at their height at rest."""
    per_angle, ready = float(vehicle.steering.rack_per_angle() or 0.0), prepare(rig.model, integrator=None)
    path = {corner.travel: np.full(STEER_POINTS, rest) for corner in rig.corners.values()}

    def steered(share: float) -> tuple[np.ndarray, Sweep]:
        most = TURNS * 2.0 * np.pi * per_angle * share
        rack = np.linspace(-most, most, STEER_POINTS)
        return rack, sweep(ready, path | {str(rig.rack): rack}, [{}])

    rack, moved = within_reach(steered, lambda found: found[1].reached == STEER_POINTS)
    return rack[: moved.reached], moved


def _points(moved: Sweep, prefix: str, point: str) -> np.ndarray:
    """Returns the places of a point of a wheel carrier along a sweep, [position, axis]."""
    found = [moved.of(f"{prefix}.{point}.position_{axis}")[: moved.reached] for axis in "xyz"]
    return np.stack(found, axis=1)


def _spin_axes(moved: Sweep, prefix: str) -> np.ndarray:
    return _points(moved, prefix, "spindle") - _points(moved, prefix, "centre")


def _heading(moved: Sweep, rig: AxleModel, side: Side) -> np.ndarray:
    """Returns the steer angle of a wheel along a sweep, positive to the left."""
    e = _spin_axes(moved, rig.corners[side].prefix)
    found: np.ndarray = np.arctan2(-e[:, 0], e[:, 1])
    return found


def _kingpin_turns(moved: Sweep, rig: AxleModel, side: Side) -> np.ndarray:
    """Returns the turns of a wheel about its steering axis that give it its headings.

    The axis is that of the middle position, upright where it is virtual.
    """
    corner, middle = rig.corners[side], STEER_POINTS // 2
    steer = _heading(moved, rig, side)
    if corner.steering_axis is None:
        return steer - steer[middle]
    ends = [_points(moved, corner.prefix, word)[middle] for word in ("axis_low", "axis_high")]
    low, high = sorted(ends, key=lambda at: float(at[2]))
    axis, e = (high - low) / np.linalg.norm(high - low), _spin_axes(moved, corner.prefix)[middle]
    return np.array([_turn_about(axis, e, heading, heading - steer[middle]) for heading in steer])


def _turn_about(axis: np.ndarray, e: np.ndarray, heading: float, near: float) -> float:
    """Returns the turn about an axis that brings a wheel with the spin axis e to a heading."""

    def beyond(turn: float) -> float:
        moved = np.array(rotation_about(tuple(axis), turn), float) @ e
        return float(np.arctan2(-moved[0], moved[1]) - heading)

    return float(brentq(beyond, near - MOST_TURN, near + MOST_TURN, xtol=1e-14))


def _angle_of_rack(data: SteeringData, rack: np.ndarray) -> np.ndarray:
    """Returns the steering-wheel angle for each displacement of the rack to steer to the left."""
    if data.form != "look-up":
        return rack / data.rack_ratio  # type: ignore[operator]
    curve = CubicSpline(data.table_angle, data.table_rack, bc_type="natural")
    fine = np.linspace(data.table_angle[0], data.table_angle[-1], 2001)  # type: ignore[index]
    found: np.ndarray = np.interp(rack, curve(fine), fine)
    return found
