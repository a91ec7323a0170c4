"""Frames of a saved result as arrays: bodies on the ground in double precision, those that they carry in single.

A car may be a kilometre away from where it began, its wheels never leave it: relative to the body on the ground that
carries them, 24 bits are 0.1 um. A pose is the origin and a quaternion, scalar last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.results.drawn.outline import Centre, Frames, KeptDrawn, outline_from_json, outline_to_json
from jounce.spatial.quaternions import quaternions_of_rotations, rotations_of_quaternions

POSE = 7  # numbers
STEP, COMPACT_STEP = 2.0**-24, 2.0**-20  # m, or of a quaternion: bits behind it would be noise that does not compress
CENTRE_STEP = 2.0**-15  # m
DATASETS = ("drawn", "unit_poses", "body_poses", "centres")


def describe_drawn(drawn: KeptDrawn) -> dict[str, Any]:
    """Returns the part of what a result looks like that is words, as JSON."""
    centres = [{"kind": c.kind, "name": c.name, "body": c.body, "wheels": list(c.wheels)} for c in drawn.kept_centres]
    return {"outline": outline_to_json(drawn.outline), "centres": centres}


def arrays_of_drawn(drawn: KeptDrawn, compact: bool = False) -> dict[str, np.ndarray]:
    """Returns the part that is numbers: one row per sample, but for the drawn numbers."""
    step = COMPACT_STEP if compact else STEP
    roots, (p, R) = np.array(drawn.outline.roots(), np.intp), (drawn.kept.p, drawn.kept.R)
    units, carried = _split(roots)
    back = np.swapaxes(R[:, roots[carried]], 2, 3)
    offset = np.einsum("sbij,sbj->sbi", back, p[:, carried] - p[:, roots[carried]])
    centres = [centre.at for centre in drawn.kept_centres] or [np.zeros((len(p), 0))]
    return {
        "drawn": drawn.numbers,
        "unit_poses": _packed(p[:, units], R[:, units]),
        "body_poses": _rounded(_packed(offset, back @ R[:, carried]), step),
        "centres": _rounded(np.concatenate(centres, axis=1), CENTRE_STEP),
    }


def drawn_of_arrays(about: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> KeptDrawn:
    """Returns what a result looks like, from its words and its numbers; ValueError where they do not fit together."""
    outline = outline_from_json(about["outline"], arrays["drawn"].size)
    roots, samples = np.array(outline.roots(), np.intp), len(arrays["unit_poses"])
    units, carried = _split(roots)
    sizes = {"unit_poses": POSE * len(units), "body_poses": POSE * len(carried), "centres": 3 * len(about["centres"])}
    if any(arrays[name].shape != (samples, size) for name, size in sizes.items()):
        raise ValueError("poses of other bodies than those of the outline")
    p, R = np.zeros((samples, len(roots), 3)), np.zeros((samples, len(roots), 3, 3))
    p[:, units], R[:, units] = _unpacked(arrays["unit_poses"])
    offset, turn = _unpacked(arrays["body_poses"].astype(float))
    p[:, carried] = p[:, roots[carried]] + np.einsum("sbij,sbj->sbi", R[:, roots[carried]], offset)
    R[:, carried] = R[:, roots[carried]] @ turn
    at = arrays["centres"].astype(float).reshape(samples, -1, 3)
    centres = tuple(
        Centre(str(c["kind"]), str(c["name"]), int(c["body"]), at[:, k], tuple(map(int, c["wheels"])))
        for k, c in enumerate(about["centres"])
    )
    return KeptDrawn(outline, arrays["drawn"], Frames(p, R), centres)


def _split(roots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns places of bodies on the ground, and of those that others carry."""
    own = roots == np.arange(len(roots))
    return np.flatnonzero(own), np.flatnonzero(~own)


def _rounded(values: np.ndarray, step: float) -> np.ndarray:
    found: np.ndarray = (np.rint(values / step) * step).astype(np.float32)
    return found


def _packed(p: np.ndarray, R: np.ndarray) -> np.ndarray:
    samples, bodies = p.shape[:2]
    q = quaternions_of_rotations(R.reshape(-1, 3, 3)).reshape(samples, bodies, 4)
    return np.concatenate([p, q], axis=2).reshape(samples, POSE * bodies)


def _unpacked(poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    apart = poses.reshape(len(poses), -1, POSE)
    return apart[:, :, :3], rotations_of_quaternions(apart[:, :, 3:])
