"""Spatial velocities, accelerations and forces: pairs of three-vectors, angular part first.

A motion (w, v) holds the angular velocity and the linear velocity of the body point at the frame's origin;
a wrench (n, f) the moment about the origin and the force. [Featherstone 2008, chapter 2]
"""

from __future__ import annotations

from jounce.graph import Scalar
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference

Motion = tuple[Vec3, Vec3]
Wrench = tuple[Vec3, Vec3]
REST: Motion = (ZERO, ZERO)


def add_motions(a: Motion, b: Motion) -> Motion:
    return (add(a[0], b[0]), add(a[1], b[1]))


def subtract_motions(a: Motion, b: Motion) -> Motion:
    return (vector_difference(a[0], b[0]), vector_difference(a[1], b[1]))


def scale_motion(s: Scalar, a: Motion) -> Motion:
    return (scale_vector(s, a[0]), scale_vector(s, a[1]))


def motion_cross(a: Motion, b: Motion) -> Motion:
    """a x b: rate of the motion vector b that moves with a."""
    return (cross(a[0], b[0]), add(cross(a[0], b[1]), cross(a[1], b[0])))


def motion_force_cross(a: Motion, f: Wrench) -> Wrench:
    """a x* f: rate of the wrench f that moves with a."""
    return (add(cross(a[0], f[0]), cross(a[1], f[1])), cross(a[0], f[1]))


def motion_power(a: Motion, f: Wrench) -> Scalar:
    """Scalar product of motion and wrench."""
    return dot(a[0], f[0]) + dot(a[1], f[1])


def motion_wrench_at(r: Vec3, force: Vec3, moment: Vec3 = ZERO) -> Wrench:
    """A force at the point r and a moment, as a wrench about the origin."""
    return (add(moment, cross(r, force)), force)


def motion_velocity_at(a: Motion, r: Vec3) -> Vec3:
    """Velocity of the body point that is at r."""
    return add(a[1], cross(a[0], r))


def motion_acceleration_at(velocity: Motion, acceleration: Motion, r: Vec3) -> Vec3:
    """Acceleration of the body point at r, from the spatial acceleration: a + alpha x r + w x v(r)."""
    return add(motion_velocity_at(acceleration, r), cross(velocity[0], motion_velocity_at(velocity, r)))
