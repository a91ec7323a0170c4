"""Air forces on the car body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar, atan, sqrt
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import Vec3, add, cross, vector_difference
from jounce.units import Point, PositiveLength, Quantity

Parabola = Annotated[tuple[Scalar, ...], Quantity("1")]  # constant, per rad, per rad^2 of slip angle
CREEPING = 0.1  # m/s: below, drag turns smoothly from forward to reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class Aerodynamics:
    """Six forces and moments at a point of the body, in its axes, in still air.

        q = density (vx^2 + vy^2) / 2       slip = atan(vy / |vx|)       C = c0 + c1 slip + c2 slip^2
        Fx = -q area Cdrag (against vx)     Fy = -q area Cside           Fz = q area Clift
        Mx, My, Mz = q area length (Croll, Cpitch, Cyaw)

    vx and vy are the velocity of `point` along the body's axes; side force is positive against positive slip,
    lift up, moments by the right-hand rule.
    """

    name: str
    body: str
    point: Point
    density: Annotated[Scalar, Quantity("kg/m^3", "not negative")]
    area: Annotated[Scalar, Quantity("m^2", "not negative")]
    length: PositiveLength  # of the moments
    drag: Parabola
    side: Parabola
    lift: Parabola
    roll: Parabola
    pitch: Parabola
    yaw: Parabola

    source = Citation("Ciglaric", "section 3.1")
    ends = ON_BODY
    drawing = Unseen("air")

    def loads(self, view: View) -> Loads:
        R, at, origin = view.axes(self.body), view.point(self.body, self.point), view.point(GROUND, (0.0, 0.0, 0.0))
        # the air stands still with the ground, which the frame of the equations may see moving
        air = add(origin.v, cross(view.spin(GROUND), vector_difference(at.r, origin.r)))
        vx, vy, _ = turn_back_by_rotation(R, vector_difference(at.v, air))
        along = sqrt(vx * vx + CREEPING * CREEPING)
        slip = atan(vy / along)
        pressure = 0.5 * self.density * (vx * vx + vy * vy)
        push = pressure * self.area
        force: Vec3 = (
            -(push * _at(self.drag, slip) * (vx / along)),
            -(push * _at(self.side, slip)),
            push * _at(self.lift, slip),
        )
        lever = push * self.length
        moment: Vec3 = (lever * _at(self.roll, slip), lever * _at(self.pitch, slip), lever * _at(self.yaw, slip))
        named = [
            *(Channel(f, "N", "air force on the body at the point, body axes") for f in force),
            *(Channel(m, "N m", "air moment on the body about the point, body axes") for m in moment),
        ]
        return Loads(
            pushes=(Push(self.body, at.r, turn(R, force), turn(R, moment)),),
            channels=dict(zip(("Fx", "Fy", "Fz", "Mx", "My", "Mz"), named, strict=True))
            | {"slip": Channel(slip, "rad", "angle of the motion through the air, positive to the left")},
        )


def _at(parabola: tuple[Scalar, ...], slip: Scalar) -> Scalar:
    value: Scalar = 0.0
    for coefficient in reversed(parabola):
        value = value * slip + coefficient
    return value
