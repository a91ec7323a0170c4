"""Members of a linkage: bodies at their hardpoints, arms on hinges, rods between balls, swivels, bushed bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.model.templates.corner import Given
from jounce.parts import Body
from jounce.parts.forces import Bushing
from jounce.parts.joints import Free, Gimbal, Revolute, Spherical, Universal
from jounce.spatial.vector import Vec3, cross, perpendicular_vector, scale_vector, unit, vector_difference

DEFAULT_MASS = 1.0  # kg, of a body whose mass is not given: motion without forces does not depend on it
DEFAULT_GYRATION = 0.1  # m, radius of gyration of a body whose inertia is not given


def member(given: Given, role: str, *points: str, look: str = "plain") -> Body:
    """The body of a role; its centre lies in the middle of its points unless it is given."""
    return member_between(given, role, [given.points[name] for name in points], look)


def member_between(given: Given, role: str, places: Sequence[Vec3], look: str = "plain") -> Body:
    """Makes the body of a role in the middle of some places, unless its centre is given."""
    data = given.masses.get(role)
    mass = DEFAULT_MASS if data is None else data.mass
    middle: Vec3 = scale_vector(1.0 / len(places), tuple(map(sum, zip(*places, strict=True))))  # type: ignore[arg-type]
    gyration = mass * DEFAULT_GYRATION**2
    return Body(
        name=given.name(role),
        mass=mass,
        centre=middle if data is None or data.centre is None else data.centre,
        inertia=(gyration,) * 3 if data is None or data.inertia is None else data.inertia,
        products=(0.0, 0.0, 0.0) if data is None else data.products,
        look=look,
    )


def hinge(given: Given, role: str, front: str, rear: str) -> tuple[Any, ...]:
    """An arm's pivot on the car body: a hinge through two points, unless bushings are there."""
    return hinge_between(given, role, (given, front), (given, rear))


def hinge_between(given: Given, role: str, one: tuple[Given, str], other: tuple[Given, str]) -> tuple[Any, ...]:
    """An arm's pivot on the car body, through a point each of one or two places.

    A bushing at one of the points leaves a ball joint at the other. The last turn of each is that about the hinge, so
    that a bar may twist between arms.
    """
    places = [place.points[point] for place, point in (one, other)]
    soft = [(place, point) for place, point in (one, other) if point in place.bushings]
    axis = vector_difference(places[1], places[0])
    ends: dict[str, Any] = {"name": given.name(f"{role}_pivot"), "parent": given.mount, "child": given.name(role)}
    if not soft:
        return (Revolute(**ends, point=places[0], axis=axis, second_point=places[1]),)
    if len(soft) == 2:
        pivot: Any = Free(**ends, point=places[0], angles="zyx", axis=axis)
    else:
        pivot = Gimbal(**ends, point=places[1 if soft == [one] else 0], **_across(axis))
    return (pivot, *(bushing(place, point, given.mount, role) for place, point in soft))


def _across(line: Vec3) -> dict[str, Any]:
    """Two axes across a line and each other."""
    along = unit(line)
    across = perpendicular_vector(along)
    return {"axis": across, "child_axis": cross(along, across)}


def bushing(given: Given, point: str, mount: str, role: str) -> Bushing:
    """Makes the bushing that the file gives at a point, between a mount and the body of a role."""
    data = given.bushings[point]
    return Bushing(
        name=given.name(point),
        parent=mount,
        child=given.name(role),
        point=given.points[point],
        stiffness=data.stiffness,
        damping=data.damping_or_assumed(),
    )


def ball(given: Given, point: str, parent: str, child: str, closes: bool = False) -> Spherical:
    """A ball joint at a hardpoint and of its name, between two roles."""
    return Spherical(
        name=given.name(point),
        parent=given.name(parent),
        child=given.name(child),
        point=given.points[point],
        cut=closes,
    )


def rod(
    given: Given, role: str, mount: str, outboard: str, closes: bool = True, look: str = "plain"
) -> tuple[Any, ...]:
    """A rod from `<role>_inner` on `mount` to `<role>_outer` on the role `outboard`.

    A Hooke joint with both axes across the rod at its inner end: it cannot spin about itself, unless it shall.
    """
    inner, outer = f"{role}_inner", f"{role}_outer"
    end = swivel(given, role, mount, inner, outer)
    return (member(given, role, inner, outer, look=look), *end, ball(given, outer, role, outboard, closes))


def rod_between(given: Given, role: str, start: tuple[str, Vec3, str], end: tuple[str, Vec3, str]) -> tuple[Any, ...]:
    """Makes a rod between balls on two bodies; each end says the body, the place and the name of its joint.

    A Hooke joint with both axes across the rod stands at its start, so that it cannot spin about itself.
    """
    (first, inner, hooke), (second, outer, joint) = start, end
    body, kind = member_between(given, role, [inner, outer]), Gimbal if given.spinning else Universal
    return (
        body,
        kind(name=hooke, parent=first, child=body.name, point=inner, **_across(vector_difference(outer, inner))),
        Spherical(name=joint, parent=body.name, child=second, point=outer, cut=True),
    )


def bushed(given: Given, role: str, mount: str, at: str, line: Vec3) -> tuple[Any, ...]:
    """A body that only a bushing holds on its mount; the last turn of its coordinates is that about a line."""
    name = given.name(f"{role}_mount")  # the bushing has the name of the point
    point, child = given.points[at], given.name(role)
    free = Free(name=name, parent=mount, child=child, point=point, angles="zyx", axis=line)
    return (free, bushing(given, at, mount, role))


def swivel(given: Given, role: str, mount: str, at: str, towards: str) -> tuple[Any, ...]:
    """A Hooke joint with both axes across the line from one point to another; a ball joint where rods may spin.

    A bushing may stand in its place.
    """
    point, line = given.points[at], vector_difference(given.points[towards], given.points[at])
    if at in given.bushings:
        return bushed(given, role, mount, at, line)
    kind = Gimbal if given.spinning else Universal
    return (kind(name=given.name(at), parent=mount, child=given.name(role), point=point, **_across(line)),)
