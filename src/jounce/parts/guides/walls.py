"""Walls: what pushes a point back that has gone into the other side of a guide."""

from __future__ import annotations

from typing import Any

from jounce.graph import Scalar, maximum, sqrt
from jounce.parts.forces.loads import Channel, Guard, Loads, Push, View
from jounce.parts.guides.level_set import Formula, level_at_point
from jounce.spatial.rotation import Matrix3, turn
from jounce.spatial.vector import ZERO, add, cross, dot, scale_vector, vector_difference, vector_norm


def wall_loads(part: Any, view: View, axes: Matrix3, formula: Formula, play: Scalar | None = None) -> Loads:
    """A guide that pushes: N = stiffness d max(1 + damping d', 0) along its normal, where the point is d beyond it.

    The distance from the guide is F / |grad F|, exact on it and to first order near it. Without a play there is one
    wall, at F = 0; with it there are two, that far to both sides. Friction is smooth, as of a `body_contact`.
    """
    R, origin = view.axes(part.parent), view.point(part.parent, part.point)
    at = view.point(part.child, part.child_point or part.point)
    d = vector_difference(at.r, origin.r)
    e = [turn(R, axis) for axis in axes]
    here = level_at_point(formula, (dot(e[0], d), dot(e[1], d), dot(e[2], d)))
    steepness = vector_norm(here.slopes)
    normal = ZERO
    for slope, axis in zip(here.slopes, e, strict=True):
        normal = add(normal, scale_vector(slope / steepness, axis))
    distance = here.value / steepness
    moving = vector_difference(at.v, add(origin.v, cross(view.spin(part.parent), d)))
    away = dot(moving, normal)
    depth = -distance if play is None else maximum(distance, -distance) - play
    load = _wall_load(part, -distance if play is None else -distance - play, -away)
    push, size = load, load
    if play is not None:
        other = _wall_load(part, distance - play, away)
        push, size = load - other, load + other
    along = vector_difference(moving, scale_vector(away, normal))
    sliding = dot(along, along)
    drag = part.friction * size / sqrt(sliding + part.slip_speed * part.slip_speed)
    force = vector_difference(scale_vector(push, normal), scale_vector(drag, along))
    return Loads(
        pushes=(Push(part.child, at.r, force), Push(part.parent, at.r, scale_vector(-1.0, force))),
        balanced=True,
        channels={
            "load": Channel(push, "N", "of the guide on the child, along its normal", "load"),
            "friction": Channel(drag * sqrt(sliding), "N", "of the guide on the child, against sliding", "load"),
            "depth": Channel(depth, "m", "of the point inside the guide; negative where it is free", "displacement"),
        },
        guards={"contact": Guard(depth, kink=True, falls="leaves the guide", rises="touches the guide")},
    )


def _wall_load(part: Any, depth: Scalar, approach: Scalar) -> Scalar:
    load: Scalar = part.stiffness * maximum(depth, 0.0) * maximum(1.0 + part.damping * approach, 0.0)
    return load
