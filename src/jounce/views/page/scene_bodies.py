"""Scene of bodies and their hardpoints: rods between points, blocks where many meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist

import numpy as np

from jounce.results.drawn.outline import GROUND
from jounce.spatial.vector import Z, unit
from jounce.views.page.page_data import Ball, Box, Rod, Shape, Tone, Vec3
from jounce.views.page.placed_outline import PlacedOutline

SAME = 1e-3  # m: points nearer than this are one
LEAST_ROD, MOST_ROD, ROD = 0.002, 0.012, 1 / 110  # m, m, of the size of the mechanism
SLEEVE_LENGTH, SLEEVE_RADIUS = 2.0, 2.4  # of the radius of a rod: both ends of the ball inside show
MANY = 6  # points from which on a body is a frame that others are mounted on
BOB, LARGEST_BOB = 0.06, 0.15  # m, radius of a lumped kilogram, and of any


@dataclass(frozen=True)
class Hardpoints:
    """Points by body, pivots that come in pairs, joints to be drawn as balls."""

    own: dict[int, list[Vec3]]
    hinges: dict[int, list[tuple[Vec3, Vec3]]]  # both pivots of an arm
    mounts: list[Shape]  # balls at the joints
    rod: float  # m, radius of a rod that looks right at this size


def scene_hardpoint_marks(placed: PlacedOutline) -> Hardpoints:
    """Returns the points of every body and of the ground, where parts of the model are mounted."""
    own: dict[int, list[Vec3]] = {k: [] for k in range(GROUND, len(placed.bodies))}
    hinges: dict[int, list[tuple[Vec3, Vec3]]] = {k: [] for k in own}
    mounted = [end for mark in placed.marks for end in mark.hardpoints()]
    for body, point in mounted:
        _note(own[body], point)
    for mark in placed.of_kind("pin"):
        if len(mark.points) > 2:
            parent, child = mark.bodies[:2]
            hinges[child].append((mark.points[0], mark.points[2]))
            for body in (parent, child):
                _note(own[body], mark.points[2])
    for child, pair in _pivots_on_sleeves(placed):
        hinges[child].append(pair)
    rod = min(max(ROD * _size([point for _, point in mounted]), LEAST_ROD), MOST_ROD)
    return Hardpoints(own, hinges, [*_mounts(placed, rod), *_sleeves(placed, rod)], rod)


def _size(points: list[Vec3]) -> float:
    """Returns the largest distance of two points."""
    if not points:
        return 1.0
    every = np.unique(np.array(points), axis=0)
    return float(np.sqrt(((every[:, None] - every) ** 2).sum(axis=2).max())) or 1.0


def _pivots_on_sleeves(placed: PlacedOutline) -> Iterator[tuple[int, tuple[Vec3, Vec3]]]:
    """Yields bodies on two bushings, as the arms of a suspension, and where these are."""
    held: dict[tuple[int, ...], list[Vec3]] = {}
    for mark in placed.of_kind("sleeve"):
        if mark.bodies[1] != GROUND:
            held.setdefault(mark.bodies[:2], []).append(mark.points[1])
    for (_, child), points in held.items():
        if len(points) == 2 and dist(*points) > SAME:
            yield child, (points[0], points[1])


def _sleeves(placed: PlacedOutline, rod: float) -> Iterator[Shape]:
    """Yields a short tube on the parent of each bushing, along the axis of the joint beside it."""
    axes = {joint.bodies[:2]: joint.axis for joint in placed.joints if joint.axis is not None}
    for mark in placed.of_kind("sleeve"):
        at, along = mark.points[0], unit(axes.get(mark.bodies[:2], Z))
        a, b = (
            tuple(p + sign * 0.5 * SLEEVE_LENGTH * rod * e for p, e in zip(at, along, strict=True))
            for sign in (-1.0, 1.0)
        )
        yield Rod("rod", mark.name, mark.bodies[0], a, b, SLEEVE_RADIUS * rod, "mount")  # type: ignore[arg-type]


def _mounts(placed: PlacedOutline, rod: float) -> list[Shape]:
    """Returns a ball at every ball joint and pivot: on the ground it is a mount."""
    found: list[Shape] = []
    for mark in placed.marks:
        for number, (body, point) in enumerate(mark.hardpoints()):
            if body == GROUND:
                found.append(Ball("ball", mark.name, GROUND, point, 1.6 * rod, "mount"))
            elif mark.kind in ("balljoint", "sleeve") and number == 1:
                found.append(Ball("ball", mark.name, body, point, 1.5 * rod, "upright"))
    return found


def _note(points: list[Vec3], point: Vec3) -> None:
    if all(dist(point, other) > SAME for other in points):
        points.append(point)


def scene_of_body(placed: PlacedOutline, index: int, points: Hardpoints) -> list[Shape]:
    """Draws rods and balls, or a block."""
    name, own, pairs = placed.names[index], points.own[index], points.hinges[index]
    centre, bob = placed.centres[index], _bob(placed.masses[index], points.rod)
    tone: Tone = "steer" if placed.bodies[index].look == "steering" else "link"
    if len(own) >= MANY and not pairs:
        margin = 3.0 * points.rod
        low, high = ([pick(p[k] for p in own) for k in range(3)] for pick in (min, max))
        return [Box("box", name, index, _moved(low, -margin), _moved(high, margin))]
    lines = _arm(own, pairs[0]) if pairs and len(own) > 2 else _links(centre, own)
    if len(own) > 3 and not pairs:
        tone = "upright"
    thick = points.rod * (1.25 if tone == "upright" else 1.0)
    found: list[Shape] = [Rod("rod", name, index, a, b, thick, tone) for a, b in lines]
    if len(own) < 2 and lines:
        found.append(Ball("ball", name, index, centre, bob, tone))
    elif not own:
        found.append(Ball("ball", name, index, centre, bob, "frame"))
    return found


def _links(centre: Vec3, own: list[Vec3]) -> list[tuple[Vec3, Vec3]]:
    """Draws a bob on a rod at one point, a rod between two, or a star from the middle of more."""
    if len(own) == 1:
        return [(own[0], centre)] if dist(own[0], centre) > SAME else []
    if len(own) == 2:
        return [(own[0], own[1])]
    if len(own) == 3:
        return [(own[0], own[1]), (own[1], own[2]), (own[2], own[0])]
    middle = tuple(sum(p[k] for p in own) / len(own) for k in range(3)) if own else centre
    return [(middle, point) for point in own]  # type: ignore[misc]


def _arm(own: list[Vec3], pair: tuple[Vec3, Vec3]) -> list[tuple[Vec3, Vec3]]:
    """Draws a wishbone: from both pivots to the outermost point; seats of springs stand on its middle line."""
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


def _bob(mass: float, rod: float) -> float:
    return min(max(BOB * mass ** (1 / 3), 2.0 * rod), LARGEST_BOB)


def _moved(corner: list[float], by: float) -> Vec3:
    x, y, z = (value + by for value in corner)
    return (x, y, z)
