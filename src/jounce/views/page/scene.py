"""The scene of a run: bodies over time, what is drawn of each, and marks: hardpoints, steering axes, centres."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.results import Result
from jounce.results.drawn.outline import GROUND, Frames
from jounce.results.drawn.outline import Centre as KnownCentre
from jounce.spatial.quaternions import quaternions_of_rotations
from jounce.views.page import page_data
from jounce.views.page.encoding import Encoder
from jounce.views.page.placed_outline import PlacedOutline
from jounce.views.page.scene_bodies import Hardpoints, scene_hardpoint_marks, scene_of_body
from jounce.views.page.scene_car_body import (
    scene_of_car_body,
    scene_of_pulled_bodies,
    scene_of_steering_wheels,
    wheels_of_unit,
)
from jounce.views.page.scene_course import outline_in_course, scene_of_course
from jounce.views.page.scene_elements import scene_of_elements, scene_wheels_of_elements
from jounce.views.page.scene_road import scene_of_road

POSITION_STEP = 1e-5  # m
FAR = 2.0  # m that a body must go before cameras follow it
LOOKS = 40  # samples that are looked at for the size of a scene
ARROW, GRAVITY = 0.45, 9.81  # m, m/s^2
ROTATION_STEP = 1e-6  # of a quaternion: 2e-6 rad, 6 um at 3 m
MOST_PLACES = 250  # of a centre over a run
CENTRE_STEP = 1e-4  # m


def scene_of(result: Result, samples: np.ndarray, encoder: Encoder) -> page_data.Scene | None:
    """Returns the scene at the given samples, or None where the result does not say what it looks like."""
    drawn = result.drawn
    if drawn is None:
        return None
    placed, frames = PlacedOutline(drawn.outline, drawn.numbers), result.frames(samples)
    points, wheels = scene_hardpoint_marks(placed), scene_wheels_of_elements(placed, result)
    anchors = placed.centres.copy()
    for wheel in wheels:
        anchors[wheel.body] = wheel.centre
    course = result.metadata.get("course")
    shell = scene_of_car_body(placed, wheels, outline_in_course(course))
    rings = scene_of_steering_wheels(placed, wheels_of_unit(placed, wheels, placed.base) if shell else wheels)
    shells = [*([shell] if shell else []), *scene_of_pulled_bodies(placed, wheels)]
    shapes = [*wheels, *scene_of_elements(placed, points), *_solids(placed, points, wheels, rings, shells)]
    follow = _body_to_follow(placed, frames)
    low, high = _extent(placed, frames, points, wheels, travelling=follow >= 0)
    way = [frames.body(wheel.body).position(wheel.centre)[:, :2] for wheel in wheels]
    obstacles, road = scene_of_road(result.metadata.get("road"), way, encoder)
    named, every = scene_named_points(placed), scene_centre_stride(len(samples))
    return page_data.Scene(
        _bodies(placed, frames, anchors, encoder),
        shapes,
        obstacles,
        road,
        scene_of_course(course, result, samples, encoder),
        named,
        scene_steering_axes(placed, named),
        scene_centres(drawn.centres(result.coordinates, samples[::every]), every, encoder),
        _newtons_per_metre(placed, len(wheels)),
        low,
        high,
        follow,
    )


def _newtons_per_metre(placed: PlacedOutline, wheels: int) -> float:
    """Returns the scale of force arrows, a round number: that of a wheel at rest is about as long as `ARROW`."""
    wanted = max(GRAVITY * sum(placed.masses) / max(wheels, 1), 1.0) / ARROW
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(min((1.0, 2.0, 5.0, 10.0), key=lambda step: abs(np.log(step * power / wanted))) * power)


def _solids(
    placed: PlacedOutline,
    points: Hardpoints,
    wheels: Sequence[page_data.Wheel],
    rings: Sequence[page_data.Ring],
    shells: Sequence[page_data.Shell | page_data.Rod],
) -> list[page_data.Shape]:
    """Returns bodies that are not drawn as something else: as wheels, as shells, as the halves of a strut."""
    spinning = {wheel.body for wheel in wheels if wheel.name == placed.names[wheel.body]}
    sliding = {body for mark in placed.of_kind("guide") for body in mark.bodies}
    halves = {body for body in sliding if len(points.own[body]) == 1}
    elsewhere = spinning | halves | {ring.body for ring in rings} | {shell.body for shell in shells}
    found: list[page_data.Shape] = [*rings, *shells]
    for index in range(len(placed.bodies)):
        if index not in elsewhere:
            found += scene_of_body(placed, index, points)
    return [*found, *points.mounts]


def _bodies(
    placed: PlacedOutline, frames: Frames, anchors: Sequence[page_data.Vec3], encoder: Encoder
) -> list[page_data.Body]:
    """Returns positions of anchors, and rotations as quaternions that do not jump to the other sign."""
    p = frames.p + np.einsum("sbij,bj->sbi", frames.R, np.array(anchors).reshape(-1, 3))
    samples, bodies = p.shape[:2]
    q = quaternions_of_rotations(frames.R.reshape(-1, 3, 3)).reshape(samples, bodies, 4)
    turned = np.cumprod(np.where((q[1:] * q[:-1]).sum(axis=2) < 0.0, -1.0, 1.0), axis=0)  # q and -q are one rotation
    q[1:] *= turned[:, :, None]
    places = encoder.add_columns(p.reshape(samples, -1), POSITION_STEP)
    turns = encoder.add_columns(q.reshape(samples, -1), ROTATION_STEP)

    def body(k: int) -> page_data.Body:
        position: tuple[page_data.Numbers, ...] = tuple(places[3 * k : 3 * k + 3])
        return page_data.Body(placed.names[k], anchors[k], placed.centres[k], position, tuple(turns[4 * k : 4 * k + 4]))  # type: ignore[arg-type]

    return [body(k) for k in range(bodies)]


def _extent(
    placed: PlacedOutline, frames: Frames, points: Hardpoints, wheels: Sequence[page_data.Wheel], travelling: bool
) -> tuple[page_data.Vec3, page_data.Vec3]:
    """Returns corners of all points, centres and wheels: at the start of a run that goes away, else over all of it."""
    count = len(frames.p)
    seen = np.zeros(1, int) if travelling else np.unique(np.linspace(0, count - 1, LOOKS).astype(int))
    some = frames.at(seen)
    found = [np.array(points.own[GROUND], float).reshape(-1, 3)]
    for k in range(len(placed.bodies)):
        own = np.array([*points.own[k], placed.centres[k]])
        found.append((some.p[:, k, None] + own @ np.swapaxes(some.R[:, k], 1, 2)).reshape(-1, 3))
    for wheel in wheels:
        at = some.body(wheel.body).position(wheel.centre)
        found += [at - wheel.radius, at + wheel.radius]
    corners = np.concatenate(found)
    low, high = (tuple(corner.tolist()) for corner in (corners.min(axis=0), corners.max(axis=0)))
    return low, high  # type: ignore[return-value]


def _body_to_follow(placed: PlacedOutline, frames: Frames) -> int:
    """Returns a body that leaves its place, if any: one that floats rather than one that hangs on it."""
    if not len(placed.bodies):
        return -1
    far = np.ptp(frames.p[:, :, :2], axis=0).max(axis=1) > FAR
    return next((k for k in (*placed.floating, *range(len(far))) if far[k]), -1)


def scene_named_points(placed: PlacedOutline) -> list[page_data.NamedPoint]:
    """Returns hardpoints of the vehicle file on the bodies that have a point there."""
    return [
        page_data.NamedPoint(known.name, page_data.Place(known.spot.body, placed.vector(known.spot.at)))
        for known in placed.outline.hardpoints
    ]


def scene_steering_axes(placed: PlacedOutline, points: Sequence[page_data.NamedPoint]) -> list[page_data.AxisLine]:
    """Returns those of the wheels of steered axles, between the hardpoints that carry them."""
    return [
        page_data.AxisLine(name, points[low].place, points[high].place)
        for name, low, high in placed.outline.steering_axes
    ]


def scene_centre_stride(samples: int) -> int:
    """Returns how many samples lie from one place of a centre to the next."""
    return max(1, -(-samples // MOST_PLACES))


def scene_centres(found: Sequence[KnownCentre], every: int, encoder: Encoder) -> list[page_data.Centre]:
    """Instant centres of each wheel on the car body, and the roll centre of each axle, at some samples of the run."""
    if not found:
        return []
    kept = encoder.add_columns(np.concatenate([centre.at for centre in found], axis=1), CENTRE_STEP)
    return [
        page_data.Centre(kind, name, body, every, tuple(kept[3 * k : 3 * k + 3]), list(wheels))  # type: ignore[arg-type]
        for k, (kind, name, body, _, wheels) in enumerate(found)
    ]
