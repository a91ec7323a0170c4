"""Steering of a functional car: tables from the steering wheel to both road wheels, read off the rack of a linkage."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

from jounce.errors import ModelError
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.templates import TEMPLATES
from jounce.model.vehicle import Vehicle
from jounce.results import Metric, Result
from jounce.spatial.rotation import rotation_about
from jounce.studies.kinematics.wheel_travel import WheelTravel

STEER_POINTS, TURNS = 29, 1.75  # of the tables, and turns of the steering wheel to each side
SHRINK, TRIES = 0.85, 8  # of ranges in which the linkage cannot be moved


def functional_steering(vehicle: Vehicle, found: dict[str, Metric]) -> SteeringData:
    """Tables from the steering wheel to the left and the right road wheel, the column rigid."""
    data = vehicle.steering
    axle = next((name for name, axle in vehicle.axles.items() if axle.steered), None)
    if axle is None or TEMPLATES[vehicle.axles[axle].template].has_kingpin:
        return data
    run = _wheels_over_rack(vehicle, axle)
    rack, corners = run["rack.displacement"], vehicle.axle_model(axle).corners
    first = next(iter(corners.values()))
    sense = float(np.sign(np.polyfit(rack, run[f"{first.prefix}.steer"], 1)[0]))
    angle = sense * _angle_of_rack(data, rack)
    order = np.argsort(angle)
    tables: dict[str, Any] = {}
    for side, corner in corners.items():
        steer = run[f"{corner.prefix}.steer"]
        straight = float(np.interp(0.0, np.sort(rack), steer[np.argsort(rack)]))
        turned = np.array([_kingpin_turn(corner, s - straight) for s in steer])[order]
        tables[f"table_{side}"] = tuple(turned.tolist())
    ratio = run.metrics[f"{axle}.steering_ratio"]
    found["steering.ratio"] = Metric(ratio.value, "1", "steering-wheel angle per mean steer angle, on the rig")
    found["steering.range"] = Metric(float(angle.max()), "rad", "steering-wheel angle to which the tables reach")
    kept = (
        "wheel_mass",
        "wheel_inertia",
        "wheel_centre",
        "wheel_radius",
        "column_axis",
        "column_inertia",
        "input",
        "lock",
    )
    same: dict[str, Any] = {word: getattr(data, word) for word in kept}
    return SteeringData(form="wheel table", table_angle=tuple(angle[order].tolist()), **tables, **same)


def _wheels_over_rack(vehicle: Vehicle, axle: str) -> Result:
    """`wheel-travel` with the rack moved as far as the linkage goes."""
    per_angle: Any = vehicle.steering.rack_per_angle()
    for attempt in range(TRIES):
        most = TURNS * 2.0 * np.pi * per_angle * SHRINK**attempt
        try:
            run = WheelTravel(axle=axle, mode="rack", travel=(-most, most), points=STEER_POINTS).run(vehicle)
        except ModelError:
            if attempt == TRIES - 1:
                raise
            continue
        if run.time.size == STEER_POINTS:
            break
    return run


def _angle_of_rack(data: SteeringData, rack: np.ndarray) -> np.ndarray:
    """Steering-wheel angle for each displacement of the rack to steer to the left."""
    if data.form != "look-up":
        return rack / data.rack_ratio  # type: ignore[operator]
    from scipy.interpolate import CubicSpline

    curve = CubicSpline(data.table_angle, data.table_rack, bc_type="natural")
    fine = np.linspace(data.table_angle[0], data.table_angle[-1], 2001)  # type: ignore[index]
    found: np.ndarray = np.interp(rack, curve(fine), fine)
    return found


def _kingpin_turn(corner: Any, steer: float) -> float:
    """By which the wheel turns about its steering axis to head `steer` more to the left."""
    if corner.steering_axis is None:
        return steer
    low, high = sorted((np.array(at, float) for _, at in corner.steering_axis), key=lambda at: float(at[2]))
    axis = (high - low) / np.linalg.norm(high - low)
    e = np.array(corner.spin_axis, float)
    before = np.arctan2(-e[0], e[1])

    def beyond(turn: float) -> float:
        moved = np.array(rotation_about(tuple(axis), turn), float) @ e
        return float(np.arctan2(-moved[0], moved[1]) - before - steer)

    return float(brentq(beyond, steer - 0.5, steer + 0.5, xtol=1e-14))
