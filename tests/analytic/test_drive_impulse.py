"""A drive whose speed jumps gives an impulse: at the knot of a linear history momenta decide what follows."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce import Model
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.forces import DryFriction
from jounce.parts.joints import Prismatic, Revolute
from jounce.parts.signals import External
from jounce.studies.driving.driving_start import start_straight

MASS, LENGTH, INERTIA, G = 1.0, 0.5, 0.01, 9.81  # of the bob
X, Y, O = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)
KNOT, SPEED = 0.4, 1.3  # s, m/s
RAMP = ([0.0, KNOT, 1.0], [0.0, 0.0, SPEED * (1.0 - KNOT)])
METHODS = ["rk4", "dormand-prince", "bulirsch-stoer", "ros2", "ros2s", "ros34pw2", "rodas5p", "auto"]


def driven_cart(mass=MASS) -> Model:
    """A pendulum on a cart that an input moves."""
    return Model("driven cart", gravity=(0.0, 0.0, -G)).add(
        Body(name="cart", mass=2.0, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="rail", parent=GROUND, child="cart", point=O, axis=X),
        Body(name="bob", mass=mass, centre=(0.0, 0.0, -LENGTH), inertia=(INERTIA, INERTIA, INERTIA)),
        Revolute(name="hinge", parent="cart", child="bob", point=O, axis=Y),
        Input(name="x", unit="m"),
        Prescribed(name="drive", coordinate="rail.displacement", signal=External(input="x")),
    )


def rate_behind(mass=MASS) -> float:
    """(I + m l^2) w - m l v is not changed by an impulse on the cart, which has no moment about the hinge."""
    return mass * LENGTH * SPEED / (INERTIA + mass * LENGTH**2)


@pytest.mark.parametrize("method", METHODS)
def test_a_pendulum_swings_off_as_its_cart_is_jerked(method, measured):
    """Its rate in the row at the knot is that behind it, to rounding. The energy balance is kept: the drive's impulse
    P = M v + m (v - l w) does the work P v/2, which is the kinetic energy.
    """
    how = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-8}
    run = jounce.simulate(driven_cart(), 1.0, inputs={"x": RAMP}, integrator=method, output_step=0.1, **how)
    at, w = 4, rate_behind()
    assert run["hinge.angle_rate"][at - 1] == pytest.approx(0.0, abs=1e-12)
    assert run["rail.displacement_rate"][at] == pytest.approx(SPEED, abs=1e-12)
    measured("rate of a pendulum behind a jerk", abs(run["hinge.angle_rate"][at] / w - 1.0), 1e-9)
    work = 0.5 * SPEED * (2.0 * SPEED + MASS * (SPEED - LENGTH * w))
    assert run["drive.work"][at] == pytest.approx(work, rel=1e-9)
    assert run["energy.kinetic"][at] == pytest.approx(work, rel=1e-9)


@pytest.mark.parametrize(
    ("method", "how"),
    [("dormand-prince", {"rtol": 1e-9}), ("rodas5p", {"rtol": 1e-9}), ("ros34pw2", {"step": 5e-4})],
)
def test_methods_with_error_control_pass_knots_to_where_small_steps_of_rk4_go(method, how):
    """Both to their tolerance, at knots in both directions. RK4 keeps its order: half the step, 1/16 of the error."""
    zigzag = ([0.0, 0.11, 0.43, 0.72, 1.0], [0.0, 0.2, -0.1, 0.15, 0.15])
    ends = [
        jounce.simulate(driven_cart(), 1.0, inputs={"x": zigzag}, integrator="rk4", step=step)["hinge.angle"][-1]
        for step in (5e-3, 2.5e-3, 2.5e-4)
    ]
    assert (ends[0] - ends[2]) / (ends[1] - ends[2]) == pytest.approx(16.0, rel=0.3)
    run = jounce.simulate(driven_cart(), 1.0, inputs={"x": zigzag}, integrator=method, **how)
    assert run["hinge.angle"][-1] == pytest.approx(ends[2], abs=1e-6)


def test_dry_friction_takes_no_part_in_an_impulse():
    """A block on a sled is left behind as the sled is jerked, and then pulled on by a = T/m up to its speed."""
    limit, mass = 4.0, 2.0
    model = Model("sled", gravity=(0.0, 0.0, -G)).add(
        Body(name="sled", mass=1.0, inertia=(1.0, 1.0, 1.0)),
        Body(name="block", mass=mass, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="sled", point=O, axis=X),
        Prismatic(name="slide", parent="sled", child="block", point=O, axis=X),
        DryFriction(name="rub", coordinates=("slide.displacement",), limit=limit),
        Input(name="x", unit="m"),
        Prescribed(name="drive", coordinate="way.displacement", signal=External(input="x")),
    )
    for method in ("rk4", "dormand-prince"):
        run = jounce.simulate(model, 1.2, inputs={"x": RAMP}, integrator=method, output_step=0.1)
        expected = np.where(run.time < KNOT - 1e-9, 0.0, np.minimum(limit / mass * (run.time - KNOT) - SPEED, 0.0))
        expected[run.time > 1.0 - 1e-9] = np.nan  # the sled stops there: another impulse
        seen = np.where(np.isnan(expected), np.nan, run["slide.displacement_rate"])
        np.testing.assert_allclose(seen, expected, atol=1e-6)


@pytest.mark.parametrize("method", ["rk4", "ros34pw2"])
def test_lanes_have_their_own_impulses(method):
    """Carts with bobs of different mass beside each other, each by its own momentum; none falls out of its lane."""
    masses = (0.5, 1.0, 2.0)
    ready = [jounce.prepare(driven_cart(mass=m), integrator=None) for m in masses]
    names = ["hinge.angle_rate", "hinge.angle"]
    runs = jounce.simulation.simulate_many(ready, 1.0, channels=names, inputs={"x": RAMP}, integrator=method, step=1e-3)
    for run, mass in zip(runs, masses, strict=True):
        assert not run.metadata["notes"]
        assert run["hinge.angle_rate"][40] == pytest.approx(rate_behind(mass), rel=1e-9)
        alone = jounce.simulate(driven_cart(mass=mass), 1.0, inputs={"x": RAMP}, integrator="rk4")
        assert run["hinge.angle"][-1] == pytest.approx(alone["hinge.angle"][-1], abs=1e-6)


def test_a_call_that_stops_a_moving_drive_gives_the_impulse_back():
    """From rest up to a speed within a call, and held in the next: the pendulum's rate jumps by as much as the formula
    says at its angle, (I + m l^2) dw = m l cos(angle) dv.
    """
    for method in ("rk4", "dormand-prince"):
        sim = jounce.start(driven_cart(), integrator=method, **({"step": 1e-3} if method == "rk4" else {}))
        sim.step({"x": jounce.parts.controls.Reach(0.2, SPEED)}, 0.2)
        angle, before = sim["hinge.angle"], sim["hinge.angle_rate"]
        sim.step(None, 1e-3)
        row = sim.result()
        jump = MASS * LENGTH * np.cos(angle) * -SPEED / (INERTIA + MASS * LENGTH**2)
        assert row["hinge.angle_rate"][1] - before == pytest.approx(jump, rel=1e-6)


def test_gradients_go_through_an_impulse():
    """The rate behind the knot is m l v / (I + m l^2): by the mass l v I / (I + m l^2)^2, and linear in v, which is the
    last value of the history over the time since the knot. Differences of the impulse err by 1e-9 of it.
    """
    found = jounce.simulation.simulate_tangents(
        driven_cart(), 0.5, ["hinge.angle_rate"], by_values=["bodies.bob.mass"], by_inputs=["x"], inputs={"x": RAMP}
    )
    slopes, pivot = found.slopes["hinge.angle_rate"][:, 40], INERTIA + MASS * LENGTH**2
    by_mass, by_speed = LENGTH * SPEED * INERTIA / pivot**2, MASS * LENGTH / pivot
    np.testing.assert_allclose(slopes[0], by_mass, rtol=1e-8)
    np.testing.assert_allclose(slopes[3], by_speed / (1.0 - KNOT), rtol=1e-8)


@pytest.mark.parametrize("method", ["auto", "dormand-prince"])
def test_a_steering_wheel_may_be_turned_by_a_linear_history(method):
    """With a rack and tie rods behind it, as RK4 with small steps goes, to the accuracy that "auto" has: 1e-3."""
    start = start_straight(jounce.load("small_car").car_model(), 15.0)
    inputs = start.inputs | {"steering.wheel_angle": ([0.0, 0.1, 0.3, 0.5], [0.0, 0.0, 0.5, 0.5])}
    runs = [
        jounce.simulate(start.ready, 0.5, inputs=inputs, integrator=own, **how)
        for own, how in (("rk4", {"step": 2.5e-4}), (method, {}))
    ]
    yaw_rates = np.array([run["vehicle.yaw_rate"] for run in runs])
    assert np.abs(yaw_rates[0]).max() > 0.1
    np.testing.assert_allclose(*yaw_rates, atol=1e-3 * np.abs(yaw_rates).max())
