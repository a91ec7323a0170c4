"""Members of a linkage: bodies at their hardpoints, arms on hinges, rods between balls."""

from __future__ import annotations

from typing import Any

from jounce.model.templates.corner import Corner
from jounce.parts import Body
from jounce.parts.joints import Revolute, Spherical, Universal
from jounce.spatial.vector import Vec3, cross, difference, perpendicular, scale, unit

DEFAULT_MASS = 1.0  # kg, of a body whose mass is not given: motion without forces does not depend on it
DEFAULT_GYRATION = 0.1  # m, radius of gyration of a body whose inertia is not given


def member(given: Corner, role: str, *points: str) -> Body:
    """The body of a role; its centre lies in the middle of its points unless it is given."""
    data = given.masses.get(role)
    mass = DEFAULT_MASS if data is None else data.mass
    own = [given.points[name] for name in points]
    middle: Vec3 = scale(1.0 / len(own), tuple(map(sum, zip(*own, strict=True))))  # type: ignore[arg-type]
    gyration = mass * DEFAULT_GYRATION**2
    return Body(
        name=given.name(role),
        mass=mass,
        centre=middle if data is None or data.centre is None else data.centre,
        inertia=(gyration,) * 3 if data is None or data.inertia is None else data.inertia,
        products=(0.0, 0.0, 0.0) if data is None else data.products,
    )


def hinge(given: Corner, role: str, front: str, rear: str) -> Revolute:
    """An arm's pivot on the car body: a hinge through two points."""
    p = given.points
    return Revolute(
        name=given.name(f"{role}_pivot"),
        parent=given.mount,
        child=given.name(role),
        point=p[front],
        axis=difference(p[rear], p[front]),
    )


def ball(given: Corner, point: str, parent: str, child: str, closes: bool = False) -> Spherical:
    """A ball joint at a hardpoint and of its name, between two roles."""
    return Spherical(
        name=given.name(point),
        parent=given.name(parent),
        child=given.name(child),
        point=given.points[point],
        cut=closes,
    )


def rod(given: Corner, role: str, mount: str, outboard: str, closes: bool = True) -> tuple[Any, ...]:
    """A rod from `<role>_inner` on `mount` to `<role>_outer` on the role `outboard`.

    A Hooke joint with both axes across the rod at its inner end: it cannot spin about itself.
    """
    inner, outer = f"{role}_inner", f"{role}_outer"
    p = given.points
    along = unit(difference(p[outer], p[inner]))
    across = perpendicular(along)
    joint = Universal(
        name=given.name(inner),
        parent=mount,
        child=given.name(role),
        point=p[inner],
        axis=across,
        child_axis=cross(along, across),
    )
    return (member(given, role, inner, outer), joint, ball(given, outer, role, outboard, closes))
