"""Speeds that take part where a wheel rises while car body and steering stay: those of links, not of what spins."""

from __future__ import annotations

from jounce.equations.layout import Layout
from jounce.model.assembly.car import CarModel
from jounce.model.templates.axles.steered_axle import PIVOT as PITMAN

# speeds that are held besides those of the car body: what steers, drives and spins, and a carcass on its rim
HELD = ("steering.", "drive.")
HELD_JOINTS = (".wheel_bearing.", ".rim.", ".belt.", ".belt_bearing.")
KINGPIN = ".kingpin."  # that a table turns: held as well
PROPELLER = ".propeller_joint"  # end of the name of what turns the pinion of a live axle


def speeds_of_travel(car: CarModel, layout: Layout, drive_held: bool = False) -> list[int]:
    """Returns places of speeds, counted from the first, that may take part in the travel of a wheel.

    Car body and steering are held, and the drive may be; rigid half shafts turn a little as a wheel rises. Knuckles
    take part that a tie rod leads, and propeller shafts, which turn as a live axle rolls on its springs.
    """
    joints = {joint.name for joint in car.model.joints}
    led = tuple(corner.prefix for corner in car.corners.values() if f"{corner.axle}.{PITMAN}" in joints)
    held = (*car.moves_of_units, *HELD[: 1 + drive_held], *(f"{axle}.{PITMAN}." for axle in car.axles))
    shafts = tuple(f"drive.{name}." for axle in car.axles for name in (f"{axle}_differential", "centre"))
    turned = shafts if any(name.endswith(PROPELLER) for name in joints) else ()
    first = min(layout.speeds.values())
    return [
        at - first
        for name, at in layout.speeds.items()
        if (not name.startswith(held) or name.startswith(turned))
        and not any(word in name for word in HELD_JOINTS)
        and (KINGPIN not in name or name.startswith(led))
    ]
