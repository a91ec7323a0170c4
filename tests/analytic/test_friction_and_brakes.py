"""Smooth dry friction by one state: it holds below its limit, slides at it, and builds up over a known distance."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce import Model
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.forces import Brake, DryFriction, Motor
from jounce.parts.forces.friction import DAMPING, QUICK
from jounce.parts.joints import Revolute
from jounce.parts.signals import Constant, External

INERTIA, LIMIT, SLIP = 0.5, 100.0, 2e-3  # kg m^2, N m, rad
Y = (0.0, 1.0, 0.0)


def wheel(*forces) -> Model:
    model = Model("wheel", gravity=(0.0, 0.0, 0.0))
    model.add(
        Input(name="pedal"),
        Body(name="wheel", mass=1.0, inertia=(0.5 * INERTIA, INERTIA, 0.5 * INERTIA)),
        Revolute(name="bearing", parent=GROUND, child="wheel", point=(0.0, 0.0, 0.0), axis=Y),
    )
    return model.add(*forces)


def braked(torque: float) -> Model:
    return wheel(
        Brake(
            name="brake",
            coordinate="bearing.angle",
            torque=LIMIT,
            signal=External(input="pedal"),
            law="smooth",
            slip=SLIP,
        ),
        Motor(name="motor", coordinate="bearing.angle", signal=Constant(value=torque)),
    )


@pytest.mark.parametrize("torque", [60.0, -60.0])
def test_a_brake_holds_what_is_below_its_limit(torque):
    """Twice the load of a spring is 1.2 of the limit where it comes suddenly: the wheel slips a little, then stays.

    It rings down by DAMPING limit / (2 slip inertia) = 50 1/s and does not creep, while a free wheel would turn by
    6000 rad in these 10 s.
    """
    run = jounce.simulate(braked(torque), duration=20.0, inputs={"pedal": 1.0}, output_step=0.1, integrator="rk4")
    late = run["bearing.angle"][100:]
    assert np.abs(late).max() < 0.02
    assert np.ptp(late) < 1e-6  # a state that stays where it is, to rounding of the integrator


def test_a_brake_that_slides_takes_its_limit():
    run = jounce.simulate(braked(150.0), duration=2.0, inputs={"pedal": 1.0}, integrator="rk4")
    np.testing.assert_allclose(run["bearing.angle_acceleration"][50:], (150.0 - LIMIT) / INERTIA, rtol=1e-6)


def test_a_braked_wheel_comes_to_rest_when_its_energy_is_spent():
    """30 rad/s against 50 N m on 0.5 kg m^2: 0.3 s, then it springs back a little and stays."""
    run = jounce.simulate(
        braked(0.0),
        duration=1.0,
        inputs={"pedal": 0.5},
        start_rates={"bearing.angle": 30.0},
        output_step=1e-3,
        integrator="rk4",
    )
    rate = run["bearing.angle_rate"]
    stop = run.time[np.argmax(rate < 0.0)]
    # until friction has built up, about QUICK, the wheel keeps its speed
    assert stop == pytest.approx(0.3, abs=2 * QUICK)
    # sprung back from z = 1 as z = 2 exp(-x/slip) - 1: without damping its energy is back at x = 1.594 slip
    assert np.ptp(run["bearing.angle"][run.time > stop]) < 1.594 * SLIP
    assert abs(run["energy.work"][-1] + 0.5 * INERTIA * 30.0**2) < 0.5 * (0.5 * LIMIT) * SLIP  # what the spring keeps


def test_friction_without_a_limit_leaves_a_wheel_alone():
    """Newton's first law, to rounding; its state still follows the motion, and disturbs nothing."""
    model = wheel(DryFriction(name="friction", coordinates=("bearing.angle",), limit=0.0, law="smooth", slip=SLIP))
    run = jounce.simulate(model, duration=1.0, start_rates={"bearing.angle": 30.0}, integrator="rk4")
    np.testing.assert_allclose(run["bearing.angle_rate"], 30.0, rtol=1e-14)
    assert run["friction.share"][-1] == pytest.approx(1.0) and not run["friction.torque"].any()


def test_slow_friction_grows_with_the_way_as_one_minus_exp():
    """z = 1 - exp(-x/slip) where the rate is low: QUICK times the rate is 2e-5 of the slip here."""
    model = wheel(
        DryFriction(name="friction", coordinates=("bearing.angle",), limit=LIMIT, law="smooth", slip=SLIP),
        Prescribed(
            name="drive",
            coordinate="bearing.angle",
            signal=jounce.parts.signals.SmoothStep(height=0.01, start=0, duration=500),
        ),
    )
    run = jounce.simulate(model, duration=500.0, step=0.05, output_step=5.0)
    way = run["bearing.angle"]
    np.testing.assert_allclose(run["friction.torque"], LIMIT * (1 - np.exp(-way / SLIP)), atol=LIMIT * 1e-4)


def test_fast_friction_is_there_after_a_time_and_not_a_way():
    """At 100 rad/s z' = (1 - z) w / (slip + w QUICK): a time constant of QUICK + slip/w, and damping by z' besides."""
    model = wheel(
        DryFriction(name="friction", coordinates=("bearing.angle",), limit=LIMIT, law="smooth", slip=SLIP),
        Prescribed(
            name="drive",
            coordinate="bearing.angle",
            signal=jounce.parts.signals.History(time=(0.0, 1.0), value=(0.0, 100.0)),
        ),
    )
    run = jounce.simulate(model, duration=0.01, step=1e-4, output_step=1e-3, start_rates={"bearing.angle": 100.0})
    constant = QUICK + SLIP / 100.0
    growing = np.exp(-run.time / constant)
    expected = LIMIT * (1 - growing + DAMPING / constant * growing)
    np.testing.assert_allclose(run["friction.torque"], expected, rtol=1e-5)  # RK4: (1e-4/2e-3)^4 = 6e-6


def test_friction_only_takes_energy_once_it_slides_back_and_forth():
    """A closed cycle of one radian each way costs 4 limit times amplitude less what builds up twice: 4 x slip ln 2."""
    model = wheel(
        DryFriction(name="friction", coordinates=("bearing.angle",), limit=LIMIT, law="smooth", slip=SLIP),
        Prescribed(
            name="drive",
            coordinate="bearing.angle",
            signal=jounce.parts.signals.Harmonic(amplitude=1.0, frequency=0.05),
        ),
    )
    run = jounce.simulate(model, duration=40.0, step=1e-3, output_step=0.1)
    work = np.interp([20.0, 40.0], run.time, run["friction.work"])
    cycle = work[0] - work[1]
    # after each turn friction goes from -1 to 1 as 1 - 2 exp(-x/slip): 2 slip of way is lost, twice a cycle; at
    # 0.3 rad/s QUICK makes the way longer by a third at most
    assert cycle == pytest.approx(LIMIT * (4.0 - 2 * 2 * SLIP), rel=2 * SLIP)
    assert math.isfinite(cycle)
