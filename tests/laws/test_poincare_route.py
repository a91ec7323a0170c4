"""Joint maps, quasi-velocities and the equations of Poincare. [Ciglaric, eq. 4-17]"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from route_formulas import WrittenPiece, exact_numbers

from jounce.equations.poincare.joint_maps import joint_map
from jounce.graph.derivative import tangent
from jounce.mechanism import connect_mechanism
from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.joints import Free, Revolute, Universal
from jounce.parts.joints.joint_rows import joint_rows
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.vector import ZERO

sys.path.append(str(Path(__file__).parents[1] / "agreement"))
from random_trees import random_joint, random_state, random_tree

from jounce.equations.poincare.route import potential_energy
from jounce.equations.route import coordinate_changes

LOCKING = ("revolute", "prismatic", "cylindrical", "universal", "planar", "spherical", "gimbal", "fixed")


@pytest.mark.parametrize("kind", LOCKING)
def test_the_joint_map_spans_what_the_rows_of_the_joint_leave(kind):
    """A H = 0 with A the wrenches of the joint's own rows, and rank H = 6 - rank A. [eq. 6-7]"""
    rng = np.random.default_rng(3)
    joint = random_joint(rng, kind, "joint", GROUND, "body")
    q, _ = random_state(rng, [joint]) if kind != "fixed" else (np.zeros(0), None)
    own, at = [], 0
    for motion in joint.motions():
        numbers = q[at : at + len(motion.coordinates)]
        own.append([float(x) for x in (numbers / np.linalg.norm(numbers) if len(numbers) == 4 else numbers)])
        at += len(motion.coordinates)
    found = joint_map(joint.motions(), own)
    point, on_child = np.array(joint.point), joint.child_point or joint.point
    seat = tuple(map(float, point + found.r))
    child = RelativeMotion(found.R, seat, on_child)
    A = []
    for row in joint_rows(joint, STILL, child):
        moment, force = map(np.array, row.wrench)
        A.append([*(moment - np.cross(seat, force)), *force])  # about the joint's point on the child
    H = np.array([[*w, *v] for w, v in found.H], float).T if found.H else np.zeros((6, 0))
    np.testing.assert_allclose(np.array(A, float) @ H, 0.0, atol=1e-14)
    assert np.linalg.matrix_rank(H) == H.shape[1] == 6 - np.linalg.matrix_rank(np.array(A, float))


def test_a_universal_joint_moves_as_two_hinges_in_sequence():
    a, b = (0.0, 0.0, 1.0), (0.6, 0.8, 0.0)
    hooke = Universal(name="u", parent=GROUND, child="b", point=ZERO, axis=a, child_axis=b)
    hinges = [Revolute(name=n, parent=GROUND, child="b", point=ZERO, axis=axis) for n, axis in (("1", a), ("2", b))]
    whole = joint_map(hooke.motions(), [[0.4], [-0.9]])
    first, second = (joint_map(h.motions(), [[q]]) for h, q in zip(hinges, (0.4, -0.9), strict=True))
    R = np.array(first.R) @ np.array(second.R)
    np.testing.assert_allclose(np.array(whole.R), R, atol=1e-15)
    turned = [first.H[0][0], tuple(np.array(first.R) @ second.H[0][0])]
    np.testing.assert_allclose([w for w, _ in whole.H], turned, atol=1e-15)


def test_every_column_of_the_incidence_matrix_joins_two_bodies():
    """+1 where a joint comes from, -1 where it goes, the ground included. [eq. 8]"""
    S = connect_mechanism(random_tree(np.random.default_rng(2), 20)).incidence()
    assert ((S == 1).sum(axis=0) == 1).all() and ((S == -1).sum(axis=0) == 1).all()


def rational_state(piece, rng):
    """A turn whose quaternion has rational entries and length one, and rational speeds."""
    a, b, c, d = (Fraction(int(x)) for x in rng.integers(1, 9, size=4))
    n = a * a + b * b + c * c + d * d  # the square of a quaternion of whole numbers, by its length
    four = ((a * a - b * b - c * c - d * d) / n, 2 * a * b / n, 2 * a * c / n, 2 * a * d / n)
    state = {name: Fraction(int(rng.integers(-9, 10)), 7) for name in (*piece.layout.coordinates, *piece.layout.speeds)}
    return state | {f"motion.q{i}": x for i, x in enumerate(four)}


@pytest.mark.parametrize("seed", range(4))
def test_a_free_body_has_the_equations_of_euler_and_newton_exactly(seed):
    """I w' + w x I w = 0 and m (v' + w x v) = m R^T g in body axes, in exact fractions.

    Both sides are quotients of polynomials; equal at random fractions they are equal as formulas but for a chance of
    less than one in a thousand, in one of four draws of numbers.
    """
    rng = np.random.default_rng(60 + seed)
    body = Body(name="body", mass=3.0, centre=ZERO, inertia=(0.5, 0.75, 1.0), products=(0.125, -0.0625, 0.25))
    model = Model("free body", gravity=(1.0, -2.0, -8.0)).add(body, Free(name="motion", parent=GROUND, child="body"))
    piece = WrittenPiece(model, "poincare")
    state = rational_state(piece, rng)
    symbols = {key: Fraction(float(value)) for key, value in piece.symbols.items()}
    for key in symbols:
        if key[0] in ("coordinates", "speeds"):
            symbols[key] = state[key[1]]
    system = piece.sub.system
    right = np.array(exact_numbers(list(system.right.values()), symbols))
    M = np.zeros((6, 6), object)
    for ((_, _, i), (_, _, j)), value in zip(
        system.mass, exact_numbers(list(system.mass.values()), symbols), strict=True
    ):
        M[i, j] = M[j, i] = value
    (xx, yy, zz), (xy, yz, zx) = (map(Fraction, numbers) for numbers in (body.inertia, body.products))
    I = np.array([[xx, -xy, -zx], [-xy, yy, -yz], [-zx, -yz, zz]])
    w, v = (np.array([state[f"motion.{letter}{axis}"] for axis in "xyz"]) for letter in "wv")
    q0, q1, q2, q3 = (state[f"motion.q{i}"] for i in range(4))
    K = np.array([[0, -q3, q2], [q3, 0, -q1], [-q2, q1, 0]])
    R = np.eye(3, dtype=int) + 2 * q0 * K + 2 * K @ K  # Rodrigues' formula for a quaternion
    gravity = np.array([1, -2, -8])
    assert (M == np.block([[I, np.zeros((3, 3), int)], [np.zeros((3, 3), int), 3 * np.eye(3, dtype=int)]])).all()
    assert (right[:3] == -np.cross(w, I @ w)).all()
    assert (right[3:] == 3 * (R.T @ gravity - np.cross(w, v))).all()


def test_the_power_of_the_equations_of_poincare_balances():
    """d(p M p / 2)/dt = -dE/dt for a tree under gravity alone, to 1e-10 of the power: C does no work."""
    rng = np.random.default_rng(12)
    piece = WrittenPiece(random_tree(rng, 7), "poincare").at_random(rng)
    sub = piece.sub
    p = {(k, c): s for k in sub.own.links for c, s in enumerate(sub.s[k])}
    energy = 0.0
    for ((_, *one), (_, *other)), entry in sub.system.mass.items():
        twice = 0.5 if one == other else 1.0
        energy = energy + twice * (p[tuple(one)] * p[tuple(other)] * entry)
    coordinates = coordinate_changes(sub)
    speeds = {s: sub.solution["speed", *at] for at, s in p.items()}
    (gained,) = tangent([energy], coordinates | speeds)
    (fallen,) = tangent([potential_energy(sub)], coordinates)
    gained, fallen = piece.numbers([gained, fallen])
    assert abs(gained) > 1.0
    assert gained == pytest.approx(-fallen, rel=1e-10)
