"""The king-pin of a functional corner: the wheel turns on the suspension as a table of the steering wheel asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from jounce.model.axle_data import MassData
from jounce.model.templates.corner import KINGPIN, Corner, CornerParts
from jounce.model.templates.members import member
from jounce.parts import Body
from jounce.parts.joints import Revolute, Sequence
from jounce.spatial.vector import Vec3, Z, add, vector_difference

ROLE, JOINT = "knuckle", "kingpin"
ROLES = (ROLE,)
# the body on the suspension has all the mass, unless the file says otherwise; on a rig, where no wheel hangs on it, a
# knuckle needs an inertia, and nothing depends on it
NO_MASS = MassData(mass=0.0, inertia=(0.0, 0.0, 0.0))
MASS_ON_RIG = MassData(mass=1.0, inertia=(0.01, 0.01, 0.01))


def kingpin_on(linkage: CornerParts, given: Corner) -> CornerParts:
    """A knuckle on the carrier of a linkage where the axle is steered; a positive angle steers to the left."""
    if not given.steered:
        return linkage
    knuckle = member(given, ROLE, "wheel_centre")
    parts = (replace(knuckle, massless=given.masses.get(ROLE) is NO_MASS), _kingpin(linkage.carrier, given))
    low, high = kingpin_ends(given)
    axis = ((linkage.carrier, low), (linkage.carrier, high))
    return replace(linkage, parts=(*linkage.parts, *parts), carrier=knuckle.name, steering_axis=axis)


def _kingpin(carrier: str, given: Corner) -> Any:
    """A hinge through two points; where none are given it is upright, and no number turns it: fewer equations."""
    (low, high), name, child = kingpin_ends(given), given.name(JOINT), given.name(ROLE)
    if _leans(given.points):
        return Revolute(name=name, parent=carrier, child=child, point=low, axis=vector_difference(high, low))
    return Sequence(name=name, parent=carrier, child=child, point=low, order=("rz",))


def _leans(points: Collection[str]) -> bool:
    return set(KINGPIN) <= set(points)


def kingpin_carrier(linkage: CornerParts, given: Corner, parts: Iterable[Any]) -> Body:
    """The body with mass that carries the wheel: the knuckle, or what the knuckle turns on where that has no mass."""
    named: dict[str, Any] = {part.name: part for part in parts}
    own: Body = named[linkage.carrier]
    return named[named[given.name(JOINT)].parent] if own.massless else own


def kingpin_ends(given: Corner) -> tuple[Vec3, Vec3]:
    """Two points of the steering axis, the lower one first."""
    p = given.points
    if _leans(p):
        return p["kingpin_lower"], p["kingpin_upper"]
    return p["wheel_centre"], add(p["wheel_centre"], Z)


def kingpin_coordinate(given: Corner) -> str:
    """The steer angle of a corner: rad about its king-pin."""
    return f"{given.name(JOINT)}.{'angle' if _leans(given.points) else 'rz'}"
