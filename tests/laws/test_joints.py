"""Every joint in the tree and as the closing joint of a loop: columns, rows, rates and accelerations by differences.

Central differences with h = 1e-4 err by h^2 f'''/6, here below 1e-6 for motions of a few rad/s and m/s; a missing
or wrong term is of the size of the motion itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce
from jounce.equations.recursive.kinematics import carry_kinematics_over_joint
from jounce.graph import Scalar
from jounce.mechanism import TreeLink, connect_mechanism
from jounce.parts.guides import GUIDES
from jounce.parts.joints import JOINTS, DrivenPoint
from jounce.parts.joints.joint_rows import TogetherRow, holds_speeds_only, joint_rows
from jounce.parts.joints.motions import Ball, Float, Glide
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.rotation import quaternion_rate, rotation_about, rotation_of_quaternion
from jounce.spatial.vector import perpendicular_vector, unit
from jounce.units import Number

H = 1e-4
P, Q = (0.3, -0.2, 0.5), (0.25, -0.1, 0.55)
U, V = (1.0, 2.0, -0.5), (2.0, -1.0, 0.0)  # at right angles
W = (1.2, 1.8, -0.3)  # near U
CHECKED = {"atol": 2e-6, "rtol": 2e-6}


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """y = by x^2."""

    by: Number

    def value(self, x: Scalar) -> Scalar:
        return self.by * x * x


@dataclass(frozen=True, slots=True, kw_only=True)
class Saddle:
    """z = by x (x + y)."""

    by: Number

    def value(self, x: Scalar, v: Scalar) -> Scalar:
        return self.by * x * (x + v)


CARRYING = {
    "belt mount": jounce.parts.BeltMount(name="j", parent="a", child="b", point=P, axis=U),
    "revolute": jounce.parts.Revolute(name="j", parent="a", child="b", point=P, axis=U),
    "prismatic": jounce.parts.Prismatic(name="j", parent="a", child="b", point=P, axis=U),
    "cylindrical": jounce.parts.Cylindrical(name="j", parent="a", child="b", point=P, axis=U),
    "universal": jounce.parts.Universal(name="j", parent="a", child="b", point=P, axis=U, child_axis=V),
    "gimbal": jounce.parts.Gimbal(name="j", parent="a", child="b", point=P, axis=U, child_axis=V),
    "planar": jounce.parts.Planar(name="j", parent="a", child="b", point=P, normal=U, axis=V),
    "planar along own axes": jounce.parts.Planar(
        name="j", parent="a", child="b", point=P, normal=U, axis=V, speeds="along own axes"
    ),
    "spherical": jounce.parts.Spherical(name="j", parent="a", child="b", point=P),
    "spherical zyx": jounce.parts.Spherical(name="j", parent="a", child="b", point=P, angles="zyx"),
    "free": jounce.parts.Free(name="j", parent="a", child="b", point=P),
    "free zyx": jounce.parts.Free(name="j", parent="a", child="b", point=P, angles="zyx"),
    "free zyx about an axis": jounce.parts.Free(name="j", parent="a", child="b", point=P, angles="zyx", axis=U),
    "fixed": jounce.parts.Fixed(name="j", parent="a", child="b", point=P),
    "hitch": jounce.parts.Hitch(name="j", parent="a", child="b", point=P),
    "sequence": jounce.parts.Sequence(
        name="j", parent="a", child="b", point=P, order=("tz", "rx", "tx", "rz", "ty", "ry")
    ),
}
CUTTABLE = {name: joint for name, joint in CARRYING.items() if hasattr(joint, "rows") and name != "spherical zyx"}
GENERIC = ("tx", "ty", "tz", "rx", "ry", "rz")
CLOSING = CUTTABLE | {
    "distance": jounce.parts.Distance(name="j", parent="a", child="b", point=P, child_point=(0.7, 0.1, 0.2)),
    "distance by length": jounce.parts.Distance(name="j", parent="a", child="b", point=P, child_point=Q, length=0.4),
    "revolute with two points": jounce.parts.Revolute(name="j", parent="a", child="b", point=P, child_point=Q, axis=U),
    "cardan shaft": jounce.parts.ShaftJoint(
        name="j", parent="a", child="b", point=P, axis=U, child_axis=W, kind="universal"
    ),
    "constant-velocity shaft": jounce.parts.ShaftJoint(name="j", parent="a", child="b", point=P, axis=U, child_axis=W),
    "driven point": DrivenPoint(  # its signal is taken off elsewhere
        name="j", parent="a", child="b", point=P, axis=U, signal=jounce.parts.signals.Constant(value=0.0)
    ),
    "constraint": jounce.parts.Constraint(name="j", parent="a", child="b", point=P, locked=GENERIC),
    "knife edge": jounce.parts.KnifeEdge(name="j", parent="a", child="b", point=P, child_point=Q, normal=U, axis=V),
    "rolling wheel": jounce.parts.RollingWheel(
        name="j", parent="a", child="b", point=P, child_point=Q, normal=U, axis=W, radius=0.3
    ),
    "rolling ball": jounce.parts.RollingBall(
        name="j", parent="a", child="b", point=P, child_point=Q, normal=U, radius=0.3
    ),
    "rolling, held otherwise": jounce.parts.RollingWheel(
        name="j", parent="a", child="b", child_point=Q, normal=U, axis=V, radius=0.3, touching=False
    ),
    "point on a curve": jounce.parts.PointOnCurve(
        name="j",
        parent="a",
        child="b",
        point=P,
        child_point=Q,
        axis=U,
        normal=V,
        rise=Square(by=0.7),
        side=Square(by=2),
    ),
    "point on a surface": jounce.parts.PointOnSurface(name="j", parent="a", child="b", point=P, height=Saddle(by=0.9)),
    "point on a cam": jounce.parts.PointOnCam(
        name="j", parent="a", child="b", point=P, child_point=Q, axis=U, start=V, radius=Square(by=0.3)
    ),
    "constraint in a plane": jounce.parts.Constraint(
        name="j", parent="a", child="b", point=P, locked=("tx", "tz", "ry")
    ),
}


def test_no_kind_of_joint_is_left_out():
    """Couplings tie coordinates and are linear; shapes that bend are tested as bodies; all others are here."""
    kinds = {type(joint) for joint in (*CARRYING.values(), *CLOSING.values())}
    assert kinds | {jounce.parts.Coupling, jounce.parts.Elastic, jounce.parts.Attached} == {
        *JOINTS.values(),
        *GUIDES.values(),
        jounce.parts.BeltMount,
    }


# --- motion in numbers -----------------------------------------------------------------------------------


def links_of(*joints) -> tuple[TreeLink, ...]:
    model = jounce.Model("two bodies").add(*(jounce.parts.Body(name=name, mass=1.0) for name in "ab"), *joints)
    return connect_mechanism(model).links


FLOATING = tuple(jounce.parts.Free(name=f"free_{name}", parent="ground", child=name) for name in "ab")


def coordinate_rates(link: TreeLink, q: np.ndarray, s: np.ndarray) -> np.ndarray:
    """q' of speeds s: equal, but for quaternions, q' = q (0, w)/2, and body axes, p' = R v."""
    if link.motions and isinstance(link.motions[0], Glide):
        c, d = np.cos(q[2]), np.sin(q[2])
        return np.array([c * s[1] - d * s[2], d * s[1] + c * s[2], s[0]])
    if not link.motions or not isinstance(link.motions[0], Ball | Float):
        return s
    four = q[-4:]
    w0, w = -0.5 * four[1:] @ s[:3], 0.5 * (four[0] * s[:3] + np.cross(four[1:], s[:3]))
    if isinstance(link.motions[0], Ball):
        return np.array([w0, *w])
    return np.array([*(rotation(four) @ s[3:]), w0, *w])


def rotation(four: np.ndarray) -> np.ndarray:
    return Rotation.from_quat([*four[1:], four[0]]).as_matrix()


class Course:
    """A trajectory through (q, s) at time zero with constant rates a of the speeds."""

    def __init__(self, link: TreeLink, seed: int):
        rng = np.random.default_rng(seed)
        self.link = link
        self.q = rng.uniform(-0.6, 0.6, len(link.coordinates))
        if len(self.q) and link.motions and isinstance(link.motions[0], Ball | Float):
            four = self.q[-4:] + np.array([1.0, 0.0, 0.0, 0.0])
            self.q[-4:] = four / np.linalg.norm(four)
        self.s = rng.normal(size=len(link.speeds))
        self.a = rng.normal(size=len(link.speeds))

    def at(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """By one step of the classical method; exact to t^5."""

        def rate(q, t):
            return coordinate_rates(self.link, q, self.s + t * self.a)

        k1 = rate(self.q, 0.0)
        k2 = rate(self.q + t / 2 * k1, t / 2)
        k3 = rate(self.q + t / 2 * k2, t / 2)
        k4 = rate(self.q + t * k3, t)
        return self.q + t / 6 * (k1 + 2 * k2 + 2 * k3 + k4), self.s + t * self.a

    def motion(self, t: float, parent: RelativeMotion = STILL) -> RelativeMotion:
        return carry_kinematics_over_joint(parent, self.link, self.link.joint, *(x.tolist() for x in self.at(t)))


def chain(joint, seed: int):
    """A floating body and another on the joint; `motions(t)` of both."""
    first, second = links_of(FLOATING[0], joint)
    courses = Course(first, seed), Course(second, seed + 1)

    def motions(t: float) -> tuple[RelativeMotion, RelativeMotion]:
        a = courses[0].motion(t)
        return a, courses[1].motion(t, a)

    return courses, motions


def twist(before: RelativeMotion, after: RelativeMotion, time: float) -> np.ndarray:
    """Angular velocity and velocity of the body's point at the origin, from two poses."""
    R0, R1 = np.array(before.R), np.array(after.R)
    w = Rotation.from_matrix(R1 @ R0.T).as_rotvec() / time
    points = [(np.array(m.position(P)), m) for m in (before, after)]
    v = (points[1][0] - points[0][0]) / time
    return np.array([*w, *(v - np.cross(w, (points[0][0] + points[1][0]) / 2))])


def flat(motion) -> np.ndarray:
    return np.array([*motion[0], *motion[1]])


def turned_round(joint):
    """The same joint listed from b to a, so that the tree runs through it backwards."""
    return type(joint)(**{**fields_of(joint), "parent": "b", "child": "a"})


def fields_of(joint) -> dict:
    return {name: getattr(joint, name) for name in joint.__dataclass_fields__}


EVERY_WAY = [(name, False) for name in CARRYING] + [(n, True) for n in CARRYING if not n.startswith("free")]


@pytest.mark.parametrize(("name", "backwards"), EVERY_WAY)
def test_a_column_is_the_rate_of_pose_for_its_own_speed(name, backwards):
    joint = turned_round(CARRYING[name]) if backwards else CARRYING[name]
    (_, course), motions = chain(joint, seed=3)
    parent, body = motions(0.0)
    assert len(body.S) == len(course.link.speeds)
    for c, S in enumerate(body.S):
        course.s, course.a = np.eye(len(body.S))[c], np.zeros(len(body.S))
        measured = twist(course.motion(-H, parent), course.motion(H, parent), 2 * H)
        np.testing.assert_allclose(flat(S), measured, **CHECKED)


@pytest.mark.parametrize(("name", "backwards"), EVERY_WAY)
def test_velocity_and_acceleration_follow_the_motion_of_carrier_and_joint(name, backwards):
    """U is the twist; U' = A + S s' + (the carrier's own S s')."""
    joint = turned_round(CARRYING[name]) if backwards else CARRYING[name]
    (carrier, course), motions = chain(joint, seed=5)
    parent, body = motions(0.0)
    before, after = motions(-H)[1], motions(H)[1]
    np.testing.assert_allclose(flat(body.U), twist(before, after, 2 * H), **CHECKED)
    columns = np.array([flat(S) for S in (*parent.S, *body.S)])
    acceleration = flat(body.A) + np.concatenate([carrier.a, course.a]) @ columns
    np.testing.assert_allclose(acceleration, (flat(after.U) - flat(before.U)) / (2 * H), **CHECKED)


# --- rows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CUTTABLE)
def test_rows_of_a_joint_leave_its_own_motions_free_and_lock_all_others(name):
    """g = 0 and J S = 0 wherever the joint takes the body, and rank = 6 - freedoms."""
    _, motions = chain(CUTTABLE[name], seed=7)
    parent, child = motions(0.0)
    rows = joint_rows(CUTTABLE[name], parent, child)
    np.testing.assert_allclose([row.g for row in rows], 0.0, atol=1e-14)
    np.testing.assert_allclose([row.gd for row in rows], 0.0, atol=1e-13)
    wrenches = np.array([flat(row.wrench) for row in rows])
    for S in child.S:
        np.testing.assert_allclose(wrenches @ flat(S), 0.0, atol=1e-13)
    assert len(rows) == 6 - len(child.S)
    assert np.linalg.matrix_rank(wrenches, tol=1e-6) == len(rows)


@pytest.mark.parametrize("locked", [c for n in range(1, 7) for c in combinations(GENERIC, n)], ids=" ".join)
def test_any_subset_of_the_six_generic_rows_is_independent(locked):
    joint = jounce.parts.Constraint(name="j", parent="a", child="b", point=P, locked=locked)
    rows = joint_rows(joint, STILL, STILL)
    assert len(rows) == len(locked)
    assert np.linalg.matrix_rank([flat(row.wrench) for row in rows]) == len(locked)


@pytest.mark.parametrize("name", CLOSING)
def test_rates_and_velocity_terms_of_rows_are_those_of_differences_off_the_loop_too(name):
    """gd = g', and J s' + gamma = gd', for two bodies that move as they like; rows of speeds have gd alone.

    The three rows of coinciding points are written in the reference frame's axes; their rates are those that an
    observer on the parent sees, which is the same once the points coincide.
    """
    joint = CLOSING[name]
    courses = [Course(link, seed) for seed, link in enumerate(links_of(*FLOATING))]

    def seen(t: float):
        """Rows, residuals and rates, with points as the parent sees them, in its axes of time zero."""
        parent, child = (course.motion(t) for course in courses)
        rows = joint_rows(joint, parent, child)
        g, gd = np.array([row.g for row in rows]), np.array([row.gd for row in rows])
        if isinstance(joint.rows()[0], TogetherRow):
            R = np.array(courses[0].motion(0.0).R) @ np.array(parent.R).T
            g[:3], gd[:3] = R @ g[:3], R @ gd[:3]
        return rows, g, gd

    (rows, g, gd), before, after = seen(0.0), seen(-H), seen(H)
    of_positions = [not holds_speeds_only(row) for row in joint.rows() for _ in row.labels(0)]
    assert np.abs(g).max(initial=0.0, where=of_positions) > 0.01 or not any(of_positions)  # far from closed
    np.testing.assert_allclose(gd[of_positions], ((after[1] - before[1]) / (2 * H))[of_positions], **CHECKED)
    assert not g[np.logical_not(of_positions)].any()
    columns = np.array([sign * flat(S) for sign, c in zip((-1, 1), courses, strict=True) for S in c.motion(0.0).S])
    accelerations = np.concatenate([course.a for course in courses])
    second = [flat(row.wrench) @ (accelerations @ columns) + row.gamma for row in rows]
    np.testing.assert_allclose(second, (after[2] - before[2]) / (2 * H), **CHECKED)


# --- rotations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.7, -3.0, np.pi, 40.0])
def test_a_rotation_about_an_axis_is_that_of_scipy(angle):
    axis = unit(U)
    R = np.array(rotation_about(axis, angle))
    np.testing.assert_allclose(R, Rotation.from_rotvec(angle * np.array(axis)).as_matrix(), atol=1e-14)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-14)


@pytest.mark.parametrize("length", [1.0, 0.3, 20.0])
def test_a_quaternion_of_any_length_gives_the_rotation_of_its_direction(length):
    q = length * np.array([0.5, -0.1, 0.7, 0.2]) / np.linalg.norm([0.5, -0.1, 0.7, 0.2])
    R = np.array(rotation_of_quaternion(tuple(q)))
    np.testing.assert_allclose(R, rotation(q), atol=1e-14)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(R) == pytest.approx(1.0, abs=1e-14)


def test_a_quaternion_turns_at_its_body_rates():
    """R(q + h q') = R(q) exp(h [w]) to first order, and the length of q does not change."""
    q, w = np.array([0.5, -0.1, 0.7, 0.5]), np.array([0.4, -1.2, 0.9])
    rate = np.array(quaternion_rate(tuple(q), tuple(w)))
    assert q @ rate == pytest.approx(0.0, abs=1e-16)
    step = rotation(q - H * rate).T @ rotation(q + H * rate)
    np.testing.assert_allclose(Rotation.from_matrix(step).as_rotvec() / (2 * H), w, **CHECKED)


@pytest.mark.parametrize("axis", [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, 1), (0.8, 0.6, 0), (0.79, 0.5, 0.35), U])
def test_a_perpendicular_is_a_unit_vector_at_a_right_angle(axis):
    a = unit(tuple(map(float, axis)))
    p = np.array(perpendicular_vector(a))
    assert p @ np.array(a) == pytest.approx(0.0, abs=1e-15)
    assert np.linalg.norm(p) == pytest.approx(1.0, abs=1e-15)
