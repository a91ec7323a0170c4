"""Joints of any kind: a sequence of elementary motions, those of a hitch, or a subset of the six generic scalars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import BallJoint, Unseen
from jounce.parts.ends import GUIDED, JOINED
from jounce.parts.joints.joint_rows import Facing, JointRow, generic_joint_rows, generic_joint_rows_facing
from jounce.parts.joints.motions import ELEMENTARY, Elementary, ElementaryMotion, Turn
from jounce.spatial.vector import X, Y, Z
from jounce.units import OneOf, Point

HITCH_AXES = {"yaw": Z, "pitch": Y, "roll": X}  # of the vehicle, one after another


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """Any sequence of the six elementary motions, as T1 ... T6 in [Szczotka 2007, eq. 4-6].

    `order` names them: tx, ty, tz along and rx, ry, rz about the vehicle's axes. It carries its
    child in the tree and cannot be cut: which rows lock the rest depends on the order.
    """

    name: str
    parent: str
    child: str
    point: Point
    order: tuple[Elementary, ...]
    child_point: Point | None = None

    source = Citation("Szczotka 2007", "eq. 4-6")
    ends = GUIDED
    drawing = Unseen("it may go anywhere")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return tuple(ELEMENTARY[name] for name in self.order)


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Any subset of the six generic scalars between two bodies; always closes a loop.

    `locked` chooses among tx, ty, tz (no displacement along the parent's x, y, z) and rx, ry, rz
    (no turn about them).
    """

    name: str
    parent: str
    child: str
    point: Point
    locked: tuple[Elementary, ...]
    child_point: Point | None = None

    source = Citation("Houdek 2021", "eq. 1-8")
    ends = GUIDED
    drawing = Unseen("rows may hold it anywhere")

    def rows(self) -> tuple[JointRow, ...]:
        return generic_joint_rows(self.locked)

    def facing(self) -> tuple[Facing, ...]:
        return generic_joint_rows_facing(self.locked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hitch:
    """The child yaws, then pitches, then rolls on the parent, as far as its `turns` say.

    Yaw comes first, so that a trailer at right angles to its car is no special place. It carries its child in the tree.
    """

    name: str
    parent: str
    child: str
    point: Point
    turns: tuple[Annotated[str, OneOf(*HITCH_AXES)], ...] = ("yaw", "pitch", "roll")
    child_point: Point | None = None

    source = Citation("ISO 8855")
    ends = JOINED
    drawing = BallJoint()

    def limits(self) -> Iterator[Problem]:
        """Each turn once, in their order."""
        if not self.turns or list(self.turns) != [word for word in HITCH_AXES if word in self.turns]:
            hint = f"each at most once, in the order {', '.join(HITCH_AXES)}"
            yield Problem("turns", ", ".join(self.turns) or "none", hint)

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return tuple(Turn(HITCH_AXES[word], word) for word in self.turns)
