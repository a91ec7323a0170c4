"""Level sets: a guide is where a formula of a place is zero; here are its value, slopes and bends at a point.

The place (x, y, z) is that of the child's point in axes fixed in the parent. A curve is two such formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from jounce.errors import Problem
from jounce.graph import Expression, Graph, Scalar, atan2, interpret, jacobian, maximum, sqrt, substitute
from jounce.parts.limits import vector_text_for_limit
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import Vec3, cross, unit, vector_difference, vector_norm

NEAREST = 1e-9  # m from the axis of a cam, where its radius has no direction
Formula = Callable[[Scalar, Scalar, Scalar], Scalar]


@dataclass(frozen=True, slots=True)
class LevelHere:
    """A formula at a point: its value, its gradient, and its matrix of second derivatives."""

    value: Scalar
    slopes: Vec3
    bends: Matrix3


def level_at_point(formula: Formula, place: Vec3) -> LevelHere:
    """Returns a formula with its first and second derivatives by the place.

    It is derived by three symbols of its own, which the place replaces afterwards: a place that is a sum or a multiple
    of something might be folded into the formula before it could be varied.
    """
    graph = next((number.graph for number in place if isinstance(number, Expression)), None)
    home = Graph() if graph is None else graph
    own = [home.symbol(("guide", axis)) for axis in "xyz"]
    value = formula(*own)
    found = jacobian([value], own)
    first = [found.get((0, k), 0.0) for k in range(3)]
    second = jacobian(first, own)
    bends = [second.get((k, l), 0.0) for k in range(3) for l in range(3)]
    numbers: list[Any] = substitute([value, *first, *bends], dict(zip(own, place, strict=True)))
    if graph is None:
        numbers = [float(number) for number in interpret(numbers, {})]
    rows = tuple(tuple(numbers[4 + 3 * k : 7 + 3 * k]) for k in range(3))
    return LevelHere(numbers[0], tuple(numbers[1:4]), rows)  # type: ignore[arg-type]


def guide_axes(axis: Vec3, normal: Vec3) -> Matrix3:
    """Returns the guide's x, y and z in the parent: x along the axis, z along the normal, y to the left of both."""
    x, z = unit(axis), unit(normal)
    return x, cross(z, x), z


def height_over(law: Any) -> Formula:
    """Tells how far a place lies above a surface z = law(x, y)."""
    return lambda x, y, z: z - law.value(x, y)


def height_over_profile(law: Any) -> Formula:
    """Tells how far it lies above a profile z = law(x) that is the same all across."""
    return lambda x, y, z: z - law.value(x)


def offset_from_side(law: Any) -> Formula:
    """Tells how far it lies to the left of a line y = law(x)."""
    return lambda x, y, z: y - law.value(x)


def distance_from_cam(law: Any) -> Formula:
    """Tells how far it lies outside a disc about z, whose radius is law(angle from x), from -pi to pi."""
    return lambda x, y, z: sqrt(maximum(x * x + y * y, NEAREST * NEAREST)) - law.value(atan2(y, x))


def off_axis_limit(part: Any) -> Iterator[Problem]:
    """A follower has a direction from the axis of its cam."""
    axis: Any = part.axis
    arm = vector_difference(part.child_point, part.point)
    if vector_norm(axis) > 0 and vector_norm(cross(arm, unit(axis))) < NEAREST:  # type: ignore[operator]
        what = f"{vector_text_for_limit(part.child_point)} lies on the axis of the cam: no angle, so no radius"
        yield Problem("child_point", what, "move the follower to the edge of the cam")
