"""Figures of a car that follow from its numbers alone: masses, places, brakes, loads of the tyres at rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.model.tyre_files.tyre_validity import TyreValidity
from jounce.model.usual.car_classes import class_of_car, usual_figures
from jounce.model.usual.part_figures import part_figures
from jounce.model.vehicle import Vehicle
from jounce.parts.laws import law_at_number
from jounce.results import Metric, VerdictCheck
from jounce.units import Plain

G = 9.81  # m/s^2
UNLIKE_ITS_CLASS = "unlike its class"  # the check: a doubt about the car, not about its runs
MOST_OUTSIDE = 1.0  # widths of the usual range, or doublings: further out a unit slipped, or it is no such car


def figures_of_car(car: CarModel, tyres: Mapping[str, TyreValidity]) -> dict[str, float]:
    """Returns figures of the leading unit by the names of the table of usual ranges, in its units, as designed."""
    corners: Any = list(car.leading.corners.values())
    places = np.array([corner.wheel_centre for corner in corners], float)
    radii = np.array([corner.tyre_radius for corner in corners], float)
    bodies: Any = car.bodies_of(car.leading)
    masses = np.array([body.mass for body in bodies], float)
    inertias = np.array([body.inertia for body in bodies], float)
    centres = np.array([body.centre for body in bodies], float)
    mass, centre = float(car.mass), np.array(car.centre, float)  # type: ignore[arg-type]
    away = (centres - centre) ** 2
    moments = (inertias + masses[:, np.newaxis] * (away.sum(axis=1, keepdims=True) - away)).sum(axis=0)
    front, rear = places[:, 0].max(), places[:, 0].min()
    ahead, behind = front - centre[0], centre[0] - rear
    first, last = places[places[:, 0] > front - 1e-3], places[places[:, 0] < rear + 1e-3]
    tracks = np.ptp(first[:, 1]), np.ptp(last[:, 1])
    height = centre[2] - float((places[:, 2] - radii).mean())
    found = {
        "mass": mass,
        "wheelbase": front - rear,
        "track_front": tracks[0],
        "track_rear": tracks[1],
        "centre_height": height,
        "front_share": behind / (front - rear),
        "static_stability_factor": _quotient(0.25 * sum(tracks), height),
        "yaw_index": _quotient(moments[2], mass * ahead * behind),
        "pitch_index": _quotient(moments[1], mass * ahead * behind),
        "roll_radius": _quotient(np.sqrt(moments[0] / mass), 0.5 * sum(tracks)),
        "tyre_radius": radii.mean(),
        "unsprung_share": unsprung_mass(car) / mass,
    }
    found |= _tyres(car, tyres, mass * G, found["front_share"]) | _brakes(car, mass, radii.mean())
    return {name: float(value) for name, value in found.items()}


def all_figures_of_car(vehicle: Vehicle, car: CarModel, tyres: Mapping[str, TyreValidity]) -> dict[str, float]:
    """Returns the figures of a car and those of its parts."""
    return figures_of_car(car, tyres) | part_figures(vehicle, car)


def checks_of_class(
    vehicle: Any,
    car: CarModel,
    tyres: Mapping[str, TyreValidity],
    at_start: Mapping[str, float],
    measured: Mapping[str, Metric],
) -> Iterator[VerdictCheck]:
    """Finds the figure of a car that lies furthest outside of what is usual in its class; a linear car has none.

    Figures of the state in which a run starts and metrics of the run count as well, by the names of the table.
    """
    if not isinstance(vehicle, Vehicle) or not tyres:
        return
    values = all_figures_of_car(vehicle, car, tyres) | dict(at_start)
    of_class = car_class(vehicle, values)
    table = usual_figures()
    values |= {name: m.value for name, m in measured.items() if name in table and m.unit == table[name].unit}
    outside = {name: table[name].ranges[of_class].outside(value) for name, value in values.items()}
    name = max(outside, key=lambda each: outside[each])
    usual, unit = table[name].ranges[of_class], table[name].unit.removeprefix("1")
    told = f"{name.replace('_', ' ')} {Plain(values[name]):.3g} {unit}".rstrip()
    told += f", usual for a {of_class}: {usual.low:g} to {usual.high:g} {unit}".rstrip()
    yield VerdictCheck(
        UNLIKE_ITS_CLASS, outside[name], "1", MOST_OUTSIDE, inf, f"{told}; in widths of that range, or doublings"
    )


def car_class(vehicle: Vehicle, figures: Mapping[str, float]) -> str:
    """Returns the class of a car of these figures."""
    return class_of_car(vehicle, figures["mass"], figures["centre_height"], figures["tyre_radius"])


def _quotient(number: float, by: float) -> float:
    """Divides; far outside of any range where it is not defined, as with a centre of mass behind the rear axle."""
    return float(number / by) if by > 0.0 else inf


def unsprung_mass(car: CarModel) -> float:
    """Adds up all that is not the car body, nor turns in it, in kg."""
    bodies: Any = car.model.bodies
    if all(body.name != car.leading.body for body in bodies):
        return 0.0
    sprung = sum(float(body.mass) for body in bodies if body.name == car.leading.body or body.name in car.rotors)
    return float(car.mass) - sprung  # type: ignore[arg-type]


def _tyres(car: CarModel, tyres: Mapping[str, TyreValidity], weight: float, front_share: float) -> dict[str, float]:
    """Finds the tyres of the first and the last axle, of a car on two axles."""
    axles = list(car.leading.axles.values())
    if len(axles) != 2:
        return {}
    found = {}
    for word, axle, share in zip(("front", "rear"), axles, (front_share, 1.0 - front_share), strict=True):
        if (tyre := tyres.get(f"{axle[0].prefix}.tyre")) is not None:
            found[f"tyre_load_{word}"] = 0.5 * weight * share / tyre.nominal_load
            if word == "front" and tyre.friction:
                found["tyre_friction"] = tyre.friction
    return found


def _brakes(car: CarModel, mass: float, radius: float) -> dict[str, float]:
    """Finds the brake strength at full pedal from the brakes of the wheels: the tables of the file need not be made."""
    names = {f"{corner}.brake" for corner in car.leading.corners}
    torques = {part.name: _full_torque(part) for part in car.model.forces if part.name in names}
    whole = sum(torques.values())
    if not whole > 0.0:
        return {"brake_strength": 0.0} if torques else {}
    first = next(iter(car.axles.values()))
    front = sum(torques.get(f"{corner.prefix}.brake", 0.0) for corner in first)
    return {"brake_front_share": front / whole, "brake_strength": whole / (radius * mass)}


def _full_torque(brake: Any) -> float:
    """Finds the torque of a wheel, in N m: as given, or by the pressures of line and wheel."""
    if not hasattr(brake, "line"):
        return float(brake.torque)
    return law_at_number(brake.torque, law_at_number(brake.share, law_at_number(brake.line, 1.0)))
