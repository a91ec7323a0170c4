"""A model's tree as an outside engine needs it: our coordinate layout, a depth-first order, inertias."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.parts import GROUND, Body
from jounce.parts.joints.motions import Ball, ElementaryMotion, Float, Slide, Turn

WIDTHS = {Slide: (1, 1), Turn: (1, 1), Ball: (4, 3), Float: (7, 6)}  # coordinates, speeds


@dataclass(frozen=True, slots=True)
class Segment:
    """One elementary motion and its place in our coordinates and speeds."""

    joint: str
    index: int  # of the motion in the joint's sequence
    motion: ElementaryMotion
    q: slice
    v: slice


def motion_order(tree_joints: Sequence) -> list[tuple[str, int]]:
    """For each tree joint its motions in sequence: the order of our coordinates and speeds."""
    return [(joint.name, index) for joint in tree_joints for index in range(len(joint.motions()))]


def layout(tree_joints: Sequence, order: Sequence[tuple[str, int]]) -> list[Segment]:
    """Where each motion's coordinates and speeds lie in our vectors."""
    motions = {joint.name: joint.motions() for joint in tree_joints}
    segments, nq, nv = [], 0, 0
    for name, index in order:
        motion = motions[name][index]
        wq, wv = WIDTHS[type(motion)]
        segments.append(Segment(name, index, motion, slice(nq, nq + wq), slice(nv, nv + wv)))
        nq, nv = nq + wq, nv + wv
    return segments


def depth_first(tree_joints: Sequence, parent: str = GROUND) -> Iterator:
    """Tree joints so ordered that every subtree is contiguous, whatever order they come in."""
    for joint in tree_joints:
        if joint.parent == parent:
            yield joint
            yield from depth_first(tree_joints, joint.child)


def ends(joint) -> tuple[np.ndarray, np.ndarray]:
    """The joint's point on the parent and on the child, in their own frames."""
    point = np.array(joint.point, float)
    child_point = point if joint.child_point is None else np.array(joint.child_point, float)
    return point, child_point


def inertia_tensor(body: Body) -> np.ndarray:
    """About the centre of mass, vehicle axes: products enter with a minus sign unless they are entries."""
    sign = -1.0 if body.products_are == "positive integrals" else 1.0
    xy, yz, zx = (sign * p for p in body.products)
    xx, yy, zz = body.inertia
    return np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]], float)
