"""The moment of what spins on a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.linear_cars.linear_axle import axle_velocity
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import cross, scale_vector, unit, vector_difference
from jounce.units import Direction, Point, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Gyroscope:
    """Wheels and engine of a car as one angular momentum that grows with the speed.

    H = k v_x e      M = -w x H
    """

    name: str
    body: str
    point: Point  # whose speed counts
    axis: Direction  # e: about which it spins as the body goes forward
    momentum: Annotated[Scalar, Quantity("kg m")]  # k: angular momentum per speed

    source = Citation("Featherstone 2008", "section 2.13")
    ends = ON_BODY
    drawing = Unseen("what spins is not there")

    def loads(self, view: View) -> Loads:
        R = view.axes(self.body)
        v = axle_velocity(view, self.body, self.point)
        w = turn_back_by_rotation(R, vector_difference(view.spin(self.body), view.spin(GROUND)))
        M = scale_vector(-1.0, cross(w, scale_vector(self.momentum * v[0], unit(self.axis))))
        at = view.point(self.body, self.point).r
        named = zip(("Mx", "My", "Mz"), M, strict=True)
        return Loads(
            pushes=(Push(self.body, at, (0.0, 0.0, 0.0), turn(R, M)),),
            channels={word: Channel(m, "N m", "gyroscopic moment on the body, in its axes") for word, m in named},
        )
