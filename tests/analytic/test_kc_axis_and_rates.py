"""Side view, steering axis, spring rates and steering against closed forms, virtual work and energy."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from moving_wheels import HingedWheel, by_differences, turned, unit
from on_arrays import on_arrays

from jounce.parts.laws import Bilinear, Linear, Points, Tanh
from jounce.studies.kinematics.outputs import instant_centres, rates, steering_kinematics, wheel_motion
from jounce.studies.kinematics.outputs.wheel_motion import Derived, WheelMotion

contact = on_arrays(wheel_motion.wheel_contact)
anti_share, side_view_instant_centre, swing_arm_length = map(
    on_arrays,
    (
        instant_centres.side_view_anti_share,
        instant_centres.side_view_instant_centre,
        instant_centres.instant_swing_arm_length,
    ),
)
law_and_slope, length_between, ride_frequency, ride_rate, wheel_rate = map(
    on_arrays, (rates.rate_of_law, rates.motion_ratio_between, rates.ride_frequency, rates.ride_rate, rates.wheel_rate)
)
ackermann, ideal_outer, steering_ratio, turn, turning_circle, steered = map(
    on_arrays,
    (
        steering_kinematics.ackermann_steering,
        steering_kinematics.ideal_outer_steering,
        steering_kinematics.steering_ratio,
        steering_kinematics.turn,
        steering_kinematics.steering_turning_circle,
        steering_kinematics.steering_with_spring,
    ),
)
axis_through, caster, kingpin, offsets, screw_axis = map(
    on_arrays,
    (
        steering_kinematics.steering_axis_through,
        steering_kinematics.caster_of_steering_axis,
        steering_kinematics.kingpin_of_steering_axis,
        steering_kinematics.steering_axis_offsets,
        steering_kinematics.steering_screw_axis,
    ),
)

Z = np.linspace(-0.07, 0.07, 8)
STATIC = np.zeros(1)
EXACT = 1e-13
DIFFERENCES = 1e-9  # see by_differences
TRAILING = HingedWheel((0.4, 0.6, 0.38), (0.0, 1.0, 0.0), (0.0, 0.7, 0.3))
SEMI_TRAILING = HingedWheel((0.35, 0.25, 0.24), (0.3, -0.9, 0.05), (-0.05, 0.72, 0.31), spin=(0.03, 1.0, -0.04))
SPRING_TOP, SPRING_SEAT = np.array([0.05, 0.5, 0.65]), np.array([0.1, 0.5, 0.27])


# --- side view ----------------------------------------------------------------------------------------------


def test_a_trailing_arm_has_its_pivot_as_side_view_centre():
    wheel = TRAILING.motion(Z)
    centre = side_view_instant_centre(wheel)
    np.testing.assert_allclose(centre.across, 0.4, atol=1e-14)  # ahead of the wheel
    np.testing.assert_allclose(centre.height, 0.38, atol=1e-14)
    np.testing.assert_allclose(swing_arm_length(wheel.turning[:, 1]), 0.4 - wheel.centre.at[:, 0], rtol=EXACT)
    # jounce lifts the wheel behind its pivot: nose-down turn of the carrier, top forward, less caster
    assert (wheel.turning[:, 1] > 0.0).all()


def test_support_slopes_are_lines_to_the_pivot_from_contact_and_wheel_centre():
    """The linkage pushes along the line from the point of action to the instant centre [Milliken 1995, 17.3]."""
    wheel = TRAILING.motion(STATIC)
    W, C = wheel.centre.at[0], contact(wheel).at[0]
    assert contact(wheel).locked[0, 0] == pytest.approx(-(0.38 - C[2]) / (0.4 - C[0]), rel=EXACT)
    assert wheel.centre.d[0, 0] == pytest.approx(-(0.38 - W[2]) / (0.4 - W[0]), rel=EXACT)


def test_a_rear_arm_aimed_at_the_load_transfer_line_gives_full_anti_lift():
    """Outboard brakes: full when the pivot lies on the line from the contact of slope h / (L (1 - p_b))."""
    wheelbase, height, front_share = 2.5, 0.5, 0.6
    slope = height / (wheelbase * (1.0 - front_share))
    rear = HingedWheel((0.4, 0.6, 0.4 * slope), (0.0, 1.0, 0.0), (0.0, 0.7, 0.3), radius=0.3)
    outboard = contact(rear.motion(STATIC)).locked[:, 0]
    assert anti_share(outboard, 1.0 - front_share, wheelbase / height, front=False)[0] == pytest.approx(1.0, rel=EXACT)


def test_support_slopes_are_the_work_of_longitudinal_forces():
    """Brake force on the carrier and drive force at the wheel centre: work over a finite travel, by differences."""
    wheel, brake_force, drive_force = SEMI_TRAILING.motion(Z), -3000.0, 2000.0

    def work(force: float, point: np.ndarray, z: float) -> float:
        return force * SEMI_TRAILING.point(z, point)[0]

    for i, z in enumerate(Z):
        back = turned(SEMI_TRAILING.axis, -SEMI_TRAILING.angle(z), contact(wheel).at[i] - SEMI_TRAILING.pivot)
        braking = by_differences(partial(work, brake_force, SEMI_TRAILING.pivot + back), Z[i : i + 1])
        driving = by_differences(partial(work, drive_force, SEMI_TRAILING.centre), Z[i : i + 1])
        assert brake_force * contact(wheel).locked[i, 0] == pytest.approx(braking.d[0], abs=3000 * DIFFERENCES)
        assert drive_force * wheel.centre.d[i, 0] == pytest.approx(driving.d[0], abs=2000 * DIFFERENCES)


# --- steering axis ------------------------------------------------------------------------------------------


def standing(side: int, turning, velocity) -> WheelMotion:
    """A wheel on the road at y = 0.7 m that has the given motion of its carrier."""
    zero = np.zeros((1, 3))
    centre = Derived(np.array([[0.0, side * 0.7, 0.3]]), np.array([velocity]), zero)
    spin = Derived(np.array([[0.0, 1.0, 0.0]]), np.cross([turning], [[0.0, 1.0, 0.0]]), zero)
    return WheelMotion(side, 0.3, centre, spin, np.array([turning], float))


@pytest.mark.parametrize("side", [1, -1])
def test_offsets_follow_from_caster_and_kingpin_by_trigonometry(side):
    nu, sigma = math.radians(6), math.radians(11)
    low = np.array([[0.02, side * 0.65, 0.2]])
    axis = axis_through(low, low + np.array([[-math.tan(nu), -side * math.tan(sigma), 1.0]]))
    wheel = standing(side, (0, 0, 0), (0, 0, 0))
    assert caster(axis)[0] == pytest.approx(nu, rel=EXACT)
    assert kingpin(axis, side)[0] == pytest.approx(sigma, rel=EXACT)
    trail, scrub = offsets(axis, contact(wheel).at, wheel.spin.at, side)
    assert trail[0] == pytest.approx(0.02 + 0.2 * math.tan(nu), rel=EXACT)  # ahead of the contact point
    assert scrub[0] == pytest.approx(0.7 - 0.65 - 0.2 * math.tan(sigma), rel=EXACT)  # contact outboard
    trail, offset = offsets(axis, wheel.centre.at, wheel.spin.at, side)
    assert trail[0] == pytest.approx(0.02 - 0.1 * math.tan(nu), rel=1e-12)
    assert offset[0] == pytest.approx(0.05 + 0.1 * math.tan(sigma), rel=EXACT)


@pytest.mark.parametrize("pitch", [0.0, 0.03, -0.1])  # m/rad
@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_the_virtual_axis_is_that_of_a_tilted_screw(pitch, sense):
    k, P = unit((-0.15, -0.2, 1.0)), np.array([0.01, 0.6, 0.25])
    W = np.array([0.0, 0.7, 0.3])
    w = sense * 4.2 * k
    axis = screw_axis(W[None], (np.cross(w, W - P) + pitch * w)[None], w[None])
    np.testing.assert_allclose(axis.direction[0], k, atol=1e-15)
    np.testing.assert_allclose(np.cross(axis.point[0] - P, k), 0.0, atol=1e-15)  # the point lies on the line


def test_the_virtual_axis_undoes_the_travel_that_the_spring_forbids():
    """Steering about a line, mixed with any amount of travel, gives that line when the spring holds its length."""
    k, P = unit((-0.15, -0.2, 1.0)), np.array([0.01, 0.6, 0.25])
    jounce_turn, jounce = np.array([0.9, 0.7, -0.2]), np.array([0.05, -0.1, 1.0])
    W, w = np.array([0.0, 0.7, 0.3]), 5.0 * k
    spring_by_travel, mixed = np.array([-0.6]), 0.13
    wheel = standing(1, jounce_turn, jounce)
    racked = standing(1, w + mixed * jounce_turn, np.cross(w, W - P) + mixed * jounce)
    both = (wheel, contact(wheel)), (racked, contact(racked))
    held = steered(*both, (spring_by_travel, mixed * spring_by_travel))
    axis = screw_axis(W[None], held.centre, held.turning)
    np.testing.assert_allclose(axis.direction[0], k, atol=1e-14)
    np.testing.assert_allclose(np.cross(axis.point[0] - P, k), 0.0, atol=1e-14)
    np.testing.assert_allclose(held.locked[0], np.cross(w, W - [0.0, 0.0, 0.3] - P), atol=1e-14)
    free = steered(*both, None)
    assert np.abs(screw_axis(W[None], free.centre, free.turning).direction[0] - k).max() > 1e-3


# --- springs ------------------------------------------------------------------------------------------------

KNOTS = (-0.2, -0.1, 0.0, 0.1)
LAWS = {
    "linear": Linear(slope=30e3),
    "bilinear": Bilinear(compression=40e3, extension=10e3),
    "tanh": Tanh(k1=4e3, k2=8.0, k3=0.3),
    "points": Points(x=KNOTS, y=(-9e3, -3e3, 0.0, 1e3), interpolation="spline"),
}


def spring_length(z: np.ndarray) -> Derived:
    still = np.zeros((len(z), 3))
    return length_between(Derived(still + SPRING_TOP, still, still), SEMI_TRAILING.curve(z, SPRING_SEAT))


def energy(law, x: float) -> float:
    """Integral of the law from zero by Gauss, knot by knot, so that polynomials are exact."""
    nodes, weights = np.polynomial.legendre.leggauss(24)
    ends = [0.0, *sorted((k for k in KNOTS if 0 < abs(k) < abs(x) and k * x > 0), key=abs), x]
    return sum(
        0.5 * (b - a) * float(weights @ law_and_slope(law, 0.5 * (a + b) + 0.5 * (b - a) * nodes)[0])
        for a, b in pairwise(ends)
    )


def test_a_length_has_the_derivatives_of_its_curve():
    expected = by_differences(lambda z: np.linalg.norm(SEMI_TRAILING.point(z, SPRING_SEAT) - SPRING_TOP), Z)
    found = spring_length(Z)
    np.testing.assert_allclose(found.d, expected.d, atol=DIFFERENCES)
    np.testing.assert_allclose(found.dd, expected.dd, atol=1e-7)


@pytest.mark.parametrize("kind", LAWS)
def test_wheel_load_and_rate_are_derivatives_of_the_spring_energy(kind):
    """F_z = dE/dz and k_w = d2E/dz2: virtual work, without motion ratios.

    Energies near 500 J carry 1e-13 J of rounding: with h = 2e-3 m that is 1e-7 relative to 1e4 N/m.
    """
    law, free = LAWS[kind], 0.45  # compressed over the whole travel, clear of the kink and of inner knots
    length = spring_length(Z)
    expected = by_differences(
        lambda z: energy(law, float(np.linalg.norm(SEMI_TRAILING.point(z, SPRING_SEAT) - SPRING_TOP)) - free), Z
    )
    load = law_and_slope(law, length.at - free)[0] * length.d
    rate = wheel_rate(law, free, length)
    clear = np.array([min(abs(x - k) for k in KNOTS) > 0.007 for x in length.at - free])
    assert clear.sum() >= 4
    np.testing.assert_allclose(load[clear], expected.d[clear], rtol=1e-8)
    np.testing.assert_allclose((rate.elastic + rate.geometric)[clear], expected.dd[clear], rtol=1e-6)
    assert np.abs(rate.geometric / rate.elastic).max() > 0.01  # forgetting the second term would show


def test_ride_rate_and_frequency_are_those_of_springs_in_series():
    assert ride_rate(np.array([20e3]), 20e3)[0] == pytest.approx(10e3)
    assert ride_frequency(np.array([400 * (2 * math.pi) ** 2]), 400.0)[0] == pytest.approx(1.0, rel=EXACT)
    assert np.isnan(ride_frequency(np.array([-1.0]), 400.0)[0])


# --- steering -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_wheels_that_roll_about_one_point_have_full_ackermann(sense):
    wheelbase, kingpins, track, radius = 2.6, 1.3, 1.5, np.array([4.0, 8.0, 50.0])  # to the rear axle's middle
    near, far = np.arctan(wheelbase / (radius - kingpins / 2)), np.arctan(wheelbase / (radius + kingpins / 2))
    left, right = (near, far) if sense > 0 else (-far, -near)
    angles = turn(left, right)
    ideal = ideal_outer(angles.inner, kingpins, wheelbase)
    np.testing.assert_allclose(ideal, far, rtol=1e-12)
    np.testing.assert_allclose(ackermann(angles, ideal), 1.0, rtol=1e-10)
    outer_radius = np.hypot(wheelbase, radius + kingpins / 2) + (track - kingpins) / 2
    np.testing.assert_allclose(turning_circle(angles.outer, wheelbase, track, kingpins), 2 * outer_radius, rtol=1e-12)


def test_parallel_wheels_have_no_ackermann_and_opposed_ones_are_left_out():
    angles = turn(np.array([0.3, 0.01]), np.array([0.3, -0.02]))
    assert ackermann(angles, ideal_outer(angles.inner, 1.3, 2.6))[0] == 0.0
    assert np.isnan(angles.inner[1])


def test_the_steering_ratio_is_the_turn_of_the_wheel_for_a_radian_of_mean_steer():
    # 8 mm/rad at the rack; 1 rad of mean steer takes 120 mm
    rates = np.array([-9.0]), np.array([-2 / 0.12 + 9.0])
    assert steering_ratio(*rates, 8e-3)[0] == pytest.approx(0.12 / 8e-3, rel=EXACT)
