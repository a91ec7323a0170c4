"""Hardpoints: which points belong to which body, as the joints and force elements declare them."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import Any

from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.drawing import BallJoint, Pin
from jounce.parts.ends import places_of
from jounce.views.page.page_data import Ball, Shape, Vec3

SAME = 1e-3  # m: points nearer than this are one
LEAST_ROD, MOST_ROD, ROD = 0.002, 0.012, 1 / 110  # m, m, of the size of the mechanism


@dataclass(frozen=True)
class Hardpoints:
    """Points by body, pivots that come in pairs, joints to be drawn as balls."""

    own: dict[str, list[Vec3]]
    hinges: dict[str, list[tuple[Vec3, Vec3]]]  # both pivots of an arm
    mounts: list[Shape]  # balls at the joints
    rod: float  # m, radius of a rod that looks right at this size


def hardpoints(model: Model) -> Hardpoints:
    """The points of every body and of the ground, where parts of the model are mounted."""
    own: dict[str, list[Vec3]] = {GROUND: [], **{body.name: [] for body in model.bodies}}
    hinges: dict[str, list[tuple[Vec3, Vec3]]] = {body.name: [] for body in model.bodies}
    mounted = [end for part in (*model.joints, *model.forces) for end in _mounted(part)]
    for body, point in mounted:
        _note(own[body], point)
    for joint in model.joints:
        if isinstance(joint.drawing, Pin) and joint.second_point is not None:
            pair = (numbers(joint.point), numbers(joint.second_point))
            if joint.child != GROUND:
                hinges[joint.child].append(pair)
            for body in (joint.parent, joint.child):
                _note(own[body], pair[1])
    everywhere = [point for _, point in mounted]
    size = max((dist(a, b) for a in everywhere for b in everywhere), default=1.0) or 1.0
    rod = min(max(ROD * size, LEAST_ROD), MOST_ROD)
    return Hardpoints(own, hinges, _mounts(model, rod), rod)


def _mounted(part: Any) -> list[tuple[str, Vec3]]:
    """Bodies and hardpoints that a part between two bodies joins."""
    places = places_of(part)
    if len(places) < 2:
        return []
    return [(place.body, numbers(place.point)) for place in places if place.mounted and place.point is not None]


def _mounts(model: Model, rod: float) -> list[Shape]:
    """A ball at every ball joint and pivot: on the ground it is a mount."""
    index = {body.name: k for k, body in enumerate(model.bodies)}
    found: list[Shape] = []
    for part in (*model.joints, *model.forces):
        for body, point in _mounted(part):
            if body == GROUND:
                found.append(Ball("ball", part.name, -1, point, 1.6 * rod, "mount"))
            elif isinstance(part.drawing, BallJoint) and body == part.child:
                found.append(Ball("ball", part.name, index[body], point, 1.5 * rod, "upright"))
    return found


def numbers(vector: Any) -> Vec3:
    """A vector of a model that is not written in symbols."""
    x, y, z = (float(value) for value in vector)
    return (x, y, z)


def _note(points: list[Vec3], point: Vec3) -> None:
    if all(dist(point, other) > SAME for other in points):
        points.append(point)
