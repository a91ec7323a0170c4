"""A follower that touches a cam, and may lift off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.forces.loads import Loads, View
from jounce.parts.guides.level_set import distance_from_cam, guide_axes, off_axis_limit
from jounce.parts.guides.walls import wall_loads
from jounce.parts.laws import Law
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import X, Y
from jounce.units import Axes, Direction, Point, PositiveStiffness, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class CamContact:
    """The edge of a disc of the parent pushes a follower of the child outwards; its radius is a law of the angle.

    N = stiffness d max(1 + damping d', 0)  where the follower is d > 0 inside, measured along the normal, else 0

    The disc lies across `axis` through `point`; its angle is counted from `start`, by the right-hand rule about
    `axis`, from -180 to 180 deg. A round follower is a point, and the law is the curve of its centre.
    """

    name: str
    parent: str
    child: str
    point: Point  # on the axis of the cam, on the parent
    child_point: Point  # the follower, on the child
    radius: Annotated[Law, Axes("rad", "m")]
    stiffness: PositiveStiffness
    damping: Annotated[Scalar, Quantity("s/m", "not negative")] = 1.0  # load added per speed of approach
    friction: Annotated[Scalar, Quantity("1", "not negative")] = 0.0
    slip_speed: Annotated[Scalar, Quantity("m/s", "positive")] = 0.1  # at which friction has 71 % of its size
    axis: Direction = Y
    start: Direction = X

    source = (Citation("Hunt, Crossley 1975"), Citation("Ciglaric", "section 2"))
    ends = GUIDED
    drawing = Unseen("a cam is a law")

    def limits(self) -> Iterator[Problem]:
        yield from right_angle_limit(self, "axis", "start")
        yield from off_axis_limit(self)

    def loads(self, view: View) -> Loads:
        axes = guide_axes(self.start, self.axis)
        return wall_loads(self, view, axes, distance_from_cam(self.radius))
