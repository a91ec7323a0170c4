"""Points of a car body that may touch the road: corners of its floor, its waist and its roof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.model.assemblies.size.data import car_outline
from jounce.model.assembly.rotors import CAR
from jounce.parts.forces import BodyContact

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

GRAVITY = 9.81  # m/s^2
CRUSH = 0.127  # m in which a roof edge takes three times the weight of its car [49 CFR 571.216a]
CRUSH_WEIGHTS = 3.0
# What is estimated of the shape where no file says it
CENTRE_BY_ROOF = 0.4  # height of the body's centre of mass divided by that of the roof (Golf I 0.40, Seicento 0.40)
CLEARANCE = 0.2  # m, of floor and bumpers above the road
WAIST = 0.6  # height of the widest line of the body divided by that of the roof
ROOF_FROM, ROOF_TO = 0.4, 0.85  # share of the length behind the front bumper between which the roof lies
ROOF_WIDTH = 0.8  # of the body's width
BODY_CONTACT = "body_contact"


def body_contacts(vehicle: Vehicle) -> dict[str, BodyContact]:
    """Returns twelve points from the size of a car, as stiff as a roof has to be; by name."""
    outline, body, axles = car_outline(vehicle), vehicle.body, list(vehicle.axles.values())
    centres: list[Any] = [axle.hardpoints["wheel_centre"] for axle in axles]
    assert body is not None and body.centre is not None  # a car that drives has them
    first = centres[0][0]
    road = min(centre[2] - axle.tyre.radius for centre, axle in zip(centres, axles, strict=True))  # type: ignore[operator]
    size: Any = vehicle.size
    height = getattr(size, "height", None) or (body.centre[2] - road) / CENTRE_BY_ROOF
    mass = body.mass + sum(2.0 * data.mass for axle in axles for data in axle.bodies.values())
    stiffness = CRUSH_WEIGHTS * mass * GRAVITY / CRUSH
    ends = {"front": outline.front, "rear": outline.rear}
    roof = {"front": outline.front - ROOF_FROM * outline.length, "rear": outline.front - ROOF_TO * outline.length}
    levels = {
        "floor": (ends, 0.5 * outline.width, CLEARANCE),
        "waist": (ends, 0.5 * outline.width, WAIST * height),
        "roof": (roof, 0.5 * ROOF_WIDTH * outline.width, height),
    }
    found = {}
    for level, (places, y, z) in levels.items():
        for end, x in places.items():
            for side, sign in (("left", 1.0), ("right", -1.0)):
                name = f"{BODY_CONTACT}.{level}_{end}_{side}"
                point = (first + x, sign * y, road + z)
                found[name] = BodyContact(name=name, body=CAR, point=point, stiffness=stiffness)
    return found


def has_body_contacts(vehicle: Vehicle) -> bool:
    """Tells whether its file says where its body touches."""
    return any(hasattr(part, "touches_road") for part in vehicle.forces.values())


def with_body_contacts(vehicle: Vehicle) -> Vehicle:
    """Returns the car with points that touch the road: those of its file, else twelve by its size."""
    if getattr(vehicle, "body", None) is None or has_body_contacts(vehicle):
        return vehicle
    return vehicle.with_leading_tables(forces={**vehicle.forces, **body_contacts(vehicle)})
