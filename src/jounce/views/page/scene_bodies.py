"""Scene of bodies and their hardpoints: rods between points, blocks where many meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist
from typing import Any

from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.drawing import BallJoint, Pin, Sleeve
from jounce.parts.ends import places_of_ends
from jounce.spatial.vector import Z
from jounce.views.page.page_data import Ball, Box, Rod, Shape, Tone, Vec3

SAME = 1e-3  # m: points nearer than this are one
LEAST_ROD, MOST_ROD, ROD = 0.002, 0.012, 1 / 110  # m, m, of the size of the mechanism
SLEEVE_LENGTH, SLEEVE_RADIUS = 2.0, 2.4  # of the radius of a rod: both ends of the ball inside show
MANY = 6  # points from which on a body is a frame that others are mounted on
BOB, LARGEST_BOB = 0.06, 0.15  # m, radius of a lumped kilogram, and of any


@dataclass(frozen=True)
class Hardpoints:
    """Points by body, pivots that come in pairs, joints to be drawn as balls."""

    own: dict[str, list[Vec3]]
    hinges: dict[str, list[tuple[Vec3, Vec3]]]  # both pivots of an arm
    mounts: list[Shape]  # balls at the joints
    rod: float  # m, radius of a rod that looks right at this size


def scene_hardpoint_marks(model: Model) -> Hardpoints:
    """The points of every body and of the ground, where parts of the model are mounted."""
    own: dict[str, list[Vec3]] = {GROUND: [], **{body.name: [] for body in model.bodies}}
    hinges: dict[str, list[tuple[Vec3, Vec3]]] = {body.name: [] for body in model.bodies}
    mounted = [end for part in (*model.joints, *model.forces) for end in _mounted(part)]
    for body, point in mounted:
        _note(own[body], point)
    for joint in model.joints:
        if isinstance(joint.drawing, Pin) and joint.second_point is not None:
            pair = (scene_hardpoint_numbers(joint.point), scene_hardpoint_numbers(joint.second_point))
            if joint.child != GROUND:
                hinges[joint.child].append(pair)
            for body in (joint.parent, joint.child):
                _note(own[body], pair[1])
    for child, pair in _pivots_on_sleeves(model):
        hinges[child].append(pair)
    everywhere = [point for _, point in mounted]
    size = max((dist(a, b) for a in everywhere for b in everywhere), default=1.0) or 1.0
    rod = min(max(ROD * size, LEAST_ROD), MOST_ROD)
    return Hardpoints(own, hinges, [*_mounts(model, rod), *_sleeves(model, rod)], rod)


def _pivots_on_sleeves(model: Model) -> Iterator[tuple[str, tuple[Vec3, Vec3]]]:
    """Bodies on two bushings, as the arms of a suspension, and where these are."""
    held: dict[tuple[str, str], list[Vec3]] = {}
    for part in model.forces:
        if isinstance(part.drawing, Sleeve) and part.child != GROUND:
            held.setdefault((part.parent, part.child), []).append(
                scene_hardpoint_numbers(part.child_point or part.point)
            )
    for (_, child), points in held.items():
        if len(points) == 2 and dist(*points) > SAME:
            yield child, (points[0], points[1])


def _sleeves(model: Model, rod: float) -> Iterator[Shape]:
    """A short tube on the parent of each bushing, along the last turn of the joint beside it."""
    index = {GROUND: -1} | {body.name: k for k, body in enumerate(model.bodies)}
    axes = {
        (joint.parent, joint.child): turns[-1].axis
        for joint in model.joints
        if hasattr(joint, "motions") and (turns := [motion for motion in joint.motions() if motion.turns])
    }
    for part in model.forces:
        if isinstance(part.drawing, Sleeve):
            at = scene_hardpoint_numbers(part.point)
            along = scene_hardpoint_numbers(axes.get((part.parent, part.child), Z))
            a, b = (
                tuple(p + sign * 0.5 * SLEEVE_LENGTH * rod * e for p, e in zip(at, along, strict=True))
                for sign in (-1.0, 1.0)
            )
            yield Rod("rod", part.name, index[part.parent], a, b, SLEEVE_RADIUS * rod, "mount")  # type: ignore[arg-type]


def _mounted(part: Any) -> list[tuple[str, Vec3]]:
    """Bodies and hardpoints that a part between two bodies joins."""
    places = places_of_ends(part)
    if len(places) < 2:
        return []
    return [
        (place.body, scene_hardpoint_numbers(place.point))
        for place in places
        if place.mounted and place.point is not None
    ]


def _mounts(model: Model, rod: float) -> list[Shape]:
    """A ball at every ball joint and pivot: on the ground it is a mount."""
    index = {body.name: k for k, body in enumerate(model.bodies)}
    found: list[Shape] = []
    for part in (*model.joints, *model.forces):
        for body, point in _mounted(part):
            if body == GROUND:
                found.append(Ball("ball", part.name, -1, point, 1.6 * rod, "mount"))
            elif isinstance(part.drawing, BallJoint | Sleeve) and body == part.child:
                found.append(Ball("ball", part.name, index[body], point, 1.5 * rod, "upright"))
    return found


def scene_hardpoint_numbers(vector: Any) -> Vec3:
    """A vector of a model that is not written in symbols."""
    x, y, z = (float(value) for value in vector)
    return (x, y, z)


def _note(points: list[Vec3], point: Vec3) -> None:
    if all(dist(point, other) > SAME for other in points):
        points.append(point)


def scene_of_bodies(body: Body, index: int, points: Hardpoints) -> list[Shape]:
    """Rods and balls, or a block."""
    own, pairs = points.own[body.name], points.hinges[body.name]
    tone: Tone = "steer" if body.look == "steering" else "link"
    if len(own) >= MANY and not pairs:
        margin = 3.0 * points.rod
        low, high = ([pick(p[k] for p in own) for k in range(3)] for pick in (min, max))
        return [Box("box", body.name, index, _moved(low, -margin), _moved(high, margin))]
    lines = _arm(own, pairs[0]) if pairs and len(own) > 2 else _links(body, own)
    if len(own) > 3 and not pairs:
        tone = "upright"
    thick = points.rod * (1.25 if tone == "upright" else 1.0)
    found: list[Shape] = [Rod("rod", body.name, index, a, b, thick, tone) for a, b in lines]
    if len(own) < 2 and lines:
        found.append(Ball("ball", body.name, index, scene_hardpoint_numbers(body.centre), _bob(body, points.rod), tone))
    elif not own:
        found.append(
            Ball("ball", body.name, index, scene_hardpoint_numbers(body.centre), _bob(body, points.rod), "frame")
        )
    return found


def _links(body: Body, own: list[Vec3]) -> list[tuple[Vec3, Vec3]]:
    """One point: a bob on a rod. Two: a rod. More: a star from their middle."""
    centre = scene_hardpoint_numbers(body.centre)
    if len(own) == 1:
        return [(own[0], centre)] if dist(own[0], centre) > SAME else []
    if len(own) == 2:
        return [(own[0], own[1])]
    if len(own) == 3:
        return [(own[0], own[1]), (own[1], own[2]), (own[2], own[0])]
    middle = tuple(sum(p[k] for p in own) / len(own) for k in range(3)) if own else centre
    return [(middle, point) for point in own]  # type: ignore[misc]


def _arm(own: list[Vec3], pair: tuple[Vec3, Vec3]) -> list[tuple[Vec3, Vec3]]:
    """A wishbone: from both pivots to the outermost point; seats of springs stand on its middle line."""
    root = tuple(0.5 * (a + b) for a, b in zip(*pair, strict=True))
    others = [point for point in own if point not in pair]
    tip = max(others, key=lambda point: dist(point, root))
    lines = [(pair[0], tip), (pair[1], tip), pair]
    for point in others:
        if point is not tip:
            along = [t - r for t, r in zip(tip, root, strict=True)]
            part = sum(a * (p - r) for a, p, r in zip(along, point, root, strict=True)) / sum(a * a for a in along)
            foot = tuple(r + part * a for r, a in zip(root, along, strict=True))
            lines.append((point, foot))  # type: ignore[arg-type]
            lines.append((root, tip))  # type: ignore[arg-type]
    return list(dict.fromkeys(lines))


def _bob(body: Any, rod: float) -> float:
    return min(max(BOB * body.mass ** (1 / 3), 2.0 * rod), LARGEST_BOB)


def _moved(corner: list[float], by: float) -> Vec3:
    x, y, z = (value + by for value in corner)
    return (x, y, z)
