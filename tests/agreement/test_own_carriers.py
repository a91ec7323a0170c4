"""Corners on carriers of their own, such as the arms of a bar, run as lanes of one kernel and move as if apart."""

from __future__ import annotations

import numpy as np
import pytest
from bit_cases import STATES, BothWays, out_sizes, random_arrays, same_bits
from own_carriers import barred_model, live_axle_model
from route_states import ACCELERATIONS, REACTIONS, largest_differences, seen_by_route, write_by_route
from written import Written

import jounce
from jounce.equations.recursive.derive import KERNELS, derive_equations
from jounce.equations.route import RECURSIVE
from jounce.mechanism import connect_mechanism, lanes
from jounce.native.engine import register_lanes
from jounce.simulation.compiled import OPTIMISATION, compiled_programs
from jounce.simulation.prepare import prepare

MODELS = {
    "a bar": lambda: barred_model("car", seed=1),
    "a bar whose arms turn on each other": lambda: barred_model("car", seed=2, in_series=True),
    "a car and a trailer": lambda: barred_model("car", "trailer", seed=3),
    "a live axle": live_axle_model,
}
RATES = {
    "a bar": {"car_motion.wx": 0.4, "car_motion.vx": 5.0, "pivot_0l.angle": 0.9, "bearing_0r.angle": 20.0},
    "a bar whose arms turn on each other": {"hinge_0r.angle": 0.2},
    "a car and a trailer": {"hitch.angle": 0.3},
    "a live axle": {"car_motion.wx": 0.4, "car_motion.vx": 5.0, "axle_motion.vz": 0.5, "bearing_r.angle": 20.0},
}


def in_lanes(model):
    """Names of the carriers of each lane, by group: those of the first, then what stands in their places."""
    mechanism = connect_mechanism(model)
    names = [link.body for link in mechanism.links]
    return [[{names[a]: names[b] for a, b in m.carriers} for m in group.members] for group in mechanism.groups]


def test_left_and_right_run_in_one_kernel_on_arms_of_their_own():
    assert in_lanes(MODELS["a bar"]()) == [[{}, {"arm_0l": "arm_0r"}]]


def test_an_arm_that_the_other_lane_lacks_stands_still_there():
    """On the right one arm carries the other, on the left there is one only."""
    carried = {"arm_0r": "arm_0l", "arm_0l": "car"}
    assert in_lanes(MODELS["a bar whose arms turn on each other"]()) == [[{}, carried]]


@pytest.mark.skipif(
    register_lanes() < 4, reason="registers of this processor hold two numbers: four lanes are never made"
)
def test_corners_of_two_units_run_in_one_kernel():
    """What hangs on the car hangs on a trailer that stands still on it."""
    (group,) = in_lanes(MODELS["a car and a trailer"]())
    on_car = [{"trailer": "car", "arm_1l": f"arm_0{side}"} for side in "lr"]
    assert group == [{}, {"arm_1l": "arm_1r"}, *on_car] or group == [{}, *on_car, {"arm_1l": "arm_1r"}]


@pytest.fixture(scope="module", params=MODELS)
def moving(request):
    """A model with all histories, its equations, and two states on its loops while it moves."""
    model = MODELS[request.param]().with_histories()
    rates = RATES["a live axle" if "axle" in request.param else "a bar"] | RATES.get(request.param, {})
    ready = prepare(model, start_rates=rates, integrator=None)
    end = jounce.simulate(ready, 0.1, output_step=0.1, integrator="rk4").end
    return model, write_by_route(model, RECURSIVE), np.array([ready.state, end.state])


def test_lanes_move_and_bear_as_kernels_of_their_own(moving, monkeypatch, measured):
    """The same operations but for the order of sums over the corners: 1e-11 of the largest, as k is about 1e4."""
    model, ours, states = moving
    monkeypatch.setattr(lanes, "LANES", (1,))
    apart = write_by_route(model, RECURSIVE)
    assert {len(group.members) for group in apart.mechanism.groups} == {1}
    _compare(ours, states, apart, measured, "carriers.apart", 1e-11)


@pytest.mark.parametrize("route", ["one piece", "relative_cartesian", "lagrange"])
def test_lanes_move_and_bear_as_by_other_formulations(moving, route, measured):
    model, ours, states = moving
    other = Written(model, subsystems=False) if route == "one piece" else write_by_route(model, route)
    _compare(ours, states, other, measured, f"carriers.{route}", 1e-9)


def _compare(ours, states, other, measured, name, limit):
    expected, found = seen_by_route(ours, states, ours), seen_by_route(ours, states, other)
    sensors = tuple(name for name in expected if name.startswith("seen"))
    for endings in filter(None, (ACCELERATIONS, REACTIONS, sensors)):
        measured(name, largest_differences(expected, found, endings), limit)


@pytest.mark.parametrize("name", MODELS)
def test_machine_code_gives_the_interpreter_s_bits(name):
    model = MODELS[name]()
    equations = derive_equations(model)
    kernels = compiled_programs(equations)
    arrays, sizes = random_arrays(equations.layout, model, seed=7), out_sizes(equations.layout)
    ours = arrays | {"work": arrays["work"].copy()}
    for kernel in KERNELS:
        both = BothWays(kernels[kernel], OPTIMISATION[kernel])
        arrays["out"], ours["out"] = (np.zeros((STATES, sizes[kernel])) for _ in range(2))
        both.interpreter(arrays)
        both.machine(ours)
        assert np.isfinite(arrays["out"]).all(), kernel
        assert same_bits(ours["out"], arrays["out"]), kernel
        assert same_bits(ours["work"], arrays["work"]), kernel


# left to right: a rotation about an axis that is the mirror image as a vector turns the other way
MIRROR = {"pivot": -1.0, "hinge": 1.0, "bearing": 1.0}
UNIVERSAL = {"angle": -1.0, "child_angle": 1.0}
CAR = {"q0": 1.0, "q1": -1.0, "q2": 1.0, "q3": -1.0, "wx": -1.0, "wy": 1.0, "wz": -1.0}
CAR |= {"x": 1.0, "y": -1.0, "z": 1.0, "vx": 1.0, "vy": -1.0, "vz": 1.0}


def test_the_mirror_image_moves_as_the_mirror_image():
    """The arms are eliminated one after the other, so that last digits know the sides: 1e-13 of the largest rate.

    Without arms not even these do: see `test_last_bit.py`.
    """
    model = barred_model("car")
    equations = derive_equations(model)
    layout = equations.layout
    both = BothWays(compiled_programs(equations)["rhs"], OPTIMISATION["rhs"])
    arrays = random_arrays(layout, model, seed=3)
    arrays["modes"][:] = 1.0
    order, signs = reflection(layout.coordinates | layout.speeds)
    moving = slice(len(order))
    image = arrays | {"state": arrays["state"].copy(), "work": arrays["work"].copy()}
    image["state"][:, moving] = signs * arrays["state"][:, moving][:, order]
    for case in (arrays, image):
        case["out"] = np.zeros_like(case["state"])
        both.machine(case)
    ours, theirs = signs * arrays["out"][:, moving][:, order], image["out"][:, moving]
    assert np.isfinite(ours).all() and np.abs(ours).max() > 1.0
    np.testing.assert_allclose(theirs, ours, rtol=0.0, atol=1e-13 * np.abs(ours).max())


def reflection(places):
    """Mirrored state = sign * state[place]: left and right change places, and what points across changes sign."""
    order, signs = np.zeros(len(places), int), np.zeros(len(places))
    for name, place in places.items():
        joint, what = name.split(".")
        base, _, end = joint.partition("_")
        motion = what.removesuffix("_rate")
        signs[place] = CAR[what] if base == "car" else UNIVERSAL[motion] if base == "foot" else MIRROR[base]
        order[place] = places[name if base == "car" else f"{base}_0{'r' if end == '0l' else 'l'}.{what}"]
    return order, signs
