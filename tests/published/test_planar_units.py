"""Vehicles of two units, read from a file, against published linear models of motion in the plane and closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import jounce
from jounce.model import Vehicle
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from published.planar_combination import planar_text, planar_vehicle, without_relaxation

# car and trailer of BPMinaker's EoM (input_ex_truck_trailer.jl); eigenvalues worked out apart from this code
CAR_AND_TRAILER: dict[str, Any] = {
    "masses": (1730.3771661569826, 2000.0),
    "inertias": (3508.0, 3000.0),
    "front": 1.289,
    "rear": 1.596,
    "hitch": 2.7,
    "to_centre": 2.9,
    "to_axle": 0.1,
    "stiffnesses": (80e3, 80e3, 80e3),
}
# the tractor-semitrailer of OpenVD (github.com/andresmendes/openvd)
SEMITRAILER: dict[str, Any] = {
    "masses": (7600.0, 25400.0),
    "inertias": (46e3, 450e3),
    "front": 21.0 / 19.0,
    "rear": 3.5 - 21.0 / 19.0,
    "hitch": 3.2 - 21.0 / 19.0,
    "to_centre": 7.7 * 85 / 127,
    "to_axle": 7.7 * 42 / 127,
    "stiffnesses": (300e3, 600e3, 1200e3),
    "kind": "fifth_wheel",
}
PRINTED = 1e-6  # of eigenvalues that are printed to six digits


def swings_in_the_plane(vehicle: Vehicle, speed: float) -> np.ndarray:
    """Real and imaginary parts of the slow oscillations in which the hitch yaws, the one that turns it most first."""
    start = start_straight(vehicle.car_model("angle"), speed)
    modes = jounce.linearise(start.ready, inputs=start.inputs).modes
    found = [mode for mode in modes if mode.eigenvalue.imag > 0.0 and mode.shares.get("hitch.yaw", 0.0) > 0.01]
    found.sort(key=lambda mode: -mode.shares["hitch.yaw"])
    return np.array([[mode.eigenvalue.real, mode.eigenvalue.imag] for mode in found])


def test_a_car_with_a_trailer_from_its_file_snakes_with_the_published_eigenvalue():
    found = without_relaxation(planar_vehicle(**CAR_AND_TRAILER), lambda car: swings_in_the_plane(car, 20.0)[0])
    np.testing.assert_allclose(found, [0.0983495587550223, 2.917415870510219], atol=PRINTED)


def test_a_tractor_with_its_semitrailer_on_a_fifth_wheel_from_its_file_has_the_published_eigenvalues():
    found = without_relaxation(planar_vehicle(**SEMITRAILER), lambda car: swings_in_the_plane(car, 20.0))
    found = found[np.argsort(found[:, 0])]
    np.testing.assert_allclose(found, [[-2.781012, 1.312200], [-1.030857, 2.114123]], atol=PRINTED)


def test_a_trailer_cuts_the_corner_at_walking_pace_as_its_lengths_say():
    """R_r^2 = R_1^2 - L_1^2, R_h^2 = R_r^2 + c^2, R_t^2 = R_h^2 - L_2^2; the hitch lies c = 0.3 m ahead of the axle.

    At 0.1 m/s the axle of the trailer slips by m_S v^2/(R C) times the share of its load, 1.4e-5 rad, which is 0.11 mm
    at the length L_2; what is left of the way inward falls with the square of the speed.
    """
    car, missed = planar_vehicle(**SEMITRAILER).car_model("angle"), []
    for speed in (0.1, 0.05):
        seen = start_in_circle(car, speed, speed / 12.0).seen()
        front = seen["vehicle.speed"] / seen["vehicle.yaw_rate"]
        trailer = math.hypot(seen["trailer.vx"], seen["trailer.vy"]) / seen["trailer.yaw_rate"]
        assert front == pytest.approx(12.5, rel=1e-5)  # 3.5 m ahead of a rear axle on a circle of 12 m
        missed.append(trailer - math.sqrt(front**2 - 3.5**2 + 0.3**2 - 7.7**2))
    assert missed[0] == pytest.approx(0.0, abs=1.5e-4)
    assert missed[1] == pytest.approx(0.25 * missed[0], rel=0.02)


BRAKED = """
[units.car.brakes]
torque = 6000
front_share = 0.6
[units.trailer.brakes]
overrun = 3e4
"""
SLIDE = "push_stiffness = 2e4\npush_preload = 300.0\npush_damping = 4e3\n"


def test_an_overrun_coupling_is_pushed_by_what_its_brakes_leave_of_the_inertia():
    """k x + c x' + P = m a - 2 s x/r: both brakes have the torque s x, and the tyres the loaded radius r.

    The wheels have next to no inertia, and the radius changes by less than 0.1 mm: a thousandth of the brake force.
    """
    car = jounce.load(planar_text(**CAR_AND_TRAILER) + "\n" + SLIDE + BRAKED)
    run = jounce.run(car, "straight-braking", speed="80 km/h", pedal=0.5, duration="4 s")
    rows = (run.time > 1.0) & (run.time < 3.5)
    push, rate, slowing = run["hitch.push"][rows], run["hitch.push_rate"][rows], -run["trailer.ax"][rows]
    braking = 2.0 * 3e4 * push / 0.3
    assert slowing.min() > 3.0 and push.max() > 0.045
    spring, left = 2e4 * push + 4e3 * rate + 300.0, 2000.0 * slowing - braking
    assert np.mean(spring) == pytest.approx(np.mean(left), abs=1e-3 * braking.max())
