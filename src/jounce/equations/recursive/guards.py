"""Guards: numbers whose change of sign is an event, in the right-hand side of the subsystem they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jounce.equations.friction_numbers import AT_REST, FAINT
from jounce.equations.independent_speeds import IndependentSpeeds
from jounce.equations.recursive.sensors import RecursiveSight
from jounce.equations.recursive.stages import FrictionRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, less, select
from jounce.parts.forces.loads import Guard
from jounce.spatial.vector import cross, dot

SINGULAR = "comes too near to a pitch of 90 deg, where yaw and roll are one"
LEAST_ATTITUDE = 0.01  # of the cosine of a pitch: 0.6 deg from upright
INDEPENDENT_CHOICE = "independent coordinates"
UNDETERMINED = "chosen in the design position no longer determine the others"
OTHER_CHOICE = "take another route, or the same without /independent"
LEAST_PIVOT = 0.05  # of what it was when chosen: errors of independent speeds are 20 times as large in dependent ones


@dataclass(frozen=True, slots=True)
class GuardFormula:
    """A guard of one subsystem, named for each lane."""

    names: tuple[str, ...]
    guard: Guard
    element: str = ""  # force element that it belongs to, in the first lane


def friction_guards(sub: SubsystemEquations) -> Iterator[GuardFormula]:
    """Tells what is left to the limit of friction that sticks, or its speed to the side that it slides to."""
    for friction in sub.frictions:
        yield GuardFormula(friction.row.twins, Guard(_friction_guard(sub, friction), falls="changes its phase"))


def _friction_guard(sub: SubsystemEquations, friction: FrictionRow) -> Scalar:
    row = friction.row
    size: Any = abs(row.s * sub.solution[row.unknown])
    side: Any = abs(friction.side)
    speed: Any = abs(row.gd)
    # neither sticks nor slides: without a limit until there is one, or held by others until it moves
    free = select(less(FAINT, friction.static), AT_REST - speed, FAINT - friction.static)
    slides = select(less(0.5, side), friction.side * row.gd, free)
    return select(less(0.5, row.s), friction.static - size, slides)


def other_guards(sub: SubsystemEquations) -> Iterator[GuardFormula]:
    """Those of force elements, and of sensors that are triggers."""
    model = sub.mechanism.model
    for position, number in enumerate(sub.own.forces):
        names = [model.forces[member.forces[position]].name for member in sub.members]
        for word, guard in sub.loads.elements[model.forces[number].name][0].guards.items():
            yield GuardFormula(tuple(f"{name}.{word}" for name in names), guard, names[0])
    sight = RecursiveSight(sub)
    for position, number in enumerate(sub.own.sensors):
        sensor = sub.parts[id(model.sensors[number])]
        if hasattr(sensor, "guard"):
            names = [model.sensors[member.sensors[position]].name for member in sub.members]
            yield GuardFormula(tuple(names), sensor.guard(sight))


def attitude_guards(sub: SubsystemEquations) -> Iterator[GuardFormula]:
    """Tells where a route has put angles in place of quaternions: the run ends before they lose their meaning."""
    if not sub.watches_attitudes:
        return
    for k in sub.own.links:
        joint = sub.mechanism.links[k].joint
        if getattr(joint, "angles", "") == "zyx":
            yaw, pitch, roll = (w for w, _ in sub.motion[k].S[-3:])
            cosine: Any = abs(dot(yaw, cross(pitch, roll)))
            guard = Guard(cosine - LEAST_ATTITUDE, direction=-1, ends_run=True, falls=SINGULAR)
            yield GuardFormula((f"{joint.name}.attitude",), guard)


def independent_guards(sub: SubsystemEquations) -> Iterator[GuardFormula]:
    """Tells where a route has chosen independent speeds: the run ends before the others do not follow from them.

    The sign of a pivot stays changed beyond the place where it vanishes, so that no step is too long to see it.
    """
    factors = sub.system.factors if sub.watches_attitudes else None
    if isinstance(factors, IndependentSpeeds) and factors.pivots:
        guard = Guard(factors.least_pivot() - LEAST_PIVOT, direction=-1, ends_run=True, falls=UNDETERMINED)
        yield GuardFormula((INDEPENDENT_CHOICE,), guard)
