"""A force between two points that depends on their distance and on its rate together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Tube
from jounce.parts.ends import BETWEEN_POINTS
from jounce.parts.forces.line import line_between, pull_along_line
from jounce.parts.forces.loads import Loads, View
from jounce.parts.laws import RateLaw
from jounce.parts.limits import two_ends_limit
from jounce.units import Axes, Point, PositiveLength


@dataclass(frozen=True, slots=True, kw_only=True)
class SpringDamper:
    """Tension as a law F(x, v) of x = length - free_length and its rate v, as of a damper that depends on its stroke.

    [Kim, eq. 12] adds F(l, l') to a spring and a damper; here it is all of the force, and those may stand beside it.
    """

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    free_length: PositiveLength  # at which x = 0
    law: Annotated[RateLaw, Axes("m", "N", "m/s")]

    source = Citation("Kim", "eq. 10-13")
    ends = BETWEEN_POINTS
    drawing = Tube()

    def limits(self) -> Iterator[Problem]:
        return two_ends_limit(self)

    def loads(self, view: View) -> Loads:
        along = line_between(self, view)
        return pull_along_line(self, along, self.law.value(along.length - self.free_length, along.rate))
