"""Joint map matrices: H, whose columns are the motions that a joint leaves, and A, whose rows are those it locks.

The relative motion of a joint, angular velocity and velocity of the joint's point on the child, is V = H p; the joint
allows what A V = 0 leaves, so A H = 0. The rows of A are the wrenches of the rows that would close the joint. A
compound joint is a sequence of simple ones, whose columns stand side by side, each turned and shifted by those behind
it. [Ciglaric, eq. 4-7]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jounce.graph import Scalar
from jounce.parts.joints.motions import Frame
from jounce.spatial.motion import Motion, motion_velocity_at
from jounce.spatial.relative_motion import STILL
from jounce.spatial.rotation import IDENTITY, Matrix3
from jounce.spatial.vector import Vec3


@dataclass(frozen=True, slots=True)
class JointMap:
    """A joint at its coordinates, in the axes of its parent."""

    R: Matrix3  # from child to parent
    r: Vec3  # from the joint's point on the parent to the one on the child
    H: tuple[Motion, ...]  # columns: angular velocity, and velocity of the joint's point on the child


def joint_map(motions: Sequence[Any], q: Sequence[Sequence[Scalar]], reverse: bool = False) -> JointMap:
    """H of a joint at its coordinates, in the axes of the parent, at the joint's point on the child."""
    R: Matrix3 = IDENTITY
    r: Vec3 = (0.0, 0.0, 0.0)
    columns: list[Motion] = []
    steps = list(zip(motions, q, strict=True))
    for motion, own in reversed(steps) if reverse else steps:
        moved = motion.move(Frame(R, r, STILL, reverse), own)
        R, r = moved.R, moved.r
        columns += reversed(moved.columns) if reverse else moved.columns
    if reverse:
        columns.reverse()
    return JointMap(R, r, tuple((S[0], motion_velocity_at(S, r)) for S in columns))
