"""A damper between two points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Tube
from jounce.parts.ends import BETWEEN_POINTS
from jounce.parts.forces.led import LedDamper
from jounce.parts.forces.line import line_between, pull_along_line
from jounce.parts.forces.loads import Loads, View
from jounce.parts.laws import Law
from jounce.parts.limits import two_ends_limit
from jounce.units import Axes, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Damper:
    """Tension as a law of the rate of length, positive when it extends."""

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    law: Annotated[Law, Axes("m/s", "N")]

    source = Citation("Kim", "eq. 10-13")
    ends = BETWEEN_POINTS
    drawing = Tube()

    def led(self, coordinate: str, length: str) -> LedDamper:
        """Returns the same on a corner that tables lead, where its length is a table."""
        return LedDamper(name=self.name, coordinate=coordinate, length=length, law=self.law)

    def limits(self) -> Iterator[Problem]:
        return two_ends_limit(self)

    def loads(self, view: View) -> Loads:
        along = line_between(self, view)
        return pull_along_line(self, along, self.law.value(along.rate))
