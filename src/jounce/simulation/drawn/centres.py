"""Instant centres of wheels on the body that carries them, and roll centres of axles, at the poses of a run.

The links of a corner move on its unit with some speeds s, all others are held where they are. Its closed loops hold
J s = 0. What the null space of J leaves to the body that carries the wheel is one motion, or there is no centre.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.equations.motions.link_motion import link_motion
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.parts.drawing import Pin
from jounce.parts.joints.joint_rows import joint_rows
from jounce.results.channel import ChannelOwner
from jounce.results.drawn.outline import GROUND, Centre, Mark, Outline
from jounce.simulation.drawn.pose_program import PoseProgram, PoseRows, pose_rows
from jounce.spatial.motion import motion_power
from jounce.spatial.relative_motion import STILL, RelativeMotion

SINGLE = 1e-6  # singular value of a second motion, relative to the first, below which there is only one
FAR = 25.0  # m from the wheel: a centre that is nearly at infinity is not told
PARALLEL = 1e-6  # difference of slopes of two lines that do not meet
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class CornerRows:
    """What a kernel writes of a wheel: for each body that may carry it, pose and columns; then rows of the loops."""

    number: int  # among the marks of wheels
    mark: Mark
    carriers: int
    speeds: int
    rows: int

    def apart(self, found: np.ndarray) -> tuple[list[tuple[np.ndarray, np.ndarray, np.ndarray]], np.ndarray]:
        """Returns p, R and the columns [sample, 6, speed] of each carrier, and J [sample, row, speed]."""
        size, n = 12 + 6 * self.speeds, len(found)
        parts = [found[:, k * size : (k + 1) * size] for k in range(self.carriers)]
        carriers = [(c[:, :3], c[:, 3:12].reshape(n, 3, 3), c[:, 12:].reshape(n, 6, self.speeds)) for c in parts]
        return carriers, found[:, self.carriers * size :].reshape(n, self.rows, self.speeds)


@dataclass(frozen=True)
class CentreCode:
    """Machine code of the loops of all corners of a structure."""

    corners: tuple[CornerRows, ...]
    rows: PoseRows

    def centres(
        self,
        outline: Outline,
        numbers: np.ndarray,
        mechanism: Mechanism,
        coordinates: Mapping[str, np.ndarray],
        samples: Any,
    ) -> list[Centre]:
        """Returns instant centres of each wheel on its unit, and the roll centre of each axle."""
        if not self.corners:
            return []
        written, at = self.rows(mechanism, coordinates, samples), 0
        found, contacts = list[Centre](), dict[tuple[str, int], dict[str, tuple[int, np.ndarray, np.ndarray]]]()
        for corner in self.corners:
            size = corner.carriers * (12 + 6 * corner.speeds) + corner.rows * corner.speeds
            motion = _wheel_motion(corner, numbers, written[:, at : at + size])
            at += size
            if motion is None:
                continue
            W, W_d, w, C, C_d = motion
            body = outline.bodies[corner.mark.spots[0].body]
            base, name = outline.base(corner.mark.spots[0].body), ChannelOwner(axle=body.axle, side=body.side).corner
            with np.errstate(divide="ignore", invalid="ignore"):  # a wheel that does not turn has it at infinity
                front = np.stack([W[:, 0], W[:, 1] - W_d[:, 2] / w[:, 0], W[:, 2] + W_d[:, 1] / w[:, 0]], axis=1)
                side = np.stack([W[:, 0] + W_d[:, 2] / w[:, 1], W[:, 1], W[:, 2] - W_d[:, 0] / w[:, 1]], axis=1)
            for view, place in (("front view", front), ("side view", side)):
                wheel = (corner.number,)
                found.append(Centre(view, f"{name}: instant centre, {view}", base, _near(place, W), wheel))
            contacts.setdefault((body.axle, base), {})[body.side] = (corner.number, C, C_d)
        for (axle, base), sides in contacts.items():
            if len(sides) == 2:
                (left, C, C_d), (right, D, D_d) = sides.values()
                place = _near(_roll_centre(C, C_d, D, D_d), 0.5 * (C + D))
                found.append(Centre("roll centre", f"{axle}: roll centre", base, place, (left, right)))
        return [centre for centre in found if np.isfinite(centre.at).any()]


def centre_code(mechanism: Mechanism, outline: Outline) -> CentreCode:
    """Returns the machine code of the corners that have a wheel."""
    places = [(body.axle, body.side) for body in outline.bodies]
    wheels = [(mark.label, mark.spots[0].body) for mark in outline.marks if mark.kind == "wheel"]
    digest = hashlib.sha256(repr((places, wheels)).encode()).hexdigest()
    rows = pose_rows(f"centres {digest}", mechanism, lambda program: _write_corners(mechanism, outline, program))
    marks = [mark for mark in outline.marks if mark.kind == "wheel"]
    return CentreCode(tuple(CornerRows(number, marks[number], *sizes) for number, *sizes in rows.written), rows)


def _write_corners(mechanism: Mechanism, outline: Outline, program: PoseProgram) -> list[tuple[int, int, int, int]]:
    """Writes columns and rows of each corner, seen from its unit; returns its wheel, and how many of what it has."""
    found = []
    for number, mark in enumerate(mark for mark in outline.marks if mark.kind == "wheel"):
        body = outline.bodies[mark.spots[0].body]
        if body.axle:
            base = outline.base(mark.spots[0].body)
            link = OUTSIDE if base == GROUND else mechanism.index(outline.bodies[base].name)
            names = {own.name for own in outline.bodies if (own.axle, own.side) == (body.axle, body.side)}
            moving = {k for k, link in enumerate(mechanism.links) if link.body in names}
            carriers = [name for name in _carriers(mechanism, mark.label == body.name, body.name) if name in names]
            found.append((number, *_write_corner(mechanism, program, link, moving, carriers)))
    return found


def _write_corner(
    mechanism: Mechanism, program: PoseProgram, base: int, moving: set[int], carriers: list[str]
) -> tuple[int, int, int]:
    """Writes poses and columns of the carriers, then the rows of the loops that hold them."""
    links = program.links
    seen: dict[int, RelativeMotion] = {base: STILL, OUTSIDE: STILL}
    for k, link in enumerate(links):
        if k != base and link.parent in seen and (base == OUTSIDE or base in mechanism.path(k)):
            q, still = program.coordinates(link), [0.0] * len(link.speeds)
            seen[k] = link_motion(seen[link.parent], link, program.joint(link), q, still)
    speeds = [(k, S) for k in sorted(moving) if k in seen for S in seen[k].S]
    for name in carriers:
        own = mechanism.index(name)
        at, path = seen[own], set(mechanism.path(own))
        program.write(*at.position((0.0, 0.0, 0.0)), *at.R[0], *at.R[1], *at.R[2])
        for part in range(6):
            program.write(*((*S[0], *S[1])[part] if k in path else 0.0 for k, S in speeds))
    rows = 0
    for closure in program.closures:
        if not hasattr(closure, "rows") or not hasattr(closure, "parent") or getattr(closure, "driven", False):
            continue  # what ties coordinates; a rig that moves a point holds nothing
        ends = [mechanism.index(closure.parent), mechanism.index(closure.child)]
        paths = [set(mechanism.path(end)) if end != OUTSIDE else set() for end in ends]
        if not (paths[0] ^ paths[1]) & moving or any(end not in seen for end in ends):
            continue
        for row in joint_rows(closure, *(seen[end] for end in ends)):
            rows += 1
            signs = [(k in paths[1]) - (k in paths[0]) for k, _ in speeds]
            program.write(*(sign * motion_power(S, row.wrench) for sign, (_, S) in zip(signs, speeds, strict=True)))
    return len(carriers), len(speeds), rows


def _carriers(mechanism: Mechanism, turns: bool, wheel: str) -> tuple[str, str]:
    """Bodies that may carry the wheel: what its bearing is on where it turns, or itself; then what a king-pin is on."""
    pins = {joint.child: joint.parent for joint in mechanism.model.joints if isinstance(joint.drawing, Pin)}
    body = pins.get(wheel, wheel) if turns else wheel
    return body, pins.get(body, "")


def _wheel_motion(corner: CornerRows, numbers: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, ...] | None:
    """Returns centre, its velocity, angular rate, contact point and its velocity, in the unit's axes; None where free.

    The contact point is the lowest of the wheel's disc; it moves round the tyre as the wheel inclines.
    """
    if not corner.speeds:
        return None
    carriers, J = corner.apart(found)
    squares, vectors = np.linalg.eigh(np.swapaxes(J, 1, 2) @ J)
    free = np.sum(squares <= SINGLE**2 * squares[:, -1:], axis=1)
    left = np.where(np.arange(corner.speeds) < free[:, None], 1.0, 0.0)[:, None] * vectors  # eigenvalues are sorted
    motions = ((p, R, _one_motion(columns @ left)) for p, R, columns in carriers)
    carried = next((known for known in motions if np.isfinite(known[2]).all()), None)
    if carried is None:
        return None
    p, R, U = carried
    (spot,), axis = corner.mark.spots, numbers[list(corner.mark.axis)]
    W, e = p + R @ numbers[list(spot.at)], R @ (axis / np.linalg.norm(axis))
    with np.errstate(divide="ignore", invalid="ignore"):
        w, W_d = U[:, :3], U[:, 3:] + np.cross(U[:, :3], W)
        w, W_d = w / W_d[:, 2:], W_d / W_d[:, 2:]
        e_d = np.cross(w, e)
        u, u_d = e[:, 2:] * e - UP, e_d[:, 2:] * e + e[:, 2:] * e_d
        size = np.linalg.norm(u, axis=1, keepdims=True)
        down = u / size
        down_d = (u_d - np.sum(u_d * down, axis=1, keepdims=True) * down) / size
    radius = numbers[corner.mark.radius]
    return W, W_d, w, W + radius * down, W_d + radius * down_d


def _one_motion(motions: np.ndarray) -> np.ndarray:
    """Returns the motion [sample, 6] of which all columns are multiples; nan where there are two, or none."""
    lengths = np.linalg.norm(motions, axis=1)
    largest = lengths.argmax(axis=1)
    rows = np.arange(len(motions))
    with np.errstate(divide="ignore", invalid="ignore"):
        first = motions[rows, :, largest] / lengths[rows, largest][:, None]
    others = motions - first[:, :, None] * np.einsum("si,sij->sj", first, motions)[:, None]
    single = (lengths[rows, largest] > SINGLE) & (np.abs(others).max(axis=(1, 2)) < SINGLE * lengths[rows, largest])
    return np.where(single[:, None], first, np.nan)


def _near(at: np.ndarray, wheel: np.ndarray) -> np.ndarray:
    far = ~(np.linalg.norm(at - wheel, axis=1) < FAR)
    return np.where(far[:, None], np.nan, at)


def _roll_centre(C: np.ndarray, C_d: np.ndarray, D: np.ndarray, D_d: np.ndarray) -> np.ndarray:
    """Tells where the lines through both contact points, at right angles to their motions, meet in the front view."""
    with np.errstate(divide="ignore", invalid="ignore"):
        m, n = -C_d[:, 1] / C_d[:, 2], -D_d[:, 1] / D_d[:, 2]
        y = (D[:, 2] - C[:, 2] + m * C[:, 1] - n * D[:, 1]) / np.where(np.abs(m - n) < PARALLEL, np.nan, m - n)
        return np.stack([0.5 * (C[:, 0] + D[:, 0]), y, C[:, 2] + m * (y - C[:, 1])], axis=1)
