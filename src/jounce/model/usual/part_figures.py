"""Figures of a car that follow from numbers of its parts: tyres, wheels, steering, drive, air.

Each is such that a unit that slipped, a sign or a missing zero shows, whatever a run of the car does with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import pi
from typing import Any

import numpy as np

from jounce.model.assemblies.powertrain.data import points_of_curve
from jounce.model.assembly.car import CarModel
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.vehicle import Vehicle

LITTLE = 1e-4  # of slip, and rad of slip angle: tyres answer in proportion
PRESSED = (0.01, 0.02)  # m, between which the stiffness of a tyre is read
PER_1000_RPM = 3.6 * 1000.0 * pi / 30.0  # km/h of a car that rolls a metre for each rad of its engine
PLACES = ("front", "rear")


def part_figures(vehicle: Vehicle, car: CarModel) -> dict[str, float]:
    """Returns figures of the leading unit by the names of the table of usual ranges; none of what it lacks."""
    found = {
        name: value for figures in (_tyres, _steering, _drive, _engine, _air) for name, value in figures(vehicle, car)
    }
    return {name: float(value) for name, value in found.items()}


def _tyres(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds what the tyres of the first and the last axle do at their nominal load, and how their wheels turn."""
    parts: Any = {part.name: part for part in car.model.forces}
    bodies: Any = {body.name: body for body in car.model.bodies}
    axles = list(car.leading.axles.values())
    for place, axle in zip(PLACES, (axles[0], axles[-1]), strict=True):
        prefix = axle[0].prefix
        tyre, wheel = parts.get(f"{prefix}.tyre"), bodies.get(f"{prefix}.wheel")
        if tyre is not None and hasattr(tyre.law, "peak_forces"):
            yield from ((f"{name}_{place}", value) for name, value in _slopes(tyre.law))
        if wheel is not None and float(wheel.mass) > 0.0:
            size = float(wheel.mass) * float(axle[0].tyre_radius) ** 2  # type: ignore[arg-type]
            yield f"wheel_inertia_{place}", float(max(wheel.inertia)) / size
    for place, axle_data in zip(PLACES, vehicle.axles.values(), strict=False):
        if (stop := axle_data.elements.get("bump_stop")) is not None:
            yield f"bump_clearance_{place}", stop.clearance


def _slopes(law: Any) -> tuple[tuple[str, float], ...]:
    """Returns what `_law_slopes` found for equal numbers before; a law of a user may not be comparable."""
    try:
        return _kept_slopes(law)
    except TypeError:
        return _law_slopes(law)


def _law_slopes(law: Any) -> tuple[tuple[str, float], ...]:
    """Returns slopes and peaks of a tyre's law by its nominal load; a trail that is zero is not there."""
    tyre = LoneTyre(tyre=law)
    load, slips = tyre.nominal_load, np.array([-LITTLE, LITTLE])
    aside: Any = tyre.forces(slip_angle=slips)
    along: Any = tyre.forces(slip=slips)
    stiffness = (float(law.load(PRESSED[1], 0.0, 0.0)) - float(law.load(PRESSED[0], 0.0, 0.0))) / np.ptp(PRESSED)
    found = {
        "tyre_cornering": -np.diff(aside.Fy)[0] / np.ptp(slips) / load,
        "tyre_driving": np.diff(along.Fx)[0] / np.ptp(slips) / load,
        "tyre_friction_along": float(law.peak_forces(load, 0.0, 1.0)[0]) / load,
        "tyre_deflection": load / stiffness,
    }
    if rolling := -along.My.mean() / (load * tyre.free_radius):
        found["tyre_rolling"] = rolling
    if np.diff(aside.Mz)[0] and np.diff(aside.Fy)[0]:
        found["tyre_trail"] = -np.diff(aside.Mz)[0] / np.diff(aside.Fy)[0]
    return tuple((name, float(value)) for name, value in found.items())


_kept_slopes = lru_cache(maxsize=64)(_law_slopes)


def _steering(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds what the hand feels of rack, column and steering wheel."""
    steering, ratio = vehicle.steering, vehicle.steering.rack_ratio
    if car.steering is None or ratio is None:
        return
    yield "steering_friction", steering.rack_friction * ratio
    yield "steering_damping", steering.rack_damping * ratio**2 + steering.column_damping
    yield "steering_inertia", steering.wheel_inertia + steering.column_inertia
    if steering.column_stiffness is not None and steering.column_elements:
        yield "column_stiffness", steering.column_stiffness


def _drive(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds how stiff and how tight what turns the wheels is."""
    drive, shafts = vehicle.drive, vehicle.half_shafts
    if drive is None:
        return
    if shafts is not None and shafts.elements and shafts.stiffness is not None:
        yield "half_shaft_stiffness", shafts.stiffness
    radius = float(car.first_corner("left").tyre_radius)  # type: ignore[arg-type]
    if car.drive and car.powertrain is None and drive.input_inertia:
        yield "turning_share", drive.input_inertia * (drive.final_ratio / radius) ** 2 / float(car.mass)  # type: ignore[arg-type]
    if drive.differential_friction:
        yield "differential_lock", drive.differential_friction / (0.5 * radius * float(car.mass) * 9.81)  # type: ignore[arg-type]


def _engine(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds power, gears and what clutches bear, of a car with an engine."""
    train, engine, metres = car.powertrain, vehicle.engine, car.output_turns_per_metre()
    if train is None or engine is None or not metres:
        return
    ratios: Any = train.ratios
    curve: Any = points_of_curve(engine.full_load)
    if curve:
        yield "power_by_mass", max(speed * torque for speed, torque in curve) / float(car.whole_mass)  # type: ignore[arg-type]
    yield "first_gear", PER_1000_RPM / (ratios[0] * metres)
    yield "last_gear", PER_1000_RPM / (ratios[-1] * metres)
    yield "turning_share", engine.inertia * (ratios[0] * metres) ** 2 / float(car.mass)  # type: ignore[arg-type]
    yield "gear_efficiency", train.efficiency  # type: ignore[misc]
    if vehicle.gearbox is not None and vehicle.gearbox.torque is not None:
        yield "gearbox_reserve", float(vehicle.gearbox.torque) / float(train.torque)  # type: ignore[arg-type]
    if vehicle.clutch is not None:
        yield "clutch_reserve", float(vehicle.clutch.torque) / float(train.torque)  # type: ignore[arg-type]


def _air(vehicle: Vehicle, car: CarModel) -> Iterator[tuple[str, float]]:
    """Finds drag and lift by the pressure of air of usual density; a car without drag is meant to have none."""
    if (aero := vehicle.aero) is None:
        return
    area = aero.area * aero.density / 1.2
    if aero.drag[0]:
        yield "drag_area", aero.drag[0] * area
    if aero.lift[0]:
        yield "lift_area", aero.lift[0] * area
