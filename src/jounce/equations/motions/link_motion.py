"""The motion of a body of the tree on whatever carries it: a joint, tables, or the shapes of a body that bends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.equations.motions.elastic_motion import attached_motion, elastic_motion
from jounce.equations.motions.tabulated_motion import tabulated_motion
from jounce.equations.recursive.kinematics import carry_kinematics_over_joint
from jounce.graph import Scalar
from jounce.mechanism import TreeLink
from jounce.spatial.relative_motion import RelativeMotion


def link_motion(
    parent: RelativeMotion, link: TreeLink, joint: Any, q: Sequence[Scalar], s: Sequence[Scalar]
) -> RelativeMotion:
    """The body of a link, with coordinates q and speeds s; `joint` is the link's, in numbers or in symbols."""
    if link.attached:
        return attached_motion(parent, joint)
    if link.bends:
        return elastic_motion(parent, q, s)
    if link.from_tables:
        return tabulated_motion(parent, joint, q, s)
    return carry_kinematics_over_joint(parent, link, joint, q, s)
