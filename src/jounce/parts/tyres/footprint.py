"""Where a wheel meets the road: contact point, its axes, deflection and sliding, on any road surface."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, atan2, maximum, sqrt
from jounce.parts.body import GROUND
from jounce.parts.forces.loads import View
from jounce.parts.roads.enveloping import EnvelopingCams, Ground, enveloping_plane
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import ZERO, Vec3, Z, add, cross, dot, scale_vector, unit, vector_difference

POINT = (0.0, 0.0, 1.0)  # a cam without size
LYING = 1e-4  # square of the sine between wheel plane and road below which a wheel lies on its side


@dataclass(frozen=True, slots=True)
class Footprint:
    """The contact of one wheel, vectors in the element's frame, ISO-W axes x, y, z at the contact point."""

    point: Vec3
    x: Vec3  # where the wheel heads, along the road
    y: Vec3  # left, along the road
    z: Vec3  # out of the road
    deflection: Scalar  # m, of the tyre; negative when it is off the road
    deflection_rate: Scalar
    velocity: Vec3  # of the wheel without its spin at the contact point, against the road
    inclination: Scalar  # rad, right-hand about x
    friction: Scalar
    place: tuple[Scalar, Scalar]  # m, x and y on the ground, where the road is asked for
    height: Scalar  # m, of the road below, for the record


def footprint(
    view: View,
    body: str,
    centre: Vec3,
    axis: Vec3,
    radius: Scalar,
    cams: EnvelopingCams | None,
    lifted: tuple[Scalar, Scalar] | None = None,
    heading: Vec3 | None = None,
) -> Footprint:
    """Contact of a thin disc with the plane that stands for the road under it.

    A post may lift the road under this wheel alone, by a height with its rate: `lifted`. The disc stands across its
    own axle, or across another one, its `heading`; its velocity is always without the spin about its own.

    The road is asked for below the lowest point of the disc; the plane through that point with the road's slope
    meets the wheel plane in the line of contact. [Pacejka 2012, section 2.2; TYDEX-W axes]
    """
    R_BG, origin = view.axes(GROUND), view.point(GROUND, ZERO)
    wheel = view.point(body, centre)
    own = turn(view.axes(body), unit(axis))  # points left
    axle = own if heading is None else heading
    up = turn(R_BG, Z)
    lowest = add(wheel.r, scale_vector(radius, _down(up, axle)))
    place = turn_back_by_rotation(R_BG, vector_difference(lowest, origin.r))
    height, z_x, z_y, friction = _road_under(view, place, turn_back_by_rotation(R_BG, cross(axle, up)), cams)
    if lifted is not None:
        height = height + lifted[0]
    normal = turn(R_BG, unit((-z_x, -z_y, 1.0)))
    ground = add(origin.r, turn(R_BG, (place[0], place[1], height)))
    down = _down(normal, axle)
    reach = dot(vector_difference(wheel.r, ground), normal) / maximum(-dot(down, normal), sqrt(LYING))
    point = add(wheel.r, scale_vector(reach, down))
    turning = vector_difference(view.spin(body), view.spin(GROUND))
    rigid = vector_difference(turning, scale_vector(dot(turning, own), own))
    moving = vector_difference(wheel.v, add(origin.v, cross(view.spin(GROUND), vector_difference(wheel.r, origin.r))))
    if lifted is not None:
        moving = vector_difference(moving, scale_vector(lifted[1], up))
    velocity = add(moving, cross(rigid, vector_difference(point, wheel.r)))
    lean = dot(axle, normal)
    x = unit(cross(axle, normal))
    return Footprint(
        point=point,
        x=x,
        y=cross(normal, x),
        z=normal,
        deflection=radius - reach,
        deflection_rate=-dot(velocity, normal),
        velocity=velocity,
        inclination=atan2(lean, sqrt(maximum(1.0 - lean * lean, LYING))),
        friction=friction,
        place=(place[0], place[1]),
        height=height,
    )


def footprint_wheel_spin(view: View, body: str, axis: Vec3) -> Scalar:
    """Angular velocity of the wheel about its axle against the road, positive when rolling forward."""
    return dot(vector_difference(view.spin(body), view.spin(GROUND)), turn(view.axes(body), unit(axis)))


def wheel_axes(axle: Vec3, up: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    """Forward on the level, along the axle and up in the wheel plane; finite for a wheel on its side as well."""
    down = _down(up, axle)
    return cross(down, axle), axle, scale_vector(-1.0, down)


def _road_under(view: View, place: Vec3, ahead: Vec3, cams: EnvelopingCams | None) -> Ground:
    """The road under a point, or the plane on which the two cams stand that follow the wheel's heading."""
    x, y, _ = place
    if cams is None:
        return view.road(x, y, POINT)
    level = 1.0 / sqrt(maximum(ahead[0] * ahead[0] + ahead[1] * ahead[1], LYING))
    cosine, sine = level * ahead[0], level * ahead[1]
    plane = enveloping_plane(view.road, x, y, (cosine, sine), cams)
    z_x, z_y = plane.slope * cosine - plane.bank * sine, plane.slope * sine + plane.bank * cosine
    return plane.height, z_x, z_y, plane.friction


def _down(normal: Vec3, axle: Vec3) -> Vec3:
    """Towards the road within the wheel plane; finite for a wheel on its side as well."""
    inside = vector_difference(scale_vector(dot(normal, axle), axle), normal)
    return scale_vector(1.0 / sqrt(maximum(dot(inside, inside), LYING)), inside)
