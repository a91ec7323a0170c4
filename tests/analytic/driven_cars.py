"""Cars for tests on the road, each compiled and trimmed once."""

from __future__ import annotations

from functools import cache

import numpy as np

import jounce
from jounce.equations.recursive.kinematics import carry_kinematics_over_joint
from jounce.mechanism import connect_mechanism
from jounce.model.assembly.car import CarModel
from jounce.parts.tyres.tyre import Tyre
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight

SPEED = 60 / 3.6


@cache
def small_car() -> jounce.Vehicle:
    return jounce.load("small_car")


@cache
def symmetric_car() -> jounce.Vehicle:
    """Its right half shaft is like the left one."""
    values = small_car().values()
    return small_car().with_values(
        {f"half_shafts.right_{word}": values[f"half_shafts.{word}"] for word in ("stiffness", "inertia")}
    )


@cache
def linear_car() -> jounce.Vehicle:
    """Its dampers have the slope that they have on average between -0.13 and 0.13 m/s, at any speed."""
    values, changed = small_car().values(), {}
    for axle in ("front", "rear"):
        law = f"axles.{axle}.damper.law"
        x = [values[f"{law}.x.{k}"] for k in range(13)]
        slope = (values[f"{law}.y.8"] - values[f"{law}.y.4"]) / (x[8] - x[4])
        changed |= {f"{law}.y.{k}": slope * x[k] for k in range(13)}
    return small_car().with_values(changed)


@cache
def electric_start() -> SteadyMotionStart:
    """Motors, rigid half shafts, tyres without relaxation (as short as the tyre model allows), straight at speed."""
    car = jounce.load("small_car_electric")
    lengths = {path: 0.0 for path in car.values() if path.rpartition(".")[2] in ("PTX1", "PTX2", "PTX3", "PTY1")}
    shafts = {"half_shafts.elements": 0, "half_shafts.right_stiffness": car.values()["half_shafts.stiffness"]}
    return start_straight(car.with_values(lengths | shafts).car_model(steering="angle"), SPEED)


def poses(start: SteadyMotionStart, state: np.ndarray) -> dict[str, RelativeMotion]:
    """Every body in the ground's axes."""
    places = start.ready.layout.coordinates
    links = connect_mechanism(start.car.model).links
    found: list[RelativeMotion] = []
    for link in links:
        q = [float(state[places[named.name]]) for named in link.coordinates]
        parent = STILL if link.parent < 0 else found[link.parent]
        found.append(carry_kinematics_over_joint(parent, link, link.joint, q, [0.0] * len(link.speeds)))
    return {link.body: motion for link, motion in zip(links, found, strict=True)}


def momentum(start: SteadyMotionStart, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Momentum and angular momentum about the origin of the whole car, in the ground's axes.

    All that moves hangs on the car body, so the six rows of M s that belong to the body's speeds are the momentum of
    the whole, in its axes at its origin.
    """
    layout = start.ready.layout
    first = min(layout.speeds.values())
    order = [layout.speeds[f"body.{name}"] - first for name in ("wx", "wy", "wz", "vx", "vy", "vz")]
    M = start.ready.workspace().matrices(state)["M"]
    speeds = state[first : first + len(layout.speeds)]
    turning, moving = np.split((M @ speeds)[order], [3])
    body = poses(start, state)["body"]
    R, r = np.array(body.R, float), np.array(body.r, float)
    return R @ moving, R @ turning + np.cross(r, R @ moving)


def tyres(car: CarModel) -> list[Tyre]:
    return [part for part in car.model.forces if isinstance(part, Tyre)]
