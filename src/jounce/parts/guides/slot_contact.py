"""A pin in a slot, with play."""

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
from jounce.parts.guides.level_set import guide_axes, height_over_profile
from jounce.parts.guides.walls import wall_loads
from jounce.parts.laws import Law
from jounce.parts.limits import right_angle_limit
from jounce.spatial.vector import X, Z
from jounce.units import Axes, Direction, Length, Point, PositiveStiffness, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotContact:
    """A slot z = rise(x) of the parent, equal over its width, whose two walls push back a pin of the child.

    N = stiffness d max(1 + damping d', 0)  where the pin is d > 0 inside a wall; they are `play` from its middle

    From `point`, x runs along `axis` and z along `normal`. Below `slip_speed` friction fades.
    """

    name: str
    parent: str
    child: str
    point: Point  # origin of the slot, on the parent
    rise: Annotated[Law, Axes("m", "m")]
    stiffness: PositiveStiffness
    play: Length = 0.0  # between the pin in the middle of the slot and each wall
    damping: Annotated[Scalar, Quantity("s/m", "not negative")] = 1.0  # load added per speed of approach
    friction: Annotated[Scalar, Quantity("1", "not negative")] = 0.0
    slip_speed: Annotated[Scalar, Quantity("m/s", "positive")] = 0.1  # at which friction has 71 % of its size
    axis: Direction = X
    normal: Direction = Z
    child_point: Point | None = None

    source = (Citation("Hunt, Crossley 1975"), Citation("Ciglaric", "section 2"))
    ends = GUIDED
    drawing = Unseen("a slot is a law")

    def limits(self) -> Iterator[Problem]:
        return right_angle_limit(self, "axis", "normal")

    def loads(self, view: View) -> Loads:
        axes = guide_axes(self.axis, self.normal)
        return wall_loads(self, view, axes, height_over_profile(self.rise), self.play)
