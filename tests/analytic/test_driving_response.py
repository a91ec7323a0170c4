"""What a car does on the road, beside the linear theory of the same car and beside the laws of momentum."""

from __future__ import annotations

import numpy as np
import pytest
from driven_cars import SPEED, electric_start, linear_car, momentum, poses, small_car, tyres
from scipy.linalg import expm

import jounce
from jounce.depths.car_masses import whole_car_mass
from jounce.parts.laws import Bilinear, Points
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.run_method import integrate
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.histories import smooth
from jounce.studies.ride.equivalent_damping import forces_of, slope_for

TORQUE, BEGIN, RISE = 150.0, 0.1, 0.2  # N m on the right front wheel, s


@pytest.fixture(scope="module")
def waves():
    return jounce.run(linear_car(), "sine-road", step="1 ms")


def test_a_car_on_waves_moves_with_the_frequency_of_speed_by_wavelength(waves):
    """The line is one of a spectrum of 6 periods: found or not, there is nothing between."""
    for word in ("height", "pitch"):
        assert waves.metrics[f"{word}_frequency"].value == pytest.approx(SPEED / 8.0, rel=1e-9)


def test_waves_of_a_centimetre_give_the_amplitude_of_the_linear_car(waves, measured):
    """With linear dampers; 2 % for tyres and linkages, whose rates change by that over the stroke of 10 mm."""
    for word in ("height", "pitch"):
        measured("drive.waves", waves.metrics[f"{word}_linear_ratio"].value - 1.0, 0.02)
        assert waves.metrics[f"{word}_linear_ratio"].value == pytest.approx(1.0, abs=0.02)


def test_dampers_that_are_not_linear_act_on_waves_as_their_describing_function_says(measured):
    """small_car, 2 %: the mean force of its dampers, 50 N, lets it down by 3 mm, where rates differ by 1 %.

    Harmonics of the force enter by their square. With less pitch inertia than a car has, it pitches near the frequency
    of the waves, and the dampers count for more.
    """
    found = jounce.run(small_car().with_values({"body.inertia": [197.46, 640.32, 670.77]}), "sine-road").metrics
    for word in ("height", "pitch"):
        measured("drive.waves", found[f"{word}_equivalent_ratio"].value - 1.0, 0.02)
        assert found[f"{word}_equivalent_ratio"].value == pytest.approx(1.0, abs=0.02)
    assert abs(found["pitch_linear_ratio"].value - 1.0) > 0.05  # without it the two part


@pytest.mark.parametrize(("name", "amplitude"), [("small_car", "0.1 mm"), ("hmmwv", "1 cm")])
def test_waves_so_small_that_dampers_are_straight_give_the_amplitude_of_the_linearised_car(name, amplitude):
    """Library cars as they are, within 2 %: those of small_car bend within 0.05 m/s, those of hmmwv are straight."""
    found = jounce.run(jounce.load(name), "sine-road", amplitude=amplitude).metrics
    for word in ("height", "pitch"):
        assert found[f"{word}_linear_ratio"].value == pytest.approx(1.0, abs=0.02)


def test_a_damper_of_two_slopes_acts_as_their_mean():
    """F = c v for v < 0 and e v for v > 0: (c + e)/2, by integrating the halves of a squared cosine.

    720 samples of a period with a kink in its curvature only: exact but for rounding.
    """
    assert slope_for(Bilinear(compression=800.0, extension=2000.0), 0.3) == pytest.approx(1400.0, rel=1e-12)


def test_a_damper_given_by_points_goes_on_beyond_them():
    law = Points(x=(-1.0, 0.0, 2.0), y=(-3.0, 0.0, 8.0), interpolation="linear")
    assert list(forces_of(law, np.array([-2.0, 0.5, 3.0]))) == pytest.approx([-6.0, 2.0, 12.0], abs=1e-12)


@pytest.mark.parametrize("name", ["small_car", "small_car_electric"])
def test_a_step_of_torque_rings_with_the_eigenfrequency_of_the_shaft(name, measured):
    """2 %: the friction of 8 N m in the differential and the curve of slip bend the ripple of a finite step."""
    run = jounce.run(jounce.load(name), "torque-step", duration="0.9 s")
    for corner in ("front_left", "front_right"):
        found, theory = (run.metrics[f"{corner}_{word}"].value for word in ("ripple", "eigenfrequency"))
        measured("drive.ripple", found / theory - 1.0, 0.02)
        assert found == pytest.approx(theory, rel=0.02)
    left, right = (run[f"{corner}.wheel_bearing.angle_rate"] for corner in ("front_left", "front_right"))
    assert np.abs(left - right).max() > 0.01  # rad/s: the shafts differ, so do the wheels


@pytest.mark.parametrize("name", ["small_car", "small_car_electric"])
def test_rigid_and_flexible_half_shafts_drive_the_same_path(name, measured):
    """[Szczotka 2007, Fig. 15b]: no effect on the global motion; within 1 cm after 60 m."""
    run = jounce.run(jounce.load(name), "drive-path")
    assert run["rigid.vehicle.x"][-1] > 60.0 and abs(run["rigid.vehicle.y"]).max() > 1.0
    measured("drive.path", run.metrics["path_distance"].value, 0.01)
    assert run.metrics["path_distance"].value < 0.01


@pytest.fixture(scope="module")
def one_sided():
    """A smooth rise of torque on the right front wheel, steering wheel held."""
    start = electric_start()
    t = np.linspace(0.0, 1.0, 501)
    inputs = dict(start.inputs)
    name = "drive.front_right.torque"
    inputs[name] = (t, start.inputs[name] + TORQUE * smooth((t - BEGIN) / RISE), "spline")
    return jounce.simulate(start.ready, 0.3, inputs=inputs, output_step=1e-3, step=2.5e-4), inputs


def outer_yaw_moment(start, seen, state, centre) -> float:
    """Of tyres and air about the vertical through the centre of mass, from forces, poses and a flat road."""
    pose = poses(start, state)
    total = 0.0
    for tyre in tyres(start.car):
        wheel = pose[tyre.body]
        R = np.array(wheel.R, float)
        hub, axle = np.array(wheel.position(tyre.point), float), R @ np.array(tyre.axis) / np.linalg.norm(tyre.axis)
        down = np.array([0.0, 0.0, -1.0]) + axle[2] * axle
        contact = hub - down * hub[2] / down[2]
        x = np.cross(axle, [0.0, 0.0, 1.0])
        x /= np.linalg.norm(x)
        y = np.cross([0.0, 0.0, 1.0], x)
        force = seen[f"{tyre.name}.Fx"] * x + seen[f"{tyre.name}.Fy"] * y
        total += np.cross(contact - centre, force)[2] + seen[f"{tyre.name}.Mz"]
    body, air = pose["body"], next(p for p in start.car.model.forces if p.name == "aerodynamics")
    R = np.array(body.R, float)
    force, moment = (R @ [seen[f"aerodynamics.{kind}{axis}"] for axis in "xyz"] for kind in "FM")
    at = np.array(body.position(air.point), float)
    return total + float(np.cross(at - centre, force)[2] + moment[2])


def centre_of_mass(start, state) -> np.ndarray:
    pose = poses(start, state)
    weighted = [b.mass * np.array(pose[b.name].position(b.centre), float) for b in start.car.model.bodies]
    return sum(weighted) / sum(b.mass for b in start.car.model.bodies)


def test_the_rate_of_angular_momentum_is_the_moment_of_tyres_and_air(one_sided, measured):
    """At any instant: d/dt of the angular momentum about the vertical through the centre of mass.

    That is the exact form of I_zz times yaw acceleration: with roll, pitch and moving wheels I_zz is no constant, and
    the rotors and wheels have a share of their own. The derivative is a central difference along the rates, over
    1e-5 s: its rounding is 1e-16 x 2e5 N m s / 1e-5 s = 2e-6 N m, its truncation (frequencies up to 80 Hz) below that.
    Moments are some 100 N m: 1e-6 of them, and 5e-6 N m for rounding.
    """
    start, (_, inputs) = electric_start(), one_sided
    work = start.ready.workspace()
    histories = InputHistory.of({part.name: inputs[part.name] for part in start.car.model.inputs})
    path = integrate(
        work, start.ready.state, 0.0, 0.6, samples=np.linspace(0.0, 0.6, 13), step=2.5e-4, inputs=histories
    )
    largest = 0.0
    for t, state in zip(path.times, path.states, strict=True):
        work.inputs[:] = histories.at(t)
        rates, seen = work.rhs(state), work.observe(state)
        h = 1e-5
        centre = centre_of_mass(start, state)
        (P1, L1), (P0, L0) = (momentum(start, state + sign * h * rates) for sign in (1.0, -1.0))
        rate = (L1 - L0) / (2 * h) - np.cross(centre, (P1 - P0) / (2 * h))
        moment = outer_yaw_moment(start, seen, state, centre)
        largest = max(largest, abs(moment))
        measured("drive.momentum", rate[2] - moment, 1e-6 * abs(moment) + 5e-6)
        assert rate[2] == pytest.approx(moment, rel=1e-6, abs=5e-6)
    assert largest > 50.0  # N m: there is something to balance


def test_one_sided_torque_yaws_the_car_as_linear_theory_says(one_sided, measured):
    """Yaw acceleration 50 ms after the rise begins, 5 %: the linear car driven by the same torque.

    x' = J x + b u over small steps, u held at its mean: exact but for u's curve within 0.1 ms.
    """
    start, (run, _) = electric_start(), one_sided
    channels = ["vehicle.yaw_rate"]
    small = small_motions(start.ready, start.ready.state, start.inputs, channels)
    b, _ = small.by_input("drive.front_right.torque")
    h, n = 1e-4, len(small.J)
    block = np.zeros((n + 1, n + 1))
    block[:n, :n], block[:n, n] = h * small.J, h * b
    step = expm(block)
    x, rates = np.zeros(n), []
    for k in range(1000):
        rates.append((small.C @ x)[0])
        x = step[:n, :n] @ x + step[:n, n] * TORQUE * smooth(np.array((k + 0.5) * h / RISE))
    at, dt = 0.05, 0.005  # s; central differences over 5 ms either way of both histories alike
    linear = (rates[round((at + dt) / h)] - rates[round((at - dt) / h)]) / (2 * dt)
    before, after = np.interp([BEGIN + at - dt, BEGIN + at + dt], run.time, run["vehicle.yaw_rate"])
    assert linear > 0.005  # rad/s^2, to the left
    measured("drive.one-sided", (after - before) / (2 * dt) / linear - 1.0, 0.05)
    assert (after - before) / (2 * dt) == pytest.approx(linear, rel=0.05)


@pytest.mark.parametrize("depth", ["structural", "functional"])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("speed", ["20 km/h", "60 km/h"])
def test_one_sided_torque_has_a_lever_of_half_the_track(depth, side, speed, measured):
    """I_zz r' = dT track / (2 radius), 5 %. [Szczotka 2004, Fig. 11]

    What is left: torque that accelerates the wheels, the loaded radius in place of the rolling one, wheels that lean.
    Track and radius are those of the file, 1.27 m and 0.2502 m.
    """
    car = jounce.load("small_car_electric").at_depth(depth)
    found = jounce.run(car, "one-sided-torque", side=side, speed=speed, duration="0.6 s").metrics
    initial, expected = (found[f"yaw_acceleration_{word}"].value for word in ("initial", "expected"))
    measured("drive.lever", initial / expected - 1.0, 0.05)
    assert (initial > 0) == (side == "right")
    model = car.car_model("angle")
    track = sum(abs(model.corners[f"front_{s}"].wheel_centre[1]) for s in ("left", "right"))
    inertia = whole_car_mass(model).inertia[2, 2]
    assert abs(expected) == pytest.approx(200.0 * track / (2 * model.corners["front_left"].tyre_radius) / inertia)


def test_understeer_of_steady_circles_is_that_of_a_slow_turn_of_the_wheel(measured):
    """Within 1 %: one is found by trim, the other is driven."""
    trimmed = jounce.run(small_car(), "steady-circle")
    driven = jounce.run(small_car(), "slow-ramp", rate="2 deg/s")  # four times as fast as by default
    for word in ("understeer_gradient", "roll_gradient"):
        measured("drive.understeer", driven.metrics[word].value / trimmed.metrics[word].value - 1.0, 0.01)
        assert driven.metrics[word].value == pytest.approx(trimmed.metrics[word].value, rel=0.01)
    assert np.ptp(driven["vehicle.speed"]) < 0.05  # m/s: the torque follows
