"""Our equations against Pinocchio and MuJoCo on random trees, many states at once by the interpreter."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

from peers import mujoco_model, pinocchio_model
from peers.tree import WIDTHS, motion_order
from random_trees import KINDS, random_state, random_tree
from written import Written

from campaigns import with_campaign
from jounce.parts.joints.motions import Float

STATES = 100
MOVING = [kind for kind in KINDS if kind != "fixed"]
TREES = 100


def order_of(written, joints):
    """Positions in our state of the peers' coordinates and speeds."""
    links = {link.joint.name: link for link in written.mechanism.links}
    layout = written.layout
    q = [layout.coordinates[n.name] for joint in joints for n in links[joint.name].coordinates]
    v = [layout.speeds[n.name] for joint in joints for n in links[joint.name].speeds]
    return np.array(q), np.array(v)


def fall(model, q, joints):
    """Gravity in our speeds' order: the equations of a floating root are written without it."""
    found: list[float] = []
    at = 0
    for joint in joints:
        for motion in joint.motions():
            if isinstance(motion, Float):
                w, *xyz = q[at + 3 : at + 7]
                R_GB = Rotation.from_quat([*xyz, w]).as_matrix()
                found += [0.0, 0.0, 0.0, *(R_GB.T @ model.gravity)]
            else:
                found += [0.0] * WIDTHS[type(motion)][1]
            at += WIDTHS[type(motion)][0]
    return np.array(found)


@pytest.mark.parametrize("seed", with_campaign(range(TREES), lambda seed: seed < len(MOVING)))
def test_random_trees_agree_with_pinocchio_and_mujoco(seed, measured):
    """Trees of 2 to 30 bodies with masses over three decades, 100 states each; in the sample, one for each joint kind.

    Mass matrix and bias to 1e-12 of their largest entry: a few thousand roundings of 1e-16. Accelerations by
    backward error against the peer's own M and b, and forward within 1e-13 times the condition of M. All trees but
    every fourth round products and sums apart, as processors without the fused operation do: NumPy does that faster.
    """
    rng = np.random.default_rng(1000 + seed)
    model = random_tree(rng, int(rng.integers(2, 31)), [MOVING[seed % len(MOVING)], *KINDS])
    joints = model.joints
    states = [random_state(rng, joints) for _ in range(STATES)]
    ours = Written(model, fuse=seed % 4 == 0)
    at_q, at_v = order_of(ours, joints)
    y = np.zeros((STATES, ours.layout.sizes["state"]))
    y[:, at_q] = [q for q, _ in states]
    y[:, at_v] = [v for _, v in states]
    M, right = ours.mass_and_right(y)
    rates = ours.run("rhs", y)[:, at_v]
    first = min(ours.layout.speeds.values())
    M, right = M[:, at_v - first][:, :, at_v - first], right[:, at_v - first]
    order = motion_order(joints)
    pinocchio = pinocchio_model.build(model, joints, (), order)
    mujoco = mujoco_model.build(model, joints, order)
    bias = np.array([-(right[k] + M[k] @ fall(model, q, joints)) for k, (q, _) in enumerate(states)])
    for peer in (pinocchio, mujoco):
        theirs = (
            np.array([peer.mass_matrix(q) for q, _ in states]),
            np.array([peer.bias(*state) for state in states]),
        )
        of_mass, of_bias = (largest(mine - its) / largest(its) for mine, its in zip((M, bias), theirs, strict=True))
        assert of_mass.max() <= 1e-12 and of_bias.max() <= 1e-12
        measured("trees.mass", of_mass, 1e-12)
        measured("trees.bias", of_bias, 1e-12)
        compare_accelerations(rates, *theirs)


def largest(of_each_state: np.ndarray) -> np.ndarray:
    return np.abs(of_each_state).reshape(STATES, -1).max(axis=1)


def compare_accelerations(a: np.ndarray, M: np.ndarray, b: np.ndarray) -> None:
    """Ours with the peer's equations M a + b = 0, put into them, and against their solution."""
    vector = partial(np.linalg.norm, axis=1)
    size = np.linalg.norm(M, axis=(1, 2)) * vector(a) + vector(b)
    assert (vector(np.einsum("kij,kj->ki", M, a) + b) <= 1e-12 * size).all()
    exact = np.linalg.solve(M, -b[:, :, None])[:, :, 0]
    assert (vector(a - exact) <= 1e-13 * np.linalg.cond(M) * vector(exact)).all()


def test_plain_coordinates_are_integrals_of_speeds_and_all_others_belong_to_quaternions():
    """RK4 carries the former by speeds of its stages."""
    rng = np.random.default_rng(1)
    model = random_tree(rng, 30)
    ours = Written(model)
    y = rng.normal(size=ours.layout.sizes["state"])
    rates = ours.run("rhs", y[None])[0]
    plain: set[int] = set()
    for first, speed, count in ours.layout.plain:
        assert np.array_equal(rates[first : first + count], y[speed : speed + count])
        plain |= set(range(first, first + count))
    turned = {name.rsplit(".", 1)[0] for name in ours.layout.coordinates if name.endswith(".q0")}
    for name, place in ours.layout.coordinates.items():
        assert (place in plain) == (name.rsplit(".", 1)[0] not in turned), name
