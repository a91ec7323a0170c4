"""A joint that the tree runs backwards, from its child to its parent, against the same joint defined forwards."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from random_trees import KINDS, random_body, random_joint, random_state
from scipy.spatial.transform import Rotation
from written import Written

from campaigns import with_campaign
from jounce.model import Model
from jounce.parts import GROUND, Sensor
from jounce.parts.joints import Fixed, Free, Gimbal, Planar, Revolute, Sequence, Spherical, Universal
from jounce.spatial.vector import X, Y, Z

STATES = 5
PAIRS = [(kind, carrier) for kind in KINDS for carrier in ("carrier", GROUND)]
POINTS = ((0.0, 0.0, 0.0), (1.0, 0.2, 0.0), (0.1, 0.9, 0.3))


def in_sample(pair):
    """Every kind on a body that moves, and every third on the ground."""
    kind, carrier = pair
    return carrier != GROUND or KINDS.index(kind) % 3 == 0


def backward_joint(rng, kind, carrier):
    """From the tip to its carrier. A plane lies along vehicle axes, where a sequence can say its inverse."""
    joint = random_joint(rng, kind, "joint", "tip", carrier)
    if isinstance(joint, Planar):
        return Planar(name="joint", parent="tip", child=carrier, point=joint.point, normal=Z, axis=X)
    return joint


def forward_joint(joint):
    """The same freedom, defined from the carrier to the tip: motions in opposite order, by opposite amounts."""
    ends = {"name": "joint", "parent": joint.child, "child": joint.parent}
    ends |= {"point": joint.child_point or joint.point, "child_point": joint.point}
    names = [motion.name for motion in joint.motions() if hasattr(motion, "name")]
    match joint:
        case Universal():
            return Universal(**ends, axis=joint.child_axis, child_axis=joint.axis)
        case Gimbal():  # its third axis is axis x child_axis, so that the mirrored one spins about -axis
            across = tuple(map(float, np.cross(joint.axis, joint.child_axis)))
            return Gimbal(**ends, axis=across, child_axis=joint.child_axis)
        case Planar():
            return Sequence(**ends, order=("rz", "ty", "tx"))
        case Sequence() | Spherical(angles="zyx") | Free(angles="zyx"):
            return Sequence(**ends, order=tuple(reversed(names)))
        case Spherical() | Fixed():
            return type(joint)(**ends)
        case Free():
            return Free(name="joint", parent=joint.child, child=joint.parent)
    return type(joint)(**ends, axis=joint.axis)  # slides along and turns about one axis: the order is the same


def forward_state(joint, q, v):
    """Coordinates and speeds of the forward joint for those of the backward one."""
    match joint:
        case Spherical(angles="quaternion"):
            return q * [1, -1, -1, -1], -rotation(q) @ v
        case Free(angles="quaternion"):
            p, R = q[:3], rotation(q[3:])
            w, slide = R @ v[:3], R @ v[3:]
            turned = q[3:] * [1, -1, -1, -1]
            return np.concatenate([-R.T @ p, turned]), np.concatenate([-w, np.cross(w, p) - slide])
        case Gimbal():
            return q[::-1] * [-1, -1, 1], v[::-1] * [-1, -1, 1]
        case Universal() | Planar() | Sequence() | Spherical() | Free():
            return -q[::-1], -v[::-1]
    return -q, -v


def rotation(q):
    w, x, y, z = q
    return Rotation.from_quat([x, y, z, w]).as_matrix()


def pair(rng, kind, carrier):
    """The model with the joint backwards, with it forwards, and the backward joint."""
    joint = backward_joint(rng, kind, carrier)
    bodies = [random_body(rng, name) for name in ("tip", "follower", "carrier")]
    follower = Revolute(name="elbow", parent="tip", child="follower", point=(0.3, 0.1, 0.2), axis=(0.2, 1.0, 0.3))
    base = Revolute(name="base", parent=GROUND, child="carrier", point=(0.1, 0.4, 0.3), axis=(1.0, 0.4, 0.2))
    sensors = [
        Sensor(name=f"{quantity} {body} {k} {axis}", body=body, point=point, direction=direction, quantity=quantity)
        for quantity in ("position", "velocity", "acceleration")
        for body in ("tip", "follower")
        for k, point in enumerate(POINTS)
        for axis, direction in (("x", X), ("y", Y), ("z", Z))
    ]
    ends = {"tip": joint.point, carrier: joint.child_point or joint.point}
    sensors += [
        Sensor(name=f"end of {body} {axis}", body=body, point=point, direction=direction)
        for body, point in ends.items()
        for axis, direction in (("x", X), ("y", Y), ("z", Z))
    ]
    gravity = tuple(map(float, rng.normal(size=3) * 10.0))
    models = [
        Model("pair", gravity=gravity).add(*bodies, base, j, follower, *sensors) for j in (joint, forward_joint(joint))
    ]
    return *models, joint


def observed(model, q, v, others):
    """Channels of all states; `others` holds coordinate and speed of the two hinges."""
    written = Written(model)
    layout = written.layout
    y = np.zeros((STATES, layout.sizes["state"]))
    link = next(link for link in written.mechanism.links if link.joint.name == "joint")
    y[:, [layout.coordinates[n.name] for n in link.coordinates]] = q
    y[:, [layout.speeds[n.name] for n in link.speeds]] = v
    for hinge, (angle, rate) in zip(("base", "elbow"), others, strict=True):
        y[:, layout.coordinates[f"{hinge}.angle"]], y[:, layout.speeds[f"{hinge}.angle_rate"]] = angle, rate
    out = written.run("observe", y)
    return link.reverse, {name: out[:, offset] for name, (offset, _, _) in layout.channels.items()}


@cache
def both(kind, carrier):
    """Channels of the backward and of the forward model, in the same states."""
    rng = np.random.default_rng(KINDS.index(kind))
    backward, forward, joint = pair(rng, kind, carrier)
    states = [(np.zeros(0), np.zeros(0))] * STATES if kind == "fixed" else [gentle(rng, joint) for _ in range(STATES)]
    others = rng.normal(size=(2, 2, STATES))
    is_backward, a = observed(backward, *map(np.array, zip(*states, strict=True)), others)
    turned = [forward_state(joint, *state) for state in states]
    is_forward, b = observed(forward, *map(np.array, zip(*turned, strict=True)), others)
    assert is_backward and not is_forward
    return a, b


def gentle(rng, joint):
    """Angles below 0.9 rad: away from the gimbal lock of three angles, which magnifies every rounding."""
    q, v = random_state(rng, [joint])
    return 0.3 * q, v


def vectors(found, name, letter=""):
    return np.stack([found[f"{name}{letter}{axis}"] for axis in "xyz"], axis=1)


@pytest.mark.parametrize(("kind", "carrier"), with_campaign(PAIRS, in_sample))
def test_a_joint_run_backwards_moves_its_bodies_like_one_run_forwards(kind, carrier):
    """Position, velocity and acceleration of three points of each body that it carries; some hundred roundings."""
    a, b = both(kind, carrier)
    for quantity in ("position", "velocity", "acceleration"):
        names = [name for name in a if name.startswith(quantity)]
        ours, theirs = (np.stack([c[n] for n in names]) for c in (a, b))
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-11 * np.abs(theirs).max(), err_msg=quantity)


@pytest.mark.parametrize(("kind", "carrier"), with_campaign([p for p in PAIRS if p[0] != "free"], in_sample))
def test_a_joint_run_backwards_reports_the_opposite_of_what_it_does_to_the_carried_body(kind, carrier):
    """On its child, at the child's end; the forward joint reports the load on the tip, at the tip's end."""
    a, b = both(kind, carrier)
    F, M = vectors(b, "joint.", "F"), vectors(b, "joint.", "M")
    arm = vectors(b, "end of tip ") - vectors(b, f"end of {carrier} ")
    # loads at the elbow are of the usual size even where the joint itself bears none
    size = max(np.abs(vectors(b, name, letter)).max() for name in ("joint.", "elbow.") for letter in "FM")
    np.testing.assert_allclose(vectors(a, "joint.", "F"), -F, rtol=0, atol=1e-11 * size)
    np.testing.assert_allclose(vectors(a, "joint.", "M"), -(M + np.cross(arm, F)), rtol=0, atol=1e-11 * size)
