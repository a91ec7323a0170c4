"""Cars for tests of brakes: the library's small cars with brakes by pressure, and with tyres of a constant friction."""

from __future__ import annotations

from functools import cache
from typing import Any

import jounce

FULL = 100.0  # bar at full pedal


def by_pressure(car: Any, stronger: float = 1.0, **tables: Any) -> Any:
    """The car with brakes by pressure that are as strong at full pedal as those by torque, or stronger."""
    given = car.tables()["brakes"]
    torque, share = stronger * given["torque"], given["front_share"]
    pressures = {
        "pressure": f"{FULL} bar",
        "front_torque": f"{0.5 * share * torque / FULL!r} N m/bar",
        "rear_torque": f"{0.5 * (1.0 - share) * torque / FULL!r} N m/bar",
    }
    return car.with_tables({"brakes": pressures, **tables})


@cache
def golf() -> Any:
    return jounce.load("golf1")


LOADS = {"front": 2661.0, "rear": 1753.0}  # N on each wheel of golf1: 900 kg, 0.9533 m behind the front axle of 2.4 m


def with_dugoff(car: Any, friction: float, cornering: float = 40e3) -> Any:
    """golf1 on tyres that slide with one friction at any speed, and stand at its loaded radii; without air."""
    law = {"type": "dugoff", "slip_stiffness": 40e3, "cornering_stiffness": cornering, "friction": friction}
    changed: dict[str, Any] = {"aero": None}
    for name, axle in car.tables()["axles"].items():
        radius = axle["tyre"]["radius"]
        free = {"radius": radius + LOADS[name] / 1.5e5, "stiffness": 1.5e5, "damping": 500.0}
        changed[f"axles.{name}.tyre"] = {"radius": radius, "law": law | free}
    return car.with_tables(changed)


SHORT = {  # a wheelbase of 2.0 m, 818 kg, yaw index Izz/(m a b) 1.12; springs are pressed as in the design position
    **{f"axles.rear.hardpoints.{word}.x": -2.0 for word in ("wheel_centre", "spring_bottom", "spring_top")},
    "axles.rear.bodies.hub.centre.x": -2.0,
    "axles.front.spring.preload": 2113.34,
    "axles.rear.spring.preload": 1274.12,
    **{"body.mass": 700.0, "body.centre.x": -0.74, "body.centre.z": 0.57, "body.products.z": -4.0},
    **{"body.inertia.x": 205.0, "body.inertia.y": 760.0, "body.inertia.z": 690.0},
    **{"aero.length": 2.0, "aero.point.x": -0.78, "steering.wheel_centre.x": -0.8, "size.length": 3.2},
}


@cache
def short_car() -> Any:
    """A short front-drive car: golf1 with other numbers, so that nothing is compiled for it."""
    return golf().with_values(SHORT)
