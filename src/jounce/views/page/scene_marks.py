"""Scene of marks that engineers draw: names of hardpoints, steering axes, instant centres, roll centres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Any, Literal

import numpy as np

from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.drawing import Pin
from jounce.simulation.loops.left_motion import left_motion_of_body
from jounce.simulation.loops.pose import Poses
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import AxisLine, Centre, NamedPoint, Place, Vec3, Wheel
from jounce.views.page.scene_bodies import SAME, Hardpoints

# ends of a steering axis by the names of hardpoints, the lower one first
STEERING_AXES = (
    ("lower_ball_joint", "upper_ball_joint"),
    ("lower_ball_joint", "strut_top"),
    ("kingpin_lower", "kingpin_upper"),
)
MOST_PLACES = 250  # of a centre over a run
FAR = 25.0  # m from the wheel: a centre that is nearly at infinity is not drawn
CENTRE_STEP = 1e-4  # m
PARALLEL = 1e-6  # difference of slopes of two lines that do not meet


def scene_named_points(picture: Any, names: list[str], points: Hardpoints, base: str) -> list[NamedPoint]:
    """Hardpoints of the vehicle file on the bodies that have a point there; others are not drawn."""
    found = []
    for name, place in _told_points(picture).items():
        body = _body_with_point(name.partition(".")[0], place, points, base)
        if body is not None:
            found.append(NamedPoint(name, Place(names.index(body) if body != GROUND else -1, place)))
    return found


def _told_points(picture: Any) -> dict[str, Vec3]:
    told = picture.get("hardpoints", {}) if isinstance(picture, Mapping) else {}
    return {str(name): (float(p[0]), float(p[1]), float(p[2])) for name, p in told.items()}


def _body_with_point(corner: str, place: Vec3, points: Hardpoints, base: str) -> str | None:
    """A body of the corner rather than the one that all hang on."""
    there = [body for body, own in points.own.items() if any(dist(place, point) < SAME for point in own)]
    of_corner = [body for body in there if body.startswith(f"{corner}.")]
    return next(iter([*of_corner, *(body for body in there if body == base), *there]), None)


def scene_steering_axes(picture: Any, points: Sequence[NamedPoint]) -> list[AxisLine]:
    """Of the wheels of steered axles, between the hardpoints that carry them."""
    steered = picture.get("steered", []) if isinstance(picture, Mapping) else []
    places = {point.name: point.place for point in points}
    found = []
    for corner in dict.fromkeys(name.partition(".")[0] for name in places):
        pair = next(
            (
                (places[f"{corner}.{low}"], places[f"{corner}.{high}"])
                for low, high in STEERING_AXES
                if f"{corner}.{low}" in places and f"{corner}.{high}" in places
            ),
            None,
        )
        if pair and corner.rpartition("_")[0] in steered:
            found.append(AxisLine(f"{corner}: steering axis", *pair))
    return found


def scene_centres(
    model: Model, poses: Mapping[str, Poses], base: str, wheels: Sequence[Wheel], encoder: Encoder
) -> list[Centre]:
    """Instant centres of each wheel on the car body, and the roll centre of each axle, at some samples of the run.

    Where a wheel is left more than one motion, as on bushings, it has no instant centre.
    """
    count = len(next(iter(poses.values())).p)
    every = max(1, -(-count // MOST_PLACES))
    seen = {name: Poses(pose.p[::every], pose.R[::every]) for name, pose in poses.items()}
    names = [body.name for body in model.bodies]
    index = names.index(base) if base != GROUND else -1
    found, contacts = list[Centre](), dict[str, dict[str, tuple[int, np.ndarray, np.ndarray]]]()

    def add(kind: Literal["front view", "side view", "roll centre"], name: str, at: np.ndarray, of: list[int]) -> None:
        if np.isfinite(at).any():
            x, y, z = (encoder.add(at[:, k], CENTRE_STEP) for k in range(3))
            found.append(Centre(kind, name, index, every, (x, y, z), of))

    for number, wheel in enumerate(wheels):
        corner = names[wheel.body].partition(".")[0]
        motion = _wheel_motion(model, seen, base, names, wheel)
        if motion is None:
            continue
        W, W_d, w, C, C_d = motion
        with np.errstate(divide="ignore", invalid="ignore"):  # a wheel that does not turn has its centre at infinity
            front = np.stack([W[:, 0], W[:, 1] - W_d[:, 2] / w[:, 0], W[:, 2] + W_d[:, 1] / w[:, 0]], axis=1)
            side = np.stack([W[:, 0] + W_d[:, 2] / w[:, 1], W[:, 1], W[:, 2] - W_d[:, 0] / w[:, 1]], axis=1)
        add("front view", f"{corner}: instant centre, front view", _near(front, W), [number])
        add("side view", f"{corner}: instant centre, side view", _near(side, W), [number])
        axle, _, which = corner.rpartition("_")
        contacts.setdefault(axle, {})[which] = (number, C, C_d)
    for axle, sides in contacts.items():
        if {"left", "right"} <= set(sides):
            (left, C, C_d), (right, D, D_d) = sides["left"], sides["right"]
            add(
                "roll centre", f"{axle}: roll centre", _near(_roll_centre(C, C_d, D, D_d), 0.5 * (C + D)), [left, right]
            )
    return found


def _near(at: np.ndarray, wheel: np.ndarray) -> np.ndarray:
    far = ~(np.linalg.norm(at - wheel, axis=1) < FAR)
    return np.where(far[:, None], np.nan, at)


def _roll_centre(C: np.ndarray, C_d: np.ndarray, D: np.ndarray, D_d: np.ndarray) -> np.ndarray:
    """Where the lines through both contact points, at right angles to their motions, meet in the front view."""
    with np.errstate(divide="ignore", invalid="ignore"):
        m, n = -C_d[:, 1] / C_d[:, 2], -D_d[:, 1] / D_d[:, 2]
        y = (D[:, 2] - C[:, 2] + m * C[:, 1] - n * D[:, 1]) / np.where(np.abs(m - n) < PARALLEL, np.nan, m - n)
        return np.stack([0.5 * (C[:, 0] + D[:, 0]), y, C[:, 2] + m * (y - C[:, 1])], axis=1)


def _wheel_motion(
    model: Model, poses: Mapping[str, Poses], base: str, names: list[str], wheel: Wheel
) -> tuple[np.ndarray, ...] | None:
    """Centre, its velocity, angular rate, contact point and its velocity, in the base's axes; None where free.

    The contact point is the lowest of the wheel's disc; it moves round the tyre as the wheel inclines.
    """
    corner = names[wheel.body].partition(".")[0]
    moving = [name for name in names if name.startswith(f"{corner}.")]
    for carrier in _carriers(model, names[wheel.body], moving):
        U = left_motion_of_body(model, poses, base, moving, carrier)
        if np.isfinite(U).all():
            break
    else:
        return None
    p, R = (np.zeros(3), np.eye(3)) if base == GROUND else poses[base]
    carried = poses[carrier]
    W = _turned_back(R, carried.position(wheel.centre) - p)
    e = _turned_back(R, carried.R @ np.asarray(wheel.axis, float))
    with np.errstate(divide="ignore", invalid="ignore"):
        w, W_d = U[:, :3], U[:, 3:] + np.cross(U[:, :3], W)
        w, W_d = w / W_d[:, 2:], W_d / W_d[:, 2:]
        e_d = np.cross(w, e)
        u, u_d = e[:, 2:] * e, e_d[:, 2:] * e + e[:, 2:] * e_d
        u = u - np.array([0.0, 0.0, 1.0])
        size = np.linalg.norm(u, axis=1, keepdims=True)
        down = u / size
        down_d = (u_d - np.sum(u_d * down, axis=1, keepdims=True) * down) / size
    return W, W_d, w, W + wheel.radius * down, W_d + wheel.radius * down_d


def _turned_back(R: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    return np.einsum("...ji,...j->...i", R, vectors)


def _carriers(model: Model, wheel: str, moving: Sequence[str]) -> Iterator[str]:
    """Bodies that may carry the wheel: what its bearing is on, or itself on a rig; then what a king-pin is on."""
    pins = {j.child: j.parent for j in model.joints if isinstance(j.drawing, Pin)}
    body = pins.get(wheel, wheel) if any(part.name.endswith("wheel_bearing") for part in model.joints) else wheel
    for carrier in (body, pins.get(body, "")):
        if carrier in moving:
            yield carrier
