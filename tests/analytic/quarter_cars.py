"""A car that is four quarter cars side by side, and the quarter car in closed form.

Its wheels slide straight up and down in the body. The moments of inertia are m a b and m (track/2)^2 with the centre of
mass in the middle, at the height of the wheel centres: a force on one corner does not accelerate another one.
"""

from __future__ import annotations

from functools import cache

import numpy as np

import jounce

WHEELBASE, TRACK, RADIUS = 2.5, 1.5, 0.3  # m
BODY, HUB, WHEEL = 1200.0, 20.0, 20.0  # kg
SPRING, DAMPER = 20_000.0, 1500.0  # N/m, N s/m
TYRE, TYRE_DAMPER = 200_000.0, 150.0
SPRUNG, UNSPRUNG = BODY / 4, HUB + WHEEL
AXLE = """
[axles.{name}]
template = "lumped_mass"
[axles.{name}.hardpoints]
wheel_centre = [{x}, {half}, {radius}]
spring_top = [{x}, {half}, 0.7]
spring_bottom = [{x}, {half}, 0.35]
[axles.{name}.bodies]
hub = {{ mass = {hub}, inertia = [0.5, 0.5, 0.5] }}
wheel = {{ mass = {wheel}, inertia = [0.5, 1.0, 0.5] }}
[axles.{name}.spring]
law = "{spring} N/m"
preload = "{preload} N"
[axles.{name}.damper]
law = "{damper} N s/m"
[axles.{name}.tyre]
radius = {radius}
contact = "point"
[axles.{name}.tyre.law]
type = "linear"
radius = {free}
stiffness = {tyre}
damping = {tyre_damper}
slip_coefficient = 20
cornering_coefficient = 15
"""


@cache
def four_quarter_cars(folder: str, more: str = "") -> jounce.Vehicle:
    """The car, written to a file in a folder and read."""
    from pathlib import Path

    inertia = [BODY * (TRACK / 2) ** 2, BODY * (WHEELBASE / 2) ** 2, 0.9 * BODY * (WHEELBASE / 2) ** 2]
    free = RADIUS + (SPRUNG + UNSPRUNG) * 9.81 / TYRE
    numbers = {"half": TRACK / 2, "radius": RADIUS, "hub": HUB, "wheel": WHEEL, "spring": SPRING, "damper": DAMPER}
    numbers |= {"tyre": TYRE, "tyre_damper": TYRE_DAMPER, "preload": SPRUNG * 9.81, "free": free}
    axles = "".join(AXLE.format(name=n, x=x, **numbers) for n, x in (("front", 0.0), ("rear", -WHEELBASE)))
    head = f"""format = 1
kind = "vehicle"
name = "four quarter cars"
[body]
mass = {BODY}
centre = [{-WHEELBASE / 2}, 0, {RADIUS}]
inertia = {inertia}
"""
    path = Path(folder) / "four_quarter_cars.toml"
    path.write_text(head + axles + more)
    return jounce.load(path)


def quarter_car(frequency: np.ndarray) -> dict[str, np.ndarray]:
    """Height of body and wheel, and tyre load in N, per metre of the road under the wheel.

    m z'' = k (u - z) + c (u' - z'),  m_u u'' = -k (u - z) - c (u' - z') + k_t (r - u) + c_t (r' - u')
    """
    s = 2j * np.pi * np.asarray(frequency)
    strut = SPRING + DAMPER * s
    body = strut / (SPRUNG * s**2 + strut)  # per height of the wheel
    tyre = TYRE + TYRE_DAMPER * s
    wheel = tyre / (UNSPRUNG * s**2 + strut * (1 - body) + tyre)
    return {"body": body * wheel, "wheel": wheel, "load": tyre * (1 - wheel)}
