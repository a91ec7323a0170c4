"""Ball joints: by a quaternion, by the papers' angles, or by the angles of a rod."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import BallJoint
from jounce.parts.ends import JOINED
from jounce.parts.joints.joint_rows import JointRow, TogetherRow
from jounce.parts.joints.motions import ELEMENTARY, Angles, Ball, ElementaryMotion, Turn
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import cross, unit
from jounce.units import Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Spherical:
    """A ball joint. `angles = "zyx"` takes the papers' yaw, pitch, roll instead of a quaternion."""

    name: str
    parent: str
    child: str
    point: Point
    child_point: Point | None = None
    angles: Angles = "quaternion"  # or "zyx"
    cut: bool = False

    source = (Citation("Featherstone 2008", "table 4.1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = BallJoint()

    def motions(self) -> tuple[ElementaryMotion, ...]:
        if self.angles == "zyx":
            return (ELEMENTARY["rz"], ELEMENTARY["ry"], ELEMENTARY["rx"])
        return (Ball(),)

    def rows(self) -> tuple[JointRow, ...]:
        return (TogetherRow(),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gimbal:
    """A ball joint by three angles: swing about `axis`, then about `child_axis`, then spin about the line across both.

    For a rod or strut whose line is axis x child_axis. The spin may go on for ever; only a swing of 90 deg about
    `child_axis` is out of reach.
    """

    name: str
    parent: str
    child: str
    point: Point
    axis: Direction  # fixed in the parent
    child_axis: Direction  # perpendicular to `axis`
    child_point: Point | None = None
    cut: bool = False

    source = (Citation("Szczotka 2007", "table 1"), Citation("Houdek 2021", "eq. 1-8"))
    ends = JOINED
    drawing = BallJoint()

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "axis", "child_axis")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        a, b = unit(self.axis), unit(self.child_axis)
        return (Turn(a, "angle"), Turn(b, "child_angle"), Turn(cross(a, b), "spin"))

    def rows(self) -> tuple[JointRow, ...]:
        return (TogetherRow(),)
