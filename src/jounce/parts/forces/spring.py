"""A spring between two points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Coil
from jounce.parts.ends import BETWEEN_POINTS
from jounce.parts.forces.led import LedSpring
from jounce.parts.forces.line import line_between, pull_along_line
from jounce.parts.forces.loads import Guard, Loads, View
from jounce.parts.laws import Law
from jounce.parts.limits import two_ends_limit
from jounce.units import Axes, Point, PositiveLength


@dataclass(frozen=True, slots=True, kw_only=True)
class Spring:
    """Tension as a law of (length - free_length)."""

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    free_length: PositiveLength
    law: Annotated[Law, Axes("m", "N")]

    source = Citation("Kim", "eq. 10-13")
    ends = BETWEEN_POINTS
    drawing = Coil()

    def led(self, coordinate: str, length: str) -> LedSpring:
        """Returns the same on a corner that tables lead, where its length is a table."""
        return LedSpring(
            name=self.name, coordinate=coordinate, length=length, free_length=self.free_length, law=self.law
        )

    def limits(self) -> Iterator[Problem]:
        return two_ends_limit(self)

    def loads(self, view: View) -> Loads:
        along = line_between(self, view)
        extension = along.length - self.free_length
        loads = pull_along_line(self, along, self.law.value(extension))
        if not getattr(self.law, "has_kink", False):
            return loads
        # a bump stop begins to push there
        return replace(loads, guards={"contact": Guard(extension, kink=True, falls="touches", rises="comes free")})
