"""An actuator between two points."""

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
from jounce.parts.limits import two_ends_limit
from jounce.parts.signals import Signal
from jounce.units import Axes, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Actuator:
    """Tension given by a signal: F(t) in [Kim, eq. 10], or from outside."""

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    signal: Annotated[Signal, Axes("s", "N")]

    source = Citation("Kim", "eq. 10")
    ends = BETWEEN_POINTS
    drawing = Tube()

    def limits(self) -> Iterator[Problem]:
        return two_ends_limit(self)

    def loads(self, view: View) -> Loads:
        return pull_along_line(self, line_between(self, view), view.signal(self.signal))
