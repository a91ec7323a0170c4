"""Reactions by the recursive Newton-Euler method against multipliers and reaction channels, in motion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from newton_euler import NewtonEuler
from scipy.spatial.transform import Rotation

import jounce
from campaigns import first_of_each, with_campaign
from jounce.mechanism import OUTSIDE
from jounce.model import Vehicle, library_models
from jounce.model.templates import TEMPLATES
from jounce.parts.ends import bodies_of_ends
from jounce.studies.kinematics.held_axle import held_axle_inputs

CARS = {name: car for name in library_models() if isinstance(car := jounce.load(name), Vehicle)}
AXLES = [(name, axle) for name, car in CARS.items() for axle in car.axles]
SAMPLE = first_of_each(AXLES, lambda case: CARS[case[0]].axles[case[1]].template)
WHOLE = ["small_car", "small_car_electric", "hmmwv"]
# of the largest force or moment: the condition of the loops, at most 1e4, times rounding of some thousand operations
WITHIN = 1e-8


def closed(work, layout, state: np.ndarray) -> np.ndarray:
    """The state brought onto its loops, at the inputs as they stand in `work`."""
    sizes = layout.sizes
    for _ in range(8):
        work.rhs(state)
        work.call("gap", state, sizes["gap"] + sizes["rate gap"])
        state = work.call("correct", state, sizes["state"])
    assert np.abs(work.call("gap", state, sizes["gap"] + sizes["rate gap"])).max() < 1e-10
    return state


def compare(ready, work, state: np.ndarray) -> float:
    """The largest difference of a reaction, by the largest force or moment."""
    solved, seen = NewtonEuler(ready, work, state), work.observe(state)
    mechanism = ready.mechanism
    floating = {link.joint.name for link in mechanism.links if link.floats}
    sizes, differences = [0.0], [solved.open]
    for joint in mechanism.joined:
        if joint.name in floating:
            continue
        home = mechanism.reference[mechanism.index(joint.child)]
        R = np.eye(3) if home == OUTSIDE else solved.bodies[home].R  # the axes that channels are given in
        six = solved.on_child(joint)
        wanted = np.concatenate([R.T @ six[:3], R.T @ six[3:]])
        found = np.array([seen[f"{joint.name}.{letter}{axis}"] for letter in "FM" for axis in "xyz"])
        sizes.append(np.abs(wanted).max())
        differences.append(np.abs(found - wanted).max())
    for closure in mechanism.closures:
        if not bodies_of_ends(closure):
            sizes.append(abs(solved.ties[closure.name]))
            differences.append(abs(seen[f"{closure.name}.effort"] - solved.ties[closure.name]))
    assert max(sizes) > 0.1  # N or N m: there is something to compare
    return max(differences) / max(sizes)


def test_every_template_is_among_the_cases():
    assert {CARS[name].axles[axle].template for name, axle in SAMPLE} == set(TEMPLATES)


@pytest.mark.parametrize(("name", "axle"), with_campaign(AXLES, lambda case: case in SAMPLE))
def test_an_axle_that_is_shaken_carries_what_newton_and_euler_say(name, axle, measured):
    """Pads and rack move with rates and accelerations of their own; rods spin about themselves."""
    own = CARS[name].axle_model(axle)
    ready = jounce.prepare(own.model, inputs=held_axle_inputs(own, (0.02, -0.015), 0.01 if own.rack else 0.0))
    work, rng, state = ready.workspace(), np.random.default_rng(3), ready.state.copy()
    for offset in ready.layout.inputs.values():
        work.inputs[offset + 1 : offset + 3] = rng.normal(size=2) * (0.5, 20.0)  # m/s, m/s^2
    state[list(ready.layout.speeds.values())] = rng.normal(size=len(ready.layout.speeds))
    difference = compare(ready, work, closed(work, ready.layout, state))
    measured("reactions.axle", difference, WITHIN)
    assert difference < WITHIN


@pytest.mark.parametrize("name", with_campaign(WHOLE, lambda name: name != "small_car_electric"))
def test_a_car_on_the_move_carries_what_newton_and_euler_say(name, measured):
    """At 15 m/s, shaken, turned and tilted in the ground's frame: tyres, springs, shafts, drive and air act.

    Friction is smooth, a force like the others: what holds a dry one is a row and not a joint.
    """
    vehicle = CARS[name]
    smooth = {part: replace(getattr(vehicle, part), friction_law="smooth") for part in ("steering", "drive", "brakes")}
    car = replace(vehicle, **smooth).car_model()
    ready = jounce.prepare(car.model, start_rates=car.rolling(15.0))
    work, rng, state, layout = ready.workspace(), np.random.default_rng(5), ready.state.copy(), ready.layout
    state[list(layout.speeds.values())] += 0.2 * rng.normal(size=len(layout.speeds))
    turned = Rotation.from_euler("ZYX", (0.7, 0.02, -0.03)).as_quat()
    state[[layout.coordinates[f"body.q{k}"] for k in range(4)]] = turned[[3, 0, 1, 2]]
    state[[layout.coordinates[f"body.{axis}"] for axis in "xy"]] = (3.0, -2.0)
    difference = compare(ready, work, closed(work, layout, state))
    measured("reactions.car", difference, WITHIN)
    assert difference < WITHIN


def test_a_bicycle_in_a_curve_carries_what_newton_and_euler_say(measured):
    """Contacts that roll pass their forces on where the rim touches."""
    ready = jounce.prepare(
        jounce.load("whipple_bicycle"),
        start={"head.angle": 0.2},
        start_rates={"rear frame.vx": 5.0, "rear frame.wx": 0.3, "head.angle": -0.4},
    )
    work = ready.workspace()
    difference = compare(ready, work, closed(work, ready.layout, ready.state.copy()))
    measured("reactions.bicycle", difference, WITHIN)
    assert difference < WITHIN
