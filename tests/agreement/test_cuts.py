"""Rows of every kind of closing part: against their own derivatives, a dense solution, and a loop cut elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from many_corners import many_corners
from random_trees import random_body, random_joint
from scipy.spatial.transform import Rotation
from timed import Timed
from written import Written

from jounce.mechanism import tree_row_names
from jounce.model import Model
from jounce.parts import GROUND, Prescribed, Sensor
from jounce.parts.joints import JOINTS, Constraint, Coupling, Distance, Free, Sequence, ShaftJoint, Spherical
from jounce.parts.signals import Harmonic
from jounce.spatial.vector import X, Y, Z

STATES = 5
CUTTABLE = [kind for kind, part in JOINTS.items() if hasattr(part, "motions") and hasattr(part, "rows")]
POINTS = ((0.0, 0.0, 0.0), (1.0, 0.2, 0.0), (0.1, 0.9, 0.3))


def every_closure() -> Model:
    """Two bodies that could do anything, tied by every closing part; the rows need not agree."""
    rng = np.random.default_rng(1)
    model = Model("every closure").add(*(random_body(rng, name) for name in ("a", "b", "car")))
    for name in ("a", "b"):
        order = ("ty", "rz", "tx", "rx", "ry", "tz")
        model.add(Sequence(name=f"way {name}", parent="car", child=name, point=(0.1, 0.2, 0.3), order=order))
    model.add(Free(name="car_motion", parent=GROUND, child="car"))
    for kind in CUTTABLE:
        cut = random_joint(rng, kind, f"cut {kind}", "a", "b")
        model.add(type(cut)(**{name: getattr(cut, name) for name in cut.__dataclass_fields__} | {"cut": True}))
    ends = {"parent": "a", "child": "b", "point": (0.1, 0.2, 0.3)}
    return model.add(
        *(Constraint(name=f"lock {n}", **ends, locked=(n,)) for n in ("tx", "ty", "tz", "rx", "ry", "rz")),
        Constraint(name="lock all", **ends, locked=("tx", "ty", "tz")),
        ShaftJoint(name="cardan", **ends, axis=(0.3, 1.0, 0.1), child_axis=(0.1, 1.0, -0.2), kind="universal"),
        ShaftJoint(name="tripod", **ends, axis=(0.3, 1.0, 0.1), child_axis=(0.1, 1.0, -0.2)),
        Distance(name="rod", **ends, child_point=(1.0, 0.0, 0.0)),
        Distance(name="cut rod", **ends, child_point=(1.0, 0.0, 0.0), length=0.7),
        Coupling(name="gear", coordinates=("way a.rx", "way b.tx"), factors=(2.0, -0.3), offset=0.2),
        Prescribed(name="drive", coordinate="way a.ty", signal=Harmonic(amplitude=0.3, frequency=0.7, phase=0.2)),
    )


def test_every_closing_part_is_among_the_closures():
    closers = {
        type(joint) for joint in every_closure().joints if not hasattr(joint, "motions") or hasattr(joint, "cut")
    }
    assert closers == {*(JOINTS[k] for k in CUTTABLE), Constraint, Distance, Coupling, ShaftJoint, Prescribed}


def in_parent_axes(written, rows, y):
    """Distances of two points come along the reference's axes; as the parent sees them they are turned with it."""
    coordinates = written.layout.coordinates
    angles = y[:, [coordinates[f"way a.{turn}"] for turn in ("rz", "rx", "ry")]]
    R_a = Rotation.from_euler("ZXY", angles).as_matrix()
    turned = rows.copy()
    for closure in written.mechanism.closures:
        at = [written.layout.rows[row.name] for row in tree_row_names(closure)]
        if f"{closure.name}.x" in written.layout.rows:
            turned[:, at[:3]] = np.einsum("kji,kj->ki", R_a, rows[:, at[:3]])
    return turned


def test_rates_of_rows_are_the_derivatives_of_their_residuals():
    """g' = gd and gd' = J a + gamma, in the parent's axes, along any motion with q' = V(q) s, s' = a.

    Also where the loops are open. Differences of fourth order over 2 ms are exact to h^4 = 1.6e-11 times the
    fifth derivative, some hundred.
    """
    written = Timed(every_closure())
    y, time, h = written.random_states(STATES, seed=2), 0.4, 2e-3
    speeds = y[:, written.speeds]
    a = np.random.default_rng(5).normal(size=speeds.shape)
    direction = written.coordinate_rates(y, speeds)
    direction[:, written.speeds] = a

    def rate(name):
        at = {}
        for k in (-2, -1, 1, 2):
            moved = y + k * h * direction
            at[k] = in_parent_axes(written, written.matrices(moved, time + k * h)[name], moved)
        return (8 * (at[1] - at[-1]) - (at[2] - at[-2])) / (12 * h)

    here = written.matrices(y, time)
    by_speeds = (here["J"] @ speeds[..., None])[..., 0]
    second = (here["J"] @ a[..., None])[..., 0] + here["gamma"]
    np.testing.assert_allclose(rate("g"), in_parent_axes(written, here["gd"], y), rtol=0, atol=1e-8)
    np.testing.assert_allclose(rate("gd"), in_parent_axes(written, second, y), rtol=0, atol=1e-8)
    drive = written.layout.rows["drive"]  # moves by itself; all others only by the speeds
    np.testing.assert_allclose(*(np.delete(x, drive, axis=1) for x in (by_speeds, here["gd"])), rtol=0, atol=1e-12)


def test_the_factors_solve_the_equations_that_the_matrices_state():
    """M a - J^T f = rhs, J a = -gamma with all kinds of rows at once, against a dense solution.

    A floating body's acceleration is solved for without gravity, which pulls all alike.
    """
    model = many_corners(3)
    written = Timed(model)
    y, first = written.random_states(STATES, seed=3), written.speeds.start
    found, rates = written.matrices(y, 0.4), written.at("rhs", y, 0.4)[:, written.speeds]
    m, n = found["J"].shape[1:]
    at = [written.layout.speeds[f"car_motion.v{axis}"] - first for axis in "xyz"]
    quaternion = [written.layout.coordinates[f"car_motion.q{k}"] for k in (1, 2, 3, 0)]
    for k in range(STATES):
        K = np.block([[found["M"][k], -found["J"][k].T], [found["J"][k], np.zeros((m, m))]])
        a = np.linalg.solve(K, np.concatenate([found["rhs"][k], -found["gamma"][k]]))[:n]
        a[at] += Rotation.from_quat(y[k, quaternion]).as_matrix().T @ model.gravity
        np.testing.assert_allclose(rates[k], a, rtol=0, atol=1e-9 * np.abs(a).max())


def loop(kind, cut, seed):
    """Ground, joint of that kind, body a, ball, body b, four motions, ground; cut at the ball or at the joint."""
    rng = np.random.default_rng(seed)
    joint = random_joint(rng, kind, "joint", GROUND, "a")
    bodies = [random_body(rng, name) for name in "ab"]
    shift = np.array(joint.point) - (joint.point if joint.child_point is None else joint.child_point)
    point = rng.normal(size=3)
    there = tuple(map(float, point + shift))  # where body a has the ball in the design position
    ends = {"name": "ball", "parent": "a", "child": "b", "point": tuple(map(float, point)), "child_point": there}
    given = {name: getattr(joint, name) for name in joint.__dataclass_fields__}
    sensors = [
        Sensor(name=f"{quantity} {body} {k} {axis}", body=body, point=p, direction=e, quantity=quantity)
        for quantity in ("position", "velocity", "acceleration")
        for body in "ab"
        for k, p in enumerate(POINTS)
        for axis, e in (("x", X), ("y", Y), ("z", Z))
    ]
    return Model("loop", gravity=(1.0, -3.0, -9.0)).add(
        *bodies,
        type(joint)(**given | {"cut": cut == "joint"}),
        Spherical(**ends, cut=cut == "ball"),
        Sequence(name="way", parent=GROUND, child="b", point=(0.4, 0.1, 0.2), order=("rx", "tz", "ry", "tx")),
        *sensors,
    )


@pytest.mark.parametrize("kind", CUTTABLE)
def test_where_a_loop_is_cut_changes_neither_motion_nor_reactions(kind):
    pytest.importorskip("pinocchio")
    from loop_peer import LoopPeer, channels, stacked
    from peers.pinocchio_forces import PinocchioView

    model = loop(kind, "ball", seed=11)
    peer, at_ball, at_joint = LoopPeer(model), Written(model), Written(loop(kind, "joint", seed=11))
    states = peer.states(STATES, seed=7)
    y = stacked(at_ball, peer.tree, states)
    z = np.zeros((STATES, at_joint.layout.sizes["state"]))
    for old, new in (
        (at_ball.layout.coordinates, at_joint.layout.coordinates),
        (at_ball.layout.speeds, at_joint.layout.speeds),
    ):
        shared = [name for name in new if name in old]
        z[:, [new[name] for name in shared]] = y[:, [old[name] for name in shared]]
    for row, (q, v) in zip(z, states, strict=True):
        view = PinocchioView(peer.engine, q, v, 0.0)
        R_a, R_b = np.array(view.axes("a")), np.array(view.axes("b"))
        x, y_, z_, w = Rotation.from_matrix(R_a.T @ R_b).as_quat()
        row[[at_joint.layout.coordinates[f"ball.q{k}"] for k in range(4)]] = w, x, y_, z_
        spin = R_b.T @ (np.array(view.spin("b")) - view.spin("a"))
        row[[at_joint.layout.speeds[f"ball.w{axis}"] for axis in "xyz"]] = spin
    a, b = channels(at_ball, y), channels(at_joint, z)
    for group in ("position", "velocity", "acceleration", "joint.F", "joint.M", "ball.F"):
        names = [name for name in a if name.startswith(group)]
        assert names, group
        ours, theirs = (np.stack([found[name] for name in names]) for found in (a, b))
        size = np.abs(ours).max() if "." not in group else np.abs([a[f"joint.F{axis}"] for axis in "xyz"]).max()
        np.testing.assert_allclose(theirs, ours, rtol=0, atol=1e-9 * size, err_msg=group)
