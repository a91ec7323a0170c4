"""The king-pin of a functional corner: the wheel turns on the suspension as a table of the steering wheel asks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.model.axle_data import MassData
from jounce.model.templates.corner import Corner, CornerParts
from jounce.model.templates.members import member
from jounce.parts.joints import Revolute
from jounce.spatial.vector import Vec3, Z, add, vector_difference

ROLE, JOINT = "knuckle", "kingpin"
ROLES = (ROLE,)
# the body on the suspension has all the mass, unless the file says otherwise; on a rig, where no wheel hangs on it, a
# knuckle needs an inertia, and nothing depends on it
NO_MASS = {ROLE: MassData(mass=0.0, inertia=(0.0, 0.0, 0.0))}
MASS_ON_RIG = {ROLE: MassData(mass=1.0, inertia=(0.01, 0.01, 0.01))}


def kingpin_on(linkage: CornerParts, given: Corner) -> CornerParts:
    """A knuckle on the carrier of a linkage where the axle is steered; a positive angle steers to the left."""
    if not given.steered:
        return linkage
    low, high = kingpin_ends(given)
    knuckle = given.name(ROLE)
    parts: tuple[Any, ...] = (
        member(given, ROLE, "wheel_centre"),
        Revolute(
            name=given.name(JOINT), parent=linkage.carrier, child=knuckle, point=low, axis=vector_difference(high, low)
        ),
    )
    axis = ((linkage.carrier, low), (linkage.carrier, high))
    return replace(linkage, parts=(*linkage.parts, *parts), carrier=knuckle, steering_axis=axis)


def kingpin_ends(given: Corner) -> tuple[Vec3, Vec3]:
    """Two points of the steering axis, the lower one first."""
    p = given.points
    if "kingpin_lower" in p and "kingpin_upper" in p:
        return p["kingpin_lower"], p["kingpin_upper"]
    return p["wheel_centre"], add(p["wheel_centre"], Z)


def kingpin_coordinate(prefix: str) -> str:
    """The steer angle of a corner, "front_left": rad about its king-pin."""
    return f"{prefix}.{JOINT}.angle"
