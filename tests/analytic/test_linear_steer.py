"""Gains and modes of the linear study, and their derivatives, against closed forms of the single track."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.model.linear_cars import SingleTrackCar

SPEED = 80.0 / 3.6
CAR = SingleTrackCar(
    name="single track",
    mass=1000.0,
    yaw_inertia=1500.0,
    front=1.1,
    rear=1.4,
    front_stiffness=8.0e4,
    rear_stiffness=1.0e5,
    steering_ratio=16.0,
)
PER_G = np.degrees(1.0) * 9.81


def test_a_linear_car_has_the_gains_and_the_mode_of_its_formulas():
    """All derivatives are exact, so what is left is rounding of a small linear system."""
    found = jounce.run(CAR, "linear-steer", speed=SPEED).metrics
    expected = {
        "yaw_rate_gain": CAR.yaw_rate_gain(SPEED),
        "lateral_acceleration_gain": CAR.yaw_rate_gain(SPEED) * SPEED,
        "sideslip_gain": CAR.sideslip_gain(SPEED),
        "understeer_gradient": CAR.understeer_gradient() * PER_G,
        "characteristic_speed": CAR.characteristic_speed(),
        "yaw_natural_frequency": CAR.natural_frequency(SPEED) / (2.0 * np.pi),
        "yaw_damping": CAR.damping_ratio(SPEED),
    }
    for name, value in expected.items():
        assert found[name].value == pytest.approx(value, rel=1e-11), name


def test_curves_over_frequency_are_those_of_the_transfer_function():
    """r/delta = (m a Cf s + Cf Cr L / V) / (i (m I s^2 + ...)), by elimination of v from both equations."""
    run = jounce.run(CAR, "linear-steer", speed=SPEED, points=7)
    c0, c1, c2 = CAR.characteristic_polynomial(SPEED)
    s = 2j * np.pi * run["frequency"]
    above = CAR.front_stiffness * (CAR.mass * CAR.front * s + CAR.rear_stiffness * CAR.wheelbase / SPEED)
    H = above / (c0 + c1 * s + c2 * s**2) / CAR.steering_ratio
    np.testing.assert_allclose(run["yaw_rate.gain"], np.abs(H), rtol=1e-11)
    np.testing.assert_allclose(run["yaw_rate.phase"], np.angle(H), atol=1e-11)


def test_gains_change_with_mass_and_stiffness_as_their_formulas_say(measured):
    """With K = m (b / Cf - a / Cr) / L, V_ch = sqrt(L / K) and G = V / (i (L + K V^2)):

        dV_ch/dm = -V_ch / (2 m),    dK/dCf = -m b / (L Cf^2),    dG/dp = -V^3 / (i (L + K V^2)^2) dK/dp

    Central differences of step 3e-5 err by its square times the third derivative, about 1e-9.
    """
    metrics, paths = ["characteristic_speed", "yaw_rate_gain"], ["mass", "front_stiffness"]
    found = jounce.gradient(CAR, "linear-steer", metrics, paths, speed=SPEED, points=2)
    K, L, top = CAR.understeer_gradient(), CAR.wheelbase, CAR.characteristic_speed()
    dK = np.array([K / CAR.mass, -CAR.mass * CAR.rear / (L * CAR.front_stiffness**2)])
    dG = -(SPEED**3) / (CAR.steering_ratio * (L + K * SPEED**2) ** 2) * dK
    assert -0.5 * top / K * dK[0] == pytest.approx(-top / (2.0 * CAR.mass))
    expected = np.array([-0.5 * top / K * dK, dG])
    measured("gradients of linear figures", found.values / expected - 1.0, 1e-7)


def test_the_gain_changes_with_speed_as_its_formula_says():
    """dG/dV = (L - K V^2) / (i (L + K V^2)^2): it vanishes at the characteristic speed."""
    found = jounce.gradient(CAR, "linear-steer", "yaw_rate_gain", "settings.speed", speed=SPEED, points=2)
    K, L = CAR.understeer_gradient(), CAR.wheelbase
    expected = (L - K * SPEED**2) / (CAR.steering_ratio * (L + K * SPEED**2) ** 2)
    assert found.values[0, 0] == pytest.approx(expected, rel=1e-6)
    top = CAR.characteristic_speed()
    flat = jounce.gradient(CAR, "linear-steer", "yaw_rate_gain", "settings.speed", speed=top, points=2)
    assert abs(flat.values[0, 0]) < 1e-6 * expected


def test_frequency_and_damping_change_with_yaw_inertia_as_their_formulas_say():
    """omega^2 = c0 / (m I) with c0 free of I: d omega/dI = -omega / (2 I). D = c1 / (2 sqrt(c0 m I)), and c1 has the
    part (Cf + Cr) I / V: dD/dI = D (((Cf + Cr) / V) / c1 - 1 / (2 I))."""
    metrics = ["yaw_natural_frequency", "yaw_damping"]
    found = jounce.gradient(CAR, "linear-steer", metrics, ["yaw_inertia"], speed=SPEED, points=2)
    _, c1, _ = CAR.characteristic_polynomial(SPEED)
    D, I = CAR.damping_ratio(SPEED), CAR.yaw_inertia
    by_I = D * ((CAR.front_stiffness + CAR.rear_stiffness) / SPEED / c1 - 0.5 / I)
    by_frequency = -CAR.natural_frequency(SPEED) / (2.0 * np.pi) / (2.0 * I)
    np.testing.assert_allclose(found.values[:, 0], [by_frequency, by_I], rtol=1e-7)


def test_a_car_with_every_part_answers_small_angles_as_small_circles_do():
    """Circles of 0.2 m/s^2 by trim, far below where tyres bend: the rest is of second order in the slip angle."""
    car = jounce.load("golf1")
    linear = jounce.run(car, "linear-steer", speed="80 km/h", points=2).metrics
    circles = jounce.run(car, "steady-circle", speed="80 km/h", lateral_acceleration="0.2 m/s^2").metrics
    for name in ("understeer_gradient", "characteristic_speed"):
        assert linear[name].value == pytest.approx(circles[name].value, rel=2e-4), name
