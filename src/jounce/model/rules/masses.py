"""Rules for masses and inertias of a vehicle, of its suspension, wheels and rotors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem
from jounce.model.assemblies.seat.parts import has_seat_masses
from jounce.model.assembly.names import SIDES
from jounce.model.assembly.rotors import CAR
from jounce.model.axle_data import Axle, MassData
from jounce.model.rules.shapes import ON_AXIS, check_shape_of_moments
from jounce.model.templates.whole_axle import whole_axle_spin_axis
from jounce.parts import Body
from jounce.parts.limits import vector_text_for_limit
from jounce.spatial.vector import cross, vector_difference, vector_norm

if TYPE_CHECKING:
    from jounce.model.assembly.car import CarModel

WIDEST_CAR = 10.0  # m, largest radius of gyration of a car body: that of a rod 35 m long
WIDEST_MEMBER = 2.0  # m, the same of a body of the suspension: that of a rod 7 m long
WIDEST_STEERING = 1.0  # m, the same of the steering wheel with its column
SMALL_SHARE = 0.1  # of the car body's least moment of inertia: what turns in it is less, unless it is wrong
IN_KG = 'masses are in kg; with a unit: "2200 g" or "0.7 t"'
IN_KGM2 = 'inertias are in kg m²; with a unit: "600 kg mm^2"'

# signs in the names of rotors, and the numbers that they are made of
ROTORS = {
    "column_": ("steering.column_inertia",),
    ".shaft_": (
        *(f"half_shafts.{word}inertia" for word in ("", "right_", "inner_joint_", "outer_joint_")),
        "drive.motor_inertia",
    ),
    "": ("drive.differential_inertia", "drive.input_inertia", "drive.shaft_inertia"),
}


def check_masses(axle: Axle, path: str) -> Iterator[Problem]:
    """Bodies of the suspension, also those that only a running car has; the right ones are their mirror images."""
    for role, data in axle.bodies.items():
        yield from check_mass_and_inertia(data, f"{path}.bodies.{role}", WIDEST_MEMBER)


def check_mass_and_inertia(data: MassData, path: str, widest: float) -> Iterator[Problem]:
    """A mass with this inertia can be somewhere, and is not as wide as kg mm² taken for kg m² would be."""
    if data.inertia is not None:
        body = Body(name=path, mass=data.mass, inertia=data.inertia, products=data.products)
        yield from check_shape_of_moments(body, f"{path}.inertia", widest)


def check_wheel_masses_on_axes(vehicle: Any) -> Iterator[Problem]:
    """A wheel is balanced: its centre of mass lies on its spin axis, on both sides."""
    for name, axle in vehicle.axles.items():
        for side in SIDES:
            wheel = axle.masses(side.sign).get("wheel")
            if wheel is None or wheel.centre is None:
                continue
            arm: Any = cross(
                whole_axle_spin_axis(axle, side.sign),
                vector_difference(wheel.centre, axle.points(side.sign)["wheel_centre"]),
            )
            off: Any = vector_norm(arm)
            if off > ON_AXIS:
                where = vector_text_for_limit(wheel.centre)
                what = f"{where} m lies {1e3 * off:.3g} mm beside the spin axis of the {side} wheel"
                hint = "a wheel is balanced about its axis; leave the centre out where it is the wheel centre"
                yield Problem(f"axles.{name}.bodies.wheel.centre", what, hint)
                break


def check_outweighing_masses(unit: Any) -> Iterator[Problem]:
    """Nothing on a car is heavier than its body, from which all its motion is told."""
    if unit.body is None or not unit.body.mass:
        return
    given: dict[str, Any] = {
        f"{path.removeprefix(unit.path)}.mass": data.mass
        for path, data in unit.records().items()
        if isinstance(data, MassData)
    }
    mass = given.pop("body.mass")
    if unit.steers():
        given |= {f"steering.{word}": getattr(unit.steering, word) for word in ("rack_mass", "wheel_mass")}
    heavier = {path: other for path, other in given.items() if other >= mass}
    if 2 * len(heavier) > len(given):  # of many, the one number is wrong
        path, most = max(heavier.items(), key=lambda item: item[1])
        yield Problem("body.mass", f"{mass:g} kg is less than that of {path}, {most:g} kg", IN_KG)
        return
    for path, other in heavier.items():
        yield Problem(path, f"{other:g} kg is not less than the {mass:g} kg of the whole car body", IN_KG)


def check_steering_wheel_mass(vehicle: Any) -> Iterator[Problem]:
    """The inertia of a steering wheel, with the part of the column that turns with it, belongs to its mass."""
    data = vehicle.steering
    inertias = {word: getattr(data, word) for word in ("wheel_inertia", "column_inertia") if vehicle.steers()}
    if data.wheel_mass == 0 and any(inertias.values()):
        what = f"is zero, but the steering wheel has an inertia of {data.wheel_inertia:g} kg m²"
        yield Problem("steering.wheel_mass", what, "give it a mass")
        return
    for word, inertia in inertias.items():
        if inertia > data.wheel_mass * WIDEST_STEERING**2:
            what = f"{inertia:g} kg m² on a steering wheel of {data.wheel_mass:g} kg"
            yield Problem(f"steering.{word}", what, f"a radius of gyration up to {WIDEST_STEERING:g} m; {IN_KGM2}")


def check_rotor_masses(vehicle: Any, made: CarModel) -> list[Problem]:
    """Most of the car body is left without the shafts, gears and engine that it was weighed with."""
    car: Any = vehicle.body
    rotors: list[Any] = [body for body in made.model.bodies if body.name in made.rotors]
    (left_over,) = (body for body in made.model.bodies if body.name == CAR)
    turning = sum(rotor.mass for rotor in rotors)  # their moments of inertia: each has a gyration of 1 m
    if 2 * turning < car.mass:
        left = [*check_shape_of_moments(left_over, "body.inertia")]
        if not left:
            return []
        if turning < SMALL_SHARE * min(car.inertia):
            seat = " with seat and driver" if vehicle.seat is not None and has_seat_masses(vehicle.seat) else ""
            what = f"{left[0].what}, once the {turning:.4g} kg m² of shafts and engine{seat} are taken out of it"
            return [replace(left[0], what=what)]
    values, heaviest = vehicle.values(), max(rotors, key=lambda rotor: rotor.mass)
    words = next(words for sign, words in ROTORS.items() if sign in heaviest.name)
    where = max((word for word in words if word in values), key=lambda word: values[word])
    body = f"{car.mass:g} kg and {vector_text_for_limit(car.inertia)} kg m²"
    what = f"{values[where]:g} kg m² on a car body of {body}, which holds it"
    what += f"; all that turns there takes {turning:.4g} kg m² out of it"
    return [Problem(where, what, IN_KGM2)]
