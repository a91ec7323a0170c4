"""Frequency responses and loops of the steering wheel against closed forms, and of cars against their linear models."""

import numpy as np
import pytest
from scipy.signal import lsim

import jounce
from jounce.results.vibration.spectra import frequency_response
from jounce.studies.handling.steady_cornering import cornering_gradient
from jounce.studies.response.loops import mean_loop
from jounce.studies.response.steer_frequencies import read_frequency_response
from jounce.studies.response.swept_steer import SweptSteer

WITHOUT_FRICTION = {"steering.rack_friction": 0.0, "drive.differential_friction": 0.0}


def test_the_response_of_a_second_order_system_is_found_from_a_sweep():
    """H = w^2 / (s^2 + 2 z w s + w^2). The mean over a band of 0.05 Hz errs by its curvature, b^2 H'' / (24 H): 2e-3
    where H is sharpest; the sampled history is straight between samples, (w h)^2 / 12 = 3e-5 at 3 Hz."""
    w, z, step = 2 * np.pi * 1.2, 0.5, 0.005
    t, wheel, _ = SweptSteer(angle=1.0).wheel(1.0)
    even = np.arange(0.0, t[-1], step)
    cause = np.interp(even, t, wheel)
    _, effect, _ = lsim(([w * w], [1.0, 2 * z * w, w * w]), cause, even)
    f, H, coherence = frequency_response(cause, effect, step, 0.05)
    used = (f > 0.25) & (f < 2.8)
    s = 2j * np.pi * f
    exact = w * w / (s * s + 2 * z * w * s + w * w)
    assert np.abs(H / exact - 1.0)[used].max() < 4e-3
    assert coherence[used].min() > 0.999


def test_figures_of_a_second_order_response():
    """Peak at w sqrt(1 - 2 z^2) of 1 / (2 z sqrt(1 - z^2)); -45 deg where 2 z r = 1 - r^2; half power as given."""
    w, z = 1.5, 0.4
    f = np.linspace(0.02, 5.0, 4000)
    r = f / w
    found = read_frequency_response(f, 1.0 / (1.0 - r * r + 2j * z * r))
    assert found["resonance"] == pytest.approx(w * np.sqrt(1 - 2 * z * z), rel=2e-3)
    assert found["resonance_ratio"] == pytest.approx(1 / (2 * z * np.sqrt(1 - z * z)), rel=1e-3)
    at_45 = w * (np.sqrt(z * z + 1) - z)
    assert found["frequency_45"] == pytest.approx(at_45, rel=1e-4)
    assert found["equivalent_time"] == pytest.approx(1 / (2 * np.pi * at_45), rel=1e-4)
    bandwidth = w * np.sqrt(1 - 2 * z * z + np.sqrt(2 - 4 * z * z + 4 * z**4))
    assert found["bandwidth"] == pytest.approx(bandwidth, rel=1e-3)
    assert found["phase_at_1_hz"] == pytest.approx(-np.arctan2(2 * z / w, 1 - 1 / w**2), abs=1e-4)


def test_a_gain_that_only_falls_has_no_resonance():
    """A first-order lag: its largest gain is that of the lowest frequency, which is no peak."""
    f = np.linspace(0.2, 4.0, 381)
    found = read_frequency_response(f, 1.0 / (1.0 + 2j * np.pi * f * 0.1))
    assert "resonance" not in found and "resonance_ratio" not in found
    assert found["frequency_45"] == pytest.approx(1.0 / (2.0 * np.pi * 0.1), rel=1e-3)


@pytest.mark.parametrize("study", ["swept-steer", "random-steer"])
def test_small_turns_answer_as_the_linearised_car(study):
    """Within 2 % up to 2 Hz where everything is linear: the functional car has no friction, and its springs and dampers
    are straight lines."""
    run = jounce.run(jounce.load("golf1"), study, lateral_acceleration=0.1, accuracy=1e-4)
    for word in ("yaw_rate", "lateral_acceleration"):
        assert run.metrics[f"{word}_linear_difference"].value < 0.02
        assert run.metrics[f"{word}_coherence"].value > 0.95


def test_the_small_car_with_links_answers_as_its_linear_model_in_yaw():
    """Its dampers have a corner at rest, which roll and a_y feel at any amplitude; yaw hardly does."""
    car = jounce.load("small_car").with_values(WITHOUT_FRICTION)
    run = jounce.run(car, "swept-steer", lateral_acceleration=0.2, accuracy=1e-4)
    assert run.metrics["yaw_rate_linear_difference"].value < 0.02
    circle = jounce.run(car, "steady-circle", speed="80 km/h", lateral_acceleration=0.4)
    gain = circle["vehicle.yaw_rate"][-1] / (circle["steering.wheel.angle"][-1] - circle["steering.wheel.angle"][0])
    assert run.metrics["yaw_rate_steady_gain"].value == pytest.approx(gain, rel=0.01)


def test_a_loop_of_spring_friction_and_lag():
    """y = k x + F sign(x'): slope k, and twice F between the branches; a lag of x by tau widens along x."""
    t = np.linspace(0.0, 30.0, 30001)
    period, k, friction = 5.0, 3.0, 0.2
    x = 0.7 + np.sin(2 * np.pi * t / period)
    y = -1.0 + k * x + friction * np.sign(np.cos(2 * np.pi * t / period))
    loop = mean_loop(t, x, y, period, period)
    assert loop.slope_at(0.0) == pytest.approx(k, rel=1e-3)
    assert loop.slope_where(1.0) == pytest.approx(k, rel=1e-3)
    assert loop.width_at(0.0) == pytest.approx(-2 * friction, rel=1e-2)
    assert loop.width_at_level(0.0) == pytest.approx(-2 * friction / k, rel=1e-2)
    assert loop.outward_at(0.5) == pytest.approx(0.5 * k + friction, rel=1e-2)
    late = mean_loop(t, x, 0.7 + np.sin(2 * np.pi * (t - 0.1) / period), period, period)
    assert late.width_at_level(0.0) == pytest.approx(2 * np.sin(2 * np.pi * 0.1 / period), rel=1e-3)


def test_a_loop_that_fades_has_no_step_where_it_begins():
    """x = sin wt, y = (1 - ct) sin(wt - p) has dy/dx = (1 - ct) cos p + c sin p/w where x passes 0, both ways: in the
    mean that of the middle of the record. A fit over 5 % of the range errs by less than 1e-3 of it. A step of c T sin p
    where the loop begins, in the middle of that fit, would add 3 c T sin p/(8 0.05) to the mean of both branches: 0.2.
    """
    period, c, p = 5.0, 0.01, 0.6
    t = np.linspace(0.0, 20.0, 20001)
    w = 2 * np.pi / period
    loop = mean_loop(t, np.sin(w * t), (1.0 - c * t) * np.sin(w * t - p), period, period)
    middle = 0.5 * (period + t[-1])
    assert loop.slope_at(0.0) == pytest.approx((1.0 - c * middle) * np.cos(p) + c * np.sin(p) / w, rel=1e-3)


def test_friction_in_the_rack_is_felt_at_the_steering_wheel():
    """Half the width of the loop grows by friction times the rack's travel per rad of the wheel."""
    car = jounce.load("small_car")
    loops = [jounce.run(each, "weave").metrics for each in (car, car.with_values({"steering.rack_friction": 0.0}))]
    gained = loops[0]["steering_friction"].value - loops[1]["steering_friction"].value
    felt = car.values()["steering.rack_friction"] * car.values()["steering.rack_ratio"]
    assert gained == pytest.approx(felt, rel=0.15)  # what sticks in the differential, and another amplitude


def test_the_three_methods_of_steady_circles_give_one_understeer_gradient():
    """In the linear range and without air the gradient depends neither on speed nor radius; what remains is the drive
    force against rolling and the drag of steered wheels, some per cent of the side force."""
    car = jounce.load("golf1").with_values({"aero.density": 1e-6})
    runs = {
        method: jounce.run(car, "steady-circle", method=method, lateral_acceleration=1.0, points=6)
        for method in ("speed", "radius", "angle")
    }
    gradients = {method: run.metrics["understeer_gradient"].value for method, run in runs.items()}
    assert gradients["radius"] == pytest.approx(gradients["speed"], rel=0.03)
    assert gradients["angle"] == pytest.approx(gradients["speed"], rel=0.03)
    radius = runs["radius"]["vehicle.speed"] / runs["radius"]["vehicle.yaw_rate"]
    assert radius == pytest.approx(100.0, rel=1e-3)
    assert np.ptp(runs["angle"]["steering.wheel.angle"]) < 1e-5 * runs["angle"]["steering.wheel.angle"].max()


def test_the_steering_ratio_is_that_of_the_car_where_it_stands():
    """hmmwv stands 0.1 m above its design position, where its linkage has a ratio that is 2.9 % larger. Turned a little
    to both sides while it rolls, its rack and its wheels say the ratio, but for 0.5 % by caster that makes it lean."""
    car = jounce.load("hmmwv")
    ends = []
    for sign in (1.0, -1.0):
        sim = jounce.start(car, speed=2.0, record=False)
        for k in range(100):
            sim.step(
                {"steering.wheel_angle": jounce.parts.controls.Reach(sign * 1e-3 * (k + 1), sign * 0.1 * (k < 99))},
                0.01,
            )
        ends.append((sim["steering.rack.displacement"], sim["front_left.steer"] + sim["front_right.steer"]))
    moved, steered = np.subtract(*ends)
    turned = abs(moved) / car.values()["steering.rack_ratio"]
    found = jounce.run(car, "steady-circle", points=6, lateral_acceleration=0.5).metrics["steering_ratio"].value
    assert found == pytest.approx(turned / (0.5 * abs(steered)), rel=6e-3)


def test_an_odd_circle_at_the_end_of_the_range_does_not_turn_the_gradient():
    """y = 0.16 a + 0.01 a^3 has the slope 0.28 at 2; the last of eight circles lies 5 % lower, as where the friction of
    a differential changes sides. By the bell it weighs exp(-(1/0.35)^2/2) = 0.017 of the one in the middle."""
    a = np.arange(0.5, 4.01, 0.5)
    y = 0.16 * a + 0.01 * a**3
    assert cornering_gradient(a, y, 2.0) == pytest.approx(0.28, rel=1e-9)
    y[-1] *= 0.95
    assert cornering_gradient(a, y, 2.0) == pytest.approx(0.28, rel=3e-3)
