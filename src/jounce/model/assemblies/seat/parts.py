"""The driver's seat: where people feel the car, and a driver on it as two masses above each other."""

from __future__ import annotations

from typing import Any

from jounce.model.assemblies.assembly import Built, Site
from jounce.model.assemblies.seat.data import SeatData
from jounce.model.assembly.rotors import CAR
from jounce.parts import Body, Sensor
from jounce.parts.forces import TorsionDamper, TorsionSpring
from jounce.parts.joints import Prismatic
from jounce.parts.laws import Linear
from jounce.spatial.vector import Vec3, X, Y, Z, add

SEAT, DRIVER = "seat", "driver"
FEET, BACK = (0.5, 0.0, -0.35), (-0.25, 0.0, 0.4)  # m from the seat's surface, where a file does not say
GYRATION = 0.25  # m of both masses; they only slide, and the car body has been weighed with them
GRAVITY = 9.81  # m/s^2, under which the design position is at rest
BASE = "seat_base.az"  # of the car body under a seat on springs
PLACES = ("seat", "floor", "back")  # where vibration is measured
AXES = {"x": X, "y": Y, "z": Z}


def build_seat(site: Site) -> Built:
    """Builds seat and driver on their springs, where the file gives them, and sensors where people touch the car."""
    data = site.unit.seat
    masses = _masses(data) if has_seat_masses(data) else []
    parts = (*(part for slide in masses for part in slide), *_sensors(data))
    return Built(parts=parts, ports={"people": tuple(body for body, *_ in masses)})


def has_seat_masses(data: SeatData) -> bool:
    """Tells whether the driver sits on springs; otherwise seat and driver belong to the car body."""
    return data.driver_mass is not None


def seat_places(data: SeatData) -> dict[str, Vec3]:
    """Tells where vibration is measured: surface of the seat, floor under the feet, backrest."""
    floor = add(data.point, FEET) if data.floor is None else data.floor
    back = add(data.point, BACK) if data.back is None else data.back
    return dict(zip(PLACES, (data.point, floor, back), strict=True))


def _masses(data: Any) -> list[tuple[Any, ...]]:
    """Returns m_s z_s'' = k (z_b - z_s) + c (z_b' - z_s') - F, m_d z_d'' = F = k_c (z_s - z_d) + c_c (z_s' - z_d').

    z are heights above the design position, in which the springs carry both. Each body comes first, then what it is on.
    """
    chain = (
        (SEAT, CAR, data.mass, data.stiffness, data.damping, data.mass + data.driver_mass),
        (DRIVER, SEAT, data.driver_mass, data.cushion_stiffness, data.cushion_damping, data.driver_mass),
    )
    found: list[tuple[Any, ...]] = []
    for body, below, mass, stiffness, damping, carried in chain:
        moment, along = mass * GYRATION**2, f"{body}_slide.displacement"
        slide = (
            Body(name=body, mass=mass, centre=data.point, inertia=(moment, moment, moment)),
            Prismatic(name=f"{body}_slide", parent=below, child=body, point=data.point, axis=Z),
            TorsionSpring(
                name=f"{body}_spring",
                coordinate=along,
                law=Linear(slope=stiffness),
                free=carried * GRAVITY / stiffness,
            ),
            TorsionDamper(name=f"{body}_damper", coordinate=along, law=Linear(slope=damping)),
        )
        found.append(slide)
    return found


def _sensors(data: SeatData) -> list[Sensor]:
    """Gives accelerations along the axes of the car body: on the seat under the driver, at his feet and at his back."""
    sprung = {"seat": DRIVER, "back": SEAT} if has_seat_masses(data) else {}
    found = [
        _accelerometer(f"{place}.a{axis}", sprung.get(place, CAR), point, direction)
        for place, point in seat_places(data).items()
        for axis, direction in AXES.items()
    ]
    return [*found, _accelerometer(BASE, CAR, data.point, Z)] if sprung else found


def _accelerometer(name: str, body: str, point: Vec3, direction: Vec3) -> Sensor:
    return Sensor(name=name, body=body, point=point, direction=direction, quantity="acceleration", axes="body")
