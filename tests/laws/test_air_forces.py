"""Air forces: quadratic in speed, parabolas in slip angle, opposed to the motion."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, radians

import numpy as np
import pytest

import jounce
from jounce import Model
from jounce.parts import Body
from jounce.parts.forces import Aerodynamics
from jounce.parts.signals import Constant
from jounce.simulation.prepare import prepare

AIR = Aerodynamics(
    name="air",
    body="body",
    point=(0.4, 0.0, -0.2),
    density=1.2,
    area=1.8,
    length=2.5,
    drag=(0.35, 0.0, 0.6),
    side=(0.0, 2.2, 0.3),
    lift=(0.15, 0.1, 0.9),
    roll=(0.01, 0.4, 0.0),
    pitch=(0.03, 0.0, 0.2),
    yaw=(0.02, 0.6, 0.1),
)
SIX = {"Fx": "drag", "Fy": "side", "Fz": "lift", "Mx": "roll", "My": "pitch", "Mz": "yaw"}


@pytest.fixture(scope="module")
def flown():
    """Force and moment of a body that moves with a velocity and an attitude, without turning."""
    model = Model("body in the air", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="body", mass=800.0, inertia=(200.0, 700.0, 800.0)), AIR)
    ready = prepare(model)

    def at(vx: float, vy: float, yaw: float = 0.0) -> dict[str, float]:
        state = ready.state.copy()
        for name, value in {"body.q0": np.cos(yaw / 2), "body.q3": np.sin(yaw / 2)}.items():
            state[ready.layout.coordinates[name]] = value
        state[ready.layout.speeds["body.vx"]], state[ready.layout.speeds["body.vy"]] = vx, vy
        return ready.workspace().observe(state)

    return at


def test_twice_the_speed_makes_four_times_the_force(flown):
    """Exact up to the smooth turn of drag at standstill: (0.1/30)^2 / 2 = 6e-6 of it."""
    slow, fast = flown(30.0, 4.0), flown(60.0, 8.0)
    for word in SIX:
        assert fast[f"air.{word}"] == pytest.approx(4.0 * slow[f"air.{word}"], rel=2e-5)


@pytest.mark.parametrize("word", SIX)
def test_coefficients_are_parabolas_in_slip_angle(flown, word):
    c0, c1, c2 = getattr(AIR, SIX[word])
    sign = {"Fx": -1.0, "Fy": -1.0}.get(word, 1.0) * (2.5 if word[0] == "M" else 1.0)
    for degrees in (-20.0, -5.0, 0.0, 10.0, 25.0):
        b = radians(degrees)
        seen = flown(40.0 * np.cos(b), 40.0 * np.sin(b))
        pressure = 0.5 * 1.2 * 40.0**2 * 1.8
        expected = sign * pressure * (c0 + c1 * b + c2 * b * b)
        assert seen[f"air.{word}"] == pytest.approx(expected, rel=1e-5, abs=1e-2)
        assert seen["air.slip"] == pytest.approx(b, abs=1e-5)


def test_the_heading_does_not_matter(flown):
    """Velocities are in body axes, so that a turned body that moves alike feels the same."""
    one, other = flown(35.0, 3.0), flown(35.0, 3.0, yaw=2.0)
    for word in SIX:
        assert other[f"air.{word}"] == pytest.approx(one[f"air.{word}"], rel=1e-12)


def test_drag_opposes_the_motion_in_reverse_as_well(flown):
    ahead, back = flown(20.0, 0.0), flown(-20.0, 0.0)
    assert ahead["air.Fx"] < 0 < back["air.Fx"]
    assert ahead["air.Fx"] == pytest.approx(-back["air.Fx"], rel=1e-12)
    assert flown(0.0, 0.0)["air.Fx"] == 0.0


def test_a_coasting_body_slows_down_as_its_drag_says():
    """m v' = -k v^2: v = v0 / (1 + k v0 t / m), k = density area drag / 2."""
    plain = replace(
        AIR, point=(0.0, 0.0, 0.0), drag=(0.4,), side=(0.0,), lift=(0.0,), roll=(0.0,), pitch=(0.0,), yaw=(0.0,)
    )
    model = Model("coasting", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="body", mass=800.0, inertia=(200.0, 700.0, 800.0)), plain)
    run = jounce.simulate(model, duration=60.0, step=0.01, start_rates={"body.vx": 50.0})
    k = 0.5 * 1.2 * 1.8 * 0.4
    expected = 50.0 / (1 + k * 50.0 * run.time / 800.0)
    np.testing.assert_allclose(run["body.vx"], expected, rtol=1e-5)  # the smooth turn: (0.1/20)^2 / 2


def test_slip_is_the_angle_of_the_motion(flown):
    assert flown(12.0, -3.0)["air.slip"] == pytest.approx(atan2(-3.0, 12.0), abs=1e-5)


def test_a_body_that_moves_with_the_wind_feels_nothing():
    """Only the velocity through the air counts: forces of a body at rest in a wind are those of one that moves against
    still air, and none where both go alike."""
    windy = replace(AIR, wind_along=Constant(value=-30.0), wind_across=Constant(value=-4.0))
    seen = {}
    for name, part, velocity in (
        ("still", AIR, (30.0, 4.0)),
        ("wind", windy, (0.0, 0.0)),
        ("with", windy, (-30.0, -4.0)),
    ):
        model = Model("body in the wind", gravity=(0.0, 0.0, 0.0))
        model.add(Body(name="body", mass=800.0, inertia=(200.0, 700.0, 800.0)), part)
        ready = prepare(model)
        state = ready.state.copy()
        state[ready.layout.speeds["body.vx"]], state[ready.layout.speeds["body.vy"]] = velocity
        seen[name] = ready.workspace().observe(state)
    for word in SIX:
        assert seen["wind"][f"air.{word}"] == pytest.approx(seen["still"][f"air.{word}"], rel=1e-12)
        assert abs(seen["with"][f"air.{word}"]) < 1e-9
