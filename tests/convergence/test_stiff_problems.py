"""Implicit methods on stiff problems: closed forms, published values, and CVODE on the same right-hand sides."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from plants import kernel, plant
from sksundae.cvode import CVODE

import jounce
from jounce.simulation.integrators import METHODS, integrate

sys.path.insert(0, str(Path(__file__).parents[1] / "published"))

from mechanisms import MECHANISMS

X, O = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
IMPLICIT = [name for name, method in METHODS.items() if method.jacobian != "none"]
EXACT_JACOBIAN = [name for name in IMPLICIT if METHODS[name].jacobian == "full"]


def one_way(name, mass):
    """A body that slides along x."""
    return (
        jounce.parts.Body(name=name, mass=mass, inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Prismatic(name=f"{name}_way", parent="ground", child=name, point=O, axis=X),
    )


def along_x(stiffness, damping, parent, child):
    numbers = {"stiffness": (stiffness,) * 6, "damping": (damping,) * 6}
    return jounce.parts.Bushing(name="bushing", parent=parent, child=child, point=O, **numbers)


def final_speed(ready, body, method, steps, duration=1.0):
    run = integrate(
        ready.workspace(),
        ready.state,
        0.0,
        duration,
        samples=np.array([duration]),
        method=method,
        step=duration / steps,
        fixed=True,
    )
    assert run.status == "finished"
    return run.y_end[ready.layout.speeds[f"{body}_way.displacement_rate"]]


def slope(error, counts):
    coarse, fine = (error(count) for count in counts)
    return math.log2(coarse / fine)


# --- Prothero and Robinson ------------------------------------------------------------------------------------

# slopes between steps of 1/40 and 1/80 with lambda = -1e5 to t = 1, of the same tables in 50 digits, apart from jounce;
# RODAS4 and RODAS5, which are not ours for that reason, have 0.94 and 1.05
PROTHERO_ROBINSON = {"rodas4p2": 3.00, "rodas5p": 3.04, "ros2": 2.02, "ros2s": 2.01, "ros34pw2": 2.01}
LAMBDA = -1e5  # 1/s


@pytest.fixture(scope="module")
def led_block():
    """v' = lambda (v - sin t) + cos t, so v = sin t [Prothero, Robinson 1974]: a damper, and a force c sin t + m cos t.

    The force changes with time, so the methods need the derivative by time beside that by state.
    """
    c, m = -LAMBDA, 1.0
    force = jounce.parts.signals.Harmonic(
        amplitude=math.hypot(c, m), frequency=1 / (2 * math.pi), phase=math.atan2(m, c)
    )
    model = jounce.Model("led block", gravity=O).add(
        *one_way("block", m),
        along_x(0.0, c, "ground", "block"),
        jounce.parts.AppliedForce(name="lead", body="block", point=O, direction=X, signal=force),
    )
    return jounce.prepare(model, integrator="rodas4p2")


@pytest.mark.parametrize("method", PROTHERO_ROBINSON)
def test_order_on_prothero_and_robinsons_problem_is_that_of_the_table(led_block, method, measured):
    found = slope(lambda n: abs(final_speed(led_block, "block", method, n) - math.sin(1.0)), (40, 80))
    measured(f"stiff_order.{method}", found - PROTHERO_ROBINSON[method], 0.2)
    assert found == pytest.approx(PROTHERO_ROBINSON[method], abs=0.2)


def test_extrapolation_is_left_with_an_error_of_the_square_of_the_time_constant(led_block):
    """Bader and Deuflhard's method follows v = sin t but for terms of 1/lambda^2, which no step makes smaller."""
    for steps in (10, 80):
        assert abs(final_speed(led_block, "block", "bulirsch-stoer-deuflhard", steps) - math.sin(1.0)) < LAMBDA**-2


# --- a bushing driven by prescribed motion --------------------------------------------------------------------

# slopes of the same tables in 50 digits on an equation with an algebraic part, between steps of 1/40 and 1/80: that is
# what a stiff bushing behind a prescribed coordinate comes to, since the coordinate is a state like others
ALGEBRAIC = {"rodas4p2": 3.84, "rodas5p": 4.98, "ros2": 1.97, "ros2s": 1.98, "ros34pw2": 2.97}
# Rounding of u - x, half of 2e-16 m, turns into k/c times that, 5e-12 m/s: as much as RODAS5P errs with 40 steps. So
# its order shows between 10 and 20, with errors of 6e-9 and 2e-10; between 40 and 80 it is 5 or 3, by the processor.
COARSE = {"rodas5p": (10, 20)}
STIFFNESS, DAMPING = 1e10, 2e5  # N/m, N s/m: both modes of 1 kg at -1e5 1/s


@pytest.fixture(scope="module")
def pushed_block():
    """m x'' = k (u - x) + c (u' - x') with u = sin t: x is a sine as well, and starts as one."""
    response = (STIFFNESS + 1j * DAMPING) / (STIFFNESS - 1.0 + 1j * DAMPING)
    model = jounce.Model("pushed block", gravity=O).add(
        *one_way("plate", 1.0),
        *one_way("block", 1.0),
        jounce.parts.Prescribed(
            name="drive",
            coordinate="plate_way.displacement",
            signal=jounce.parts.signals.Harmonic(amplitude=1.0, frequency=1 / (2 * math.pi)),
        ),
        along_x(STIFFNESS, DAMPING, "plate", "block"),
    )
    start = {"block_way.displacement": response.imag}
    rates = {"block_way.displacement": response.real}
    return jounce.prepare(model, start=start, start_rates=rates), (response * np.exp(1j)).real


@pytest.mark.parametrize("method", ALGEBRAIC)
def test_a_stiff_bushing_driven_by_a_prescribed_motion_costs_no_order(pushed_block, method):
    ready, exact = pushed_block
    found = slope(lambda n: abs(final_speed(ready, "block", method, n) - exact), COARSE.get(method, (40, 80)))
    assert found == pytest.approx(METHODS[method].order, abs=0.2)
    assert found > ALGEBRAIC[method] - 0.2
    assert found > PROTHERO_ROBINSON[method] - 0.2


# --- Robertson and Andrews ------------------------------------------------------------------------------------


@kernel
def robertson(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    slow, middle, fast = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]
    out[0], out[1], out[2] = middle - slow, slow - middle - fast, fast


def robertson_rates(t, y, out):
    slow, middle, fast = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]
    out[0], out[1], out[2] = middle - slow, slow - middle - fast, fast


ROBERTSON_AT_1E11 = [0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050]


@pytest.mark.parametrize("method", EXACT_JACOBIAN)
def test_robertsons_reaction_ends_as_published(method):
    """Values of the Test Set for IVP Solvers, problem rober [Mazzia, Magherini 2008], after 1e11 s, in a few hundred
    steps. The errors of steps, 1e-6 each, do not add up: the slow part attracts.
    """
    tolerances = {"rtol": 1e-6, "atol": np.array([1e-12, 1e-18, 1e-10])}
    run = integrate(
        plant(robertson, state_size=3),
        np.array([1.0, 0.0, 0.0]),
        0.0,
        1e11,
        samples=np.array([1e11]),
        method=method,
        **tolerances,
    )
    assert run.status == "finished" and run.steps < 1000
    np.testing.assert_allclose(run.y_end, ROBERTSON_AT_1E11, rtol=1e-6)


@pytest.mark.parametrize("method", IMPLICIT)
def test_robertsons_reaction_goes_as_with_cvode(method):
    """After 40 s; also methods that keep their Jacobian, whose errors of steps add up to some of the tolerance."""
    start, rtol = np.array([1.0, 0.0, 0.0]), 1e-6
    solver = CVODE(robertson_rates, rtol=1e-11, atol=1e-16, max_num_steps=100_000)
    expected = solver.solve([0.0, 40.0], start).y[-1]
    run = integrate(
        plant(robertson, state_size=3),
        start,
        0.0,
        40.0,
        samples=np.array([40.0]),
        method=method,
        rtol=rtol,
        atol=rtol * np.array([1.0, 1e-4, 1.0]),
    )
    np.testing.assert_allclose(run.y_end, expected, rtol=30 * rtol)


@pytest.fixture(scope="module")
def andrews():
    mechanism = MECHANISMS["Andrews, planar pins"]()
    return mechanism, jounce.prepare(mechanism.model, start_rates=mechanism.start_rates)


@pytest.mark.parametrize("method", IMPLICIT)
def test_andrews_squeezer_reaches_its_published_angles(andrews, method):
    """The same values and limits as with explicit methods, see tests/published."""
    mechanism, ready = andrews
    asked = {"rtol": 1e-7, "atol": 1e-9} if method in EXACT_JACOBIAN else {"accuracy": 1e-7}
    run = jounce.simulate(ready, mechanism.duration, integrator=method, output_step=mechanism.duration, **asked)
    for check in mechanism.checks:
        assert run[check.channel][-1] == pytest.approx(check.value, abs=check.limit), check.channel


# --- stiff models beside CVODE --------------------------------------------------------------------------------


def with_cvode(ready, duration):
    """The controlled states at the end, by variable-order BDF on the model's own right-hand side."""
    work, count = ready.workspace(), ready.layout.sizes["controlled"]
    state = ready.state.copy()

    def rates(t, y, out):
        state[:count] = y
        work.inputs[0] = t
        out[:] = work.rhs(state)[:count]

    solver = CVODE(rates, rtol=1e-9, atol=1e-11, max_num_steps=100_000)
    return solver.solve([0.0, duration], ready.state[:count]).y[-1]


def engine_on_mounts():
    """A body on four bushings of 1e6 to 1e7 N/m that differ, shaken by a force; it turns as well as it moves."""
    model = jounce.Model("engine on mounts").add(
        jounce.parts.Body(name="engine", mass=90.0, inertia=(4.0, 6.0, 5.0)),
        jounce.parts.AppliedForce(
            name="shake",
            body="engine",
            point=(0.1, 0.05, 0.3),
            direction=(0.3, 1.0, 0.5),
            signal=jounce.parts.signals.Harmonic(amplitude=5000.0, frequency=8.0),
        ),
    )
    for k, (x, y) in enumerate(((0.3, 0.2), (0.3, -0.2), (-0.3, 0.2), (-0.3, -0.2))):
        stiffness = (1e6 * (1 + 3 * k), 2e6, 1e7, 1e4, 1e4, 1e4)
        damping = (2e4, 2e4, 5e4, 50.0, 50.0, 50.0)
        mount = {"point": (x, y, -0.1), "stiffness": stiffness, "damping": damping}
        model.add(jounce.parts.Bushing(name=f"mount_{k}", parent="ground", child="engine", **mount))
    return jounce.prepare(model)


def rotors_on_a_stiff_shaft():
    """A pendulum turns a rotor through a shaft of 1e6 N m/rad: a swing of 1 Hz beside a vibration of 600 Hz."""
    y = (0.0, 1.0, 0.0)
    shaft = {"stiffness": (1e6,) * 6, "damping": (200.0,) * 6}
    model = jounce.Model("rotors on a shaft").add(
        jounce.parts.Body(name="pendulum", mass=2.0, centre=(0.0, 0.0, -0.4), inertia=(0.05, 0.05, 0.05)),
        jounce.parts.Body(name="rotor", mass=3.0, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Revolute(name="near", parent="ground", child="pendulum", point=O, axis=y),
        jounce.parts.Revolute(name="far", parent="ground", child="rotor", point=O, axis=y),
        jounce.parts.Bushing(name="shaft", parent="pendulum", child="rotor", point=O, **shaft),
    )
    return jounce.prepare(model, start={"near.angle": 1.2, "far.angle": 1.2})


@pytest.fixture(scope="module", params=[engine_on_mounts, rotors_on_a_stiff_shaft], ids=lambda make: make.__name__)
def beside_cvode(request):
    ready = request.param()
    return ready, with_cvode(ready, 0.3)


@pytest.mark.parametrize("method", EXACT_JACOBIAN)
def test_a_stiff_model_moves_as_with_cvode(beside_cvode, method, measured):
    """Both are asked for far more than the limit."""
    ready, expected = beside_cvode
    run = integrate(
        ready.workspace(), ready.state, 0.0, 0.3, samples=np.array([0.3]), method=method, rtol=1e-9, atol=1e-10
    )
    found = run.y_end[: len(expected)]
    measured("cvode.states", found - expected, 1e-6)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6)
