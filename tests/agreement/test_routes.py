"""Every route gives the same accelerations and reactions, and the same runs.

Bounds. An acceleration is the solution of equations whose condition number k is that of the mass matrix, or of the
equations with loop rows: it is off by up to about 1e-16 k of the largest. Masses over three decades on arms of 0.1 to
3 m give k up to 1e6; rows of unit size beside them as much. So 1e-9 holds for all, and most come to 1e-12.
"""

from __future__ import annotations

import loop_models
import numpy as np
import pytest
from random_trees import KINDS, random_state, random_tree
from route_states import ACCELERATIONS, REACTIONS, largest_differences, seen_by_route, write_by_route
from test_trees import order_of

import jounce
from campaigns import with_campaign
from jounce.equations.route import FORMULATIONS, RECURSIVE, ROUTES
from jounce.parts import GROUND, Body
from jounce.parts.forces import DryFriction
from jounce.parts.joints import Prismatic, Revolute
from jounce.simulation.integrators.run_method import integrate
from jounce.simulation.prepare import prepare, prepare_input_histories
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.numerics.quarter_car_routes import KIM_ROUTES, quarter_car_at_rest, quarter_car_by_route
from jounce.studies.numerics.timed_runs import timed_run_of_drive
from jounce_benchmarks.wishbone_car import CAR_START_RATES, quarter_car, wishbone_car

OTHERS = [name for name in FORMULATIONS if name != RECURSIVE]
VARIANTS = [name for name in ROUTES if name not in FORMULATIONS]
MOVING = [kind for kind in KINDS if kind != "fixed"]
LIMIT = 1e-9


@pytest.mark.parametrize("seed", with_campaign(range(30), lambda seed: seed < 3))
def test_random_trees_of_all_joints_move_alike_by_all_formulations(seed, measured):
    """Trees of 3 to 12 bodies, 5 states each, by the interpreter; the sample has every kind of joint."""
    rng = np.random.default_rng(4000 + seed)
    third = MOVING[seed % 3 :: 3]
    model = random_tree(rng, len(third) + int(rng.integers(0, 9)) * (seed >= 3), [*third, "fixed"]).with_histories()
    ours = write_by_route(model, RECURSIVE)
    at_q, at_v = order_of(ours, model.joints)
    states = np.zeros((5, ours.layout.sizes["state"]))
    for row in states:
        row[at_q], row[at_v] = random_state(rng, model.joints)
        for four in ours.layout.quaternions:
            row[four] /= np.linalg.norm(row[four])
    expected = seen_by_route(ours, states, ours)
    for route in OTHERS:
        found = seen_by_route(ours, states, write_by_route(model, route))
        measured("routes.trees", largest_differences(expected, found, ACCELERATIONS), LIMIT)
        measured("routes.tree reactions", largest_differences(expected, found, REACTIONS), LIMIT)


MECHANISMS = {
    "four-bar": (loop_models.four_bar, {"crank_pin.angle": 1.3}),
    "quarter car": (quarter_car, {"lower_arm_pivot.angle": 0.8, "wheel_bearing.angle": 30.0}),
    "MacPherson corners": (
        lambda: loop_models.strut_car(rack=True),
        {"car_motion.wz": 0.4, "pivot_l.angle": 0.9, "bearing_l.angle": 20.0, "rack_slide.displacement": 0.1},
    ),
}
CASES = [(name, route) for name in MECHANISMS for route in [*OTHERS, *VARIANTS]]


@pytest.fixture(scope="module")
def moving_mechanisms():
    """Of each mechanism: equations, and states on its loops while it moves."""
    found = {}
    for name, (make, rates) in MECHANISMS.items():
        model = make().with_histories()
        ready = prepare(model, start_rates=rates, integrator=None)
        end = jounce.simulate(ready, 0.1, output_step=0.1, integrator="rk4").end
        found[name] = model, write_by_route(model, RECURSIVE), np.array([ready.state, end.state])
    return found


def in_sample(case):
    """Every formulation of the four-bar and the quarter car, every variant of the first; one of the MacPherson car."""
    name, route = case
    return name == "four-bar" or (route in OTHERS and name == "quarter car") or route == "relative_cartesian"


@pytest.mark.parametrize(("name", "route"), with_campaign(CASES, in_sample))
def test_loops_move_and_bear_alike_by_every_route(moving_mechanisms, name, route, measured):
    """Accelerations of all bodies and reactions of all joints, in two states; a wheel spins, a rack slides."""
    model, ours, states = moving_mechanisms[name]
    expected = seen_by_route(ours, states, ours)
    found = seen_by_route(ours, states, write_by_route(model, route))
    measured("routes.loops", largest_differences(expected, found, ACCELERATIONS), LIMIT)
    measured("routes.reactions", largest_differences(expected, found, REACTIONS), LIMIT)


@pytest.mark.parametrize("route", with_campaign(OTHERS, lambda route: route == "relative_cartesian"))
def test_the_structural_car_accelerates_alike_at_20_states(route, measured):
    """The small car with all its links, shafts and tyres in a lane change, by the interpreter.

    Tyres and shafts of 1e5 N/m on parts of a kilogram make accelerations of thousands of m/s^2 out of forces that
    nearly cancel: their roundings are 1e-13 of the largest.
    """
    drive = timed_run_of_drive(jounce.load("small_car"), SineSteer(speed="60 km/h", angle="1 rad", duration="3 s"))
    ready, times = drive.ready, np.linspace(0.6, 2.9, 20)
    over_time = prepare_input_histories(ready.model, drive.inputs, 3.0)
    states = integrate(ready.workspace(), ready.state, 0.0, 3.0, samples=times, step=1e-3, inputs=over_time).states
    ours = write_by_route(ready.model, RECURSIVE)
    theirs = write_by_route(ready.model, route)
    expected, found = seen_by_route(ours, states, ours), seen_by_route(ours, states, theirs)
    ends = ("ax", "ay", "az", "angle_acceleration", "displacement_acceleration")
    measured("routes.car", largest_differences(expected, found, ends), LIMIT)


@pytest.fixture(scope="module")
def bump_runs():
    return {route: quarter_car_by_route(route) for route in [*FORMULATIONS, *KIM_ROUTES]}


@pytest.mark.parametrize("route", [*OTHERS, *KIM_ROUTES])
def test_the_quarter_car_runs_over_its_bump_alike_by_every_route(bump_runs, route, measured):
    """5 s of RK4 at 1 ms: routes differ by the error of RK4 in their own coordinates, h^4 w^5 t / 120 of a motion w.

    The wheel hops at 80 rad/s with 50 mm: 2e-9 m each second, were it not damped. So 1e-8 m and 1e-6 of any channel.
    """
    expected, found = bump_runs[RECURSIVE], bump_runs[route]
    measured("routes.bump height", found["chassis_height"] - expected["chassis_height"], 1e-8)
    names = [name for name in expected if name.startswith("bodies.")]
    assert len(names) == 4 * 18
    for name in names:  # m, rad, and their rates; largest by kind, for what is zero among them
        kind = [expected[other] for other in names if expected.units[other] == expected.units[name]]
        measured("routes.bump", (found[name] - expected[name]) / np.abs(kind).max(), 1e-6)
    assert found["constraints.gap"].max() < 1e-10


def test_eliminations_of_kim_agree_over_the_bump(bump_runs, measured):
    """Lagrange-multiplier elimination and independent coordinates: chassis heights, 5 s. [Kim, figure 5]"""
    by_multipliers, by_independent = (bump_runs[route]["chassis_height"] for route in KIM_ROUTES)
    assert np.ptp(by_multipliers) > 0.02  # the bump is felt
    measured("routes.eliminations", by_multipliers - by_independent, 1e-8)


def test_loops_in_time_by_projection_feedback_nothing_and_independent_speeds():
    """The gap that each leaves on one route: independent speeds and projection to rounding, the others drift."""
    ready = quarter_car_at_rest()
    gaps = {
        way: jounce.simulate(ready, 2, route="lagrange", projection=way, integrator="rk4")["constraints.gap"].max()
        for way in ("project", "baumgarte", "none")
    }
    gaps["independent"] = jounce.simulate(ready, 2, route="lagrange/independent", integrator="rk4")[
        "constraints.gap"
    ].max()
    assert gaps["project"] < 1e-12 and gaps["independent"] < 1e-12
    assert 1e-12 < gaps["baumgarte"] < gaps["none"] < 1e-5


def slider_crank() -> jounce.Model:
    """Hinges about y and a slide along x: in the plane three rows of the loop say what others say. No joint is cut."""
    pin, wrist, y = (0.0, 0.0, 0.1), (0.08**0.5, 0.0, 0.0), (0.0, 1.0, 0.0)
    return jounce.Model("slider-crank").add(
        Body(name="crank", mass=1.0, centre=(0.0, 0.0, 0.05), inertia=(0.01, 0.01, 0.01)),
        Body(name="rod", mass=0.5, centre=(0.15, 0.0, 0.05), inertia=(0.001, 0.004, 0.004)),
        Body(name="piston", mass=20.0, centre=wrist, inertia=(0.001, 0.001, 0.001)),
        Revolute(name="main", parent=GROUND, child="crank", point=(0.0, 0.0, 0.0), axis=y),
        Revolute(name="pin", parent="crank", child="rod", point=pin, axis=y),
        Prismatic(name="slide", parent=GROUND, child="piston", point=wrist, axis=(1.0, 0.0, 0.0)),
        Revolute(name="wrist", parent="rod", child="piston", point=wrist, axis=y),
    )


@pytest.mark.parametrize("route", ["relative_cartesian", "relative_cartesian/independent", "absolute_cartesian"])
def test_a_slider_crank_with_redundant_rows_runs_alike_on_cartesian_routes(route, measured):
    """0.1 s at 5 rad/s, RK4 at 0.1 ms: h^4 w^5 t / 120 is 3e-16 of the motion, so rounding of 1000 steps is left."""
    rates = {"main.angle": 5.0}
    expected, found = (
        jounce.simulate(slider_crank().with_histories(), 0.1, step=1e-4, start_rates=rates, route=way)
        for way in (RECURSIVE, route)
    )
    names = [name for name in expected if name.startswith("bodies.") and name.rpartition(".")[2] in "xz"]
    assert len(names) == 6 and np.ptp(expected["bodies.piston.x"]) > 0.02
    assert len(found.metadata["redundant_rows"]) == len(expected.metadata["redundant_rows"]) == 3
    for name in names:
        measured("routes.slider-crank", found[name] - expected[name], 1e-9)


@pytest.mark.parametrize(("route", "limit", "speed"), [("lagrange", 1.0, 4.0), ("lagrange/independent", 2.0, 2.0)])
def test_dry_friction_sticks_and_slides_at_the_same_instants(route, limit, speed):
    """A four-bar on its spring with friction in the crank: with the smaller limit it turns back twice, else it sticks.

    Instants are located to 1e-9 s; between them RK4 errs by 1e-9 rad.
    """
    model = loop_models.four_bar().add(DryFriction(name="rub", coordinates=("crank_pin.angle",), limit=limit))
    expected, found = (
        jounce.simulate(model, 1.5, start_rates={"crank_pin.angle": speed}, route=way, integrator="rk4")
        for way in (RECURSIVE, route)
    )
    events = [[(event["what"], event["time"]) for event in run.metadata["events"]] for run in (expected, found)]
    assert events[0] and [what for what, _ in events[0]] == [what for what, _ in events[1]]
    np.testing.assert_allclose([t for _, t in events[1]], [t for _, t in events[0]], atol=1e-6)
    assert np.abs(found["rub.torque"] - expected["rub.torque"]).max() < 1e-5 * np.abs(expected["rub.torque"]).max()


def test_a_car_on_a_plane_runs_alike_with_rates_of_coordinates():
    """The single track has speeds along its own axes; Lagrange's are rates: RK4 at 1 ms errs by 1e-8 m/s^2 in each."""
    start = start_straight(jounce.load("small_car").at_depth("single-track").car_model(), 20.0)
    inputs = start.inputs | {"steering.wheel_angle": 0.5}
    expected, found = (
        jounce.simulate(start.ready, 1, inputs=inputs, route=route, integrator="rk4")
        for route in (RECURSIVE, "lagrange")
    )
    assert abs(expected["vehicle.ay"][-1]) > 1.0
    for name in ("vehicle.x", "vehicle.y", "vehicle.yaw_rate", "vehicle.cg.ay"):
        np.testing.assert_allclose(found[name], expected[name], rtol=0, atol=1e-7)


@pytest.mark.parametrize("route", ["lagrange", "relative_cartesian"])
def test_contacts_that_hold_speeds_run_alike_by_other_routes(route):
    """The bicycle rolls without slip on rows of speeds; 1 s, pushed at 5 m/s."""
    ready = jounce.prepare(jounce.load("whipple_bicycle"))
    expected, found = (jounce.simulate(ready, 1, route=way, integrator="rk4") for way in (RECURSIVE, route))
    common = [name for name in expected if name in found and expected.units[name] == "N"]
    assert common
    for name in common:
        assert np.abs(found[name] - expected[name]).max() <= 1e-6 * max(
            np.abs(expected[other]).max() for other in common
        )


def test_four_subsystems_on_one_chassis_are_the_car_in_one_piece(measured):
    """The production route eliminates four corners by themselves; written in one piece the car runs the same way."""
    runs = [
        jounce.simulate(wishbone_car(), 0.5, start_rates=CAR_START_RATES, route=route, integrator="rk4")
        for route in (RECURSIVE, "recursive/multipliers")
    ]
    for name in ("car_motion.x", "car_motion.y", "car_motion.z"):
        measured("routes.subsystems", runs[0][name] - runs[1][name], 1e-8)


@pytest.mark.campaign
def test_the_structural_car_drives_a_sine_of_steering_alike():
    """5 s by the recursive and the relative Cartesian route, RK4 at 1 ms: 1e-6 of each body channel's range."""
    drive = timed_run_of_drive(jounce.load("small_car"), SineSteer(speed="60 km/h", duration="5 s"))
    ready = prepare(drive.ready.model.with_histories()).starting_from(drive.ready.state)
    runs = [
        jounce.simulate(ready, drive.duration, inputs=drive.inputs, route=route, road=drive.road, integrator="rk4")
        for route in (RECURSIVE, "relative_cartesian")
    ]
    names = [name for name in runs[0] if name.startswith("bodies.")]
    assert np.ptp(runs[0]["vehicle.yaw_rate"]) > 0.05
    for name in names:
        kind = max(np.abs(runs[0][other]).max() for other in names if runs[0].units[other] == runs[0].units[name])
        difference = runs[0][name] - runs[1][name]
        body, _, last = name.rpartition(".")
        if last in ("yaw", "roll"):  # of a wheel that turns: from -pi to pi, and not defined at a pitch of 90 deg
            difference = np.sin(difference) * np.cos(runs[0][f"{body}.pitch"])
        assert np.abs(difference).max() <= 1e-6 * kind, name
