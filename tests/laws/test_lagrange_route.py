"""Homogeneous transformations, their derivatives and the trace forms. [Szczotka 2007, eq. 1-43]"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from route_formulas import WrittenPiece

from jounce.equations.lagrange.chains import write_chains
from jounce.equations.lagrange.trace_forms import pseudo_inertia, times_pseudo_inertia, trace_form
from jounce.equations.recursive.mass_shapes import design_mass_shape
from jounce.equations.recursive.recorded_channels import recorded_energies
from jounce.graph import derivative, jacobian
from jounce.graph.derivative import tangent
from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.forces import AppliedForce, AppliedTorque, Damper, Spring
from jounce.parts.joints import Revolute, Sequence
from jounce.parts.laws import Linear
from jounce.parts.signals import Constant
from jounce.spatial.vector import dot, vector_difference

sys.path.append(str(Path(__file__).parents[1] / "agreement"))
from random_trees import random_body, random_tree

SIX = ("tx", "ty", "tz", "rz", "ry", "rx")  # the order of T1 ... T6
KINDS = ("revolute", "prismatic", "cylindrical", "universal", "planar", "spherical zyx", "free zyx", "sequence")


def T(name, x):
    """T1 ... T6 as printed, for real or complex x. [eq. 4]"""
    c, s = np.cos(x), np.sin(x)
    A = np.eye(4, dtype=np.result_type(x, float))
    match name:
        case "tx" | "ty" | "tz":
            A["xyz".index(name[1]), 3] = x
        case "rz":
            A[:2, :2] = [[c, -s], [s, c]]
        case "ry":
            A[0, 0], A[0, 2], A[2, 0], A[2, 2] = c, s, -s, c
        case "rx":
            A[1:3, 1:3] = [[c, -s], [s, c]]
    return A


def chain_of(order, q, point):
    """B of bodies one on another: shift to the joint's point, T1 ... T6, shift back."""
    B = np.eye(4)
    for names, own, p in zip(order, q, point, strict=True):
        there, back = np.eye(4), np.eye(4)
        there[:3, 3], back[:3, 3] = p, -np.array(p)
        B = B @ there
        for name, x in zip(names, own, strict=True):
            B = B @ T(name, x)
        B = B @ back
    return B


@pytest.fixture(scope="module")
def chain():
    """Three bodies one on another, with 6, 3 and 2 coordinates; their joints and the written equations."""
    rng = np.random.default_rng(5)
    orders, points = [SIX, ("rz", "ry", "rx"), ("ty", "rx")], [tuple(map(float, rng.normal(size=3))) for _ in range(3)]
    model, parent = Model("chain"), GROUND
    for k, (order, point) in enumerate(zip(orders, points, strict=True)):
        model.add(random_body(rng, f"b{k}"))
        model.add(Sequence(name=f"j{k}", parent=parent, child=f"b{k}", point=point, order=order))
        parent = f"b{k}"
    return orders, points, WrittenPiece(model, "lagrange").at_random(rng)


def test_B_and_its_derivatives_are_those_of_complex_steps(chain):
    """B to 1e-14, B_i by complex steps to 1e-13, B_ij by differences of complex steps, 1e-6 apart: to 1e-8."""
    orders, points, piece = chain
    last = write_chains(piece.sub)[2]
    q = [piece.numbers(piece.sub.q[k]) for k in range(3)]
    flat, ends = np.concatenate(q), np.cumsum([len(own) for own in q])[:-1]

    def B_at(x):
        return chain_of(orders, np.split(x, ends), points)

    np.testing.assert_allclose(piece.matrix(last.B), B_at(flat), atol=1e-13)
    columns, h, d = list(last.by), 1e-30, 1e-6
    symbols = [piece.sub.q[k][c] for k, c in columns]
    for i, column in enumerate(columns):
        step = np.zeros(flat.size, complex)
        step[i] = 1j * h
        np.testing.assert_allclose(piece.matrix(last.by[column]), B_at(flat + step).imag / h, atol=1e-13)
        entries = [entry for row in last.by[column] for entry in row]
        slopes = jacobian(entries, symbols)
        for j in range(len(columns)):
            found = piece.numbers([slopes.get((n, j), 0.0) for n in range(16)]).reshape(4, 4)
            there = np.zeros(flat.size)
            there[j] = d
            both = [B_at(flat + sign * there + step).imag / h for sign in (1.0, -1.0)]
            np.testing.assert_allclose(found, (both[0] - both[1]) / (2 * d), atol=1e-8)


def test_what_is_left_of_the_acceleration_is_the_sum_of_all_B_ij(chain):
    """W = sum B_ij q_i' q_j' [eq. 15], written by blocks, against the derivatives of B_i."""
    *_, piece = chain
    last = write_chains(piece.sub)[2]
    columns = list(last.by)
    q, s = ([getattr(piece.sub, name)[k][c] for k, c in columns] for name in ("q", "s"))
    speeds = piece.numbers(s)
    total = np.zeros(16)
    for i, column in enumerate(columns):
        slopes = jacobian([entry for row in last.by[column] for entry in row], q)
        for j in range(len(columns)):
            B_ij = piece.numbers([slopes.get((n, j), 0.0) for n in range(16)])
            total += B_ij * speeds[i] * speeds[j]
    np.testing.assert_allclose(piece.matrix(last.bias).ravel(), total, atol=1e-12 * np.abs(total).max())


def test_the_operator_of_lagrange_is_the_trace_of_B_k_H_and_the_acceleration():
    """e_k = d/dt dE/dq_k' - dE/dq_k = tr(B_k H B''^T) [eq. 14]; E from Newton's form, m v^2 / 2 + w I w / 2."""
    rng = np.random.default_rng(8)
    piece = WrittenPiece(random_tree(rng, 6, KINDS), "lagrange").at_random(rng)
    sub = piece.sub
    energy, _ = recorded_energies(sub)
    columns = [(k, c) for k in sub.own.links for c in range(len(sub.s[k]))]
    accelerations = dict(zip(columns, map(float, rng.normal(size=len(columns))), strict=True))
    changes = {sub.q[k][c]: sub.s[k][c] for k, c in columns}
    changes |= {sub.s[k][c]: a for (k, c), a in accelerations.items()}
    momenta = [derivative([energy], sub.s[k][c])[0] for k, c in columns]
    rates = tangent(momenta, changes)
    expected = piece.numbers(
        [r - derivative([energy], sub.q[k][c])[0] for r, (k, c) in zip(rates, columns, strict=True)]
    )
    found = dict.fromkeys(columns, 0.0)
    for k, chain in write_chains(sub).items():
        if k < 0:
            continue
        H = pseudo_inertia(*design_mass_shape(sub, k))
        for column, B_k in chain.by.items():
            BH = times_pseudo_inertia(B_k, H)
            value = trace_form(BH, chain.bias)
            for other, B_i in chain.by.items():
                value = value + accelerations[other] * trace_form(BH, B_i)
            found[column] = found[column] + value
    np.testing.assert_allclose(
        piece.numbers(list(found.values())), expected, rtol=0, atol=1e-12 * np.abs(expected).max()
    )


SUBSETS = [subset for size in range(1, 7) for subset in combinations(SIX, size)]


def test_every_subset_of_the_six_coordinates_is_a_joint():
    """63 joints: as many coordinates as named; the pose is the product of those T alone; e_k as Newton has it."""
    rng = np.random.default_rng(9)
    body = random_body(rng, "body")
    assert len(SUBSETS) == 63
    for subset in SUBSETS:
        joint = Sequence(name="joint", parent=GROUND, child="body", point=(0.3, -0.2, 0.5), order=subset)
        model = Model("one body").add(body, joint)
        piece = WrittenPiece(model, "lagrange").at_random(rng)
        assert [name.partition(".")[2] for name in piece.layout.coordinates] == list(subset)
        q = piece.numbers(piece.sub.q[0])
        B = piece.matrix(write_chains(piece.sub)[0].B)
        np.testing.assert_allclose(B, chain_of([subset], [q], [joint.point]), atol=1e-13)
        by_newton = WrittenPiece(model, "recursive")
        by_newton.state = piece.state
        for name in ("mass", "right"):
            ours, theirs = (list(getattr(one.sub.system, name).values()) for one in (piece, by_newton))
            keys = list(getattr(piece.sub.system, name))
            assert keys == list(getattr(by_newton.sub.system, name))
            expected = by_newton.numbers(theirs)
            size = np.abs(expected).max() + 10.0 * body.mass  # weights may cancel
            np.testing.assert_allclose(piece.numbers(ours), expected, rtol=0, atol=1e-12 * size)


def test_a_shock_absorber_pushes_by_the_gradients_of_its_energies():
    """Spring between A and B, damper between C and D, on two branches of one base body: Q = -dV/dq - dD/dq'.

    V = k (l - l0)^2 / 2 and D = c l'^2 / 2 along the line, with r = B r' of each end [eq. 29-35].
    """
    rng = np.random.default_rng(10)
    k, c, length, points = 3e4, 2e3, 0.7, [tuple(map(float, rng.normal(size=3))) for _ in range(4)]
    A, B, C, D = points

    def branches(*elements):
        model = Model("branches").add(*(random_body(np.random.default_rng(i), f"b{i}") for i in range(3)))
        axes = [tuple(map(float, np.random.default_rng(20 + i).normal(size=3))) for i in range(3)]
        for i, parent in enumerate((GROUND, "b0", "b0")):
            model.add(Revolute(name=f"j{i}", parent=parent, child=f"b{i}", point=(0.1 * i, 0.2, 0.0), axis=axes[i]))
        return model.add(*elements)

    ends = {"parent": "b1", "child": "b2"}
    spring = Spring(name="spring", **ends, point=A, child_point=B, free_length=length, law=Linear(slope=k))
    damper = Damper(name="damper", **ends, point=C, child_point=D, law=Linear(slope=c))
    with_both, without = (WrittenPiece(branches(*e), "lagrange") for e in ((spring, damper), ()))
    state = rng.normal(size=6)
    with_both.state[:6] = without.state[:6] = state
    pushes = [one.numbers(list(one.sub.system.right.values())) for one in (with_both, without)]
    sub, chains = without.sub, write_chains(without.sub)
    motions = {i: chains[i].motion() for i in (1, 2)}
    line = vector_difference(motions[2].position(B), motions[1].position(A))
    apart = vector_difference(motions[2].position(D), motions[1].position(C))
    rate = vector_difference(motions[2].velocity(D), motions[1].velocity(C))
    from jounce.graph import sqrt

    stretch = sqrt(dot(line, line)) - length
    closing = dot(apart, rate) / sqrt(dot(apart, apart))
    V, dissipation = 0.5 * k * stretch * stretch, 0.5 * c * closing * closing
    expected = [-derivative([V], sub.q[i][0])[0] - derivative([dissipation], sub.s[i][0])[0] for i in range(3)]
    found = dict(zip(with_both.sub.system.right, pushes[0] - pushes[1], strict=True))
    numbers = without.numbers(expected)
    np.testing.assert_allclose([found["speed", i, 0] for i in range(3)], numbers, atol=1e-11 * np.abs(numbers).max())
    assert abs(numbers[0]) < 1e-11 * np.abs(numbers).max()  # it acts inside the base body's branches


def test_a_force_and_a_moment_in_body_axes_push_as_printed():
    """Q_k = P'^T B^T B_k r'_A + M'^T d_k, d_k by the sums of eq. 24, on the second of two bodies."""
    rng = np.random.default_rng(14)
    P, Mo, A = (tuple(map(float, rng.normal(size=3))) for _ in range(3))

    def two_bodies(*elements):
        model, parent = Model("two bodies"), GROUND
        for i, order in enumerate((SIX, ("rz", "rx"))):
            model.add(random_body(np.random.default_rng(i), f"b{i}"))
            model.add(Sequence(name=f"j{i}", parent=parent, child=f"b{i}", point=(0.2, 0.1 * i, 0.3), order=order))
            parent = f"b{i}"
        return model.add(*elements)

    sizes = [float(np.linalg.norm(vector)) for vector in (P, Mo)]
    force = AppliedForce(name="P", body="b1", point=A, direction=P, signal=Constant(value=sizes[0]), axes="body")
    moment = AppliedTorque(name="M", body="b1", direction=Mo, signal=Constant(value=sizes[1]), axes="body")
    pushed, free = (WrittenPiece(two_bodies(*e), "lagrange") for e in ((force, moment), ()))
    pushed.state[:16] = free.state[:16] = rng.normal(size=16)
    right = [one.numbers(list(one.sub.system.right.values())) for one in (pushed, free)]
    chain = write_chains(free.sub)[1]
    B, expected = free.matrix(chain.B), []
    for B_k in map(free.matrix, chain.by.values()):
        b, b_k = B[:3, :3], B_k[:3, :3]
        d = [b[:, 2] @ b_k[:, 1], b[:, 0] @ b_k[:, 2], b[:, 1] @ b_k[:, 0]]
        expected.append(np.array([*P, 0.0]) @ B.T @ B_k @ [*A, 1.0] + np.array(Mo) @ d)
    rounding = 1e-13 * np.abs(right).max()  # of velocity terms and weights, which cancel
    np.testing.assert_allclose(right[0] - right[1], expected, rtol=0, atol=rounding)


def test_the_pseudo_inertia_has_the_energy_of_a_skewed_body():
    """tr(B' H B'^T) / 2 = m v^2 / 2 + w I w / 2 of a body whose frame is not at its centre. [eq. 11-12, E-02]"""
    rng = np.random.default_rng(11)
    body = Body(name="body", mass=3.0, centre=(0.4, -0.2, 0.6), inertia=(0.5, 0.6, 0.7), products=(0.1, -0.05, 0.08))
    model = Model("body").add(body, Sequence(name="j", parent=GROUND, child="body", point=(0, 0, 0), order=SIX))
    piece = WrittenPiece(model, "lagrange").at_random(rng)
    chain, sub = write_chains(piece.sub)[0], piece.sub
    H = piece.matrix(pseudo_inertia(*design_mass_shape(sub, 0)))
    rate, B = piece.matrix(chain.rate), piece.matrix(chain.B)
    xy, yz, zx = body.products  # integrals of x y dm, about the centre
    I = np.array([[0.5, -xy, -zx], [-xy, 0.6, -yz], [-zx, -yz, 0.7]])
    W = rate[:3, :3] @ B[:3, :3].T
    w, v = np.array([W[2, 1], W[0, 2], W[1, 0]]), rate @ [*body.centre, 1.0]
    R = B[:3, :3]
    expected = 1.5 * v[:3] @ v[:3] + 0.5 * w @ R @ I @ R.T @ w
    assert 0.5 * np.trace(rate @ H @ rate.T) == pytest.approx(expected, rel=1e-12)
