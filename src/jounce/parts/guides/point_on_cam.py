"""A point on the edge of a cam."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.guides.level_set import distance_from_cam, guide_axes, off_axis_limit
from jounce.parts.guides.rows import OnLevel
from jounce.parts.joints.joint_rows import JointRow
from jounce.parts.laws import Law
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import X, Y
from jounce.units import Axes, Direction, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class PointOnCam:
    """The child's point stays on the edge of a disc of the parent, whose radius is a law of the angle.

    The disc lies across `axis` through `point`; its angle is counted from `start`, by the right-hand rule about
    `axis`, from -180 to 180 deg. A round follower is a point on the curve of its centre. It always closes a loop,
    without friction, and holds both ways, as a groove cam does; a `cam_contact` lets the follower lift.
    """

    name: str
    parent: str
    child: str
    point: Point  # on the axis of the cam, on the parent
    child_point: Point  # the follower, on the child
    radius: Annotated[Law, Axes("rad", "m")]
    axis: Direction = Y
    start: Direction = X

    source = Citation("Ciglaric", "section 2")
    ends = GUIDED
    drawing = Unseen("a cam is a law")

    def limits(self) -> Iterator[Problem]:
        yield from right_angle_limit(self, "axis", "start")
        yield from off_axis_limit(self)

    def rows(self) -> tuple[JointRow, ...]:
        return (OnLevel(guide_axes(self.start, self.axis), distance_from_cam(self.radius), "radius"),)
