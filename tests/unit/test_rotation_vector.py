"""Rotation vectors against SciPy's rotations, and their rates against differences of SciPy's rotations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.spatial.body_motion import PointMotion, body_motion_of_points
from jounce.spatial.quaternions import quaternions_of_rotations
from jounce.spatial.rotation_vector import (
    angular_motion_of_rotation_vector,
    rotation_of_rotation_vector,
    rotation_vector_angle,
    rotation_vector_of_rotation,
    rotation_vector_rates,
)

DIRECTION = np.array([2.0, -1.0, 2.0]) / 3.0
ANGLES = np.array([0.0, 1e-12, 1e-7, 1e-3, 0.3, 1.5, 2.9])


def test_vector_and_rotation_equal_scipys_from_zero_to_nearly_half_a_turn():
    """Near half a turn the axis comes from differences of size pi - angle: a loss of one digit at 2.9."""
    r = ANGLES[:, None] * DIRECTION
    R = Rotation.from_rotvec(r).as_matrix()
    np.testing.assert_allclose(rotation_of_rotation_vector(r), R, atol=2e-15)
    np.testing.assert_allclose(rotation_vector_of_rotation(R), r, atol=1e-14)
    np.testing.assert_allclose(rotation_vector_of_rotation(R)[1:3], r[1:3], rtol=1e-9)  # small ones to their own digits


def test_the_angle_between_rotations_is_exact_also_for_none_and_for_half_a_turn():
    first = Rotation.from_rotvec([0.3, -0.2, 0.9])
    for angle in (0.0, 1e-10, 1.0, np.pi):
        second = first * Rotation.from_rotvec(angle * DIRECTION)
        assert rotation_vector_angle(first.as_matrix(), second.as_matrix()) == pytest.approx(angle, abs=1e-15, rel=1e-5)


@pytest.mark.parametrize("angle", ANGLES)
def test_angular_velocity_and_acceleration_are_the_rates_of_the_rotation(angle):
    """r(t) = r + rd t + rdd t^2/2; body rates from log(R(-h)^T R(h)) / 2h, whose error is of order h^2 = 1e-8."""
    r, rd, rdd = angle * DIRECTION, np.array([0.4, 0.3, -0.7]), np.array([-0.2, 0.5, 0.1])
    h = 1e-4

    def turn(t):
        return Rotation.from_rotvec(r + rd * t + rdd * t**2 / 2)

    def rate(t):
        return (turn(t - h).inv() * turn(t + h)).as_rotvec() / (2 * h)

    w, alpha = angular_motion_of_rotation_vector(r, rd, rdd)
    np.testing.assert_allclose(w, rate(0.0), atol=1e-7)
    np.testing.assert_allclose(alpha, (rate(0.01) - rate(-0.01)) / 0.02, atol=1e-4)


def test_rates_of_the_vector_are_the_inverse_of_the_angular_motion():
    r = ANGLES[:, None] * DIRECTION
    rd, rdd = np.random.default_rng(2).normal(size=(2, *r.shape))
    found = rotation_vector_rates(r, *angular_motion_of_rotation_vector(r, rd, rdd))
    np.testing.assert_allclose(found, (rd, rdd), atol=1e-12)


def test_three_points_give_the_motion_of_their_body():
    """Points on a body that turns with constant angular acceleration about a fixed axis through the origin."""
    design = Rotation.from_rotvec([0.1, 0.4, -0.2])  # directions of the points in the design pose
    w, alpha = 0.8 * DIRECTION, -0.5 * DIRECTION
    turned = Rotation.from_rotvec(0.6 * DIRECTION)
    centre = np.array([0.3, -0.9, 0.2])
    points = []
    for offset in ([0, 0, 0], [1, 0, 0], [0, 1, 0]):
        at = turned.apply(centre + design.apply(offset))
        points.append(PointMotion(at, np.cross(w, at), np.cross(alpha, at) + np.cross(w, np.cross(w, at))))
    motion = body_motion_of_points(*points, design.as_matrix())
    for found, wanted in zip(
        motion, (points[0].at, turned.as_matrix(), points[0].v, w, points[0].a, alpha), strict=True
    ):
        np.testing.assert_allclose(found, wanted, atol=1e-14)


def test_quaternions_of_any_rotation_are_those_of_scipy_but_for_their_sign():
    """Half turns too, where the scalar part vanishes: there a formula that divides by it would fail."""
    from scipy.spatial.transform import Rotation

    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(200, 3))
    vectors = np.concatenate([vectors, np.pi * np.eye(3), 1e-9 * vectors[:5], np.zeros((1, 3))])
    theirs = Rotation.from_rotvec(vectors)
    ours = quaternions_of_rotations(theirs.as_matrix())
    np.testing.assert_allclose(np.abs((ours * theirs.as_quat()).sum(axis=1)), 1.0, rtol=0.0, atol=4e-15)
    np.testing.assert_allclose(Rotation.from_quat(ours).as_matrix(), theirs.as_matrix(), rtol=0.0, atol=4e-15)
