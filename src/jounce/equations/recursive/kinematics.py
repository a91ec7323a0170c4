"""Kinematics from joint to joint: where bodies are and how they move, relative to the reference frame of their tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.graph import Scalar
from jounce.mechanism import TreeLink
from jounce.parts.joints.motions import Frame
from jounce.spatial.motion import REST, Motion, add_motions, motion_cross, scale_motion
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import ZERO


def carry_kinematics_over_joint(
    parent: RelativeMotion, link: TreeLink, joint: Any, q: Sequence[Scalar], s: Sequence[Scalar]
) -> RelativeMotion:
    """The body on `joint`, with coordinates q and speeds s. `joint` is the link's joint in symbols."""
    start, end = joint.point, joint.child_point or joint.point
    if link.reverse:
        start, end = end, start
    R, r = parent.R, parent.position(start)
    U, A = parent.U, parent.A
    columns: list[Motion] = []
    sequence = list(zip(joint.motions(), link.per_motion(q, "coordinates"), link.per_motion(s, "speeds"), strict=True))
    before: Matrix3 = R
    if link.reverse:
        sequence.reverse()
    for motion, coordinates, speeds in sequence:
        before, moved = R, motion.move(Frame(R, r, parent, link.reverse), coordinates)
        R, r = moved.R, moved.r
        step = REST
        for S, speed in zip(moved.columns, speeds, strict=True):
            step = add_motions(step, scale_motion(speed, S))
        A = add_motions(A, motion_cross(U, step))
        U = add_motions(U, step)
        columns += reversed(moved.columns) if link.reverse else moved.columns
    if link.reverse:
        columns.reverse()
    anchor = ZERO if any(motion.floats for motion in link.motions) else end
    ends_turning = not link.reverse and bool(sequence) and sequence[-1][0].turns
    return RelativeMotion(R, r, anchor, U, A, tuple(columns), before if ends_turning else None)
