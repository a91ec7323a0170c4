"""A point of a body that touches the road."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, maximum, sqrt
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Guard, Loads, Push, View
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import ZERO, add, cross, dot, scale_vector, unit, vector_difference
from jounce.units import Point, PositiveStiffness, Quantity

CAM = (0.0, 0.0, 1.0)  # without size: a point feels the road right under it


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyContact:
    """A point of a body that the road pushes back, with dry friction: a roof edge or a bumper.

        N = stiffness d max(1 + damping d', 0)  where the point is d > 0 below the road, else 0
        F = -friction mu N v / sqrt(v^2 + slip_speed^2)

    v is the point's velocity along the road, mu the friction of the road there. The load begins without a jump, and the
    damping grows with the depth [Hunt, Crossley 1975]. Friction is smooth: below `slip_speed` it fades,
    so that a body on a slope creeps and does not stick.
    """

    name: str
    body: str
    point: Point
    stiffness: PositiveStiffness
    damping: Annotated[Scalar, Quantity("s/m", "not negative")] = 1.0  # load added per speed of approach
    friction: Annotated[Scalar, Quantity("1", "not negative")] = 0.5  # on a road of friction 1
    slip_speed: Annotated[Scalar, Quantity("m/s", "positive")] = 0.1  # at which friction has 71 % of its size

    touches_road = True  # it asks for the road, but does not roll on it
    source = Citation("Hunt, Crossley 1975")
    ends = ON_BODY
    drawing = Unseen("a point of a body")

    def loads(self, view: View) -> Loads:
        R, origin, at = view.axes(GROUND), view.point(GROUND, ZERO), view.point(self.body, self.point)
        from_origin = vector_difference(at.r, origin.r)
        x, y, z = turn_back_by_rotation(R, from_origin)
        height, z_x, z_y, mu = view.road(x, y, CAM)
        normal = turn(R, unit((-z_x, -z_y, 1.0)))
        depth = (height - z) * dot(normal, turn(R, (0.0, 0.0, 1.0)))
        moving = vector_difference(at.v, add(origin.v, cross(view.spin(GROUND), from_origin)))
        approach = -dot(moving, normal)
        load = self.stiffness * maximum(depth, 0.0) * maximum(1.0 + self.damping * approach, 0.0)
        along = add(moving, scale_vector(approach, normal))
        speed = sqrt(dot(along, along) + self.slip_speed * self.slip_speed)
        drag = self.friction * mu * load / speed
        force = vector_difference(scale_vector(load, normal), scale_vector(drag, along))
        return Loads(
            pushes=(Push(self.body, at.r, force),),
            channels={
                "load": Channel(load, "N", "of the road on the body, normal to the road", "load"),
                "friction": Channel(
                    drag * sqrt(dot(along, along)), "N", "of the road on the body, against sliding", "load"
                ),
                "depth": Channel(depth, "m", "of the point below the road; negative above it", "displacement"),
            },
            guards={"contact": Guard(depth, kink=True, falls="leaves the road", rises="touches the road")},
        )
