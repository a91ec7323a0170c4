"""Mass shapes: bodies as the equations of motion see them, and spinners, which turn on them without changing them.

A body of revolution on a hinge with axis e moves, but for its spin, with its carrier: its mass and its tensor, which
do not show how far it has turned, are added to the carrier's once for all. What is left of it is the spin momentum
h = along s e, with the column (along e, 0), the moment w x h that turns h with the carrier, and along e . alpha in
its own equation; w and alpha are the carrier's. [Wittenburg 2008, section 3.4: gyrostats] One that turns n times as
fast as its coordinate has n times that momentum and column, and n^2 times the inertia in its own equation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.equations.recursive.stages import Spinner
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.model.fields import map_numbers
from jounce.native.program import Place
from jounce.spatial.inertia import Symmetric, multiply_inertia_tensor, rotate_inertia
from jounce.spatial.motion import add_motions, motion_cross
from jounce.spatial.rotation import IDENTITY
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference

Shape = tuple[Scalar, Vec3, Symmetric]  # mass, centre of mass, tensor about it


def mass_shape(sub: SubsystemEquations, k: int) -> Shape:
    """Of one body, now, in the frame of its tree."""
    m, body = sub.motion[k], _body(sub, k)
    I = _tensor(body)
    if m.unspun is None or not body.axisymmetric:
        return body.mass, m.position(body.centre), I if m.R is IDENTITY else rotate_inertia(m.R, I)
    axis, e = _axis(sub, k), _direction(sub, k)
    along = dot(axis, multiply_inertia_tensor(I, axis))
    across = 0.5 * (I[0] + I[1] + I[2] - along)
    x, y, z = scale_vector(along - across, e)
    tensor = (across + x * e[0], across + y * e[1], across + z * e[2], x * e[1], y * e[2], z * e[0])
    return body.mass, add(m.r, scale_vector(dot(axis, vector_difference(body.centre, m.anchor)), e)), tensor


def design_mass_shape(sub: SubsystemEquations, k: int) -> Shape:
    """Of one body in the design position, in the vehicle's axes; of one of revolution as it shows on its axle."""
    body = _body(sub, k)
    I = _tensor(body)
    if not body.axisymmetric or sub.motion[k].unspun is None:
        return body.mass, body.centre, I
    joint = sub.parts[id(sub.mechanism.links[k].joint)]
    axis, anchor = _axis(sub, k), joint.child_point or joint.point
    along = dot(axis, multiply_inertia_tensor(I, axis))
    across = 0.5 * (I[0] + I[1] + I[2] - along)
    x, y, z = scale_vector(along - across, axis)
    tensor = (across + x * axis[0], across + y * axis[1], across + z * axis[2], x * axis[1], y * axis[2], z * axis[0])
    return body.mass, add(anchor, scale_vector(dot(axis, vector_difference(body.centre, anchor)), axis)), tensor


def is_massless_shape(sub: SubsystemEquations, k: int) -> bool:
    """Whether a body is only a frame between joints, and nothing spins on it."""
    links = sub.mechanism.links
    alone = not any(link.parent == k and sub.mechanism.is_spinner(j) for j, link in enumerate(links))
    return alone and bool(_body(sub, k).massless)


def mass_shape_with_spinners(sub: SubsystemEquations, k: int) -> Shape:
    """Of a body and all that spins on it, now, in the frame of its tree."""
    links = sub.mechanism.links
    on_it = [_body(sub, j) for j, link in enumerate(links) if link.parent == k and sub.mechanism.is_spinner(j)]
    if not on_it:
        return mass_shape(sub, k)
    m, own = sub.motion[k], _body(sub, k)
    mass, first, I = own.mass, own.centre, _tensor(own)
    moment: Vec3 = (0.0, 0.0, 0.0)
    for body in on_it:  # about the carrier's own centre
        d = vector_difference(body.centre, first)
        mass, moment = mass + body.mass, add(moment, scale_vector(body.mass, d))
        I = _plus(I, _tensor(body), _far(body.mass, d))
    shift = scale_vector(1.0 / mass, moment)
    I = _plus(I, _far(-mass, shift))
    return mass, m.position(add(first, shift)), I if m.R is IDENTITY else rotate_inertia(m.R, I)


def mass_shape_of_spinner(sub: SubsystemEquations, k: int) -> Spinner:
    """Tells what a body of revolution adds to the equations besides its mass on the carrier."""
    link, axis, ratio = sub.mechanism.links[k], _axis(sub, k), _ratio(sub, k)
    along = dot(axis, multiply_inertia_tensor(_tensor(_body(sub, k)), axis))
    column = scale_vector(along, sub.motion[k].S[0][0])  # the ratio is in S, once
    carrier, V_B = sub.motion_of(link.parent), sub.reference_velocity(sub.mechanism.reference[k])
    w = add_motions(V_B, carrier.U)[0]
    alpha = add_motions(carrier.A, motion_cross(V_B, carrier.U))[0]
    turning = cross(scale_vector(sub.s[k][0], w), column)  # across w: it does no work
    bias = dot(column, alpha)
    own = along if ratio is None else along * ratio * ratio
    found = Spinner(own, column, turning, bias)
    return found if _body(sub, k).gyroscopic else replace(found, gyration=ZERO, neglected=turning)


def _axis(sub: SubsystemEquations, k: int) -> Vec3:
    axis: Vec3 = sub.parts[id(sub.mechanism.links[k].joint)].motions()[-1].axis
    return axis


def _ratio(sub: SubsystemEquations, k: int) -> Scalar | None:
    """Turns of a body for one of the coordinate of its joint, where that is geared."""
    ratio: Scalar | None = sub.parts[id(sub.mechanism.links[k].joint)].motions()[-1].ratio
    return ratio


def _direction(sub: SubsystemEquations, k: int) -> Vec3:
    """The axis that a body turns on, now, in the frame of its tree."""
    e, ratio = sub.motion[k].S[-1][0], _ratio(sub, k)
    return e if ratio is None else scale_vector(1.0 / ratio, e)


def _body(sub: SubsystemEquations, k: int) -> Any:
    """The body of a link in symbols, also of another subsystem on one of the interface's bodies."""
    body = next(body for body in sub.mechanism.model.bodies if body.name == sub.mechanism.links[k].body)
    if id(body) in sub.parts:
        return sub.parts[id(body)]
    values = sub.layout.values
    return map_numbers(body, lambda path, _value, _unit: sub.place(("value", path), Place("values", (values[path],))))


def _tensor(body: Any) -> Symmetric:
    sign = 1.0 if body.products_are == "tensor entries" else -1.0
    return (*body.inertia, *(sign * product for product in body.products))


def _far(m: Scalar, d: Vec3) -> Symmetric:
    """m (d.d 1 - d d^T), what a mass at d adds. [Steiner]"""
    x, y, z = d
    return (m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y), -m * (x * y), -m * (y * z), -m * (z * x))


def _plus(*tensors: Symmetric) -> Symmetric:
    return tuple(sum(entries[1:], entries[0]) for entries in zip(*tensors, strict=True))
