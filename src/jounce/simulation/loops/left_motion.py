"""The motion that joints leave to a body, in plain numbers: how a wheel carrier can move on the car body.

Each body has a velocity U = (w, v) in the frame of the base, at its origin. A row of a joint between a parent a and a
child b exerts a wrench f on the child for a multiplier of one, and holds f . (U_b - U_a) = 0 (`joint_rows`). What all
rows leave is the null space of their matrix.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from jounce.graph import Graph, interpret
from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.joints.joint_rows import Ends
from jounce.simulation.loops.pose import Poses
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.vector import ZERO

SINGLE = 1e-6  # singular value of a second motion, relative to the first, below which there is only one


def left_motion_of_body(
    model: Model, poses: Mapping[str, Poses], base: str, moving: Sequence[str], body: str
) -> np.ndarray:
    """Angular rate and velocity at the base's origin, [sample, 6] in the axes of the base, of the length 1.

    Only the `moving` bodies move on the base; all others are held where they are. Where more than one motion is left
    to the body, or none, it is nan.
    """
    rows = _rows(model, _seen_from(poses, base), set(moving))
    count = len(next(iter(poses.values())).p)
    if not rows:
        return np.full((count, 6), np.nan)
    matrix = np.zeros((count, len(rows), 6 * len(moving)))
    for k, (parent, child, wrench) in enumerate(rows):
        for name, sign in ((child, 1.0), (parent, -1.0)):
            if name in moving:
                at = 6 * moving.index(name)
                matrix[:, k, at : at + 6] += sign * wrench
    return _left(matrix, 6 * moving.index(body))


def _left(matrix: np.ndarray, at: int) -> np.ndarray:
    """Of the null space of each matrix what it moves at six places, if that is one motion.

    The null space is that of the products of columns, whose eigenvalues are squares of singular values: all matrices
    at once, which is several times as fast as their singular vectors.
    """
    squares, vectors = np.linalg.eigh(np.swapaxes(matrix, 1, 2) @ matrix)
    free = np.sum(squares <= SINGLE**2 * squares[:, -1:], axis=1)
    found = np.full((len(matrix), 6), np.nan)
    for count in np.unique(free[free > 0]).tolist():
        own = np.flatnonzero(free == count)
        left, sizes, _ = np.linalg.svd(vectors[own, at : at + 6, :count])
        one = sizes[:, 0] > SINGLE
        if count > 1:
            one &= sizes[:, 1] < SINGLE * sizes[:, 0]
        found[own[one]] = left[one, :, 0]
    return found


def _seen_from(poses: Mapping[str, Poses], base: str) -> dict[str, Poses]:
    """All bodies, and the ground, in the frame of the base."""
    count = len(next(iter(poses.values())).p)
    ground = Poses(np.zeros((count, 3)), np.broadcast_to(np.eye(3), (count, 3, 3)))
    everything = {**poses, GROUND: ground}
    p, R = everything[base]
    back = np.swapaxes(R, 1, 2)
    return {name: Poses(np.einsum("kij,kj->ki", back, pose.p - p), back @ pose.R) for name, pose in everything.items()}


def _rows(model: Model, poses: Mapping[str, Poses], moving: set[str]) -> list[tuple[str, str, np.ndarray]]:
    """Parent, child and wrench [sample, 6] of every row between bodies of which one moves."""
    graph, symbols, found = Graph(), dict[Hashable, Any](), list[tuple[str, str, np.ndarray]]()
    placed: dict[str, RelativeMotion] = {}

    def motion(name: str) -> RelativeMotion:
        if name not in placed:
            words = [f"{name} {k}" for k in range(12)]
            numbers = np.concatenate([poses[name].R.reshape(-1, 9), poses[name].p], axis=1)
            symbols.update(zip(words, numbers.T, strict=True))
            s: list[Any] = [graph.symbol(word) for word in words]
            placed[name] = RelativeMotion((tuple(s[0:3]), tuple(s[3:6]), tuple(s[6:9])), tuple(s[9:12]), ZERO)
        return placed[name]

    wrenches: list[Any] = []
    for joint in model.joints:
        parent, child = getattr(joint, "parent", ""), getattr(joint, "child", "")
        if not ({parent, child} & moving) or not hasattr(joint, "rows") or getattr(joint, "driven", False):
            continue  # a rig that moves a point holds nothing
        a, b = motion(parent), motion(child)
        point = joint.point
        ends = Ends(a, b, a.position(point), b.position(getattr(joint, "child_point", None) or point))
        for row in joint.rows():
            for equation in row.equations(ends):
                moment, force = equation.wrench
                wrenches.append((parent, child, [*moment, *force]))
    outputs = interpret([x for _, _, six in wrenches for x in six], symbols)
    count = len(poses[GROUND].p)
    for k, (parent, child, _) in enumerate(wrenches):
        six = np.stack([np.broadcast_to(np.asarray(x, float), (count,)) for x in outputs[6 * k : 6 * k + 6]], axis=1)
        found.append((parent, child, six))
    return found
