"""Rules for shapes of a mechanism: directions without length, axes that do not cross, inertias of no body."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import Problem
from jounce.model.fields import fields_of, path_of_part_fields
from jounce.parts import Body
from jounce.parts.limits import vector_text_for_limit
from jounce.spatial.vector import vector_distance, vector_norm

if TYPE_CHECKING:
    from jounce.model.model import Model

FARTHEST = 100.0  # m from the origin, and the largest radius of gyration: no mechanism here is larger
SHORTEST, LONGEST = 1e-9, 1e9  # of a direction; its square stays far from the ends of floats
PERPENDICULAR = 1e-5  # largest cosine of a right angle: far below what a joint is made to, above six digits
ROUNDING = 1e-9  # relative, of moments of inertia printed with ten digits
STRONGEST = 1000.0  # m/s^2
ON_AXIS = 1e-6  # m that the centre of a body of revolution may lie off its axis: as well as wheels are balanced
CLOSEST, TINIEST = 1e-12, 1e-15  # between entries of a table, of its range and in SI: slopes stay far from 1e308
HIGHEST = 1e100  # of an entry of a table, in SI: a slope over the least step stays far from 1e308 as well
ROUND = 1e-6  # share of its inertia by which such a body may differ around its axis


def length(vector: Any) -> Any:
    """Returns the length of a vector of floats or traced numbers: in a rule numbers are compared, and never symbols."""
    return vector_norm(vector)


def distance_of_shapes(a: Any, b: Any) -> Any:
    """Tells how far two points are from each other, likewise."""
    return vector_distance(a, b)


def check_shape_directions(model: Model) -> Iterator[Problem]:
    """A direction has a length, which does not matter otherwise."""
    for part in model.parts:
        yield from _no_directions(part)


def _no_directions(part: Any) -> Iterator[Problem]:
    for field in fields_of(type(part)):
        direction = getattr(part, field.name)
        if field.form == "vector" and field.quantity.unit == "1" and direction is not None:
            yield from check_shape_direction(direction, f"{path_of_part_fields(part)}.{field.name}")


def check_shape_direction(vector: Any, path: str) -> Iterator[Problem]:
    """Finds a vector without a length, or beyond all lengths."""
    if not SHORTEST < length(vector) < LONGEST:
        what = f"{vector_text_for_limit(vector)} is no direction: its length is {hypot(*vector):g}"
        yield Problem(path, what, "for example [0, 0, 1]; any length will do")


def check_inertia_shapes(model: Model) -> Iterator[Problem]:
    """The mass of every body lies somewhere near it."""
    for body in model.bodies:
        yield from check_shape_of_moments(body, f"{path_of_part_fields(body)}.inertia")


def check_shape_of_moments(body: Body, where: str, farthest: float = FARTHEST) -> Iterator[Problem]:
    """The mass of a body lies somewhere: the two smaller principal moments add up to the largest or more.

    Equivalent to a positive semidefinite pseudo-inertia matrix [Wensing, Kim, Slotine 2018, theorem 3].
    """
    mass: Any = body.mass
    if _surely_possible(body, farthest):
        return
    a, b, c = np.linalg.eigvalsh(inertia_tensor_of_shape(body)).tolist()
    if mass == 0:
        if any((a, b, c)):
            yield Problem(where, "a body without mass has an inertia", "give it a mass, or leave inertia out")
    elif a + b < c - ROUNDING * abs(c):
        what = f"no rigid body has principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m²"
        what += f": {a:.6g} + {b:.6g} < {c:.6g}"
        yield Problem(where, what, "the two smaller add up to at least the largest; for a flat plate, exactly")
    elif c > mass * farthest**2:
        gyration = sqrt(c) / sqrt(mass)  # a quotient of the two themselves might overflow
        what = f"{c:.6g} kg m² on {mass:.6g} kg: radius of gyration {gyration:.4g} m"
        hint = f'at most {farthest:g} m; masses are in kg, and kg mm² are written as "25000 kg mm^2"'
        yield Problem(where, what, hint)


def _surely_possible(body: Body, farthest: float) -> bool:
    """Tells whether half the trace, less the tensor, is positive definite, and so small that no moment can be too
    large.

    The second moments of mass are what is left of half the trace; their principal values must not be negative.
    """
    xx, yy, zz = body.inertia
    xy, yz, zx = body.products
    half: Any = 0.5 * (xx + yy + zz)
    a, b, c = half - xx, half - yy, half - zz
    positive = a > 0 and a * b > xy * xy and a * (b * c - yz * yz) - xy * (xy * c - 2 * yz * zx) > zx * zx * b
    mass: Any = body.mass
    return positive and mass > 0 and half <= mass * farthest**2


def check_shapes_of_revolution(model: Model) -> Iterator[Problem]:
    """Checks that what is called axisymmetric is so about the axis of the joint that it turns on."""
    for body in model.bodies:
        if not body.axisymmetric:
            continue
        path = path_of_part_fields(body)
        hinge = next((j for j in model.joints if getattr(j, "child", "") == body.name and hasattr(j, "motions")), None)
        if hinge and any(_no_directions(hinge)):
            continue  # said by `directions`
        motions = hinge.motions() if hinge else ()
        if hinge is None or not motions or not motions[-1].turns:
            yield Problem(f"{path}.axisymmetric", "no joint that ends in a turn carries the body", "leave it out")
            continue
        a, I = np.array(motions[-1].axis, float), inertia_tensor_of_shape(body)
        arm = np.array(body.centre, float) - np.array(hinge.child_point or hinge.point, float)
        if np.linalg.norm(np.cross(a, arm)) > ON_AXIS:
            what = f"the centre {vector_text_for_limit(body.centre)} lies beside the axis of '{hinge.name}'"
            yield Problem(f"{path}.axisymmetric", what, "put it on the axis, or leave axisymmetric out")
        along = a @ I @ a
        across = 0.5 * (np.trace(I) - along)
        if np.abs(I - across * np.eye(3) - (along - across) * np.outer(a, a)).max() > ROUND * np.trace(I):
            what = f"the inertia differs around the axis of '{hinge.name}'"
            yield Problem(f"{path}.axisymmetric", what, "equal moments across the axis, or leave axisymmetric out")


def inertia_tensor_of_shape(body: Body) -> np.ndarray:
    """Returns the tensor about the centre of mass, with the products as the body says they are given."""
    xx, yy, zz = body.inertia
    sign = -1.0 if body.products_are == "positive integrals" else 1.0
    xy, yz, zx = (sign * p for p in body.products)
    return np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]], float)


def check_shapes_near(model: Model) -> Iterator[Problem]:
    """No point is as far away as millimetres taken for metres would be."""
    help = 'if these are millimetres, write units = { length = "mm" } at the top of the file'
    for part in model.parts:
        for field in fields_of(type(part)):
            point = getattr(part, field.name)
            if field.form == "vector" and field.quantity.unit == "m" and point and length(point) > FARTHEST:
                what = f"{vector_text_for_limit(point)} m is {hypot(*point):.4g} m away from the origin"
                yield Problem(f"{path_of_part_fields(part)}.{field.name}", what, help)
    if hypot(*model.gravity) > STRONGEST:
        yield Problem(
            "gravity", f"{vector_text_for_limit(model.gravity)} m/s²", 'gravity is in m/s², or text: "-9810 mm/s^2"'
        )


SHAPES = (check_shape_directions, check_inertia_shapes, check_shapes_of_revolution, check_shapes_near)
