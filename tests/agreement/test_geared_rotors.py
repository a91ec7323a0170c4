"""What turns faster than its coordinate: one disc on a geared hinge against every rotor as a body of its own."""

from __future__ import annotations

import numpy as np
import pytest
from route_states import ACCELERATIONS, largest_differences, seen_by_route, write_by_route

from jounce import Model
from jounce.equations.route import FORMULATIONS, RECURSIVE
from jounce.model.assembly.rotors import Spin, body_without_rotors, geared_rotor, rotor
from jounce.parts import Body, Coupling, Free
from jounce.parts.forces import Motor
from jounce.parts.signals import Constant

PLACE = (0.4, 0.1, 0.3)
CAR = Body(
    name="body",
    mass=120.0,
    centre=(0.1, 0.0, 0.4),
    inertia=(12.0, 30.0, 36.0),
    products=(1.0, 0.4, -0.7),
    interface=True,
)
CASE, ENGINE = 0.02, 0.09  # kg m^2
CASES = {
    "across": (4.1, (0.0, 1.0, 0.0)),
    "backwards": (-4.1, (0.0, 1.0, 0.0)),
    "along": (5.3, (-1.0, 0.0, 0.0)),
    "askew": (0.3, (-0.6, 0.0, 0.8)),
}
RATES = {"car.wx": 0.7, "car.wy": -1.1, "car.wz": 1.3, "car.vx": 3.0, "car.vy": -1.0, "car.vz": 0.5, "slow.angle": 21.0}


def floating_with(*parts):
    """A floating car body that was weighed with its rotors; a torque acts on the slow coordinate."""
    bare = body_without_rotors(CAR, [part for part in parts if isinstance(part, Body)])
    motor = Motor(name="push", coordinate="slow.angle", signal=Constant(value=35.0))
    return Model("floating").add(bare, Free(name="car", parent="ground", child="body"), *parts, motor)


def as_one_disc(turns, axis):
    return floating_with(*geared_rotor("disc", "slow", (Spin(CASE), Spin(ENGINE, turns, axis)), PLACE))


def as_two_rotors(turns, axis):
    """The engine turns on its own hinge, and a gear ties it to the case."""
    return floating_with(
        *rotor("case", "slow", CASE, PLACE, (0.0, 1.0, 0.0)),
        *rotor("engine", "fast", ENGINE, PLACE, axis),
        Coupling(name="gear", coordinates=("fast.angle", "slow.angle"), factors=(1.0, -turns)),
    )


def observed(model, rates):
    """All channels at random angles of the car, with these rates."""
    ours = write_by_route(model.with_histories(), RECURSIVE)
    state = np.zeros((1, ours.layout.sizes["state"]))
    state[0, [ours.layout.coordinates[f"car.q{k}"] for k in range(4)]] = (0.8, 0.36, -0.48, 0.0)
    for name, rate in rates.items():
        speeds = ours.layout.speeds
        state[0, speeds[name] if name in speeds else speeds[f"{name}_rate"]] = rate
    return ours, state, seen_by_route(ours, state, ours)


@pytest.mark.parametrize("case", CASES)
def test_one_geared_disc_moves_the_car_as_a_case_and_an_engine_do(case, measured):
    """Both have the same energy and angular momentum; some hundred roundings, and gears solved for beside them."""
    turns, axis = CASES[case]
    *_, one = observed(as_one_disc(turns, axis), RATES)
    *_, two = observed(as_two_rotors(turns, axis), RATES | {"fast.angle": turns * RATES["slow.angle"]})
    names = ["slow.angle_acceleration", *(f"car.{word}_rate" for word in ("wx", "wy", "wz", "vx", "vy", "vz"))]
    found, expected = (np.array([seen[name][0] for name in names]) for seen in (one, two))
    measured("rotors.one disc", np.abs(found - expected).max() / np.abs(expected).max(), 1e-12)
    measured("rotors.energy", abs(one["energy.kinetic"][0] / two["energy.kinetic"][0] - 1.0), 1e-12)


@pytest.mark.parametrize("route", [name for name in FORMULATIONS if name != RECURSIVE])
def test_every_formulation_knows_a_geared_hinge(route, measured):
    turns, axis = CASES["along"]
    model = as_one_disc(turns, axis).with_histories()
    ours, state, seen = observed(model, RATES)
    found = seen_by_route(ours, state, write_by_route(model, route))
    measured("rotors.routes", largest_differences(seen, found, (*ACCELERATIONS, "angle_acceleration")), 1e-12)
