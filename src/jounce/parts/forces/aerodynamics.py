"""Air forces on the car body."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Annotated

from jounce.graph import Scalar, atan, cos, maximum, minimum, sqrt
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.signals import Signal
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import Vec3, add, cross, vector_difference
from jounce.units import Axes, Length, OneOf, Point, PositiveLength, Quantity

Parabola = Annotated[tuple[Scalar, ...], Quantity("1")]  # constant, per rad, per rad^2 of slip angle
CREEPING = 0.1  # m/s: below, drag turns smoothly from forward to reverse


@dataclass(frozen=True, slots=True, kw_only=True)
class Aerodynamics:
    """Six forces and moments at a point of the body, in its axes, in still air or in a wind.

        q = density (vx^2 + vy^2) / 2       slip = atan(vy / |vx|)       C = c0 + c1 slip + c2 slip^2
        Fx = -q area Cdrag (against vx)     Fy = -q area Cside           Fz = q area Clift
        Mx, My, Mz = q area length (Croll, Cpitch, Cyaw)

    vx and vy are the velocity of `point` through the air along the body's axes; side force is positive against
    positive slip, lift up, moments by the right-hand rule.

    A wind is a velocity of the air along the ground's x and y, each a signal. It blows everywhere, or on a stretch of
    the ground's x, at whose ends it rises and falls as half a cosine. It meets the whole car at once, at `point`.
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
    wind_along: Annotated[Signal, Axes("s", "m/s")] | None = None  # of the air, along the ground's x
    wind_across: Annotated[Signal, Axes("s", "m/s")] | None = None  # along its y, to the left
    zone: Annotated[str, OneOf("everywhere", "stretch")] = "everywhere"  # where the wind blows
    zone_start: Length = 0.0  # of a stretch, on the ground's x
    zone_length: PositiveLength = 25.0  # of a stretch, its ends included
    zone_edge: PositiveLength = 1.0  # in which the wind rises and falls

    source = Citation("Ciglaric", "section 3.1")
    ends = ON_BODY
    drawing = Unseen("air")
    in_air = True  # what it does depends on the wind

    def loads(self, view: View) -> Loads:
        R, at, origin = view.axes(self.body), view.point(self.body, self.point), view.point(GROUND, (0.0, 0.0, 0.0))
        # the air stands still with the ground, which the frame of the equations may see moving
        air = add(origin.v, cross(view.spin(GROUND), vector_difference(at.r, origin.r)))
        if self.wind_along is not None or self.wind_across is not None:
            air = add(air, self._wind(view, vector_difference(at.r, origin.r)))
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
            | {
                "slip": Channel(slip, "rad", "angle of the motion through the air, positive to the left"),
                "speed": Channel(sqrt(vx * vx + vy * vy), "m/s", "of the body through the air"),
            },
        )

    def _wind(self, view: View, place: Vec3) -> Vec3:
        """Velocity of the air over the ground at a place, in the frame of the element."""
        R = view.axes(GROUND)
        along, across = (0.0 if s is None else view.signal(s) for s in (self.wind_along, self.wind_across))
        if self.zone == "stretch":
            x = turn_back_by_rotation(R, place)[0] - self.zone_start
            share = _rise(x / self.zone_edge) * _rise((self.zone_length - x) / self.zone_edge)
            along, across = share * along, share * across
        return turn(R, (along, across, 0.0))


def _rise(u: Scalar) -> Scalar:
    """From 0 to 1 as half a cosine, for u from 0 to 1."""
    return 0.5 - 0.5 * cos(pi * maximum(minimum(u, 1.0), 0.0))


def _at(parabola: tuple[Scalar, ...], slip: Scalar) -> Scalar:
    value: Scalar = 0.0
    for coefficient in reversed(parabola):
        value = value * slip + coefficient
    return value
