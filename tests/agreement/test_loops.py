"""Closed loops and subsystems against Pinocchio, and against elimination in one piece."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

pytest.importorskip("pinocchio")

from loop_models import four_bar, strut_car, two_cars
from loop_peer import LoopPeer, channels, places, stacked
from written import Written

from jounce_benchmarks.wishbone_car import quarter_car, wishbone_car

STATES = 20
MODELS = {
    "four bar": four_bar,
    "wishbone quarter car": quarter_car,
    "wishbone car": wishbone_car,
    "strut car": strut_car,
    "strut car with rack": lambda: strut_car(rack=True),
    "strut car with springs across": lambda: strut_car(rack=True, crossing=True),
    "two cars": two_cars,
}


def reference_axes(written, y, joint):
    """R_GB of the frame in which a joint's reaction is given: that of its tree's floating body, or none."""
    mechanism = written.mechanism
    k = mechanism.index(joint.child)
    reference = mechanism.reference[k]
    if reference < 0:
        return np.tile(np.eye(3), (len(y), 1, 1))
    at = [written.layout.coordinates[n.name] for n in mechanism.links[reference].coordinates[3:]]
    w, x, y_, z = y[:, at].T
    return Rotation.from_quat(np.stack([x, y_, z, w], axis=1)).as_matrix()


def vectors(found, name, letter):
    return np.stack([found[f"{name}.{letter}{axis}"] for axis in "xyz"], axis=1)


@pytest.mark.parametrize("name", MODELS)
def test_accelerations_and_reactions_are_those_of_pinocchio(name, measured):
    """To 1e-9 of the largest: the equations' condition, up to 1e6, times a few hundred roundings."""
    model = MODELS[name]()
    peer, ours = LoopPeer(model), Written(model)
    states = peer.states(STATES, seed=len(name))
    y = stacked(ours, peer.tree, states)
    _, at_v = places(ours, peer.tree)
    rates, found = ours.run("rhs", y)[:, at_v], channels(ours, y)
    for k, (q, v) in enumerate(states):
        a, forces = peer.accelerations(q, v)
        np.testing.assert_allclose(rates[k], a, rtol=0, atol=1e-9 * np.abs(a).max())
        measured("loops.accelerations", (rates[k] - a) / np.abs(a).max(), 1e-9)
        expected = {joint: (force, np.zeros(3)) for joint, force in forces.items()}
        expected |= peer.tree_reactions(q, v, a, forces)
        largest = [max(np.abs(pair[i]).max() for pair in expected.values()) for i in range(2)]
        for joint in [*peer.cuts, *peer.tree]:
            if joint.name in expected:
                R_GB = reference_axes(ours, y[k : k + 1], joint)[0]
                for i, letter in enumerate("FM"):
                    reaction = R_GB @ vectors(found, joint.name, letter)[k]
                    bound = 1e-9 * largest[i]
                    measured("loops.reactions", (reaction - expected[joint.name][i]) / largest[i], 1e-9)
                    np.testing.assert_allclose(
                        reaction, expected[joint.name][i], rtol=0, atol=bound, err_msg=joint.name
                    )


@pytest.mark.parametrize("name", ["wishbone car", "strut car with springs across", "two cars"])
def test_elimination_by_subsystems_gives_what_elimination_in_one_piece_gives(name, measured):
    """The same equations in another order: 1e-13 of the largest, for accelerations and for reactions.

    Linear velocities of a floating body come out the same way, so nothing but the order of sums differs.
    """
    model = MODELS[name]()
    parts, whole = Written(model), Written(model, subsystems=False)
    assert parts.mechanism.groups and not whole.mechanism.groups
    peer = LoopPeer(model)
    states = peer.states(STATES, seed=4)
    rates, reactions = [], []
    for written in (parts, whole):
        y = stacked(written, peer.tree, states)
        rates.append(written.run("rhs", y)[:, places(written, peer.tree)[1]])
        reactions.append(channels(written, y))
    for a, b in zip(*rates, strict=True):
        assert np.abs(a - b).max() <= 1e-13 * np.abs(b).max()
        measured("subsystems", (a - b) / np.abs(b).max(), 1e-13)
    assert reactions[0].keys() == reactions[1].keys()
    joints = [joint.name for joint in [*peer.cuts, *peer.tree] if f"{joint.name}.Fx" in reactions[0]]
    for letter in "FM":
        a, b = (np.stack([vectors(found, joint, letter) for joint in joints], axis=1) for found in reactions)
        for k in range(STATES):
            assert np.abs(a[k] - b[k]).max() <= 1e-13 * np.abs(b[k]).max()
