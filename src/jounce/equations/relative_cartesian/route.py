"""Write the equations of motion in relative Cartesian coordinates. [Kim, eq. 14-20]

Each body gives (E ... G)^T M_i (E ... G) to the mass matrix, which has the blocks M_EE, M_EG and M_GG of the paper, and
(E ... G)^T (Q_i - M_i h_i) to the right-hand side, g_E and g_G.
"""

from __future__ import annotations

from dataclasses import replace

from jounce.equations.recursive.mass_shapes import design_mass_shape
from jounce.equations.recursive.stages import ClosureRow, Column
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.equations.relative_cartesian.carried_bodies import (
    CarriedBody,
    motions_of_carried_bodies,
    write_carried_bodies,
)
from jounce.equations.relative_cartesian.own_joints import absolute_model, relative_model
from jounce.equations.route import EquationsOfSpeeds, Route, differentiated_rows
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.spatial.inertia import multiply_inertia_tensor, rotate_inertia
from jounce.spatial.motion import Motion
from jounce.spatial.vector import Vec3, add, cross, dot, scale_vector, vector_difference


def write_rows(sub: SubsystemEquations, from_ground: bool) -> tuple[ClosureRow, ...]:
    """The rows of all joints that are cut: points that coincide, axes at right angles, distances. [Kim, eq. 7-9]"""
    return differentiated_rows(sub, motions_of_carried_bodies, from_ground)


def write_equations(sub: SubsystemEquations) -> EquationsOfSpeeds:
    """Body by body, at its centre of mass."""
    bodies = write_carried_bodies(sub)
    mass: dict[tuple[Column, Column], Scalar] = {}
    right = {(k, c): sub.loads.efforts.get((k, c), 0.0) for k in sub.own.links for c in range(len(sub.s[k]))}
    for part in sub.mechanism.model.bodies:
        k = sub.mechanism.index(part.name)
        _add_body(sub, k, bodies[k], part.massless, mass, right)
    return (
        {(("speed", *one), ("speed", *other)): entry for (one, other), entry in mass.items()},
        {("speed", *column): value for column, value in right.items()},
    )


def _add_body(
    sub: SubsystemEquations,
    k: int,
    body: CarriedBody,
    massless: bool,
    mass: dict[tuple[Column, Column], Scalar],
    right: dict[Column, Scalar],
) -> None:
    """(E ... G)^T M (E ... G), and (E ... G)^T (Q - M h) with Q the forces and the gyroscopic moment."""
    m, centre, tensor = design_mass_shape(sub, k)
    place, I = body.at(centre), rotate_inertia(body.R, tensor)
    c = vector_difference(place, body.p)
    columns = {at: (w, add(v, cross(w, c))) for at, (w, v) in body.columns.items()}  # at the centre of mass
    moment, force = _needed(sub, k, body, c, place)
    if not massless:
        acceleration = add(body.h_v, add(cross(body.h_w, c), cross(body.w, cross(body.w, c))))
        force = add(force, scale_vector(m, vector_difference(sub.gravity, acceleration)))
        spin = cross(body.w, multiply_inertia_tensor(I, body.w))
        moment = vector_difference(moment, add(multiply_inertia_tensor(I, body.h_w), spin))
    listed = list(columns.items())
    for at, (one, (w, v)) in enumerate(listed):
        right[one] = right[one] + dot(w, moment) + dot(v, force)
        if massless:
            continue
        F: Motion = (multiply_inertia_tensor(I, w), scale_vector(m, v))
        for other, (w_2, v_2) in listed[: at + 1]:
            entry = dot(F[0], w_2) + dot(F[1], v_2)
            mass[one, other] = mass.get((one, other), 0.0) + entry


def _needed(sub: SubsystemEquations, k: int, body: CarriedBody, c: Vec3, place: Vec3) -> Motion:
    """Tells what force elements do to the body: moment about its centre of mass, and force."""
    n, f = sub.loads.on(k)
    return vector_difference(n, cross(place, f)), f


RELATIVE_ROUTE = Route(
    name="relative_cartesian",
    title="Newton and Euler in Cartesian coordinates relative to a reference body",
    source=Citation("Kim", "eq. 1-31, corrected"),
    own_model=relative_model,
    write_rows=write_rows,
    write_equations=write_equations,
)
ABSOLUTE_ROUTE = replace(
    RELATIVE_ROUTE,
    name="absolute_cartesian",
    title="Newton and Euler in absolute Cartesian coordinates",
    own_model=absolute_model,  # the ground is the reference body
)
