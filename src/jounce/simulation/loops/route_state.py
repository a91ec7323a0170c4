"""The state of a model, joint by joint, in the coordinates of another route: bodies move alike, elements remember."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.equations.recursive.guards import INDEPENDENT_CHOICE, LEAST_ATTITUDE, OTHER_CHOICE
from jounce.errors import NumericalError
from jounce.mechanism import OUTSIDE, TreeLink
from jounce.simulation.loops.pose import motions
from jounce.simulation.workspace import Workspace
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.vector import unit


def state_by_route(ours: Workspace, state: np.ndarray, theirs: Workspace) -> np.ndarray:
    """Copies what has the same name; what has not is read off the motion of the bodies."""
    found = np.zeros(theirs.layout.sizes["state"])
    for what in ("coordinates", "speeds", "elements", "works"):
        known, wanted = getattr(ours.layout, what), getattr(theirs.layout, what)
        for name in wanted.keys() & known.keys():
            found[wanted[name]] = state[known[name]]
    placed = dict(
        zip((link.body for link in ours.mechanism.links), motions(ours.mechanism, ours.layout, state), strict=True)
    )
    links = theirs.mechanism.links
    for link in links:
        if all(named.name in ours.layout.speeds for named in link.speeds):
            continue
        carrier = STILL if link.parent == OUTSIDE else placed[links[link.parent].body]
        q, s = joint_state_between(link, carrier, placed[link.body])
        found[[theirs.layout.coordinates[n.name] for n in link.coordinates]] = q
        found[[theirs.layout.speeds[n.name] for n in link.speeds]] = s
    return found


def refuse_undetermined_state(work: Workspace, state: np.ndarray) -> None:
    """Refuses, where independent speeds were chosen, a state in which the others do not follow from them."""
    if INDEPENDENT_CHOICE not in work.layout.guards:
        return
    work.rhs(state)
    if not work.work[work.layout.guards[INDEPENDENT_CHOICE][0]] > 0.0:
        what = f"the {INDEPENDENT_CHOICE} chosen in the design position do not determine the others at this start"
        raise NumericalError(f"{work.model.name}: {what}; start nearer to it, or {OTHER_CHOICE}")


def joint_state_between(link: TreeLink, carrier: RelativeMotion, body: RelativeMotion) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and speeds of a joint of six freedoms, of three turns or in a plane, between bodies that move."""
    R_C, R_B = np.array(carrier.R, float), np.array(body.R, float)
    R = R_C.T @ R_B
    w_C, w_B = np.array(carrier.U[0], float), np.array(body.U[0], float)
    w = R_C.T @ (w_B - w_C)  # in the carrier
    names = [named.name.rpartition(".")[2] for named in link.coordinates]
    point = np.array(link.joint.point, float)
    on_child = point if link.joint.child_point is None else np.array(link.joint.child_point, float)
    if link.floats:
        point = on_child = np.zeros(3)
    place = np.array(body.position(tuple(on_child)), float)
    from_point = R_C.T @ (place - np.array(carrier.position(tuple(point)), float))
    slip = np.array(body.velocity(tuple(on_child)), float) - _velocity_at(carrier, place)
    v = R_C.T @ slip
    if "q0" in names:
        q = np.array(_quaternion(R))
        turning = R.T @ w
        return (np.r_[from_point, q], np.r_[turning, R.T @ v]) if len(names) == 7 else (q, turning)
    if names == ["x", "y", "angle"]:
        return _in_plane(link.joint, R, w, from_point, v)
    angles, rates = _yaw_pitch_roll(link.body, R, w)
    return (np.r_[from_point, angles], np.r_[v, rates]) if len(names) == 6 else (angles, rates)


def _in_plane(
    joint: Any, R: np.ndarray, w: np.ndarray, place: np.ndarray, v: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Returns coordinates and their rates."""
    n, x = (np.array(unit(way), float) for way in (joint.normal, joint.axis))
    y = np.cross(n, x)
    angle = np.arctan2(y @ R @ x, x @ R @ x)
    return np.array([x @ place, y @ place, angle]), np.array([x @ v, y @ v, n @ w])


def _velocity_at(motion: RelativeMotion, place: np.ndarray) -> np.ndarray:
    """Returns the velocity of the point of a body that is at a place now."""
    found: np.ndarray = np.array(motion.U[1], float) + np.cross(np.array(motion.U[0], float), place)
    return found


def _yaw_pitch_roll(body: str, R: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns angles of rz, ry, rx one after the other, and their rates; `w` in the axes before all turns."""
    pitch = np.arcsin(np.clip(-R[2, 0], -1.0, 1.0))
    c = np.cos(pitch)
    if c < LEAST_ATTITUDE:
        what = f"the pitch of its joint is {np.degrees(pitch):.3g} deg, where yaw and roll are one"
        raise NumericalError(f"{body}: {what}; start elsewhere, or take a route with quaternions")
    yaw, roll = np.arctan2(R[1, 0], R[0, 0]), np.arctan2(R[2, 1], R[2, 2])
    axes = np.array(
        [[0.0, -np.sin(yaw), np.cos(yaw) * c], [0.0, np.cos(yaw), np.sin(yaw) * c], [1.0, 0.0, -np.sin(pitch)]]
    )
    return np.array([yaw, pitch, roll]), np.linalg.solve(axes, w)


def _quaternion(R: np.ndarray) -> tuple[float, ...]:
    """Returns q0 first, of the largest of four candidates, so that nothing is divided by a small number."""
    from scipy.spatial.transform import Rotation

    x, y, z, w = Rotation.from_matrix(R).as_quat()
    return (w, x, y, z) if w >= 0.0 else (-w, -x, -y, -z)
