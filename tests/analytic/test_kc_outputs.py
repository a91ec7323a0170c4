"""Alignment, contact and front view against wheels whose motion is known without our mechanisms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from moving_wheels import FourBar, HingedWheel, by_differences, mirror_image, turned, unit
from on_arrays import on_arrays

from jounce.studies.kinematics.outputs import instant_centres, wheel_motion
from jounce.studies.kinematics.outputs.wheel_motion import Contact, Derived, WheelMotion

camber, inclination, steer, toe = map(
    on_arrays,
    (wheel_motion.wheel_camber, wheel_motion.wheel_inclination, wheel_motion.wheel_steer, wheel_motion.wheel_toe),
)
contact, swing_arm_length = on_arrays(wheel_motion.wheel_contact), on_arrays(instant_centres.instant_swing_arm_length)
geometric, roll_turn = on_arrays(instant_centres.geometric_roll_centre), on_arrays(instant_centres.roll_turn)
of_any_axle = {
    "kinematic": on_arrays(instant_centres.kinematic_roll_centre),
    "force-based": on_arrays(instant_centres.force_based_roll_centre),
}
arm_trace, arms_instant_centre, front_view_instant_centre = map(
    on_arrays,
    (
        instant_centres.instant_centre_arm_trace,
        instant_centres.arms_instant_centre,
        instant_centres.front_view_instant_centre,
    ),
)

Z = np.linspace(-0.07, 0.07, 8)
# all angles are general: nothing cancels
SEMI_TRAILING = HingedWheel((0.35, 0.25, 0.24), (0.3, -0.9, 0.05), (-0.05, 0.72, 0.31), spin=(0.03, 1.0, -0.04))
EXACT = 1e-13  # relative, of formulas without differences
DIFFERENCES = 1e-9  # see by_differences: 1e-13 in first derivatives of lengths; angles at 1 m arms, with margin
SECOND_DIFFERENCES = 1e-7
AHEAD = np.array([1.0, 0.0, 0.0])
MIRROR = np.array([-1.0, 1.0, 1.0])  # of a point of the front view, (Y, Z, W)


def still(wheel_centre, spin=(0.0, 1.0, 0.0), side=1, radius=0.3) -> WheelMotion:
    """A wheel at rest."""
    zero = np.zeros((1, 3))
    centre, e = (Derived(np.array([v], float), zero, zero) for v in (wheel_centre, unit(spin)))
    return WheelMotion(side, radius, centre, e, zero)


def kinematic(left: Contact, right: Contact):
    """Of wheels that move alone: as the left one rises and the right one sinks."""
    return of_any_axle["kinematic"](left, right, left.rolling, -right.rolling)


def force_based(left: Contact, right: Contact):
    return of_any_axle["force-based"](left, right, left.rolling, -right.rolling)


# --- wheel and contact --------------------------------------------------------------------------------------


def test_the_contact_point_is_the_lowest_of_the_rim():
    wheel = SEMI_TRAILING.motion(Z)
    phi = np.linspace(0, 2 * np.pi, 200_001)
    for W, e, C in zip(wheel.centre.at, wheel.spin.at, contact(wheel).at, strict=True):
        a = unit(np.cross(e, (1.0, 0.2, 0.3)))
        heights = W[2] + wheel.radius * (np.cos(phi) * a[2] + np.sin(phi) * np.cross(e, a)[2])
        # a rim point at half a step from the lowest is higher by R (2 pi / 2e5 / 2)^2 / 2 = 4e-11 m
        assert C[2] == pytest.approx(heights.min(), abs=1e-10)
        assert np.linalg.norm(C - W) == pytest.approx(wheel.radius, rel=EXACT)
        assert np.dot(C - W, e) == pytest.approx(0.0, abs=1e-15)


def test_contact_rates_are_those_of_the_moving_and_of_the_fixed_point():
    wheel = SEMI_TRAILING.motion(Z)
    moving = by_differences(lambda z: contact(SEMI_TRAILING.motion(np.array([z]))).at[0], Z)
    np.testing.assert_allclose(contact(wheel).rolling, moving.d, atol=DIFFERENCES)
    for i, z in enumerate(Z):
        at_design = SEMI_TRAILING.pivot + turned(
            SEMI_TRAILING.axis, -SEMI_TRAILING.angle(z), contact(wheel).at[i] - SEMI_TRAILING.pivot
        )
        fixed = by_differences(lambda x, p=at_design: SEMI_TRAILING.point(x, p), np.array([z]))
        np.testing.assert_allclose(contact(wheel).locked[i], fixed.d[0], atol=DIFFERENCES)


@pytest.mark.parametrize("output", [steer, inclination, lambda e: toe(e, 1), lambda e: camber(e, -1)])
def test_angles_have_the_derivatives_of_their_curves(output):
    found = output(SEMI_TRAILING.motion(Z).spin)
    expected = by_differences(lambda z: output(SEMI_TRAILING.motion(np.array([z])).spin).at[0], Z)
    np.testing.assert_allclose(found.d, expected.d, atol=DIFFERENCES)
    np.testing.assert_allclose(found.dd, expected.dd, atol=SECOND_DIFFERENCES)


@pytest.mark.parametrize(
    ("spin", "side", "toe_in", "leaning_out"),
    [
        ((math.sin(0.02), math.cos(0.02), 0.0), 1, 0.02, 0.0),  # left wheel turned to the right
        ((-math.sin(0.02), math.cos(0.02), 0.0), -1, 0.02, 0.0),  # right wheel turned to the left
        ((0.0, math.cos(0.03), -math.sin(0.03)), 1, 0.0, 0.03),  # the spindle points down: the top leans out
        ((0.0, math.cos(0.03), math.sin(0.03)), -1, 0.0, 0.03),
    ],
)
def test_toe_in_and_outward_lean_are_positive_on_both_sides(spin, side, toe_in, leaning_out):
    e = still((0, side * 0.7, 0.3), spin, side).spin
    assert toe(e, side).at[0] == pytest.approx(toe_in, abs=1e-15)
    assert camber(e, side).at[0] == pytest.approx(leaning_out, abs=1e-15)


# --- front view ---------------------------------------------------------------------------------------------


def test_a_swing_arm_turns_about_its_pivot_and_leans_by_one_over_its_length():
    arm = HingedWheel((0.0, 0.15, 0.35), (1.0, 0.0, 0.0), (0.0, 0.7, 0.3))
    wheel = arm.motion(Z)
    centre = front_view_instant_centre(wheel)
    np.testing.assert_allclose(centre.across, 0.15, atol=1e-14)
    np.testing.assert_allclose(centre.height, 0.35, atol=1e-14)
    across = wheel.centre.at[:, 1] - 0.15  # of the arm, as wheel travel sees it
    np.testing.assert_allclose(inclination(wheel.spin).d, 1.0 / across, rtol=EXACT)
    np.testing.assert_allclose(swing_arm_length(inclination(wheel.spin).d), across, rtol=EXACT)


def test_the_roll_centre_of_swing_axles_lies_on_the_lines_from_contact_to_pivot():
    arm = HingedWheel((0.0, 0.15, 0.35), (1.0, 0.0, 0.0), (0.0, 0.7, 0.3))
    left = contact(arm.motion(np.zeros(1)))
    right = contact(mirror_image(arm.motion(np.zeros(1))))
    y, z = left.at[0, 1:]
    expected = (0.35 - z) * y / (y - 0.15)  # the line through (y, z) and the pivot, at y = 0, above z
    place = kinematic(left, right)
    assert place.across[0] == pytest.approx(0.0, abs=1e-15)
    assert place.height[0] == pytest.approx(expected, rel=EXACT)
    assert force_based(left, right)[0] == pytest.approx(expected, rel=EXACT)


def test_parallel_equal_arms_keep_camber_and_have_the_roll_centre_on_a_parallel_line():
    slope = 0.12
    linkage = FourBar((0.3, 0.2), (0.65, 0.2 - 0.35 * slope), (0.3, 0.45), (0.65, 0.45 - 0.35 * slope), (0.72, 0.3))
    wheel = linkage.motion(Z)
    np.testing.assert_allclose(camber(wheel.spin, 1).at, 0.0, atol=1e-14)
    np.testing.assert_allclose(camber(wheel.spin, 1).d, 0.0, atol=DIFFERENCES)
    design = linkage.motion(np.zeros(1))
    # arms that rise inboard by `slope`: so does the line from the contact point
    found = kinematic(contact(design), contact(mirror_image(design)))
    assert found.height[0] == pytest.approx(0.72 * slope, abs=DIFFERENCES)


def test_a_planar_double_wishbone_agrees_with_the_line_construction():
    """The knuckle's instant centre is where the lines of the arms meet [Milliken 1995, section 17.2]."""
    linkage = FourBar((0.35, 0.20), (0.68, 0.17), (0.42, 0.48), (0.64, 0.52), (0.74, 0.30))
    wheel = linkage.motion(Z)
    centres = []
    for z in Z:
        B, C, *_ = linkage.points(z)
        lines = np.array([[linkage.A[0] - B[0], C[0] - linkage.D[0]], [linkage.A[1] - B[1], C[1] - linkage.D[1]]])
        along = np.linalg.solve(lines, C - B)[0]
        centres.append(B + along * (linkage.A - B))
    expected = np.array(centres)
    found = front_view_instant_centre(wheel)
    scale = np.abs(expected).max()  # the centre is as far away as the arms are nearly parallel
    np.testing.assert_allclose(found.across, expected[:, 0], rtol=DIFFERENCES * scale**2)
    np.testing.assert_allclose(found.height, expected[:, 1], rtol=DIFFERENCES * scale**2)

    left, right = contact(wheel), contact(mirror_image(wheel))
    (y, z), (y_I, z_I) = left.at[:, 1:].T, expected.T
    # in the plane the lowest point of the disc is a fixed point of the knuckle, also where the wheel leans: its path
    # is normal to the line from the instant centre, exactly. Height = -y y'/z': two rates of 2e-13 each (see
    # by_differences) times 0.75 m, and rounding of lines that meet at a third of a radian
    by_lines = (z_I - z) / (y_I - y) * -y
    np.testing.assert_allclose(kinematic(left, right).height, by_lines, rtol=0, atol=1e-12)
    assert np.abs(camber(wheel.spin, 1).at).max() > 0.05  # it does lean


def test_the_geometric_roll_centre_is_the_kinematic_one_when_arm_axes_are_parallel_to_x():
    linkage = FourBar((0.35, 0.20), (0.68, 0.17), (0.42, 0.48), (0.64, 0.52), (0.74, 0.30))
    z = np.zeros(1)
    wheel = linkage.motion(z)
    left, right = contact(wheel), contact(mirror_image(wheel))
    centre = instant_centre(linkage)
    found = geometric(left, right, centre, MIRROR * centre)
    assert found.height[0] == pytest.approx(kinematic(left, right).height[0], abs=1e-9)


def instant_centre(linkage: FourBar) -> np.ndarray:
    """Drawn from arms with hinges along x, off the axle's plane."""
    B, C = (np.array([[0.1, *p]]) for p in linkage.points(0.0)[:2])
    lower = arm_trace(np.array([[0.3, *linkage.A]]), AHEAD[None], B, np.zeros(1))
    upper = arm_trace(np.array([[-0.2, *linkage.D]]), -AHEAD[None], C, np.zeros(1))
    return arms_instant_centre(lower, upper)


@pytest.mark.parametrize("slope", [0.12, -0.3, 0.0, 1e-12])
def test_the_geometric_roll_centre_of_parallel_arms_lies_on_the_parallel_line(slope):
    """Arms that meet nowhere: the line from the contact point runs along them, and rises t/2 slope to the middle.

    Level arms have the road as their line: the roll centre lies on it.
    """
    linkage = FourBar((0.3, 0.2), (0.65, 0.2 - 0.35 * slope), (0.3, 0.45), (0.65, 0.45 - 0.35 * slope), (0.72, 0.3))
    left = contact(linkage.motion(np.zeros(1)))
    right = contact(mirror_image(linkage.motion(np.zeros(1))))
    centre = instant_centre(linkage)
    found = geometric(left, right, centre, MIRROR * centre)
    assert found.across[0] == pytest.approx(0.0, abs=1e-12)
    assert found.height[0] == pytest.approx(0.72 * slope, abs=1e-12)  # rounding of points near 1 m, over 0.3 m
    assert kinematic(left, right).height[0] == pytest.approx(0.72 * slope, abs=DIFFERENCES)


def test_parallel_normals_leave_the_kinematic_roll_centre_open_and_the_force_based_one_finite():
    arm = HingedWheel((0.0, 0.15, 0.35), (1.0, 0.0, 0.0), (0.0, 0.7, 0.3))
    left = contact(arm.motion(np.zeros(1)))
    moved = arm.motion(np.zeros(1))
    same_way = moved._replace(centre=moved.centre._replace(at=moved.centre.at - np.array([0.0, 1.4, 0.0])))
    right = contact(same_way)
    assert np.isnan(kinematic(left, right).height[0])
    assert force_based(left, right)[0] == pytest.approx(0.0, abs=1e-15)  # one lifts what the other lowers


def test_the_kinematic_roll_centre_stands_still_under_both_contact_points():
    """Unlike sides, unlike heights: turning about it moves each contact point along its path."""
    at = np.array([[0.1, 0.75, -0.31]]), np.array([[0.0, -0.70, -0.25]])
    rate = np.array([[0.0, 0.2, 1.1]]), np.array([[0.0, -0.05, 0.9]])
    left, right = (Contact(a, r, r) for a, r in zip(at, rate, strict=True))
    normals = np.array([r[0, 1:] for r in rate])  # (P - C) . C' = 0 for both
    y, z = np.linalg.solve(normals, [normals[i] @ at[i][0, 1:] for i in range(2)])
    place = kinematic(left, right)
    assert place.across[0] == pytest.approx(y, rel=1e-12)
    assert place.height[0] == pytest.approx(z - (-0.31 - 0.25) / 2, rel=1e-12)


def test_roll_is_the_turn_of_the_line_through_both_contact_points():
    """Two points of a body that turns by w about any point along x: they part in height by w t."""
    w, pivot, at = 0.7, np.array([0.1, 0.4]), (np.array([0.75, -0.31]), np.array([-0.70, -0.25]))
    moved = [np.array([[0.0, -w * (p - pivot)[1], w * (p - pivot)[0]]]) for p in at]
    assert roll_turn(np.array([1.45]), *moved)[0] == pytest.approx(w, rel=EXACT)


def test_both_roll_centres_of_a_beam_are_the_point_that_stands_still_as_it_rolls():
    """Parallel travel moves both contact points alike and so says nothing of roll."""
    w, pivot, at = 1.3, np.array([0.0, 0.1]), (np.array([0.7, -0.3]), np.array([-0.7, -0.3]))
    by_travel = np.array([[0.02, 0.1, 1.0]])
    contacts = [Contact(np.array([[0.0, *p]]), by_travel, by_travel) for p in at]
    moved = [np.array([[0.0, -w * (p - pivot)[1], w * (p - pivot)[0]]]) for p in at]
    place = of_any_axle["kinematic"](*contacts, *moved)
    assert place.across[0] == pytest.approx(0.0, abs=1e-15)
    assert place.height[0] == pytest.approx(0.4, rel=EXACT)
    assert of_any_axle["force-based"](*contacts, *moved)[0] == pytest.approx(0.4, rel=EXACT)


def test_the_trace_of_an_arm_lies_in_the_plane_of_its_pivot_axis_and_ball_joint():
    pivot, axis, ball = (np.array([v]) for v in ((0.2, 0.3, 0.22), (-0.4, 0.02, 0.05), (0.03, 0.7, 0.17)))
    x = 0.01
    ((a, b, c),) = arm_trace(pivot, axis, ball, np.array([x]))
    for y in (-0.5, 0.9):
        point = np.array([x, y, -(c + a * y) / b])
        volume = np.linalg.det([axis[0], ball[0] - pivot[0], point - pivot[0]])
        assert volume == pytest.approx(0.0, abs=1e-16)
