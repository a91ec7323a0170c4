"""A functional car on linear tyres: upright wheels, roll centres on the road, no resistance; its theory is closed."""

from __future__ import annotations

from functools import cache
from typing import Any

import jounce

MASS, WHEELBASE, FRONT_SHARE, HEIGHT = 1150.0, 2.5, 0.58, 0.54
TRACKS = {"front": 1.42, "rear": 1.40}
CORNERING = {"front": 14.0, "rear": 18.0}  # 1/rad, per load
TEXT = f"""
format = 1
kind = "vehicle"
name = "linear tyres"
[functional]
mass = {MASS}
wheelbase = {WHEELBASE}
front_share = {FRONT_SHARE}
track = [{TRACKS["front"]}, {TRACKS["rear"]}]
cg_height = {HEIGHT}
wheel_rate = ["19 N/mm", "21 N/mm"]
damping_ratio = 0.3
roll_stiffness = [8000, 5000]
roll_centre = [0, 0]
steering_ratio = 17
ackermann = 0
tyre = "tyre_205_55_r16"
drag_area = 1e-6
"""


@cache
def linear_tyre_car(trail: float = 0.0, camber: tuple[float, float] = (0.0, 0.0), side: float = 0.0, yaw: float = 0.0):
    """The car; `camber` are the camber coefficients of its axles, `side` and `yaw` slopes of its air coefficients."""
    car = jounce.load(TEXT)
    tables: dict[str, Any] = {}
    for k, axle in enumerate(car.axles):
        radius = float(car.values()[f"axles.{axle}.tyre.radius"])
        load = 0.5 * MASS * 9.81 * (FRONT_SHARE if k == 0 else 1.0 - FRONT_SHARE)
        law = {"type": "linear", "radius": radius + load / 2e5, "stiffness": 2e5, "damping": 50.0}
        law |= {"slip_coefficient": 20.0, "cornering_coefficient": CORNERING[axle]}
        law |= {"camber_coefficient": camber[k], "trail": trail}
        tables[f"axles.{axle}.tyre"] = {"radius": radius, "law": law}
    if side or yaw:
        centre = [-(1.0 - FRONT_SHARE) * WHEELBASE, 0.0, HEIGHT]
        tables["aero"] = {"area": 2.0, "length": WHEELBASE, "point": centre, "drag": [0.0]}
        tables["aero"] |= {"side": [0.0, side], "yaw": [0.0, yaw]}
    return car.with_tables(tables)
