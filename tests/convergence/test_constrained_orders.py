"""Orders of the integrators on mechanisms with loops, where multipliers and projection could cost some.

Errors of two steps, one half of the other, against a run of Bulirsch and Stoer's method with fine steps; their ratio
tends to 2^order. Steps are of fixed length, also of methods that could choose.

Rounding bounds the steps from below: runs of 360 and of 480 steps of that method, whose truncation is far smaller,
differ by 2e-14 to 1e-13, more or less of it with each processor. Errors near that say nothing of the order.
"""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.simulation.integrators import METHODS, integrate

Y, Z = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
ROWS = 6  # of a run, ends of steps all
FINE = 480  # steps of the run that others are compared with
STEPS = {  # of a run, then twice as many: truncation stays above rounding, and a kept Jacobian is that of the start
    "rk4": 60,
    "runge-kutta-fehlberg": 60,
    "dormand-prince": 60,
    "bulirsch-stoer": 12,
    "rodas4p2": 60,
    "rodas5p": 48,
    "bulirsch-stoer-deuflhard": 48,
    "ros2": 48,
    "ros2s": 48,
    "ros34pw2": 48,
}
OTHER_STEPS = {
    ("dormand-prince", "bicycle"): 120,
    ("bulirsch-stoer", "quarter car"): 48,
    ("rodas5p", "ball and slider"): 96,
}
# Truncation falls below rounding before the second term of the error is gone. An error of C h^p (1 + a h) has orders of
# p + a h / (2 log 2) from h and h/2, so two of them give the order of steps of no length: 8.61 and 8.32, from 6, 12 and
# 24 steps, give 8.02. From 18 and 36 the order was 8.20 or 8.21, as the processor rounds: the last error is 7e-13.
EXTRAPOLATED = {("bulirsch-stoer", "bicycle")}
# on equations that are nearly linear the first term of the error of RODAS5P nearly vanishes
FASTER = {("rodas5p", "quarter car")}


def bar(name, mass, centre, inertia=0.02):
    return jounce.parts.Body(name=name, mass=mass, centre=centre, inertia=(inertia,) * 3)


def hinge(name, parent, child, point, axis):
    return jounce.parts.Revolute(name=name, parent=parent, child=child, point=point, axis=axis)


def four_bar():
    """Hanging, with a spring, swung hard."""
    A, B, C, D = (0.0, 0.0, 0.0), (0.05, 0.0, -0.3), (0.65, 0.0, -0.45), (0.7, 0.0, 0.0)
    model = jounce.Model("four-bar").add(
        bar("crank", 1.0, (0.02, 0.0, -0.15)),
        bar("coupler", 2.0, (0.35, 0.0, -0.4)),
        bar("rocker", 1.5, (0.68, 0.0, -0.2)),
        hinge("crank_foot", "ground", "crank", A, Y),
        hinge("crank_head", "crank", "coupler", B, Y),
        hinge("rocker_foot", "ground", "rocker", D, Y),
        jounce.parts.Constraint(name="rocker_head", parent="coupler", child="rocker", point=C, locked=("tx", "tz")),
    )
    return jounce.prepare(model, start_rates={"crank_foot.angle": 4.0})


def quarter_car():
    """A double wishbone in the y-z plane under a heaving body, on a road of sine waves."""
    x = (1.0, 0.0, 0.0)
    centre, top, low = (0.0, 0.75, 0.3), (0.0, 0.5, 0.7), (0.0, 0.6, 0.22)
    strut = {"parent": "body", "child": "lower_arm", "point": top, "child_point": low}
    model = jounce.Model("quarter car").add(
        bar("body", 300.0, (0.0, 0.0, 0.6), 50.0),
        bar("lower_arm", 5.0, (0.0, 0.55, 0.21), 0.1),
        bar("upper_arm", 3.0, (0.0, 0.55, 0.52), 0.05),
        bar("knuckle", 35.0, centre, 1.0),
        jounce.parts.Prismatic(name="heave", parent="ground", child="body", point=(0.0, 0.0, 0.6), axis=Z),
        hinge("lower_pivot", "body", "lower_arm", (0.0, 0.4, 0.22), x),
        hinge("upper_pivot", "body", "upper_arm", (0.0, 0.45, 0.5), x),
        hinge("lower_ball", "lower_arm", "knuckle", (0.0, 0.7, 0.2), x),
        jounce.parts.Constraint(
            name="upper_ball", parent="upper_arm", child="knuckle", point=(0.0, 0.66, 0.55), locked=("ty", "tz")
        ),
        jounce.parts.Spring(**strut, name="spring", free_length=0.6, law=jounce.parts.laws.Linear(slope=45_000.0)),
        jounce.parts.Damper(**strut, name="damper", law=jounce.parts.laws.Linear(slope=2_000.0)),
        jounce.parts.VerticalTyre(
            name="tyre",
            body="knuckle",
            point=centre,
            radius=0.317,
            stiffness=180_000.0,
            road=jounce.parts.signals.Harmonic(amplitude=0.01, frequency=3.0),
            lift_off=False,
        ),
    )
    return jounce.prepare(model)


def ball_and_slider():
    """A rod on a ball joint, quaternions beside angles: a heavy crank pulls it round, it drags a slider on a spring."""
    A, B, C = (0.0, 0.0, 0.0), (0.0, 0.1, 0.05), (0.3, 0.02, 0.0)
    model = jounce.Model("ball and slider").add(
        bar("crank", 2.0, (0.0, 0.03, 0.02), 0.05),
        bar("rod", 0.5, (0.15, 0.06, 0.025), 0.005),
        bar("slider", 1.0, C),
        hinge("bearing", "ground", "crank", A, (1.0, 0.0, 0.0)),
        jounce.parts.Spherical(name="ball", parent="crank", child="rod", point=B),
        jounce.parts.Prismatic(name="way", parent="ground", child="slider", point=C, axis=(1.0, 0.0, 0.0)),
        jounce.parts.Universal(name="fork", parent="slider", child="rod", point=C, axis=Y, child_axis=Z, cut=True),
        jounce.parts.Spring(
            name="spring",
            parent="ground",
            child="slider",
            point=(0.6, 0.0, 0.0),
            child_point=C,
            free_length=0.29,
            law=jounce.parts.laws.Linear(slope=30_000.0),
        ),
    )
    return jounce.prepare(model, start_rates={"bearing.angle": 8.0})


def bicycle():
    """Two wheels that roll without slip, pushed to the side and steered: rows of positions beside rows of speeds."""
    rates = {"rear frame.vx": 12.0, "rear frame.wx": 1.5, "head.angle": 3.0}
    return jounce.prepare(jounce.load("whipple_bicycle"), start={"head.angle": 0.1}, start_rates=rates)


MECHANISMS = {  # and s of their runs
    "four-bar": (four_bar, 0.6),
    "quarter car": (quarter_car, 0.24),
    "ball and slider": (ball_and_slider, 0.36),
    "bicycle": (bicycle, 0.24),
}


@pytest.fixture(scope="module")
def prepared():
    return {name: make() for name, (make, _) in MECHANISMS.items()}


def positions_and_speeds(ready, method, duration, steps, samples):
    step = duration / steps
    run = integrate(
        ready.workspace(), ready.state, 0.0, duration, samples=samples, method=method, step=step, fixed=True
    )
    assert run.status == "finished" and run.steps == steps
    assert run.max_gap < 1e-10
    return run.states[:, : ready.layout.sizes["controlled"]]


def rms(numbers):
    return np.sqrt((numbers**2).mean())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", MECHANISMS)
def test_a_method_keeps_its_order_on_a_mechanism_with_loops(prepared, name, method, measured):
    """A fifth of an order of slack: the steps are not infinitely small."""
    ready, duration = prepared[name], MECHANISMS[name][1]
    times = np.linspace(0.0, duration, ROWS + 1)[1:]
    exact = positions_and_speeds(ready, "bulirsch-stoer", duration, FINE, times)
    count = OTHER_STEPS.get((method, name), STEPS[method])

    def error(steps):
        return rms(positions_and_speeds(ready, method, duration, steps, times) - exact)

    coarse, fine = error(count), error(2 * count)
    order, nominal = np.log2(coarse / fine), METHODS[method].order
    if (method, name) in EXTRAPOLATED:
        rounding = rms(positions_and_speeds(ready, "bulirsch-stoer", duration, FINE * 3 // 4, times) - exact)
        assert rounding < 0.02 * fine  # 0.03 of an order, twice
        order = 2.0 * order - np.log2(error(count // 2) / coarse)
    if (method, name) in FASTER:
        assert nominal < order < nominal + 1.2
    else:
        measured(f"order.{method}", order - nominal, 0.2)
        assert order == pytest.approx(nominal, abs=0.2)


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("method", ["dormand-prince", "rodas5p"])
def test_dense_output_between_the_steps_is_of_order_four(prepared, name, method):
    """A polynomial of degree four between steps errs by h^5 [Hairer, Norsett, Wanner 1993, section II.6]."""
    samples = np.linspace(0.0, 0.6, 1000)  # many in each step, so that the largest error is met
    runs = [positions_and_speeds(prepared[name], method, 0.6, n, samples) for n in (30, 60, 480)]
    coarse, fine = (np.abs(run - runs[-1]).max() for run in runs[:2])
    assert np.log2(coarse / fine) > 4.5
