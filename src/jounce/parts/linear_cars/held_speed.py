"""A drive that keeps the speed."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.linear_cars.linear_axle import axle_velocity
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import vector_difference
from jounce.units import Mass, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSpeed:
    """The force along x that keeps the speed of a linear model, whose side forces have no share along x.

    F_x = -m w_z v_y,   so that   m (v_x' - w_z v_y) = F_x   leaves v_x as it is
    """

    name: str
    body: str
    point: Point  # centre of mass
    mass: Mass  # of all that moves with the body

    source = Citation("Riekert, Schunck 1940")
    ends = ON_BODY
    drawing = Unseen("a drive without parts")

    def loads(self, view: View) -> Loads:
        R = view.axes(self.body)
        v = axle_velocity(view, self.body, self.point)
        w = turn_back_by_rotation(R, vector_difference(view.spin(self.body), view.spin(GROUND)))
        force = -(self.mass * w[2] * v[1])
        push = Push(self.body, view.point(self.body, self.point).r, turn(R, (force, 0.0, 0.0)))
        return Loads(pushes=(push,), channels={"Fx": Channel(force, "N", "force that keeps the speed, along x")})
