"""Our equations against Pinocchio and MuJoCo on random trees, many states at once by the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

from peers import mujoco_model, pinocchio_model
from peers.tree import WIDTHS, motion_order
from random_trees import KINDS, random_state, random_tree
from written import Written

from jounce.parts.joints.motions import Float

STATES = 100


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


@pytest.mark.parametrize("block", range(10))
def test_random_trees_agree_with_pinocchio_and_mujoco(block, measured):
    """100 trees of 2 to 30 bodies with masses over three decades, 100 states each.

    Mass matrix and bias to 1e-12 of their largest entry: a few thousand roundings of 1e-16. Accelerations by
    backward error against the peer's own M and b, and forward within 1e-13 times the condition of M. Every other
    block rounds products and sums apart, as processors without the fused operation do.
    """
    for seed in range(10 * block, 10 * block + 10):
        rng = np.random.default_rng(1000 + seed)
        kinds = [k for k in KINDS if k != "fixed"]
        model = random_tree(rng, int(rng.integers(2, 31)), [kinds[seed % len(kinds)], *KINDS])
        joints = model.joints
        states = [random_state(rng, joints) for _ in range(STATES)]
        ours = Written(model, fuse=block % 2 == 0)
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
        for k, (q, v) in enumerate(states):
            bias = -(right[k] + M[k] @ fall(model, q, joints))
            for peer in (pinocchio, mujoco) if k < 10 else (pinocchio,):
                M_peer, b_peer = peer.mass_matrix(q), peer.bias(q, v)
                assert np.abs(M[k] - M_peer).max() <= 1e-12 * np.abs(M_peer).max(), (seed, k)
                assert np.abs(bias - b_peer).max() <= 1e-12 * np.abs(b_peer).max(), (seed, k)
                measured("trees.mass", (M[k] - M_peer) / np.abs(M_peer).max(), 1e-12)
                measured("trees.bias", (bias - b_peer) / np.abs(b_peer).max(), 1e-12)
                a = rates[k]
                size = np.linalg.norm(M_peer) * np.linalg.norm(a) + np.linalg.norm(b_peer)
                assert np.linalg.norm(M_peer @ a + b_peer) <= 1e-12 * size, (seed, k)
                exact = np.linalg.solve(M_peer, -b_peer)
                limit = 1e-13 * np.linalg.cond(M_peer) * np.linalg.norm(exact)
                assert np.linalg.norm(a - exact) <= limit, (seed, k)


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
