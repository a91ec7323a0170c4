"""A disc that rolls on a plane with dry friction: the simplest wheel that brakes and corners."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import less, maximum, select, sqrt
from jounce.parts.body import GROUND
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Wheel
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.spatial.rotation import rotation_column, turn
from jounce.spatial.vector import ZERO, add, cross, dot, scale_vector, unit, vector_difference
from jounce.units import Damping, Direction, Point, PositiveLength, PositiveNumber, Speed, Stiffness

LYING = 1e-4  # square of the sine between disc and ground below which the disc lies flat and has no lowest point


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingDisc:
    """Contact of a thin disc with the plane z = 0 of the ground.

    The lowest point of the disc is e below the plane, and v is the velocity of the disc's material there:

        Fz = max(stiffness e + damping e', 0) where e > 0, else 0         e' = -v_z
        F = -friction Fz v_xy / sqrt(|v_xy|^2 + zone^2)

    Friction is Coulomb's law made smooth: proportional to the sliding velocity well below `zone`, `friction` Fz well
    above it. So a force F that friction could hold makes the disc creep at zone F / sqrt((friction Fz)^2 - F^2). A
    disc that lies flat, within 0.6 degrees, touches with its centre.
    """

    name: str
    body: str
    point: Point  # wheel centre
    axis: Direction  # spin axis
    radius: PositiveLength
    stiffness: Stiffness
    damping: Damping
    friction: PositiveNumber  # largest friction force divided by Fz
    zone: Speed  # sliding speed at which friction has reached 71 % of its largest value

    source = BY_DEFINITION
    ends = ON_BODY
    drawing = Wheel("axis")

    group = "tyre"  # of its channels

    def loads(self, view: View) -> Loads:
        up = rotation_column(view.axes(GROUND), 2)
        axle = turn(view.axes(self.body), unit(self.axis))
        centre, origin = view.point(self.body, self.point), view.point(GROUND, ZERO)
        # down within the disc's plane: -up without its part along the axle
        down = vector_difference(scale_vector(dot(up, axle), axle), up)
        arm = scale_vector(self.radius / sqrt(maximum(dot(down, down), LYING)), down)
        lowest = add(centre.r, arm)
        penetration = -dot(up, vector_difference(lowest, origin.r))
        spin, ground_spin = view.spin(self.body), view.spin(GROUND)
        v_wheel = add(centre.v, cross(spin, arm))
        v_ground = add(origin.v, cross(ground_spin, vector_difference(lowest, origin.r)))
        v = vector_difference(v_wheel, v_ground)
        # the disc touches the level of its lowest point there: whichever material comes next, it moves as fast up
        v_up = dot(up, v)
        # no load out of contact: without this the damper would push while the disc still falls
        load = select(less(0.0, penetration), maximum(self.stiffness * penetration - self.damping * v_up, 0.0), 0.0)
        slide = vector_difference(v, scale_vector(v_up, up))
        grip = self.friction * load / sqrt(dot(slide, slide) + self.zone * self.zone)
        force = vector_difference(scale_vector(load, up), scale_vector(grip, slide))
        return Loads(
            pushes=(Push(self.body, lowest, force),),
            channels={"Fz": Channel(load, "N", "force of the road on the wheel, positive up", "wheel load")},
        )
