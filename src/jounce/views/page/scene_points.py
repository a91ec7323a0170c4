"""Hardpoints: which points of the joints and force elements belong to which body."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import Any

from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.forces import Bushing
from jounce.parts.joints import Cylindrical, Distance, Fixed, Gimbal, Revolute, Spherical, Universal
from jounce.views.page.page_data import Ball, Shape, Vec3

SAME = 1e-3  # m: points nearer than this are one
PIVOT_DISTANCES = (0.02, 1.5)  # m: an axis of such a length was given as the difference of two pivots
MILLIMETRE = 1e-3
ACROSS = 0.7  # of an axis: more than this along y, and outboard, is the line of a bar and not that of two pivots
LEAST_ROD, MOST_ROD, ROD = 0.002, 0.012, 1 / 110  # m, m, of the size of the mechanism


@dataclass(frozen=True)
class Hardpoints:
    """Points by body, pivots that come in pairs, joints to be drawn as balls."""

    own: dict[str, list[Vec3]]
    hinges: dict[str, list[tuple[Vec3, Vec3]]]  # both pivots of an arm
    fixed: list[Vec3]  # on the ground
    mounts: list[Shape]  # balls at the joints
    rod: float  # m, radius of a rod that looks right at this size


def hardpoints(model: Model) -> Hardpoints:
    own: dict[str, list[Vec3]] = {body.name: [] for body in model.bodies}
    hinges: dict[str, list[tuple[Vec3, Vec3]]] = {body.name: [] for body in model.bodies}
    fixed: list[Vec3] = []
    ends = [end for part in (*model.joints, *model.forces) for end in _ends(part)]
    everywhere = [point for _, point in ends]
    size = max((dist(a, b) for a in everywhere for b in everywhere), default=1.0) or 1.0
    rod = min(max(ROD * size, LEAST_ROD), MOST_ROD)
    for body, point in ends:
        _note(fixed if body == GROUND else own[body], point)
    for joint in model.joints:
        if isinstance(joint, Revolute) and (pair := _pivots(joint, everywhere)):
            for body in (joint.parent, joint.child):
                if body != GROUND and body == joint.child:
                    hinges[body].append(pair)
                _note(fixed if body == GROUND else own[body], pair[1])
    return Hardpoints(own, hinges, fixed, _mounts(model, rod), rod)


def _ends(part: Any) -> list[tuple[str, Vec3]]:
    """Bodies and points that a part joins; guides have points, too, but these are only places on a line."""
    if isinstance(part, Cylindrical):
        return [(part.child, numbers(part.child_point or part.point))]
    if isinstance(part, Revolute | Spherical | Universal | Gimbal | Fixed | Bushing):
        return [(part.parent, numbers(part.point)), (part.child, numbers(part.child_point or part.point))]
    if isinstance(part, Distance) or (hasattr(part, "child_point") and hasattr(part, "law")):
        return [(part.parent, numbers(part.point)), (part.child, numbers(part.child_point))]
    return []


def _pivots(joint: Revolute, everywhere: list[Vec3]) -> tuple[Vec3, Vec3] | None:
    """Both pivots of a hinge whose axis was written as their difference, in metres or millimetres."""
    point, axis = numbers(joint.point), numbers(joint.axis)
    length = dist(axis, (0.0, 0.0, 0.0))
    factor = MILLIMETRE if length > PIVOT_DISTANCES[1] else 1.0
    least, most = PIVOT_DISTANCES
    if abs(length - 1.0) < SAME or not least < factor * length < most:
        return None
    x, y, z = (p + factor * a for p, a in zip(point, axis, strict=True))
    outboard = abs(y) >= abs(point[1])
    known = any(dist((x, y, z), other) < SAME for other in everywhere)
    if abs(axis[1]) > ACROSS * length and outboard and not known:
        return None
    return point, (x, y, z)


def _mounts(model: Model, rod: float) -> list[Shape]:
    """A ball at every ball joint and pivot: on the ground it is a mount."""
    index = {body.name: k for k, body in enumerate(model.bodies)}
    found: list[Shape] = []
    for part in (*model.joints, *model.forces):
        for body, point in _ends(part):
            if body == GROUND:
                found.append(Ball("ball", part.name, -1, point, 1.6 * rod, "mount"))
            elif isinstance(part, Spherical | Universal | Gimbal | Bushing) and body == part.child:
                found.append(Ball("ball", part.name, index[body], point, 1.5 * rod, "upright"))
    return found


def numbers(vector: Any) -> Vec3:
    """A vector of a model that is not written in symbols."""
    x, y, z = (float(value) for value in vector)
    return (x, y, z)


def _note(points: list[Vec3], point: Vec3) -> None:
    if all(dist(point, other) > SAME for other in points):
        points.append(point)
