"""The scene of a run: its bodies over time and what is drawn of each, from the outline that the result carries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.mechanism import OUTSIDE, connect_mechanism
from jounce.model import Model
from jounce.model.outline import read_outline
from jounce.parts import GROUND
from jounce.parts.drawing import Guide
from jounce.results import Result
from jounce.simulation.loops.pose import Poses, body_poses
from jounce.spatial.quaternions import quaternions_of_rotations
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import Body, Ring, Scene, Shape, Shell, Vec3, Wheel
from jounce.views.page.scene_bodies import (
    Hardpoints,
    scene_hardpoint_marks,
    scene_hardpoint_numbers,
    scene_of_bodies,
)
from jounce.views.page.scene_car_body import scene_of_car_body, scene_of_steering_wheels
from jounce.views.page.scene_course import outline_in_course, scene_of_course
from jounce.views.page.scene_elements import scene_of_elements, scene_wheels_of_elements
from jounce.views.page.scene_marks import scene_centres, scene_named_points, scene_steering_axes
from jounce.views.page.scene_road import scene_of_road

POSITION_STEP = 1e-5  # m
FAR = 2.0  # m that a body must go before cameras follow it
LOOKS = 40  # samples that are looked at for the size of a scene
ARROW, GRAVITY = 0.45, 9.81  # m, m/s^2
ROTATION_STEP = 1e-6  # of a quaternion: 2e-6 rad, 6 um at 3 m


def scene_of(result: Result, samples: np.ndarray, encoder: Encoder) -> Scene | None:
    """The scene at the given samples, or None where the result does not say how its bodies moved."""
    text = str(result.metadata.get("outline", ""))
    if not text or not result.coordinates:
        return None
    model = read_outline(text)
    mechanism = connect_mechanism(model)
    if any(n.name not in result.coordinates for n in mechanism.coordinates):
        return None
    poses = body_poses(mechanism, {name: history[samples] for name, history in result.coordinates.items()})
    names = [body.name for body in model.bodies]
    points, wheels = scene_hardpoint_marks(model), scene_wheels_of_elements(model, result)
    anchors = {body.name: scene_hardpoint_numbers(body.centre) for body in model.bodies}
    anchors |= {names[wheel.body]: wheel.centre for wheel in wheels}
    bodies = [_body(name, model, poses[name], anchors[name], encoder) for name in names]
    floating = [link.body for link in mechanism.links if link.parent == OUTSIDE and link.floats]
    course = result.metadata.get("course")
    picture, base = result.metadata.get("picture"), next(iter(floating), GROUND)
    shell = scene_of_car_body(floating, names, wheels, picture, outline_in_course(course))
    rings = scene_of_steering_wheels(model, names, wheels, picture)
    shapes = [*wheels, *scene_of_elements(model, names, points), *_solids(model, names, points, wheels, rings, shell)]
    follow = _body_to_follow(poses, floating, names)
    low, high = _extent(poses, model, points, wheels, travelling=follow >= 0)
    way = [poses[names[wheel.body]].position(wheel.centre)[:, :2] for wheel in wheels]
    obstacles, road = scene_of_road(result.metadata.get("road"), way, encoder)
    named = scene_named_points(picture, names, points, base)
    return Scene(
        bodies,
        shapes,
        obstacles,
        road,
        scene_of_course(course, result, samples, encoder),
        named,
        scene_steering_axes(picture, named),
        scene_centres(model, poses, base, wheels, encoder),
        _newtons_per_metre(model, len(wheels)),
        low,
        high,
        follow,
    )


def _newtons_per_metre(model: Model, wheels: int) -> float:
    """Of force arrows, a round number: that of a wheel at rest is about as long as `ARROW`."""
    bodies: list[Any] = list(model.bodies)
    load = GRAVITY * sum(float(body.mass) for body in bodies) / max(wheels, 1)
    wanted = max(load, 1.0) / ARROW
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(min((1.0, 2.0, 5.0, 10.0), key=lambda step: abs(np.log(step * power / wanted))) * power)


def _solids(
    model: Model,
    names: list[str],
    points: Hardpoints,
    wheels: Sequence[Wheel],
    rings: Sequence[Ring],
    shell: Shell | None,
) -> list[Shape]:
    """Bodies that are not drawn as something else: as wheels, as the shell, as the halves of a strut."""
    spinning = {names[wheel.body] for wheel in wheels if wheel.name == names[wheel.body]}
    sliding = {body for j in model.joints if isinstance(j.drawing, Guide) for body in (j.parent, j.child)}
    halves = {body for body in sliding if len(points.own.get(body, ())) == 1}
    elsewhere = spinning | halves | {ring.name for ring in rings}
    found: list[Shape] = [*rings, *([shell] if shell else [])]
    for index, body in enumerate(model.bodies):
        if body.name not in elsewhere and (shell is None or index != shell.body):
            found += scene_of_bodies(body, index, points)
    return [*found, *points.mounts]


def _body(name: str, model: Model, poses: Poses, anchor: Vec3, encoder: Encoder) -> Body:
    p = poses.position(anchor)
    q = quaternions_of_rotations(poses.R)
    turned = np.cumprod(np.where((q[1:] * q[:-1]).sum(axis=1) < 0.0, -1.0, 1.0))  # q and -q are one rotation
    q[1:] *= turned[:, None]
    centre = next(body.centre for body in model.bodies if body.name == name)
    x, y, z = (encoder.add(p[:, k], POSITION_STEP) for k in range(3))
    a, b, c, d = (encoder.add(q[:, k], ROTATION_STEP) for k in range(4))
    return Body(name, anchor, centre, (x, y, z), (a, b, c, d))  # type: ignore[arg-type]


def _extent(
    poses: Mapping[str, Poses], model: Model, points: Hardpoints, wheels: Sequence[Wheel], travelling: bool
) -> tuple[Vec3, Vec3]:
    """Corners of all points, centres and wheels: at the start of a run that goes away, else over all of it."""
    names = [body.name for body in model.bodies]
    count = len(next(iter(poses.values())).p)
    seen = np.zeros(1, int) if travelling else np.unique(np.linspace(0, count - 1, LOOKS).astype(int))
    found = [np.asarray(point, float)[None] for point in points.own[GROUND]]
    for body in model.bodies:
        moved = Poses(poses[body.name].p[seen], poses[body.name].R[seen])
        found += [moved.position(point) for point in (*points.own[body.name], scene_hardpoint_numbers(body.centre))]
        for wheel in wheels:
            if names[wheel.body] == body.name:
                found += [moved.position(wheel.centre) + shift for shift in (-wheel.radius, wheel.radius)]
    corners = np.concatenate(found)
    return scene_hardpoint_numbers(corners.min(axis=0)), scene_hardpoint_numbers(corners.max(axis=0))


def _body_to_follow(poses: Mapping[str, Poses], floating: list[str], names: list[str]) -> int:
    """A body that leaves its place, if any: one that floats rather than one that hangs on it."""
    candidates = [*floating, *names]
    far = (name for name in candidates if float(np.ptp(poses[name].p[:, :2], axis=0).max()) > FAR)
    return next((names.index(name) for name in far), -1)
