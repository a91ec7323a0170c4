"""Masses of a car for simpler ones: the whole car as one body, and what of it moves with the wheels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.model.vehicle import Vehicle
from jounce.parts import Body


@dataclass(frozen=True)
class LumpedMass:
    """Mass, centre and inertia tensor about it, in the design position."""

    mass: float  # kg
    centre: np.ndarray  # m
    inertia: np.ndarray  # kg m^2, 3 x 3, tensor

    @classmethod
    def of_body(cls, body: Body) -> LumpedMass:
        """Returns one body of a model."""
        sign = 1.0 if body.products_are == "tensor entries" else -1.0
        xx, yy, zz = np.array(body.inertia, float)
        xy, yz, zx = sign * np.array(body.products, float)
        tensor = np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
        return cls(float(body.mass), np.array(body.centre, float), tensor)  # type: ignore[arg-type]

    @classmethod
    def joined(cls, masses: Iterable[LumpedMass]) -> LumpedMass:
        """Joins several masses into one; a negative mass takes one out."""
        several = list(masses)
        mass = sum(each.mass for each in several)
        centre = sum((each.mass * each.centre for each in several), np.zeros(3)) / mass
        inertia = np.zeros((3, 3))
        for each in several:
            inertia += each.inertia + each.mass * _parallel(each.centre - centre)
        return cls(mass, centre, inertia)

    def negative(self) -> LumpedMass:
        """Returns the mass that takes this one out of another."""
        return LumpedMass(-self.mass, self.centre, -self.inertia)


def _parallel(d: np.ndarray) -> np.ndarray:
    """Returns the inertia of a unit mass at d from an axis: d.d 1 - d d^T."""
    return float(d @ d) * np.eye(3) - np.outer(d, d)


def whole_car_mass(car: CarModel) -> LumpedMass:
    """Returns all bodies of a car as one."""
    return LumpedMass.joined(LumpedMass.of_body(body) for body in car.model.bodies)


def sprung_car_mass(car: CarModel, unsprung: Mapping[str, LumpedMass]) -> LumpedMass:
    """Returns the whole car less what moves with its wheels."""
    return LumpedMass.joined([whole_car_mass(car), *(each.negative() for each in unsprung.values())])


def unsprung_car_masses(vehicle: Vehicle, car: CarModel) -> dict[str, LumpedMass]:
    """Returns, by corner, the mass at its wheel centre that has the kinetic energy of wheel travel, the body held.

    Of an arm that swings about a hinge on the body this is about a third, of a wheel all; the rest is carried by the
    body. The wheel's own inertia is kept.
    """
    from jounce.depths.tables.tabulated_corner import linkage_kinetic_masses

    bodies: dict[str, Any] = {body.name: body for body in car.model.bodies}
    found = {}
    for axle in vehicle.axles:
        for side, linkage in linkage_kinetic_masses(vehicle, axle).items():
            corner = next(corner for corner in car.axles[axle] if corner.side == side)
            turning = (corner.wheel_body, corner.belt_body)
            wheel = LumpedMass.joined([LumpedMass.of_body(bodies[name]) for name in turning if name in bodies])
            centre = np.array(corner.wheel_centre, float)
            found[corner.prefix] = LumpedMass(wheel.mass + linkage, centre, wheel.inertia)
    return found


def spin_momenta(car: CarModel) -> dict[str, np.ndarray]:
    """Returns, by body, in kg m, the angular momentum of each wheel, shaft and gear per speed of the car."""
    hinges: Any = {f"{joint.name}.angle": joint for joint in car.model.joints if hasattr(joint, "axis")}
    bodies: Any = {body.name: body for body in car.model.bodies}
    found = {}
    for coordinate, turns in car.turning.items():
        hinge = hinges[coordinate]
        axis, body = np.array(hinge.axis, float), LumpedMass.of_body(bodies[hinge.child])
        axis /= np.linalg.norm(axis)
        ratio = 1.0 if hinge.ratio is None else float(hinge.ratio)
        found[hinge.child] = body.inertia @ axis * ratio * float(turns)  # type: ignore[arg-type]
    return found
