"""Differentials under a whole car, at both depths: on ice with one side, in a sine of steering."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import jounce
from jounce.parts.roads import FrictionPatch, Road
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history

DEPTHS = ("structural", "functional")
TORQUE = 120.0  # N m at the input shaft, 4.071 times as much at the case: the right tyre holds a third of its half
KINDS = {
    "open": {"drive.differential": "open", "drive.differential_friction": 0.0},
    "bias": {"drive.differential": "limited slip", "drive.differential_bias": 3.0, "drive.differential_friction": 0.0},
    "locked": {"drive.differential": "locked"},
}


@cache
def on_split_road(kind: str, depth: str):
    """Straight ahead at 10 m/s, and then full torque with ice under the right wheels."""
    car = jounce.load("small_car").with_tables(KINDS[kind]).at_depth(depth)
    start = start_straight(car.car_model("angle"), 10.0)
    road = Road(elements={"ice": FrictionPatch(friction=0.15, y_max=0.0)})
    given = dict(start.inputs) | {"drive.torque": step_history(start.inputs["drive.torque"], TORQUE, 0.1, 0.1, 0.6)}
    return start.car, jounce.simulate(start.ready.on_road(road), 0.6, inputs=given, integrator="auto", output_step=2e-3)


def torques_at_the_road(kind: str, depth: str) -> tuple[np.ndarray, np.ndarray]:
    """What each driven wheel gets, from forces at the road and its own acceleration: Fx r + J a, less rolling drag."""
    car, run = on_split_road(kind, depth)
    late = run.time > 0.4
    bodies = {body.name: body for body in car.model.bodies}
    found = []
    for side in ("left", "right"):
        name = f"front_{side}"
        turning = bodies[f"{name}.wheel"].inertia[1]
        turning += sum(bodies[b].inertia[1] for b in bodies if b.startswith(f"{name}.shaft_"))
        pressed = run[f"{name}.tyre.deflection"]
        radius = car.corners[name].tyre_radius + pressed[0] - pressed
        moment = run[f"{name}.tyre.Fx"] * radius - run[f"{name}.tyre.My"]
        found.append((moment + turning * run[f"{name}.wheel_bearing.angle_acceleration"])[late])
    return found[0], found[1]


@pytest.mark.parametrize("depth", DEPTHS)
def test_an_open_differential_gives_the_gripping_wheel_no_more_than_the_spinning_one(depth, measured):
    """Equal torques, as long as shafts ring: 3 % of them."""
    left, right = torques_at_the_road("open", depth)
    measured("drive.open on ice", np.abs(left.mean() / right.mean() - 1.0), 0.03)
    _, run = on_split_road("open", depth)
    assert run["front_right.wheel_bearing.angle_rate"][-1] > 1.5 * run["front_left.wheel_bearing.angle_rate"][-1]


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_torque_bias_gives_it_three_times_as_much(depth, measured):
    """T_slow = B T_fast, B = 3."""
    left, right = torques_at_the_road("bias", depth)
    measured("drive.bias on ice", np.abs(left.mean() / right.mean() / 3.0 - 1.0), 0.03)


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_locked_differential_accelerates_best_and_pulls_the_car_aside(depth):
    """Locked, the gripping wheel gets all the other one cannot hold; a bias of 3 lies between; yaw follows."""
    gained, turned = {}, {}
    for kind in KINDS:
        _, run = on_split_road(kind, depth)
        gained[kind] = run["vehicle.vx"][-1] - run["vehicle.vx"][0]
        turned[kind] = -run["vehicle.yaw"][-1]  # to the right, where the drag is
    assert gained["open"] < gained["bias"] < gained["locked"]
    assert turned["open"] < turned["bias"] < turned["locked"]


@pytest.mark.parametrize(("kind", "apart"), [("bias", 0.02), ("locked", 0.04)])
def test_both_depths_turn_in_alike(kind, apart):
    """Yaw rate of a sine of steering: 2 % of its peak, as of other cars at these depths.

    Locked, shafts give way by 0.2 rad/s of the 1.5 rad/s between the wheels, which those of the functional car cannot.
    """
    car = jounce.load("small_car").with_tables(KINDS[kind])
    runs = [jounce.run(car.at_depth(depth), "sine-steer", speed="50 km/h", duration="2.6 s") for depth in DEPTHS]
    one, other = (run["vehicle.yaw_rate"] for run in runs)
    assert np.abs(one - other).max() < apart * np.abs(one).max()
