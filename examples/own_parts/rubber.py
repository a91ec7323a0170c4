"""Parts of one's own: a rubber band between two points, and a law for foam.  jounce run FILE --use rubber.py"""

from dataclasses import dataclass
from typing import Annotated

import jounce
from jounce.graph import exp, maximum
from jounce.parts.drawing import Coil
from jounce.units import Damping, Point, PositiveLength, Quantity, Slope, Stiffness


@jounce.register("rubber_band")
@dataclass(frozen=True, kw_only=True)
class RubberBand:
    """T = k (l - l0) + c dl/dt, and nothing where that would push."""

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    free_length: PositiveLength
    stiffness: Stiffness
    damping: Damping = 0.0

    drawing = Coil()

    def tension(self, length, rate):
        return maximum(self.stiffness * (length - self.free_length) + self.damping * rate, 0.0)


@jounce.register("foam")
@dataclass(frozen=True)
class Foam:
    """F = k x + F1 (exp(x/s) - 1) over the compression x: a stop that grows hard."""

    k: Slope
    F1: Annotated[float, Quantity("N")]
    s: Annotated[float, Quantity("m", "positive")]

    def value(self, x):
        x = maximum(x, 0.0)
        return self.k * x + self.F1 * (exp(x / self.s) - 1)
