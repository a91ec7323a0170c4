"""Tangents of runs of small mechanisms against derivatives of motions in closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest
from powertrain_rig import automatic, engine, shaft
from scipy.integrate import simpson
from scipy.interpolate import CubicSpline

import jounce
from jounce import Model
from jounce.errors import ModelError, NumericalError
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.forces import AppliedForce, DryFriction, Spring
from jounce.parts.joints import Prismatic, Revolute
from jounce.parts.signals import External

X, O = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
SLIDE, SPEED = "way.displacement", "way.displacement_rate"


def on_a_way(*parts) -> Model:
    """A block of 2 kg that slides along x, without weight."""
    block = Body(name="block", mass=2.0, inertia=(1.0, 1.0, 1.0))
    way = Prismatic(name="way", parent=GROUND, child="block", point=O, axis=X)
    return Model("block", gravity=O).add(block, way, *parts)


def test_an_oscillator_changes_with_its_stiffness_and_its_mass_as_its_formula_says():
    """x = x0 cos wt with w = sqrt(k/m): dx/dk = -x0 t sin(wt) / (2 w m), dx/dm = x0 t w sin(wt) / (2 m).

    RK4 errs by (w h)^5 t / (120 h), 4e-13 here; its derivative by as much times w t.
    """
    k, m, x0, h = 200.0, 2.0, 0.1, 1e-4
    spring = Spring(
        name="spring", parent=GROUND, child="block", point=(-1.0, 0.0, 0.0), child_point=O, free_length=1.0, law=k
    )
    paths = ["forces.spring.law.slope", "bodies.block.mass"]
    found = jounce.simulation.simulate_tangents(
        on_a_way(spring), 1.0, [SLIDE, SPEED], by_values=paths, start={SLIDE: x0}, step=h
    )
    t, w = found.run.time, math.sqrt(k / m)
    by_k, by_m = -x0 * t * np.sin(w * t) / (2 * w * m), x0 * t * w * np.sin(w * t) / (2 * m)
    np.testing.assert_allclose(found.slopes[SLIDE], [by_k, by_m], atol=1e-10 * np.abs(by_m).max())
    rate = x0 / (2 * m) * (np.sin(w * t) + w * t * np.cos(w * t))  # d/dm of the speed is the rate of dx/dm
    np.testing.assert_allclose(found.slopes[SPEED][1], w * rate, atol=1e-10 * np.abs(w * rate).max())


@pytest.mark.parametrize("step", [0.01, 0.0037])
def test_a_block_stops_elsewhere_when_its_friction_changes(step):
    """It stops after v^2 m / (2 F), and rests: d(place)/dF = -v^2 m / (2 F^2), d(speed)/dF = 0 from there on.

    RK4 is exact for this motion; events are located to 1e-11 s.
    """
    v, m, F = 2.0, 2.0, 8.0
    rubbing = on_a_way(DryFriction(name="friction", coordinates=(SLIDE,), limit=F))
    paths = ["forces.friction.limit", "bodies.block.mass"]
    found = jounce.simulation.simulate_tangents(
        rubbing, 1.0, [SLIDE, SPEED], by_values=paths, start_rates={SLIDE: v}, step=step
    )
    t = found.run.time
    stops = v * m / F
    place = np.where(t < stops, -0.5 * t**2 / m, -(v**2) * m / (2 * F**2))
    heavier = np.where(t < stops, 0.5 * F * t**2 / m**2, v**2 / (2 * F))
    np.testing.assert_allclose(found.slopes[SLIDE], [place, heavier], atol=1e-8)
    assert np.abs(found.slopes[SPEED][:, t > stops]).max() <= 1e-8
    np.testing.assert_allclose(found.slopes[SPEED][0, t < stops], -t[t < stops] / m, atol=1e-12)


def test_a_pushed_block_changes_with_every_value_of_its_push():
    """x'' = F/m with F linear between its values: each is a hat, whose double integral is known at the end.

    A hat of width d at time a adds d (T - a) / m to the end; the first and the last are halves: d/2 (T - a -+ d/3) / m.
    RK4 integrates cubic polynomials exactly.
    """
    d, T, m = 0.25, 1.0, 2.0
    times, values = np.arange(5) * d, np.array([1.0, -2.0, 0.5, 3.0, 1.0])
    pushed = on_a_way(
        Input(name="push", unit="N"),
        AppliedForce(name="force", body="block", point=O, direction=X, signal=External(input="push")),
    )
    push = {"push": (times, values, "linear")}
    found = jounce.simulation.simulate_tangents(pushed, T, [SLIDE], by_inputs=["push"], inputs=push, step=0.01)
    expected = d * (T - times) / m
    expected[0], expected[-1] = d / 2 * (T - d / 3) / m, d / 2 * (d / 3) / m
    np.testing.assert_allclose(found.slopes[SLIDE][:, -1], expected, atol=1e-13)


@pytest.mark.parametrize("interpolation", ["linear", "spline"])
def test_what_hangs_on_a_driven_block_changes_with_every_value_of_its_history(interpolation):
    """A mass on a spring whose other end is moved by u(t): x'' = w^2 (u - x), which is linear in all values of u.

    By Duhamel dx/du_k at T is the integral of w sin(w (T - s)) times the k-th basis function. RK4 errs by (w h)^4 / 120
    of it, 1e-13; the integral by Simpson's rule and the differences at knots by less than 1e-8.
    """
    d, T, m, k, h = 0.25, 1.0, 2.0, 200.0, 2e-4
    times, values, w = np.arange(5) * d, np.array([0.0, 0.02, -0.01, 0.03, 0.01]), math.sqrt(k / m)
    rider = Body(name="rider", mass=m, inertia=(1.0, 1.0, 1.0))
    ends = {"parent": "block", "child": "rider", "point": (-1.0, 0.0, 0.0), "child_point": O}
    model = on_a_way(
        Input(name="u", unit="m"),
        Prescribed(name="drive", coordinate=SLIDE, signal=External(input="u")),
        rider,
        Prismatic(name="ride", parent=GROUND, child="rider", point=O, axis=X),
        Spring(name="spring", free_length=1.0, law=k, **ends),
    )
    found = jounce.simulation.simulate_tangents(
        model,
        T,
        [SLIDE, "ride.displacement"],
        by_inputs=["u"],
        inputs={"u": (times, values, interpolation)},
        step=h,
    )
    s = np.linspace(0.0, T, 20001)
    basis = [np.interp(s, times, row) for row in np.eye(5)]
    if interpolation == "spline":
        basis = [CubicSpline(times, row, bc_type="natural")(s) for row in np.eye(5)]
    expected = [simpson(w * np.sin(w * (T - s)) * own, x=s) for own in basis]
    np.testing.assert_allclose(found.slopes[SLIDE][:, -1], [own[-1] for own in basis], atol=1e-9)
    np.testing.assert_allclose(found.slopes["ride.displacement"][:, -1], expected, atol=1e-8)


def test_an_instant_that_is_held_is_refused_by_name():
    """A gearbox remembers when it shifted, and shifts again after a dwell: both instants move with the inertia."""
    model = rotors(shaft("crankshaft", 0.2), shaft("wheel", 5.0)).add(engine(), automatic())
    turning = {"crankshaft.angle": 240.0, "wheel.angle": 20.0}
    given = {"inputs": {"throttle": 1.0}, "start_rates": turning}
    with pytest.raises(NumericalError, match=r"behind t = 0\.187778 s: gearbox\.since is held"):
        jounce.simulation.simulate_tangents(
            model, 0.5, ["wheel.angle"], by_values=["bodies.wheel body.inertia.y"], **given
        )


def rotors(*shafts) -> Model:
    model = Model("rotors")
    for own in shafts:
        model.add(*own)
    return model.add(Input(name="throttle"))


def test_what_cannot_be_differentiated_is_told_before_anything_runs():
    model = on_a_way(Revolute(name="turn", parent=GROUND, child="wheel", point=O, axis=X)).add(
        Body(name="wheel", mass=1.0, inertia=(1.0, 1.0, 1.0))
    )
    with pytest.raises(ModelError) as refused:
        jounce.simulation.simulate_tangents(
            model, 1.0, ["way.place"], by_values=["bodies.blok.mass"], by_inputs=["push"]
        )
    told = {problem.where: problem.what for problem in refused.value.problems}
    assert "Did you mean 'way.displacement'?" in told["way.place"] or "no such channel" in told["way.place"]
    assert "Did you mean 'bodies.block.mass'?" in told["bodies.blok.mass"]
    assert "not given" in told["push"]
