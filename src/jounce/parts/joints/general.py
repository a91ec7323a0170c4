"""Joints of any kind: a sequence of elementary motions, those of a hitch, or a subset of the six generic scalars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import BallJoint, Unseen
from jounce.parts.ends import GUIDED, JOINED
from jounce.parts.joints.bending.own_axes import own_axes, own_axes_limit
from jounce.parts.joints.joint_rows import Facing, JointRow, generic_joint_rows, generic_joint_rows_facing
from jounce.parts.joints.motions import ELEMENTARY, Elementary, ElementaryMotion, Slide, Turn
from jounce.spatial.rotation import turn
from jounce.spatial.vector import X, Y, Z
from jounce.units import Direction, OneOf, Point

HITCH_AXES = {"yaw": Z, "pitch": Y, "roll": X}  # of the vehicle
HITCH_SLIDE = "push"  # of the child forward against the parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """Any sequence of the six elementary motions, as T1 ... T6 in [Szczotka 2007, eq. 4-6].

    `order` names them: tx, ty, tz along and rx, ry, rz about the vehicle's axes, or about own ones: x along `axis`, y
    along `across`. It carries its child in the tree and cannot be cut: which rows lock the rest depends on the order.
    """

    name: str
    parent: str
    child: str
    point: Point
    order: tuple[Elementary, ...]
    axis: Direction | None = None
    across: Direction | None = None
    child_point: Point | None = None
    yields: bool = False  # springs hold it: start values move it only where nothing else can

    source = Citation("Szczotka 2007", "eq. 4-6")
    ends = GUIDED
    drawing = Unseen("it may go anywhere")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        axes, along = own_axes(self), [ELEMENTARY[name] for name in self.order]
        return tuple(along if axes is None else (replace(motion, axis=turn(axes, motion.axis)) for motion in along))

    def limits(self) -> Iterator[Problem]:
        return own_axes_limit(self)


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
    """The child turns on the parent about axes of the vehicle, one turn after another, as its `turns` say.

    A ball yaws first, then pitches and rolls: so a trailer at right angles to its car is no special place. A fifth
    wheel pitches about the lateral axis of the parent first, then yaws about the kingpin, which is fixed in the child;
    it bears moments about the longitudinal axis of the parent alone, whatever the articulation. With `slides` the child
    slides along its own longitudinal axis besides, as far as an overrun coupling gives way. It carries its child in the
    tree.
    """

    name: str
    parent: str
    child: str
    point: Point
    turns: tuple[Annotated[str, OneOf(*HITCH_AXES)], ...] = ("yaw", "pitch", "roll")
    slides: bool = False
    child_point: Point | None = None

    source = Citation("ISO 8855")
    ends = JOINED
    drawing = BallJoint()

    def limits(self) -> Iterator[Problem]:
        """Each turn once."""
        if not self.turns or len(set(self.turns)) < len(self.turns):
            hint = f"each at most once, of {', '.join(HITCH_AXES)}"
            yield Problem("turns", ", ".join(self.turns) or "none", hint)

    def motions(self) -> tuple[ElementaryMotion, ...]:
        turning = tuple(Turn(HITCH_AXES[word], word) for word in self.turns)
        return (*turning, Slide(X, HITCH_SLIDE)) if self.slides else turning
