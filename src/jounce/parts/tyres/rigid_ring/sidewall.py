"""The sidewall of a tyre: springs and dampers from the rim to the belt, which turns with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import At
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.tyres.footprint import wheel_axes
from jounce.spatial.rotation import turn
from jounce.spatial.vector import Vec3, Z, add, cross, dot, negative_vector, scale_vector, unit, vector_difference
from jounce.units import Damping, Direction, Point, PositiveStiffness, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Sidewall:
    """Holds the belt on the rim in five directions; a torsion bar between both angles holds the sixth, the wind-up.

        F = -K d - C d'       M = -tilt (a x b) - tilt_damping w

    d is the way of the belt's centre from the rim's and d' its rate as the rim sees it, w the part across the axle a
    of the belt's angular velocity against the rim, b the axle of the belt. K and C are alike in all directions of the
    wheel plane, so how far the wheel has turned does not show. The dampers turn with the rim: they resist a belt that
    stays pressed to one side while it rolls, Omega x d. [Pacejka 2012, section 9.2]
    """

    name: str
    rim: str  # the wheel
    belt: str
    point: Point  # wheel centre, where the centre of the belt is without load
    axis: Direction  # spin axis, to the left on both sides
    radial: PositiveStiffness  # in the wheel plane, upright as well as along
    lateral: PositiveStiffness  # along the axle
    tilt: Annotated[Scalar, Quantity("N m/rad", "positive")]  # about any line of the wheel plane: camber and yaw
    radial_damping: Damping = 0.0
    lateral_damping: Damping = 0.0
    tilt_damping: Annotated[Scalar, Quantity("N m s/rad", "not negative")] = 0.0

    source = Citation("Pacejka 2012", "section 9.2")
    ends = (At("rim", "point"), At("belt", "point"))
    drawing = Unseen("belt and wheel are drawn")
    on_axle = True  # it looks at both only where their axles are

    def loads(self, view: View) -> Loads:
        rim, belt = view.point(self.rim, self.point), view.point(self.belt, self.point)
        a, b = (turn(view.axes(body), unit(self.axis)) for body in (self.rim, self.belt))
        w_rim, w_belt = view.spin(self.rim), view.spin(self.belt)
        d = vector_difference(belt.r, rim.r)
        rate = vector_difference(vector_difference(belt.v, rim.v), cross(w_rim, d))
        force = add(
            _along_and_across(d, a, self.lateral, self.radial),
            _along_and_across(rate, a, self.lateral_damping, self.radial_damping),
        )
        moment = add(
            scale_vector(self.tilt, cross(a, b)),
            _along_and_across(vector_difference(w_belt, w_rim), a, 0.0, self.tilt_damping),
        )
        on_belt = negative_vector(force), negative_vector(moment)
        return Loads(
            balanced=True,
            pushes=(Push(self.belt, belt.r, *on_belt), Push(self.rim, belt.r, force, moment)),
            channels=_channels(wheel_axes(a, turn(view.axes(GROUND), Z)), force, moment, d),
        )


def _along_and_across(way: Vec3, axle: Vec3, along: Scalar, across: Scalar) -> Vec3:
    return add(scale_vector(across, way), scale_vector((along - across) * dot(axle, way), axle))


def _channels(axes: tuple[Vec3, Vec3, Vec3], force: Vec3, moment: Vec3, d: Vec3) -> dict[str, Channel]:
    where = "x forward, y along the axle, z up in the wheel plane"
    on_rim = f"of the belt on the rim at the belt's centre, {where}"
    found = {f"F{word}": Channel(dot(e, force), "N", f"force {on_rim}") for word, e in zip("xyz", axes, strict=True)}
    found |= {f"M{word}": Channel(dot(axes[k], moment), "N m", f"moment {on_rim}") for word, k in (("x", 0), ("z", 2))}
    way = f"way of the belt's centre from the rim's, {where}"
    return found | {word: Channel(dot(e, d), "m", way, "displacement") for word, e in zip("xyz", axes, strict=True)}
