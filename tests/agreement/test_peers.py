"""Before they judge us, the outside engines must agree with each other through our coordinate maps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from campaigns import with_campaign
from jounce.parts.joints.motions import Ball
from jounce.spatial.rotation import quaternion_rate
from jounce_benchmarks import wishbone_car_data as data
from jounce_benchmarks.wishbone_car import quarter_car, wishbone_car

pin = pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

from peers import mujoco_model, pinocchio_model  # noqa: E402
from peers.pinocchio_forces import PinocchioView, generalised_forces  # noqa: E402
from peers.tree import motion_order  # noqa: E402
from random_trees import KINDS, random_state, random_tree  # noqa: E402


def both_engines(model, order=None):
    order = order or motion_order(model.joints)
    return (
        pinocchio_model.build(model, model.joints, (), order),
        mujoco_model.build(model, model.joints, order),
    )


def close(a, b):
    """Both work in double precision on trees up to a dozen bodies: some hundred roundings of 1e-16."""
    np.testing.assert_allclose(a, b, rtol=0, atol=1e-11 * np.abs(b).max())


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "fixed"])
def test_pinocchio_and_mujoco_agree_on_trees_with_each_joint_kind(kind):
    rng = np.random.default_rng(3)
    model = random_tree(rng, 8, (kind, "revolute", "fixed"))
    assert any(type(joint).__name__.lower() == kind.split()[0] for joint in model.joints)
    q, v = random_state(rng, model.joints)
    pinocchio, mujoco = both_engines(model)
    close(pinocchio.mass_matrix(q), mujoco.mass_matrix(q))
    close(pinocchio.bias(q, v), mujoco.bias(q, v))


@pytest.mark.parametrize("seed", with_campaign(range(20), lambda seed: seed < 5))
def test_pinocchio_and_mujoco_agree_on_random_trees(seed):
    rng = np.random.default_rng(seed)
    model = random_tree(rng, int(rng.integers(1, 13)))
    q, v = random_state(rng, model.joints)
    pinocchio, mujoco = both_engines(model)
    close(pinocchio.mass_matrix(q), mujoco.mass_matrix(q))
    close(pinocchio.bias(q, v), mujoco.bias(q, v))


def engine_of(model):
    """Pinocchio's version of a model whose loops are ball joints marked `cut`."""
    tree = [joint for joint in model.joints if not getattr(joint, "cut", False)]
    cuts = [joint for joint in model.joints if getattr(joint, "cut", False)]
    return pinocchio_model.build(model, tree, cuts, motion_order(tree)), tree


def closed_state(engine, tree, seed):
    """A pose some centimetres from the design position with closed loops, and speeds that keep them so."""
    rng = np.random.default_rng(seed)
    q, v = random_state(rng, tree)
    design = engine.our_q(pin.neutral(engine.model))
    q = engine.closed(design + 0.1 * (q - design))
    return q, engine.consistent(q, v)


def exact_accelerations(engine, q, v, tau):
    """M a - J^T f = tau - bias, J a = -Jd v, solved densely.

    Jd v is the gap's acceleration when no speed changes, which Pinocchio's kinematics give directly.
    """
    model, data = engine.model, engine.data
    M, b, J = engine.mass_matrix(q), engine.bias(q, v), engine.gap_jacobian(q)
    pin.forwardKinematics(model, data, engine.q(q), engine.v(v), np.zeros(model.nv))

    def acceleration(place):
        R, V, A = data.oMi[place.joint].rotation, data.v[place.joint], data.a[place.joint]
        velocity = V.linear + np.cross(V.angular, place.offset)
        spatial = A.linear + np.cross(A.angular, place.offset)
        return R @ (spatial + np.cross(V.angular, velocity))

    drift = np.concatenate([acceleration(loop.child) - acceleration(loop.parent) for loop in engine.loops])
    n, m = len(M), len(J)
    K = np.block([[M, -J.T], [J, np.zeros((m, m))]])
    x = np.linalg.solve(K, np.concatenate([tau - b, -drift]))
    return x[:n], x[n:].reshape(-1, 3)


@pytest.mark.parametrize("mu", [1e-6, 1e-10])
def test_pinocchio_s_loops_are_exact_whatever_its_proximal_setting(mu):
    """The oracle's own error: its iteration against a dense solution of the same equations.

    The equations have a condition number of 2e5: 2e5 times 1e-16 leaves eleven digits.
    """
    engine, tree = engine_of(wishbone_car())
    q, v = closed_state(engine, tree, seed=1)
    tau = np.random.default_rng(2).normal(size=v.size) * 100.0
    a, forces = engine.accelerations(q, v, tau, mu)
    exact_a, exact_forces = exact_accelerations(engine, q, v, tau)
    np.testing.assert_allclose(a, exact_a, rtol=0, atol=1e-11 * np.abs(exact_a).max())
    for loop, force in zip(engine.loops, exact_forces, strict=True):
        np.testing.assert_allclose(forces[loop.name], force, rtol=0, atol=1e-11 * np.abs(exact_forces).max())


def test_the_wishbone_car_has_the_size_it_is_said_to_have():
    model = wishbone_car()
    engine, _ = engine_of(model)
    assert len(model.bodies) == 21
    assert engine.model.nv == 38
    assert len(engine.loops) == 8
    assert np.abs(engine.gaps(engine.our_q(pin.neutral(engine.model)))).max() == 0.0


def test_pinocchio_and_mujoco_agree_on_the_tree_of_the_wishbone_car():
    model = wishbone_car()
    engine, tree = engine_of(model)
    mujoco = mujoco_model.build(model, tree, motion_order(tree))
    q, v = closed_state(engine, tree, seed=5)
    close(engine.mass_matrix(q), mujoco.mass_matrix(q))
    close(engine.bias(q, v), mujoco.bias(q, v))


def pinocchio_heights(model, times):
    """Heights of car body and wheel centre at the given times, by DOP853 with the road's kinks as stops."""
    engine, _ = engine_of(model)
    nq = engine.model.nq

    def rates(time, y):
        q, v = y[:nq], y[nq:]
        tau = generalised_forces(model, engine, q, v, time)
        a, _ = engine.accelerations(q, v, tau)
        return np.concatenate([coordinate_rates(engine, q, v), a])

    wheel_spin = next(s for s, _ in engine.segments if s.joint == "wheel_bearing").v
    y = np.concatenate([engine.our_q(pin.neutral(engine.model)), np.zeros(engine.model.nv)])
    y[nq:][wheel_spin] = data.WHEEL_SPIN
    kinks = [0.0, data.BUMP_START, data.BUMP_START + data.BUMP_DURATION, times[-1]]
    heights = {}
    for a, b in pairwise(kinks):
        at = np.union1d(times[(times >= a) & (times <= b)], b)
        solution = solve_ivp(rates, (a, b), y, "DOP853", at, rtol=1e-9, atol=1e-10, max_step=0.01)
        y = solution.y[:, -1]
        for time, state in zip(solution.t, solution.y.T, strict=True):
            view = PinocchioView(engine, state[:nq], state[nq:], time)
            body = view.point("car_body", data.QUARTER_BODY.centre).r[2]
            heights[round(time, 9)] = body, view.point("wheel", data.HARDPOINTS["wheel_centre"]).r[2]
    return np.array([heights[round(time, 9)] for time in times])


def coordinate_rates(engine, q, v):
    """Rates of our coordinates: the speeds themselves, and half the quaternion products."""
    parts = []
    for segment, _ in engine.segments:
        if isinstance(segment.motion, Ball):
            parts.append(quaternion_rate(tuple(q[segment.q]), tuple(v[segment.v])))
        else:
            parts.append(v[segment.v])
    return np.concatenate(parts)


@pytest.mark.parametrize("lift_off", with_campaign([False, True], lambda lift_off: not lift_off))
def test_exudyn_and_pinocchio_agree_on_the_quarter_car_over_a_bump(lift_off):
    """1e-7 m: twice Exudyn's error after extrapolation; the bump lifts the wheel by more than 50 mm."""
    pytest.importorskip("exudyn")
    from peers.exudyn_quarter_car import extrapolated

    exudyn = extrapolated(lift_off, duration=0.7)
    assert exudyn.wheel.max() > data.HARDPOINTS["wheel_centre"][2] + 0.05
    heights = pinocchio_heights(quarter_car(lift_off), exudyn.time)
    np.testing.assert_allclose(heights[:, 0], exudyn.car_body, rtol=0, atol=1e-7)
    np.testing.assert_allclose(heights[:, 1], exudyn.wheel, rtol=0, atol=1e-7)
