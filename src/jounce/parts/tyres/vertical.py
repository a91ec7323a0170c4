"""A tyre that only carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import maximum
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Wheel
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.signals import Constant, Signal
from jounce.spatial.rotation import rotation_column
from jounce.spatial.vector import ZERO, dot, scale_vector, vector_difference
from jounce.units import Axes, Damping, Point, PositiveLength, Stiffness

FLAT = Constant(value=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerticalTyre:
    """Vertical spring and damper between the wheel centre and the road.

    Force on the wheel centre, up: stiffness (road + radius - z) - damping z_rate. With
    `lift_off` it is never negative, so the wheel may leave the ground.
    """

    name: str
    body: str
    point: Point  # wheel centre
    radius: PositiveLength  # unloaded
    stiffness: Stiffness
    damping: Damping = 0.0
    road: Annotated[Signal, Axes("s", "m")] = FLAT  # height under the wheel
    lift_off: bool = True

    source = Citation("Ciglaric", "section 3.1")
    ends = ON_BODY
    drawing = Wheel()
    group = "tyre"  # of its channels

    def loads(self, view: View) -> Loads:
        up = rotation_column(view.axes(GROUND), 2)
        wheel, origin = view.point(self.body, self.point), view.point(GROUND, ZERO)
        z = dot(up, vector_difference(wheel.r, origin.r))
        height = view.signal(self.road)
        # velocity of the wheel against the ground point below it
        ground = view.point(GROUND, self.point)
        z_rate = dot(up, vector_difference(wheel.v, ground.v))
        force = self.stiffness * (height + self.radius - z) - self.damping * z_rate
        if self.lift_off:
            force = maximum(force, 0.0)
        return Loads(
            pushes=(Push(self.body, wheel.r, scale_vector(force, up)),),
            channels={
                "Fz": Channel(force, "N", "force of the road on the wheel, positive up", "wheel load"),
                "road": Channel(height, "m", "height of the road under the wheel"),
                "deflection": Channel(height + self.radius - z, "m", "positive when compressed", "displacement"),
            },
        )
