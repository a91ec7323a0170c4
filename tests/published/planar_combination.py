"""A vehicle file of two units that move in the plane as the published linear models do.

All masses lie on the road and the tyres' forces as well, so nothing rolls or pitches; wheels and hubs weigh next to
nothing; the side force of an axle is its published stiffness times the slip angle. What is left of the third dimension
is the lag of the tyres, whose relaxation length can be made small, but not zero: figures are taken to zero by the
polynomial through several of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import jounce
from jounce.model import Vehicle

G = 9.81  # m/s^2
RADIUS, SMALL = 0.3, 1e-6  # m; kg and kg m^2
RELAXATION = "side_relaxation"
LENGTHS = (0.05, 0.08, 0.12, 0.17, 0.22, 0.27)  # m, from the shortest that a tyre has


STEERING = f"""
[units.car.steering]
form = "ratio"
ratio = 16.0
wheel_mass = {SMALL}
wheel_inertia = {SMALL}
column_inertia = 0.0
"""


def axle_text(
    path: str, x: float, stiffness: float, load: float, steered: bool = False, spring: float = 2.0, tyre: float = 2e5
) -> str:
    """An axle of a published stiffness in N/rad under a load in N; both wheels together.

    The rate of each spring is `spring` times the load per metre, that of each tyre `tyre` in N/m.
    """
    return f"""
[{path}]
template = "lumped_mass"
steered = {str(steered).lower()}
[{path}.hardpoints]
wheel_centre = [{x!r}, 0.5, {RADIUS}]
spring_top = [{x!r}, 0.5, 0.8]
spring_bottom = [{x!r}, 0.5, 0.3]
[{path}.bodies]
hub = {{ mass = {SMALL}, inertia = [{SMALL}, {SMALL}, {SMALL}] }}
wheel = {{ mass = {SMALL}, inertia = [{SMALL}, {SMALL}, {SMALL}] }}
[{path}.spring]
law = {spring * load!r}
preload = {load / 2!r}
[{path}.damper]
law = 2e3
[{path}.tyre]
radius = {RADIUS}
[{path}.tyre.law]
type = "linear"
radius = {RADIUS + load / 2 / tyre!r}
stiffness = {tyre!r}
damping = 50.0
slip_coefficient = 20.0
cornering_coefficient = {stiffness / load!r}
slip_relaxation = 0.05
{RELAXATION} = 0.05
"""


def planar_text(
    masses: Sequence[float],
    inertias: Sequence[float],
    front: float,
    rear: float,
    hitch: float,
    to_centre: float,
    to_axle: float,
    stiffnesses: Sequence[float],
    kind: str = "ball",
) -> str:
    """The vehicle file; lengths in m from the centres of mass as in `test_articulated.py`."""
    (m, M), (J, K) = masses, inertias
    nose = M * G * to_axle / (to_centre + to_axle)
    behind = (m * G * front + nose * (front + hitch)) / (front + rear)
    loads = (m * G + nose - behind, behind, M * G - nose)
    axles = [("front", front), ("rear", -rear)]
    return "\n".join(
        [
            'format = 1\nkind = "vehicle"\nname = "planar"',
            f"[units.car.body]\nmass = {m!r}\ncentre = [0, 0, 0]\ninertia = [{0.6 * J!r}, {0.6 * J!r}, {J!r}]",
            STEERING,
            *(
                axle_text(f"units.car.axles.{name}", x, C, load, steered=name == "front")
                for (name, x), C, load in zip(axles, stiffnesses, loads, strict=False)
            ),
            f'[units.trailer]\nkind = "trailer"\nplace = [{-hitch!r}, 0, 0]',
            f"[units.trailer.body]\nmass = {M!r}\ncentre = [{-to_centre!r}, 0, 0]",
            f"inertia = [{0.6 * K!r}, {0.6 * K!r}, {K!r}]",
            axle_text("units.trailer.axles.axle", -to_centre - to_axle, stiffnesses[2], loads[2]),
            f'[hitches.hitch]\nkind = "{kind}"\nparent = "car"\nchild = "trailer"\npoint = [{-hitch!r}, 0, 0]',
        ]
    )


def planar_units_text(units: Sequence[dict[str, Any]], kind: str = "fifth_wheel") -> str:
    """The file of units as articulated_reference.json gives them: masses, inertias, axles as (x from the centre of
    mass, stiffness), couplings ahead and behind; each axle carries its stiffness by 5.5 in newtons."""
    text, names, ahead = ['format = 1\nkind = "vehicle"\nname = "planar"', STEERING], ("car", "trailer"), 0.0
    for name, unit in zip(names, units, strict=True):
        inertia, at = unit["I"], 0.0 if name == "car" else -unit["hf"]  # of the centre in the axes of the unit
        if name == "trailer":
            text.append(f'[units.trailer]\nkind = "trailer"\nplace = [{ahead!r}, 0, 0]')
        text.append(f"[units.{name}.body]\nmass = {unit['m']!r}\ncentre = [{at!r}, 0, 0]")
        text.append(f"inertia = [{0.6 * inertia!r}, {0.6 * inertia!r}, {inertia!r}]")
        for number, (x, stiffness) in enumerate(unit["axles"]):
            steered = name == "car" and number == 0
            load = stiffness / 5.5 * G / 9.80665
            text.append(axle_text(f"units.{name}.axles.number_{number}", at + x, stiffness, load, steered=steered))
        ahead += unit["hr"]
    hitch = f'[hitches.hitch]\nkind = "{kind}"\nparent = "car"\nchild = "trailer"\npoint = [{units[0]["hr"]!r}, 0, 0]'
    return "\n".join([*text, hitch])


def without_relaxation(vehicle: Vehicle, figures: Callable[[Vehicle], np.ndarray]) -> np.ndarray:
    """Figures of the vehicle on tyres that answer at once."""
    paths = [path for path in vehicle.values() if path.endswith(RELAXATION)]
    rows = np.array([figures(vehicle.with_values(dict.fromkeys(paths, length))) for length in LENGTHS])
    at_zero = np.linalg.inv(np.vander(LENGTHS, increasing=True))[0]
    return np.asarray(np.tensordot(at_zero, rows, axes=1))


def planar_vehicle(**numbers: object) -> Vehicle:
    """The vehicle of such a file."""
    return jounce.load(planar_text(**numbers))  # type: ignore[arg-type]
